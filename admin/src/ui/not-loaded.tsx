import { unreachable } from '../api/session.ts'
import { t } from '../texts.ts'
import { Button } from './button.tsx'

/**
 * Stands for a view or a field whose code could not be loaded. The page is loaded again, since browsers do not ask again for code that failed once;
 * what was typed is kept.
 */
export const NotLoaded = () => (
  <div class="notice failed" role="alert">
    <span>{unreachable().message}</span>
    <Button onClick={() => location.reload()}>{t('Try again')}</Button>
  </div>
)
