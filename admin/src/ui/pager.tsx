import { t } from '../texts.ts'
import { Button } from './button.tsx'

/** Turns the pages of a list, which count from 1. */
export const Pager = ({
  page,
  pages,
  onPage,
}: {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}) =>
  pages > 1 ? (
    <nav class="pager" aria-label={t('Pages')}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('Previous page')}
      </Button>
      <span>{t('Page {page} of {pages}', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('Next page')}
      </Button>
    </nav>
  ) : null
