import type { TextKey } from '../../i18n/catalogue.ts'
import { type Markup, markup, trusted } from '../../lib/markup.ts'
import { type PageContext, rooted } from '../page-context.ts'
import type { Page } from '../pages/layout.ts'

/** The styles and the script of the form, and of the pages that follow it. */
export const formFiles = (context: PageContext): Pick<Page, 'styles' | 'modules'> => {
  const path = (name: 'style.css' | 'submit.css' | 'submit.js'): string =>
    rooted(context, context.assets.get(name).path)
  return { styles: [path('style.css'), path('submit.css')], modules: [path('submit.js')] }
}

/** A step from the form to the event in the calendar. */
export type Step = 'send' | 'confirm' | 'review' | 'shown'

const texts: Readonly<Record<Step, TextKey>> = {
  send: 'submit.stepSend',
  confirm: 'submit.stepConfirm',
  review: 'submit.stepReview',
  shown: 'submit.stepShown',
}

/** The steps in their order, those before the present one as done; an address is confirmed only where the server sends mail. */
export const renderSteps = ({ translator, config }: PageContext, present: Step = 'send'): Markup => {
  const steps = (['send', 'confirm', 'review', 'shown'] as const).filter((step) => step !== 'confirm' || config.mail)
  const at = steps.indexOf(present)
  const isBegun = at > 0
  return markup`<ol class="submit-steps">
${steps.map((step, place) => {
  const isDone = place < at
  return markup`<li${isDone && trusted(' class="submit-done"')}${isBegun && place === at && trusted(' aria-current="step"')}>${isDone && markup`<span class="hidden">${translator.text('submit.done')}</span> `}${translator.text(texts[step])}</li>\n`
})}</ol>`
}
