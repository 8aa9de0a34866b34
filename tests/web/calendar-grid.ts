import assert from 'node:assert/strict'

/** An event in a line of a week, or in the hours of a day. */
export type Line = { readonly title: string; readonly classes: readonly string[]; readonly html: string }

/** A day of a month, as its cell has it. */
export type Cell = {
  readonly day: string
  readonly classes: readonly string[]
  /** The events that begin in the cell: those of the day, and those over it that continue from the week before. */
  readonly lines: readonly Line[]
  /** The number of events that it has besides its lines and the bars over it. */
  readonly rest: number
  /** The events that open in place. */
  readonly inPlace: readonly string[]
}

const classesOf = (attributes = ''): string[] =>
  (/class="([^"]*)"/.exec(attributes)?.[1] ?? '').split(' ').filter(Boolean)

const linesIn = (html: string): Line[] =>
  [...html.matchAll(/<li( class="(?:line|block)\b(?! rest)[^"]*")>(.*?)<\/li>/gs)].map(([, attributes, line = '']) => ({
    title: (/<span dir="auto">(.*?)<\/span>(?= <small| <i>|<\/a>)/s.exec(line)?.[1] ?? line).replace(/<[^>]*>/g, ''),
    classes: classesOf(attributes),
    html: line,
  }))

const restIn = (html: string): number => Number(/class="plus"[^>]*>(\d+) more</.exec(html)?.[1] ?? 0)

/** The weeks of a month on its page. */
export const readMonth = (html: string): Cell[][] => {
  const table = /<table class="month">.*?<\/table>/s.exec(html)?.[0] ?? ''
  const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1)
  return rows.map(([, row = '']) => {
    const cells = [...row.matchAll(/<td([^>]*)>(.*?)<\/td>/gs)].map(([, attributes, cell = '']): Cell => {
      const [own = '', panel = ''] = cell.split('<details')
      return {
        day: /datetime="([\d-]{10})"/.exec(cell)?.[1] ?? '',
        classes: classesOf(attributes),
        lines: linesIn(own),
        rest: restIn(cell),
        inPlace: linesIn(panel).map(({ title }) => title),
      }
    })
    assert.equal(cells.length, 7)
    return cells
  })
}

/** The number in a class such as `s3`; `otherwise` without one. */
export const numberIn = ({ classes }: Line, prefix: string, otherwise = -1): number => {
  const found = classes.find((name) => new RegExp(`^${prefix}\\d+$`).test(name))
  return found === undefined ? otherwise : Number(found.slice(prefix.length))
}

/** The titles that are seen on each day of the month: its own lines, and the bars over it. */
export const seenOn = (weeks: readonly (readonly Cell[])[]): Map<string, string[]> => {
  const seen = new Map<string, string[]>()
  for (const week of weeks) {
    for (const { day } of week) seen.set(day, [])
    for (const [column, { lines }] of week.entries()) {
      for (const line of lines) {
        for (let at = column; at < column + numberIn(line, 's', 1); at++) {
          const on = week[at]
          assert.ok(on, `${line.title} stands out of its week`)
          seen.get(on.day)?.push(line.title)
        }
      }
    }
  }
  return seen
}

/** No two lines of a week overlap. */
export const assertApart = (weeks: readonly (readonly Cell[])[]): void => {
  for (const week of weeks) {
    const taken = new Map<string, string>()
    for (const [column, { lines }] of week.entries()) {
      for (const line of lines) {
        for (let at = column; at < column + numberIn(line, 's', 1); at++) {
          const place = `${at} ${numberIn(line, 'l')}`
          assert.equal(taken.get(place), undefined, `${line.title} is over ${taken.get(place)}`)
          taken.set(place, line.title)
        }
      }
    }
  }
}

/** An event that goes on for long, above a calendar: its title, and until when. */
export const readLong = (html: string): string[] => {
  const section = /<section class="long">.*?<\/section>/s.exec(html)?.[0] ?? ''
  return [...section.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, entry = '']) => entry.replace(/<[^>]*>/g, ''))
}

/** The hours of a day on its page, each with the titles of the events that begin in it. */
export const readDay = (html: string): [heading: string, titles: string[]][] => {
  const days = /<div class="dayhours">(.*?)<\/div>/s.exec(html)?.[1] ?? ''
  return [...days.matchAll(/<section id="[^"]+"><h2(?: class="hidden")?>(.*?)<\/h2>(.*?)<\/section>/gs)].map(
    ([, name = '', list = '']) => [name.replace(/\s/g, ' '), linesIn(list).map(({ title }) => title)],
  )
}

/** A day with its hours. */
export type HourDay = {
  readonly day: string
  readonly name: string
  readonly classes: readonly string[]
  /** The numbers of events for which the hours have no room, each at its hour, with the address to which they lead. */
  readonly rests: readonly (readonly [hour: number, count: number, to: string])[]
  /** What only the list of days on narrow screens has. */
  readonly again: readonly string[]
  readonly bars: readonly Line[]
  readonly blocks: readonly (Line & {
    /** Hours since midnight. */
    readonly from: number
    readonly until: number
    readonly column: number
    readonly columns: number
    readonly width: number
  })[]
}

/** The days of a week, or a day, with their hours, and the first hour. */
export const readHours = (html: string): { first: number; hours: string[]; days: HourDay[] } => {
  const grid = /<div class="hours[^"]*\bf(\d+)\b[^"]*"[^>]*>(.*)<\/div>/s.exec(html)
  assert.ok(grid, 'there are no hours')
  const [, first, inner = ''] = grid
  const axis = /<ol class="axis"[^>]*>(.*?)<\/ol>/s.exec(inner)?.[1] ?? ''
  return {
    first: Number(first),
    hours: [...axis.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = '']) => text.replace(/\s/g, ' ')),
    days: [...inner.matchAll(/<section id="d([^"]*)"(?: class="([^"]*)")?[^>]*>(.*?)<\/section>/gs)].map(
      ([, date = '', names = '', day = '']) => {
        const [above = '', hours = ''] = day.split('<ol class="times">')
        return {
          day: date,
          name: (/<h2[^>]*>(.*?)<\/h2>/s.exec(day)?.[1] ?? '')
            .replace(/.*class="narrow">|<span class="label">.*|<[^>]*>/g, '')
            .trim(),
          classes: (names ?? '').split(' ').filter(Boolean),
          bars: linesIn(above),
          again: linesIn(day).flatMap(({ title, classes }) => (classes.includes('again') ? [title] : [])),
          rests: [
            ...hours.matchAll(/class="block rest only h(\d+) [^"]*"><a class="plus" href="([^"]*)">[^+]*\+(\d+)</g),
          ].map(([, hour, to = '', count]) => [Number(hour), Number(count), to] as const),
          blocks: linesIn(hours)
            .filter(({ classes }) => classes.includes('block'))
            .map((line) => ({
              ...line,
              from: numberIn(line, 'h') + numberIn(line, 'q', 0) / 4,
              until: numberIn(line, 'uh') + numberIn(line, 'uq', 0) / 4,
              column: numberIn(line, 'c'),
              columns: numberIn(line, 'n'),
              width: numberIn(line, 'w'),
            })),
        }
      },
    ),
  }
}
