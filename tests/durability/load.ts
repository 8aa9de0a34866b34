import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventPayload, type Reply, type Server } from '../cli/program.ts'

/**
 * Writers that remember what they were told: each creates, changes and deletes events of its own, one request at a time. An event
 * brings a venue, a category and a tag along, so that a write is several rows, and says everything twice, so that half a row shows.
 */
export type Load = {
  /** Writes until the signal, or until the server is gone; answers how many writes it has acknowledged. */
  readonly write: (server: Server, options?: WriteOptions) => Promise<number>
  /** Compares what a server has with what was acknowledged, a line for each fault; what it has is the state from then on. */
  readonly judge: (server: Server) => Promise<string[]>
}

type WriteOptions = {
  readonly signal?: AbortSignal
  /** Told how many writes of this run were acknowledged, after each. */
  readonly onAcknowledged?: (count: number) => void
  /** Told why a request got no answer; its writer writes no more. */
  readonly onGone?: (error: Error) => void
}

/** What an event says, or that it is not there. */
type State = string | undefined

/** An event as its writer knows it; while no answer has come, both what was and what was asked for may be true. */
type Known = { title: string; id: number | undefined; venue: number | undefined; states: State[] }

type Writer = {
  readonly name: string
  turn: number
  events: Known[]
  /** Venues of events that were deleted, until they are deleted as well. */
  readonly left: Set<string>
}

const hallOf = (title: string): string => `Hall of ${title}`

/** Events that a writer keeps: it deletes the oldest, so that a judgement stays short however long the writers write. */
const kept = 6

/** Starts without knowing anything; the calendar is empty, and nobody else writes. */
export const createLoad = (secret: string, clients = 8): Load => {
  const writers = Array.from(
    { length: clients },
    (_, at): Writer => ({
      name: `writer ${at}`,
      turn: 0,
      events: [],
      left: new Set(),
    }),
  )
  return {
    write: async (server, options = {}) => {
      let acknowledged = 0
      const count = (): void => {
        acknowledged++
        options.onAcknowledged?.(acknowledged)
      }
      await Promise.all(writers.map((writer) => keepWriting(server, secret, writer, count, options)))
      return acknowledged
    },
    judge: (server) => judge(server, secret, writers),
  }
}

const keepWriting = async (
  server: Server,
  secret: string,
  writer: Writer,
  count: () => void,
  { signal, onGone }: WriteOptions,
): Promise<void> => {
  while (!signal?.aborted) {
    const known = planWrite(writer)
    const reply = await send(server, secret, writer, known).catch((error: Error) => onGone?.(error))
    if (!reply) return
    // Nobody knows what became of it.
    if (reply.status >= 500) await sleep(10)
    else {
      assert.ok(reply.status < 300, reply.text)
      settle(writer, known, reply)
      count()
    }
  }
}

/** Chooses the next write: in turn a new event and a change of the one before, and the end of the oldest. */
const planWrite = (writer: Writer): Known => {
  writer.turn++
  const [oldest] = writer.events
  const latest = writer.events.at(-1)
  const isUnsure = ({ states }: Known) => states.length > 1
  if (oldest && writer.events.length > kept) {
    if (oldest.id !== undefined && !isUnsure(oldest)) {
      oldest.states = [oldest.states[0], undefined]
      return oldest
    }
    // Without an id it cannot be deleted until a judgement has found it.
    writer.events.push(...writer.events.splice(0, 1))
  } else if (latest?.id !== undefined && !isUnsure(latest) && writer.turn % 2 === 0) {
    latest.states = [latest.states[0], `${latest.title}, revision ${writer.turn}`]
    return latest
  }
  const title = `${writer.name} turn ${writer.turn}`
  const known: Known = { title, id: undefined, venue: undefined, states: [undefined, `${title}, new`] }
  writer.events.push(known)
  return known
}

const send = async (server: Server, secret: string, { name, left }: Writer, known: Known): Promise<Reply> => {
  const { title, id, venue, states } = known
  const text = states[1]
  if (id === undefined) {
    const linked = { venue: { venue: hallOf(title) }, categories: ['Everything'], tags: [name] }
    const body = { ...eventPayload(title), ...linked, description: text, excerpt: text }
    return server.ask('POST', '/events', { as: secret, body })
  }
  if (text !== undefined) {
    return server.ask('POST', `/events/${id}`, { as: secret, body: { description: text, excerpt: text } })
  }
  left.add(hallOf(title))
  const reply = await server.ask('DELETE', `/events/${id}?force=true`, { as: secret })
  if (reply.status !== 200) return reply
  const hall = await server.ask('DELETE', `/venues/${venue}?force=true`, { as: secret }).catch(() => undefined)
  if (hall?.status === 200) left.delete(hallOf(title))
  return reply
}

const settle = (writer: Writer, known: Known, { body }: Reply): void => {
  known.states = known.states.slice(1)
  known.id = body.id
  known.venue = body.venue?.id ?? known.venue
  if (known.states[0] === undefined) writer.events = writer.events.filter((event) => event !== known)
}

/** All of a list. */
const readAll = async (server: Server, secret: string, plural: string): Promise<Reply['body'][]> => {
  const found: Reply['body'][] = []
  for (let page = 1; ; page++) {
    const { status, body } = await server.ask('GET', `/${plural}?per_page=50&page=${page}`, { as: secret })
    if (status === 404) return found
    assert.equal(status, 200)
    found.push(...body[plural])
    if (page >= body.total_pages) return found
  }
}

const textOf = (html: unknown): string => String(html).replaceAll(/<\/?p>|\n/g, '')

const judge = async (server: Server, secret: string, writers: readonly Writer[]): Promise<string[]> => {
  const found = new Map((await readAll(server, secret, 'events')).map((event) => [String(event.title), event]))
  const faults: string[] = []
  for (const writer of writers) {
    const own = writer.events.map((known) => ({ known, event: found.get(known.title) }))
    for (const { known, event } of own) {
      faults.push(...judgeEvent(writer, known, event))
      found.delete(known.title)
      known.id = event?.id
      known.venue = event?.venue?.id ?? known.venue
      known.states = [event && textOf(event.description)]
    }
    writer.events = writer.events.filter(({ states }) => states[0] !== undefined)
  }
  faults.push(...[...found.keys()].map((title) => `invented: ${title}`))
  return [...faults, ...(await judgeTerms(server, secret, writers)), ...(await judgeVenues(server, secret, writers))]
}

const judgeEvent = (writer: Writer, { title, states }: Known, event: Reply['body']): string[] => {
  if (!event) return states.includes(undefined) ? [] : [`lost: ${title}`]
  const text = textOf(event.description)
  const isWhole =
    textOf(event.excerpt) === text &&
    event.venue?.venue === hallOf(title) &&
    event.tags?.[0]?.name === writer.name &&
    event.categories?.[0]?.name === 'Everything'
  if (!isWhole) return [`half-written: ${title}`]
  return states.includes(text) ? [] : [`lost: ${title} says “${text}” instead of ${JSON.stringify(states)}`]
}

/** The counters of terms against what there is to count, by what the judgement has just found. */
const judgeTerms = async (server: Server, secret: string, writers: readonly Writer[]): Promise<string[]> => {
  const meant = new Map(writers.map(({ name, events }) => [name, events.length]))
  meant.set(
    'Everything',
    writers.reduce((sum, { events }) => sum + events.length, 0),
  )
  const terms = [...(await readAll(server, secret, 'tags')), ...(await readAll(server, secret, 'categories'))]
  return terms.flatMap(({ name, count }) =>
    count === meant.get(name) ? [] : [`half-written: ${name} counts ${count} instead of ${meant.get(name)}`],
  )
}

/** A venue is written with its event or not at all; one that a deleted event has left behind is deleted here. */
const judgeVenues = async (server: Server, secret: string, writers: readonly Writer[]): Promise<string[]> => {
  const wanted = new Set(writers.flatMap(({ events }) => events.map(({ title }) => hallOf(title))))
  const faults: string[] = []
  for (const { venue, id } of await readAll(server, secret, 'venues')) {
    if (wanted.has(venue)) continue
    const writer = writers.find(({ left }) => left.has(venue))
    if (!writer) faults.push(`half-written: ${venue} without its event`)
    else assert.equal((await server.ask('DELETE', `/venues/${id}?force=true`, { as: secret })).status, 200)
  }
  for (const { left } of writers) left.clear()
  return faults
}
