const event = (title: string, more: object = {}): string => {
  const payload = { title, start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }
  return JSON.stringify({ kind: 'event', external_id: title, payload, ...more })
}

/** A value in many lists. */
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

/** Members of a line of NDJSON that are wrong, and what has to be said of each. */
const wrong: readonly (readonly [more: object, says: string])[] = [
  [{ links: null }, '`links` must be an object.'],
  [{ links: { venue: 5 } }, '`links.venue` must be a list of texts.'],
  [{ links: { venue: [{}] } }, '`links.venue` must be a list of texts.'],
  [{ links: { image: ['7'] } }, '`links.image` must be a text.'],
  [{ author: 7 }, '`author` must be a text.'],
  [{ occurrence: 5 }, '`occurrence` must be an object.'],
  [{ occurrence: { of: 7 } }, '`occurrence.of` must be a text.'],
  [{ occurrence: { of: '7' } }, '`occurrence.start` must be a time such as "2027-01-31 20:00:00".'],
  [{ notes: 5 }, '`notes` must be a list of texts.'],
  [{ kept: 5 }, '`kept` must be an object.'],
  [{ id: 'x' }, '`id` must be a whole number above 0.'],
  [{ external_id: 5 }, '`external_id` must be a text.'],
  [{ payload: [] }, '`payload` must be an object.'],
  [{ kind: 'evnt' }, '`kind` must be one of image, category, tag, venue, organizer, event.'],
]

/** Members that mean nothing in a line, although records have them within the program. */
const ignored = { fault: 'x', isMissing: true, json: '{}', place: 'here', number: -7, original: 'x', externalId: 'x' }

/** Between two good lines, all odd ones; the numbers of those that are wrong, and what has to be said of each. */
export const oddLines = (): {
  readonly text: string
  readonly titles: string[]
  readonly faults: [number, string][]
} => {
  const lines = [
    event('first'),
    ...wrong.map(([more], at) => event(`wrong ${at}`, more)),
    `{"kind":"event","payload":{"title":"deep","start_date":"2027-06-01","end_date":"2027-06-01","x":${deep}}}`,
    `{"title":"deep","start_date":"2027-06-01","end_date":"2027-06-01","image":"http://127.0.0.1:9/a.png","x":${deep}}`,
    event('odd', ignored),
    event('last'),
  ]
  return {
    text: lines.join('\n'),
    titles: ['first', 'last', 'odd'],
    faults: [
      ...wrong.map(([, says], at): [number, string] => [at + 2, says]),
      [wrong.length + 2, 'It has too many objects and lists in each other.'],
      [wrong.length + 3, 'It has too many objects and lists in each other.'],
    ],
  }
}
