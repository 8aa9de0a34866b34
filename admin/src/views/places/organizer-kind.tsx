import {
  calendar,
  etagOf,
  type Organizer,
  type OrganizerFields,
  type Schemas,
  savingHeaders,
  type Tagged,
  tagged,
  unlessChanged,
} from '../../api/calendar.ts'
import { t, tn } from '../../texts.ts'
import { blankForm, type FormOf, fieldFor, line, readForm } from '../../ui/form.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { mayEdit } from '../record/may-edit.ts'
import { publication, slug } from '../record/record-fields.tsx'
import type { StoredRecord } from '../record/record-kind.ts'
import { about, contact, nameFaults, type Slugged } from './place-fields.tsx'
import { newStatus, type PlaceKind, type PlaceRequests, writeSlug } from './place-kind.ts'
import { findNamesakes } from './place-list.tsx'

/** What is sent of an organizer. */
type OrganizerBody = Slugged<OrganizerFields>

const field = fieldFor<Organizer, OrganizerBody>()

/** The fields of an organizer: what it is called, and how to reach it. */
const organizerFields = {
  title: field({
    label: () => t('Name'),
    blank: '',
    read: ({ organizer }) => plainText(organizer),
    write: { organizer: (name) => name },
    faults: nameFaults,
    faultsAfter: 'saving',
    control: line({ maxLength: 1000 }),
  }),
  email: field({
    label: () => t('E-mail address'),
    blank: '',
    read: ({ email = '' }) => plainText(email),
    write: { email: (email) => email },
    faults: (email) =>
      email && !/^\S+@\S+$/.test(email) ? { email: t('An e-mail address looks like name@example.org.') } : {},
    control: line({ type: 'email' }),
    row: 'contact',
  }),
  ...contact,
  ...about,
  ...publication,
  slug,
} as const

/** The values of the form of an organizer. */
type OrganizerForm = FormOf<typeof organizerFields>

const path = (id: number) => ({ path: { id } })

const stored = (answer: { readonly data?: Schemas['Organizer']; readonly response: Response }): Stored => {
  const { record, etag } = tagged(answer)
  const { id, url, status } = record
  return { record: { id, url, status, mayEdit: mayEdit(record), form: readForm(organizerFields, record) }, etag }
}

type Stored = Tagged<StoredRecord<OrganizerForm>>

const read = async (id: number): Promise<Stored> => stored(await calendar.GET('/organizers/{id}', { params: path(id) }))

const requests: PlaceRequests<OrganizerForm, OrganizerBody> = {
  read,
  create: async ({ slug, organizer = '', ...fields }) => {
    const before = await findNamesakes('organizers', organizer)
    const made = stored(await calendar.POST('/organizers', { body: { ...fields, organizer } }))
    if (before.has(made.record.id)) return { ...made, existed: true }
    return (await writeSlug('organizer', made.record.id, slug)) ? read(made.record.id) : made
  },
  update: async (id, { slug, ...body }, etag, isAutosave = false) => {
    const header = savingHeaders(etag, isAutosave)
    const changed = stored(await calendar.POST('/organizers/{id}', { params: { ...path(id), header }, body }))
    return (await writeSlug('organizer', id, slug)) ? read(id) : changed
  },
  trash: async (id, etag) =>
    etagOf(await calendar.DELETE('/organizers/{id}', { params: { ...path(id), header: unlessChanged(etag) } })),
  remove: (id) => calendar.DELETE('/organizers/{id}', { params: { ...path(id), query: { force: true } } }),
}

/** Organizers in the admin. */
export const organizerKind: PlaceKind<OrganizerForm, OrganizerBody> = {
  plural: 'organizers',
  singular: 'organizer',
  collection: 'tribe_organizer',
  fields: organizerFields,
  requests,
  newForm: () => ({ ...blankForm(organizerFields), status: newStatus() }),
  existedText: () => t('There is an organizer of this name already; this is it. Nothing was changed.'),
  conflictTitle: () => t('Somebody else has changed this organizer'),
  texts: () => ({
    all: t('Organizers'),
    one: t('Organizer'),
    add: t('New organizer'),
    count: (count) => tn('{count} organizer', '{count} organizers', count),
    none: t('There are no organizers yet.'),
    noneFits: t('No organizer fits these filters.'),
    selectAll: t('Select all organizers of this page'),
    bulkLabel: t('Actions for the selected organizers'),
    selected: (count) => tn('{count} organizer selected', '{count} organizers selected', count),
    done: (count, text) => tn('{text}: {count} organizer.', '{text}: {count} organizers.', count, { text }),
    progress: t('Changing organizers'),
    mergeTitle: t('Merge organizers'),
  }),
}
