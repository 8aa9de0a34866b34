import type { PreviewedPage } from '../../core/site-document.ts'
import type { PageContext } from '../page-context.ts'
import { resolveAddress } from '../read-address.ts'
import { eventPath } from './event-card.ts'
import { renderDocument } from './layout.ts'
import { notFound } from './messages.ts'
import { showTarget } from './pages.ts'

/** Writes a public page in a context with other settings; a calendar without events shows its list in the place of one. */
export const renderPreview = async (context: PageContext, page: PreviewedPage): Promise<string> => {
  const path = await pathOf(context, page)
  const found = await resolveAddress(context, path, '')
  const there = { ...context, path }
  const shown = found?.kind === 'shown' ? await showTarget(there, found.target) : await notFound(there)
  return renderDocument(there, shown)
}

const pathOf = async ({ records }: PageContext, page: PreviewedPage): Promise<string> => {
  if (page === 'home') return '/'
  if (page === 'month') return '/events/month/'
  const [event] = page === 'event' ? await records.events.some({ per_page: 1, window: 'current' }) : []
  return event ? eventPath(event) : '/events/'
}
