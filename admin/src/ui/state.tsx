import type { ComponentChildren } from 'preact'
import type { Loaded } from '../api/use-loaded.ts'
import { t } from '../texts.ts'
import { Button } from './button.tsx'

/** Shows what was read, and says when it is being read, cannot be read, or is empty. */
export function LoadedState<T>({
  loaded,
  isEmpty,
  empty,
  children,
}: {
  readonly loaded: Loaded<T>
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: ComponentChildren
  readonly children: (data: T) => ComponentChildren
}) {
  const { data, error, isLoading, reload } = loaded
  return (
    <div aria-busy={isLoading}>
      {error && (
        <div class="notice failed" role="alert">
          <span>{error.message}</span>
          <Button onClick={reload}>{t('Try again')}</Button>
        </div>
      )}
      {data === undefined && isLoading && <p class="quiet">{t('Loading …')}</p>}
      {data !== undefined && (isEmpty?.(data) ? <div class="empty">{empty}</div> : children(data))}
    </div>
  )
}
