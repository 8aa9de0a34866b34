import { isJsonObject } from '../../src/lib/json.ts'
import { rawJson } from './evil-values.ts'

/** What earlier answers told: ids, slugs and tags that random requests may name. */
export type KnownThings = {
  /** Remembers the records of an answer to a request below `resource`. */
  readonly learn: (resource: string, body: unknown, etag: string | undefined) => void
  /** Fills in the marks of a planned text; `encode` fits a value to the place where it goes. */
  readonly fillIn: (text: string, encode: (value: string) => string) => string
}

const kinds: Readonly<Record<string, string>> = {
  events: 'event',
  venues: 'venue',
  venue: 'venue',
  organizers: 'organizer',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  media: 'attachment',
  series: 'series',
  users: 'user',
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
  tribe_events_cat: 'category',
}

const most = 80

/** Nothing is known at the start but the users of test calendars, whose ids are 1 to 6. */
export const createKnownThings = (): KnownThings => {
  const lists = new Map<string, string[]>([['user', ['1', '2', '3', '4', '5', '6']]])
  const add = (kind: string, value: unknown): void => {
    const list = lists.get(kind) ?? []
    lists.set(kind, list)
    if (typeof value !== 'string' && typeof value !== 'number') return
    if (list.includes(String(value))) return
    list.push(String(value))
    // The first ones are kept, since they are linked most; of the others the oldest go.
    if (list.length > most) list.splice(most / 4, 1)
  }
  const learnRecord = (kind: string, record: unknown): void => {
    if (!isJsonObject(record)) return
    add(kind, record['id'])
    add(`${kind}slug`, record['slug'])
    add('uuid', record['uuid'])
    for (const [name, part] of Object.entries(record)) if (name in kinds) learnAll(kinds[name] ?? '', part)
  }
  const learnAll = (kind: string, part: unknown): void => {
    for (const record of Array.isArray(part) ? part : [part]) learnRecord(kind, record)
  }
  const pick = (kind: string, at: number): string => {
    const list = lists.get(kind) ?? []
    return list.length === 0 ? '1' : (list[at % list.length] ?? '1')
  }
  return {
    learn: (resource, body, etag) => {
      if (etag !== undefined) add('etag', etag)
      learnAll(kinds[resource] ?? '', isJsonObject(body) && resource in body ? body[resource] : body)
    },
    fillIn: (text, encode) =>
      text
        .replace(/"~n\.(\w+)\.(\d+)~"/g, (_, kind: string, at: string) => pick(kind, Number(at)))
        .replace(/"~raw\.(\d+)~"/g, (_, at: string) => rawJson[Number(at)] ?? '0')
        .replace(/~raw\.(\d+)~/g, (_, at: string) => encode(rawJson[Number(at)]?.slice(0, 200) ?? '0'))
        .replace(/~(?:n\.)?([a-z]+)\.(\d+)~/g, (_, kind: string, at: string) => encode(pick(kind, Number(at)))),
  }
}
