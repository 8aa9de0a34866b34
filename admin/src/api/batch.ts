import { CalendarError } from 'kalends-client'
import { calendar, type Event, readData, type Status } from './calendar.ts'
import { translateError } from './translate-error.ts'

/** A write of an event among many; with an ETag only if nobody has changed the event since. */
export type EventWrite = {
  readonly id: number
  readonly etag: string
  readonly body: { readonly status?: Status | undefined; readonly [member: string]: unknown }
}

/** What has come of a write: the event as it is now with its ETag, or why it failed. */
export type Written<W> = { readonly write: W } & (
  | { readonly etag: string; readonly record: Event }
  | { readonly fault: unknown }
)

/** What kept some of the writes from being made. */
export const faultsOf = (written: readonly Written<EventWrite>[]): readonly unknown[] =>
  written.flatMap((one) => ('fault' in one ? [one.fault] : []))

/** Most writes of a request, so that it is known how far it is, and that others can write meanwhile. */
const atOnce = 25

/** Most characters of a request: the server accepts 4 MiB. */
const mostCharacters = 1_000_000

/** A name under which the activity keeps a change together. `crypto.randomUUID` is only where the page came over https. */
export const newChangeName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Writes many events by batches, one after the other, as one change of the activity; one that fails changes nothing of the others.
 *
 * An ETag also changes where something is changed that an event only shows, such as the number of events of its category, which these writes
 * change themselves. Those that are refused are therefore read again, one by one: `reread` returns the present ETag of an event that is as it was.
 * `onProgress` is told how many are done.
 */
export const writeEvents = async <W extends EventWrite>(
  writes: readonly W[],
  reread: (write: W) => Promise<string | undefined>,
  onProgress: (done: number) => void = () => undefined,
): Promise<readonly Written<W>[]> => {
  const change = newChangeName()
  const written: Written<W>[] = []
  for (const part of partsOf(writes)) {
    for (const one of await writePart(part, change)) {
      const again = 'fault' in one && isRefused(one.fault) ? await writeAgain(one.write, reread, change) : undefined
      written.push(again ?? one)
    }
    onProgress(written.length)
  }
  return written
}

const isRefused = (fault: unknown): boolean => fault instanceof CalendarError && fault.status === 412

const writeAgain = async <W extends EventWrite>(
  write: W,
  reread: (write: W) => Promise<string | undefined>,
  change: string,
): Promise<Written<W> | undefined> => {
  const etag = await reread(write).catch(() => undefined)
  const [again] = etag === undefined ? [] : await writePart([{ ...write, etag }], change)
  return again
}

const writePart = async <W extends EventWrite>(part: readonly W[], change: string): Promise<readonly Written<W>[]> => {
  try {
    const operations = part.map(operationOf)
    const { responses } = readData(await calendar.POST('/events/batch', { body: { operations, change } }))
    return part.map((write, at) => {
      const answer = responses[at]
      if (answer && answer.status < 300)
        return { write, etag: answer.headers['ETag'] ?? '', record: answer.body as Event }
      const body = JSON.parse(translateError(JSON.stringify(answer?.body ?? {})))
      return { write, fault: new CalendarError(answer?.status ?? 0, body) }
    })
  } catch (fault) {
    // Nobody knows what has become of them where the connection was lost: the ETags keep them from being written twice.
    return part.map((write) => ({ write, fault }))
  }
}

const operationOf = ({ id, etag, body }: EventWrite) => {
  const { status, scope } = body
  return status === 'trash'
    ? { method: 'DELETE' as const, id, if_match: etag, body: { scope } }
    : { method: 'POST' as const, id, if_match: etag, body }
}

const partsOf = <W extends EventWrite>(writes: readonly W[]): readonly (readonly W[])[] => {
  const parts: W[][] = []
  let characters = 0
  for (const write of writes) {
    const own = JSON.stringify(write.body).length
    const last = parts.at(-1)
    if (last && last.length < atOnce && characters + own <= mostCharacters) {
      last.push(write)
      characters += own
    } else {
      parts.push([write])
      characters = own
    }
  }
  return parts
}
