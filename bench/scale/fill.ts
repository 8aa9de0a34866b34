/** What the two databases spell differently when a calendar is made by SQL alone. */
export type Filler = {
  readonly run: (statement: string) => Promise<readonly Record<string, unknown>[]>
  /** Seconds since the epoch as a text `YYYY-MM-DD HH:MM:SS`. */
  readonly textAt: (seconds: string) => string
  /** A query for the statements that made the indexes, and their names, without those of keys. */
  readonly indexes: string
  /** What is to be done when all is in place. */
  readonly finish: readonly string[]
}

/** How many there are of each, whatever the number of events; their ids count from 1, venues first, categories first. */
export const venues = 1000
export const organizers = 100
export const categories = 50
export const tags = 200

/** Ids of events begin behind those of venues and organizers, with which they share one sequence. */
export const firstEvent = venues + organizers + 1

/** A word that one description in ten has, and a word of one title. */
export const frequentWord = 'music'
export const rareWord = (event: number): string => `x${event}x`

const day = 86_400
const [daysBefore, daysAfter] = [8 * 365, 2 * 365]

/** Texts that events take turns with, in a table of their own: putting one together for each would take the most time of all. */
const textCount = 1009

const words =
  'open air concert city choir evening market reading theatre children workshop garden river summer winter festival dance film museum tour ' +
  'science talk history walk kitchen craft village square library orchestra school sports club lake night light art gallery station'

/**
 * Fills an empty calendar of the current schema with `count` events: ten years of them, eight past and two to come, by id roughly in
 * the order of time; one of a thousand venues each, an organizer, a category of fifty, two tags of two hundred, some 400 bytes of text.
 */
export const fill = async (filler: Filler, count: number, now: number): Promise<void> => {
  const { run } = filler
  const indexes = await run(filler.indexes)
  for (const { name } of indexes) await run(`drop index ${name}`)
  await makeTexts(filler)
  await makeOthers(filler, count)
  const from = Math.floor(now / 1000 / day - daysBefore) * day
  const chunk = 200_000
  for (let first = 1; first <= count; first += chunk) {
    await makeEvents(filler, first, Math.min(first + chunk - 1, count), count, from)
  }
  await makeTermLinks(filler, count)
  await run('drop table bench_text')
  for (const { statement } of indexes) await run(String(statement))
  for (const statement of filler.finish) await run(statement)
}

const series = (first: number, last: number): string =>
  `with recursive series (i) as (select cast(${first} as bigint) union all select i + 1 from series where i < ${last})`

const makeTexts = async ({ run }: Filler): Promise<void> => {
  await run(`create table bench_text (k integer primary key, title text not null, body text not null)`)
  const list = words.split(' ')
  const pick = (k: number, n: number) => list[(k * 31 + n * n * 17 + n * k) % list.length] ?? ''
  const many = (k: number, length: number) => Array.from({ length }, (_, n) => pick(k, n)).join(' ')
  for (let k = 0; k < textCount; k++) {
    const body = `${many(k, 55)} ${k % 10 === 0 ? frequentWord : 'silence'}`
    await run(`insert into bench_text values (${k}, '${many(k + 7, 5)}', '${body}')`)
  }
}

/** Venues, organizers and terms, with counters as they will be, drafts included. */
const makeOthers = async ({ run, textAt }: Filler, count: number): Promise<void> => {
  const date = textAt('1700000000')
  const post = `1, 'publish', ${date}, ${date}, ${date}, ${date}`
  await run(`${series(1, venues)} insert into record (id, kind) select i, 'venue' from series`)
  await run(`${series(venues + 1, firstEvent - 1)} insert into record (id, kind) select i, 'organizer' from series`)
  await run(`${series(1, venues)} insert into venue (id, author_id, status, date, date_utc, modified, modified_utc, title, title_key,
    slug, description, excerpt, address, city, country, province, state, stateprovince, zip, phone, website, geo_lat, geo_lng, show_map,
    show_map_link) select i, ${post}, 'Venue ' || i, 'venue ' || i, 'venue-' || i, '', '', 'Street ' || i, 'City ' || (i % 50), 'France',
    '', '', '', '', '', '', 45 + (i % 40) / 10.0, 1 + (i % 50) / 10.0, 1, 1 from series`)
  await run(`${series(venues + 1, firstEvent - 1)} insert into organizer (id, author_id, status, date, date_utc, modified, modified_utc,
    title, title_key, slug, description, excerpt, phone, website, email) select i, ${post}, 'Organizer ' || i, 'organizer ' || i,
    'organizer-' || i, '', '', '', '', '' from series`)
  for (const [taxonomy, first, number, each] of [
    ['category', 1, categories, count / categories],
    ['tag', categories + 1, tags, (2 * count) / tags],
  ] as const) {
    await run(`${series(first, first + number - 1)} insert into term (id, taxonomy, name, name_key, slug, description, parent_id, count,
      search_text) select i, '${taxonomy}', '${taxonomy} ' || i, '${taxonomy} ' || i, '${taxonomy}-' || i, '', 0, ${Math.floor(each)},
      '${taxonomy} ' || i from series`)
  }
}

const makeEvents = async ({ run, textAt }: Filler, first: number, last: number, count: number, from: number) => {
  const rows = `${series(first, last)} `
  const id = `i + ${firstEvent - 1}`
  const seconds = `${from} + (i * ${daysBefore + daysAfter} / ${count}) * ${day} + (i * 7919 % ${90 * 24}) * 3600`
  const at = (moment: string) => textAt(`(${moment})`)
  const [start, end, created] = [at(seconds), at(`${seconds} + 7200`), at(`${seconds} - ${100 * day}`)]
  const title = `t.title || ' x' || (${id}) || 'x'`
  const body = `t.body || ' ' || (${id})`
  const text = `join bench_text t on t.k = i * 31 % ${textCount}`
  await run(`${rows} insert into record (id, kind) select ${id}, 'event' from series`)
  await run(`${rows} insert into event (id, author_id, status, date, date_utc, modified, modified_utc, title, title_key, slug, description,
    excerpt, all_day, start_date, end_date, start_utc, end_utc, timezone, timezone_abbr, cost, show_map, show_map_link, hide_from_listings,
    sticky, featured) select ${id}, 1, case when i % 33 = 0 then 'draft' else 'publish' end, ${created}, ${created}, ${created}, ${created},
    ${title}, ${title}, 'event-' || i, '<p>' || ${body} || '</p>', '', 0, ${start}, ${end}, ${start}, ${end}, 'UTC', 'UTC',
    case when i % 3 = 0 then '' else '12' end, 1, 1, 0, 0, case when i % 100 = 0 then 1 else 0 end from series ${text}`)
  await run(`${rows} insert into search_field (record_id, field, text) select ${id}, field, case field when 'title' then ${title} else ${body}
    end from series ${text} cross join (select 'description' as field union all select 'title') f order by i, field`)
  await run(`${rows} insert into event_venue select ${id}, 1 + i * 7 % ${venues}, 0 from series`)
  await run(`${rows} insert into event_organizer select ${id}, ${venues + 1} + i * 3 % ${organizers}, 0 from series`)
}

/** Term after term, in the order of the key. */
const makeTermLinks = async ({ run }: Filler, count: number): Promise<void> => {
  const steps = [
    ...Array.from({ length: categories }, (_, at) => ({ term: at + 1, each: categories, rest: [at] })),
    ...Array.from({ length: tags }, (_, at) => ({
      term: categories + 1 + at,
      each: tags,
      rest: [at, (at + 77) % tags],
    })),
  ]
  for (const { term, each, rest } of steps) {
    await run(`${series(0, Math.ceil(count / each))} insert into event_term select ${term}, event.id from (
      select i * ${each} + ${firstEvent} + rest as id from series cross join (${rest.map((it) => `select ${it} as rest`).join(' union all ')}) r
      ) made join event on event.id = made.id order by made.id`)
  }
}
