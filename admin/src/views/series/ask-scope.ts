import { formatLocal, t, tn } from '../../texts.ts'
import { askChoice } from '../../ui/ask-choice.tsx'
import { notify } from '../../ui/notices.tsx'

/** Which events of a series a change is for (contract C3.4). */
export type Scope = 'this' | 'following' | 'all'

/** Asks which events of its series a change of an occurrence is for. @throws Cancelled */
export const askScope = (title: string, text?: string, mayBeOne = true): Promise<Scope> =>
  askChoice<Scope>({
    title,
    text,
    options: [
      ...(mayBeOne ? [['this', t('Only this one')] as const] : []),
      ['following', t('This and the following')],
      ['all', t('All of the series')],
    ],
  })

/** What takes a change back: what was done to the following ones has made a series of them. */
export const scopeOfUndo = (scope: Scope): Scope => (scope === 'this' ? 'this' : 'all')

/** Asks for what a form sends; a changed rule is never that of one event. @throws Cancelled */
export const askScopeOf = (body: { readonly recurrence?: unknown }): Promise<Scope> => {
  const title = t('What is changed?')
  if (!('recurrence' in body)) return askScope(title)
  if (body.recurrence === null)
    return askScope(
      title,
      t(
        'This becomes a single event. “Only this one” leaves the others as they are. Otherwise the others are deleted for good, except those that were changed by themselves.',
      ),
    )
  return askScope(title, t('The number of times counts from the first event you change.'), false)
}

/** Says which exceptions a changed rule no longer gives: they are kept (contract C3.4). */
export const tellKept = (answer: object): void => {
  // The document does not list this member of answers to writes.
  const { kept_exceptions: kept = [] } = answer as { kept_exceptions?: readonly { readonly start_date: string }[] }
  if (kept.length === 0) return
  notify(
    tn(
      '{count} exception does not fit the rule any more. It is kept: {dates}',
      '{count} exceptions do not fit the rule any more. They are kept: {dates}',
      kept.length,
      { dates: kept.map(({ start_date }) => formatLocal(start_date)).join('; ') },
    ),
  )
}
