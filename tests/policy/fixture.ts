import assert from 'node:assert/strict'
import { type Calendar, createCalendar, userRoles } from '../support/calendar.ts'
import { callers, type MatrixCaller, type State, states } from './table.ts'

/** The post-like resources. */
export const postResources = ['events', 'venues', 'organizers'] as const
/** One of them. */
export type PostResource = (typeof postResources)[number]

/** A record of the matrix. */
export type Specimen = {
  readonly resource: PostResource
  readonly state: State
  readonly owner: MatrixCaller | 'author2'
  readonly id: number
  readonly slug: string
  /** Its id in the source `matrix`. */
  readonly external: string
}

/** The field of the title in payloads and records. */
export const titleField = { events: 'title', venues: 'venue', organizers: 'organizer' } as const

/** A payload that every resource takes. */
export const payloadOf = (resource: PostResource, title: string): Record<string, unknown> => ({
  [titleField[resource]]: title,
  ...(resource === 'events' ? { start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00' } : {}),
})

/** Owners of specimens: each caller that is a user, and one more author, who is somebody else to all of them. */
const owners = [...callers.filter((caller) => caller !== 'none'), 'author2'] as const

/** The id of a user of the test calendars. */
export const idOf = (login: string): number => Object.keys(userRoles).indexOf(login) + 1

/** A word that stands in every specimen, so that one search finds them all. */
export const commonWord = 'specimen'

let made = 0

/** Makes a record of an owner in a state, by an administrator. */
export const makeSpecimen = async (
  calendar: Calendar,
  resource: PostResource,
  state: State,
  owner: Specimen['owner'],
  title = `${commonWord} ${state} ${owner}`,
  more: Record<string, unknown> = {},
): Promise<Specimen> => {
  const status = state.replace('trash-', '')
  const schedule = status === 'future' ? { date: '2026-12-24 10:00' } : {}
  const external = String(++made)
  const body = {
    ...payloadOf(resource, title),
    source: 'matrix',
    external_id: external,
    status,
    author: idOf(owner),
    ...schedule,
    ...more,
  }
  const created = await calendar.ask('POST', `/${resource}`, { as: 'admin', body })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  if (state.startsWith('trash-')) await calendar.ask('DELETE', `/${resource}/${id}`, { as: 'admin' })
  const { body: record } = await calendar.ask('GET', `/${resource}/${id}`, { as: 'admin' })
  return { resource, state, owner, id, slug: record.slug, external }
}

/** A calendar with a record of each resource in each state for each owner. */
export const createMatrixCalendar = async (): Promise<{ calendar: Calendar; specimens: readonly Specimen[] }> => {
  const calendar = await createCalendar()
  const specimens: Specimen[] = []
  for (const resource of postResources) {
    for (const state of states) {
      for (const owner of owners) specimens.push(await makeSpecimen(calendar, resource, state, owner))
    }
  }
  return { calendar, specimens }
}
