import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import type { SubmissionKind, SubmissionState } from '../../resources/submissions/state.ts'
import { absolute, href, type PageContext } from '../page-context.ts'
import type { Page } from '../pages/layout.ts'
import { formFiles, renderSteps, type Step } from './steps.ts'

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

/** How far a submission has come, for those that are still on their way. */
const stepOf: Partial<Readonly<Record<SubmissionKind, Step>>> = {
  unconfirmed: 'confirm',
  waiting: 'review',
  accepted: 'shown',
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
  const isKept = kind !== 'unconfirmed' && kind !== 'withdrawn'
  const step = stepOf[kind]
  return {
    status: notice ? 429 : 200,
    title: heading,
    isIndexed: false,
    ...formFiles(context),
    main: markup`<div class="submit-state">
<h1>${heading}</h1>
${notice && markup`<div class="submit-faults" role="alert">\n<p>${translator.text(notice)}</p></div>\n`}<p class="lead">${translator.text(hints[kind])}</p>
${title !== '' && markup`<p class="submit-card submit-event"><strong>${title}</strong>${when !== '' && markup`<br>${when}`}${where !== '' && markup`<br>${where}`}</p>\n`}${note !== '' && markup`<blockquote class="submit-note">${note}</blockquote>\n`}${
  kind === 'published' &&
  event &&
  markup`<p><a class="button" href="${href(context, `/event/${event.slug}/`)}">${translator.text('submit.see')}</a></p>\n`
}${kind === 'unconfirmed' && button('confirm', 'submit.confirm')}${step && renderSteps(context, step)}
${isKept && addressOf(context, token)}${form}${withdrawable && button('withdraw', 'submit.withdraw')}${kind !== 'unconfirmed' && onwardLinks(context)}</div>`,
  }
}

/** The secret address of the page, to be kept. */
const addressOf = (context: PageContext, token: string): Markup => {
  const { translator } = context
  return markup`<div class="submit-address"><p>${translator.text('submit.keepLink')}</p>
<p><code id="submit-address">${absolute(context, `/submit/${token}/`)}</code></p>
<p><button type="button" class="submit-quiet" data-copy="submit-address" data-copied="${translator.text('subscribe.copied')}" hidden>${translator.text('submit.copyAddress')}</button> <span role="status"></span></p></div>
`
}

/** The links by which the pages after the form lead on. */
const onwardLinks = (context: PageContext): Markup =>
  markup`<p class="submit-onward"><a class="button second" href="${href(context, '/events/')}">${context.translator.text('error.back')}</a> <a href="${href(context, '/submit/')}">${context.translator.text('submit.another')}</a></p>
`

/** Says that a message with the link is on its way. */
export const sentPage = (context: PageContext): Page => {
  const { translator } = context
  return {
    status: 200,
    title: translator.text('submit.sent'),
    isIndexed: false,
    ...formFiles(context),
    main: markup`<div class="submit-state">
<h1>${translator.text('submit.sent')}</h1>
<p class="lead">${translator.text('submit.sentHint')}</p>
${renderSteps(context, 'confirm')}
<p>${translator.text('submit.noMessage')}</p>
${onwardLinks(context)}</div>`,
  }
}
