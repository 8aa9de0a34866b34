import { imageLimit } from '../../core/image-file.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { href, type PageContext } from '../page-context.ts'
import type { Page } from '../pages/layout.ts'
import type { EntryFaults } from './check.ts'
import { type Entries, type FieldName, fieldLimits, fieldNames, repeats, trapName } from './fields.ts'
import { formFiles, renderSteps } from './steps.ts'

/** What the form shows: the entries so far, their faults, and why it was not taken, if for another reason. */
export type ShownForm = {
  readonly entries: Entries
  readonly faults: EntryFaults
  readonly notice?: TextKey | undefined
  readonly stamp: string
  /** The token of the submission that this one replaces. */
  readonly replaces?: string | undefined
  /** What the file field says: that a picture was sent, which browsers do not keep, or that the one of the submission is kept. */
  readonly pictureNote?: 'submit.pictureAgain' | 'submit.pictureKept' | undefined
  readonly status: number
}

type Named = FieldName | 'picture'

const labels: Readonly<Record<Named, TextKey>> = {
  title: 'submit.title',
  start_date: 'submit.startDate',
  start_time: 'submit.startTime',
  all_day: 'submit.allDay',
  end_date: 'submit.endDate',
  end_time: 'submit.endTime',
  repeat: 'submit.repeat',
  until: 'submit.until',
  venue: 'submit.venue',
  address: 'submit.address',
  city: 'submit.city',
  organizer: 'event.organizer.one',
  description: 'submit.description',
  website: 'event.website',
  cost: 'event.cost',
  category: 'filter.category',
  picture: 'submit.picture',
  name: 'submit.name',
  email: 'submit.email',
}

const repeatTexts: Readonly<Record<(typeof repeats)[number], TextKey>> = {
  '': 'submit.once',
  weekly: 'submit.weekly',
  monthly: 'submit.monthly',
  'monthly-weekday': 'submit.monthlyWeekday',
}

/** The page with the form. */
export const formPage = async (context: PageContext, shown: ShownForm): Promise<Page> => {
  const { translator } = context
  const title = translator.text('submit.heading')
  return {
    status: shown.status,
    title,
    canonical: '/submit/',
    isIndexed: false,
    ...formFiles(context),
    main: markup`<h1>${title}</h1>
<p class="lead">${translator.text('submit.intro')}</p>
<div class="submit-columns">
<div>
${summaryOf(context, shown)}${await renderForm(context, shown)}
</div>
<aside class="submit-aside">
<section aria-labelledby="submit-next"><h2 id="submit-next">${translator.text('submit.next')}</h2>
${renderSteps(context)}
<p>${translator.text('submit.stepLink')}</p></section>
${renderPreview(context)}</aside>
</div>`,
  }
}

/** What the event will look like; the script shows it and fills it in. */
const renderPreview = ({ translator }: PageContext): Markup =>
  markup`<section class="submit-preview" aria-labelledby="submit-preview" data-preview hidden><h2 id="submit-preview">${translator.text('embed.preview')}</h2>
<div class="submit-card"><canvas class="submit-picture" aria-hidden="true" data-picture></canvas>
<p class="when" data-when>${translator.text('submit.when')}</p>
<p class="submit-name" dir="auto" data-of="title">${translator.text('submit.title')}</p>
<p class="where" dir="auto" data-of="venue city">${translator.text('submit.where')}</p></div></section>
`

const summaryOf = ({ translator }: PageContext, { faults, notice }: ShownForm): Content => {
  if (faults.size === 0 && !notice) return undefined
  // In the order of the fields on the page.
  const links = [...fieldNames, 'picture' as const]
    .filter((name) => faults.has(name))
    .map((name) => markup`<li><a href="#submit-${name}">${translator.text(labels[name])}</a></li>\n`)
  return markup`<div class="submit-faults" role="alert">
<p>${translator.text(notice ?? 'submit.faults')}</p>
${links.length > 0 && markup`<ul>\n${links}</ul>\n`}</div>
`
}

type Look = {
  readonly type?: string
  readonly hint?: TextKey
  readonly note?: TextKey | undefined
  /** `unlessAllDay`: only for events that do not last all day, so that browsers do not insist on it. */
  readonly isRequired?: boolean | 'unlessAllDay'
  /** A class of the field besides that of all. */
  readonly name?: string
  readonly attributes?: Markup | false
}

/** The form itself; the order of its fields is that in which people think of an event. */
export const renderForm = async (context: PageContext, shown: ShownForm): Promise<Markup> => {
  const { translator } = context
  const { entries, faults } = shown
  const field = (
    name: Named,
    control: (attributes: Markup) => Markup,
    { hint, note, isRequired, name: own }: Look = {},
  ): Markup => {
    const fault = faults.get(name)
    const about = [fault && `submit-${name}-fault`, note && `submit-${name}-note`, hint && `submit-${name}-hint`]
      .filter(Boolean)
      .join(' ')
    const attributes = markup`class="submit-input" id="submit-${name}" name="${name}"${isRequired === true && trusted(' required')}${fault && trusted(' aria-invalid="true"')}${about !== '' && markup` aria-describedby="${about}"`}`
    return markup`<div class="submit-field${own && markup` ${own}`}"><label class="submit-label" for="submit-${name}">${translator.text(labels[name])}${isRequired && trusted(' <span class="submit-required">*</span>')}</label>
${control(attributes)}
${fault && markup`<p class="submit-fault" id="submit-${name}-fault">${translator.text(fault.key, { reason: fault.reason ?? '' })}</p>\n`}${note && markup`<p id="submit-${name}-note"><strong>${translator.text(note)}</strong></p>\n`}${hint && markup`<small id="submit-${name}-hint">${translator.text(hint)}</small>\n`}</div>
`
  }
  const input = (name: FieldName, { type = 'text', attributes, ...look }: Look = {}): Markup =>
    field(
      name,
      (common) =>
        markup`<input type="${type}" ${common} value="${entries[name]}"${type === 'text' && markup` maxlength="${fieldLimits[name]}"`}${attributes}>`,
      look,
    )
  const options = (chosen: string, all: readonly (readonly [value: string, text: string])[]): Content =>
    all.map(
      ([value, text]) => markup`<option value="${value}"${value === chosen && trusted(' selected')}>${text}</option>\n`,
    )
  const { venues, categories } = await choicesOf(context)
  const required = { isRequired: true }
  const time = { type: 'time', name: 'submit-time' }
  return markup`<form class="submit-form" method="post" action="${href(context, '/submit/')}" enctype="multipart/form-data">
<input type="hidden" name="stamp" value="${shown.stamp}">
${shown.pictureNote === 'submit.pictureAgain' && markup`<input type="hidden" name="had_picture" value="1">\n`}${shown.replaces && markup`<input type="hidden" name="replaces" value="${shown.replaces}">\n`}<p class="submit-explain">${translator.text('submit.required')}</p>
<fieldset><legend>${translator.text('submit.what')}</legend>
${input('title', required)}${field('description', (common) => markup`<textarea ${common} rows="7" maxlength="${fieldLimits.description}">${entries.description}</textarea>`, { hint: 'submit.descriptionHint' })}${
  categories.length > 0 &&
  field(
    'category',
    (common) =>
      markup`<select ${common}>${options(entries.category, [['', translator.text('submit.noCategory')], ...categories])}</select>`,
  )
}${field('picture', (common) => pictureInput(context, common), { hint: 'submit.pictureHint', note: shown.pictureNote })}</fieldset>
<fieldset><legend>${translator.text('submit.when')}</legend>
<label class="submit-box"><input type="checkbox" class="submit-check" id="submit-all_day" name="all_day" value="1"${entries.all_day !== '' && trusted(' checked')}> ${translator.text('submit.allDay')}</label>
<div class="submit-times">${input('start_date', { type: 'date', ...required })}${input('start_time', { ...time, isRequired: 'unlessAllDay' })}${input('end_date', { type: 'date', hint: 'submit.endHint' })}${input('end_time', time)}</div>
<div class="submit-row">${field(
    'repeat',
    (common) =>
      markup`<select ${common}>${options(
        entries.repeat,
        repeats.map((one) => [one, translator.text(repeatTexts[one])]),
      )}</select>`,
  )}${input('until', { type: 'date', hint: 'submit.untilHint', name: 'submit-until' })}</div>
<p><small>${translator.text('submit.zone', { zone: context.config.zone.name })}</small></p></fieldset>
<fieldset><legend>${translator.text('submit.where')}</legend>
${input('venue', { hint: venues.length > 0 ? 'submit.venueHint' : 'submit.venueNew', attributes: venues.length > 0 && trusted(' list="submit-venues" autocomplete="off"') })}${
  venues.length > 0 &&
  markup`<datalist id="submit-venues">${venues.map((name) => markup`<option value="${name}"></option>\n`)}</datalist>
`
}<div class="submit-row">${input('address')}${input('city')}</div></fieldset>
<fieldset><legend>${translator.text('submit.more')}</legend>
${input('organizer')}<div class="submit-row">${input('website', { type: 'url', attributes: trusted(' placeholder="https://"') })}${input('cost', { hint: 'submit.costHint' })}</div></fieldset>
<fieldset><legend>${translator.text('submit.who')}</legend>
<p>${translator.text('submit.private')}</p>
<div class="submit-row">${input('name', { ...required, attributes: trusted(' autocomplete="name"') })}${input('email', { type: 'email', ...required, attributes: trusted(' autocomplete="email"') })}</div>
<div class="submit-trap" aria-hidden="true"><label for="submit-${trapName}">${translator.text('submit.trap')}</label><input type="text" id="submit-${trapName}" name="${trapName}" tabindex="-1" autocomplete="off"></div></fieldset>
<p class="submit-end"><button type="submit">${translator.text('submit.send')}</button></p>
</form>`
}

/** The field of the picture; the script shows what was chosen, and says at once what cannot be used. */
const pictureInput = ({ translator }: PageContext, common: Markup): Markup =>
  markup`<input type="file" ${common} accept="image/jpeg,image/png,image/webp,image/gif,image/avif" data-most="${imageLimit}" data-large="${translator.text('submit.largePicture')}" data-bad="${translator.text('submit.badPicture')}">
<div class="submit-chosen" data-chosen hidden><canvas class="submit-picture" aria-hidden="true" data-picture></canvas>
<button type="button" class="submit-quiet" data-remove>${translator.text('submit.removePicture')}</button></div>`

/** Venues and categories that visitors see; longer lists would be larger than the page, and any name can be typed. */
const choicesOf = async ({ records }: PageContext) => {
  const [venues, categories] = await Promise.all([
    records.venues.list({ per_page: 100 }),
    records.categories.list({ per_page: 100, hide_empty: false }),
  ])
  return {
    venues: [...new Set(venues.records.map(({ venue }) => plainText(venue)))],
    categories: categories.records.map(({ slug, name }) => [slug, plainText(name)] as const),
  }
}
