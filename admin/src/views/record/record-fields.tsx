import type { Event, Organizer, Status, Venue } from '../../api/calendar.ts'
import { siteClock } from '../../api/root.ts'
import { mayPublish } from '../../api/session.ts'
import { t } from '../../texts.ts'
import {
  area,
  Choice,
  type ControlProps,
  type Faults,
  type FormOf,
  type FormProps,
  fieldFor,
  line,
  pageAddress,
  richText,
} from '../../ui/form.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import { type Picture, PictureField } from './picture-field.tsx'

/** What events, venues and organizers have in common: empty members may be absent. */
type AnyRecord = Pick<
  Event | Venue | Organizer,
  'description' | 'excerpt' | 'image' | 'website' | 'slug' | 'status' | 'date'
>

/** What is sent of it. */
type AnyBody = {
  readonly description?: string
  readonly excerpt?: string
  readonly image?: number | null
  readonly website?: string
  readonly slug?: string
  readonly status?: Status
  readonly date?: string
}

const field = fieldFor<AnyRecord, AnyBody>()

/** What is wrong with the address of a page elsewhere, by the name of its member. */
export const addressFaults = (member: string, address: string): Faults =>
  address && !/^https?:\/\/\S+$/i.test(address) ? { [member]: t('An address begins with https:// or http://.') } : {}

const textOfHtml = (html: string): string => {
  const apart = html.replace(/<\/(p|li|h\d|blockquote)>|<br\s*\/?>/gi, '$& ')
  return (new DOMParser().parseFromString(apart, 'text/html').body.textContent ?? '').trim()
}

/** The longer text on the page of a record. */
export const description = field({
  label: () => t('Description'),
  blank: '',
  read: ({ description = '' }) => description,
  write: { description: (html) => html },
  control: richText,
  inWords: textOfHtml,
})

/** The picture of a record. */
export const image = field<Picture | null>({
  label: () => t('Picture'),
  blank: null,
  read: ({ image }) => (image ? { id: Number(image.id), url: image.url } : null),
  write: { image: (picture) => picture?.id ?? null },
  control: ({ value, error, onValue }) => <PictureField picture={value} error={error} onPicture={onValue} />,
})

/** A sentence or two. */
export const excerpt = field({
  label: () => t('Summary'),
  hint: () => t('A sentence or two for lists and newsletters.'),
  blank: '',
  read: ({ excerpt = '' }) => excerpt,
  write: { excerpt: (text) => text },
  control: area,
  inWords: textOfHtml,
})

/** The page of a record elsewhere. */
export const website = field({
  label: () => t('Website'),
  blank: '',
  read: ({ website = '' }) => website,
  write: { website: (address) => address },
  faults: (address) => addressFaults('website', address),
  faultsAfter: 'leaving',
  control: pageAddress,
})

/** Whether and when a record is public; the date is on the clock of the site: `2027-05-01T20:00`. */
type Publication = { readonly status: Status; readonly date: string }

/** Contributors submit for review; others publish (contract F5.10). */
const choices = (status: Status): readonly Status[] => {
  const all: Status[] = mayPublish() ? ['draft', 'pending', 'publish', 'future', 'private'] : ['draft', 'pending']
  return all.includes(status) ? all : [status, ...all]
}

/** A record that is scheduled becomes public tomorrow morning, unless a time to come was chosen before. */
const proposal = (status: Status, date: string): { readonly date?: string } =>
  status === 'future' && date <= siteClock(Date.now())
    ? { date: `${siteClock(Date.now() + 86_400_000).slice(0, 10)}T09:00` }
    : {}

const StatusChoice = ({ value, form, change, ...props }: ControlProps<Status> & FormProps<Publication>) => (
  <Choice
    {...props}
    value={value}
    options={choices(value).map((status) => [status, statusName(status)] as const)}
    onValue={(chosen) => {
      const status = choices(value).find((one) => one === chosen)
      if (status) change({ status, ...proposal(status, form.date) })
    }}
  />
)

const writtenClock = (date: string): string => `${date.replace('T', ' ')}:00`

/** By so much the clock of this device may be ahead of that of the server. */
const skewMilliseconds = 300_000

/** What was scheduled and is published becomes public now: with its date to come, the interface would leave it scheduled. */
const dateOfPublishing = (date: string, status: Status): string | undefined => {
  const isWanted = (status === 'publish' || status === 'private') && date > siteClock(Date.now())
  return isWanted ? writtenClock(siteClock(Date.now() - skewMilliseconds)) : undefined
}

/** Whether and when a record is public. */
export const publication = {
  status: field<Status, Publication>({
    label: () => t('Status'),
    blank: 'draft',
    read: ({ status }) => status,
    write: { status: (status) => status },
    control: StatusChoice,
    isBeside: true,
    inWords: statusName,
  }),
  // It can be chosen only for a scheduled record.
  date: field({
    label: () => t('Becomes public on'),
    blank: '',
    read: ({ date }) => date.slice(0, 16).replace(' ', 'T'),
    write: {
      date: (date, { status }: Publication) =>
        status === 'future' && date ? writtenClock(date) : dateOfPublishing(date, status),
    },
    faults: (date, { status }) => (status === 'future' && !date ? { date: t('Choose when it becomes public.') } : {}),
    faultsAfter: 'leaving',
    control: line({ type: 'datetime-local' }),
    isShown: ({ status }) => status === 'future',
    isBeside: true,
  }),
} as const

/** What few need, beside the form. */
export const moreOptions = { title: () => t('More options'), fold: 'options' } as const

/** The last part of the address of a record. */
export const slug = field({
  label: () => t('Slug (URL)'),
  hint: () => t('If empty, it is made from the title.'),
  blank: '',
  read: ({ slug }) => slug,
  write: { slug: (slug) => slug },
  control: line(),
  isBeside: true,
  frame: moreOptions,
  isOwn: true,
})

/** The values that the forms of all records have. */
export type RecordForm = FormOf<typeof publication> & { readonly title: string; readonly slug: string }
