import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, markup, trusted } from '../../lib/markup.ts'
import type { SubmissionKind, SubmissionState } from '../../resources/submissions/state.ts'
import { href, type PageContext } from '../page-context.ts'
import type { Page } from '../pages/layout.ts'

const headings: Readonly<Record<SubmissionKind, TextKey>> = {
  unconfirmed: 'submit.confirmHeading',
  waiting: 'submit.waiting',
  returned: 'submit.returned',
  accepted: 'submit.accepted',
  published: 'submit.published',
  hidden: 'submit.hidden',
  rejected: 'submit.rejected',
  withdrawn: 'submit.withdrawn',
}

const hints: Readonly<Record<SubmissionKind, TextKey>> = {
  unconfirmed: 'submit.confirmHint',
  waiting: 'submit.waitingHint',
  returned: 'submit.returnedHint',
  accepted: 'submit.acceptedHint',
  published: 'submit.publishedHint',
  hidden: 'submit.hiddenHint',
  rejected: 'submit.rejectedHint',
  withdrawn: 'submit.withdrawnHint',
}

type Shown = {
  readonly title: string
  /** When and where, in one line each; '' where nothing of the submission is kept. */
  readonly when: string
  readonly where: string
  readonly form: Content
  readonly notice: TextKey | undefined
}

/** What has become of a submission, at its secret address; `title` is that under which it was submitted. */
export const statePage = (
  context: PageContext,
  token: string,
  { kind, event, note, withdrawable }: SubmissionState,
  { title, when, where, form, notice }: Shown,
): Page => {
  const { translator } = context
  const heading = translator.text(headings[kind])
  const button = (action: 'confirm' | 'withdraw', key: TextKey): Content =>
    markup`<form class="submit-action" method="post" action="${href(context, `/submit/${token}/`)}"><button type="submit"${action === 'withdraw' && trusted(' class="submit-quiet"')} name="action" value="${action}">${translator.text(key)}</button></form>
`
  return {
    status: notice ? 429 : 200,
    title: heading,
    isIndexed: false,
    main: markup`<h1>${heading}</h1>
${notice && markup`<div class="submit-faults" role="alert">\n<p>${translator.text(notice)}</p></div>\n`}${title !== '' && markup`<p class="submit-event"><strong>${title}</strong>${when !== '' && markup`<br>${when}`}${where !== '' && markup`<br>${where}`}</p>\n`}<p>${translator.text(hints[kind])}</p>
${kind !== 'unconfirmed' && kind !== 'withdrawn' && markup`<p>${translator.text('submit.keepLink')}</p>\n`}${note !== '' && markup`<blockquote class="submit-note">${note}</blockquote>\n`}${
  kind === 'published' &&
  event &&
  markup`<p><a href="${href(context, `/event/${event.slug}/`)}">${translator.text('submit.see')}</a></p>\n`
}${kind === 'unconfirmed' && button('confirm', 'submit.confirm')}${
  withdrawable && button('withdraw', 'submit.withdraw')
}${form}`,
  }
}

/** Says that a message with the link is on its way. */
export const sentPage = ({ translator }: PageContext): Page => ({
  status: 200,
  title: translator.text('submit.sent'),
  isIndexed: false,
  main: markup`<h1>${translator.text('submit.sent')}</h1>
<p>${translator.text('submit.sentHint')}</p>`,
})
