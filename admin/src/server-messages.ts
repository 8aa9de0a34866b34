/** Translations by English templates, whose places are in braces: `It must be a number from {low} to {high}.` */
type Messages = Readonly<Record<string, string>>

type Template = { readonly pieces: readonly string[]; readonly names: readonly string[]; readonly translation: string }

/** What stands in the places of a template, and where the message goes on behind it. */
type Match = { readonly values: ReadonlyMap<string, string>; readonly end: number }

/** A message within a message within a message is the deepest that the server makes. */
const deepest = 4

/** Most sentences of a message that are translated one by one; the server joins a few. */
const mostSentences = 20

/** Places that hold other messages, or parts of them. What stands in others, such as names, is never translated. */
const nested = new Set(['fault', 'reason', 'allowed'])

/** Places that hold numbers, addresses and the like, which have no blanks. */
const single = /^(?:address|bytes|count|id|length|line|lines|most|number|port|seconds|size|url)$/

/**
 * Makes a function that translates messages of the server. A message may be several sentences, each with its own template. A message without a
 * translation stays English.
 * @param kinds the words for kinds of records, such as `venue`, which stand in places named `{kind}`.
 */
export const findTranslator = (messages: Messages, kinds: Messages = {}): ((message: string) => string) => {
  const exact = new Map(Object.entries(messages))
  const templates = Object.entries(messages).map(([english, translation]): Template => {
    const parts = english.split(/\{(\w+)\}/)
    return {
      pieces: parts.filter((_, at) => at % 2 === 0),
      names: parts.filter((_, at) => at % 2 === 1),
      translation,
    }
  })
  // The one with most written out says most about the message.
  const weigh = ({ pieces }: Template): number => pieces.join('').length
  templates.sort((one, other) => weigh(other) - weigh(one))

  /** The translation of all of a message; undefined if a part of it has none. `tried` are messages that have none. */
  const translate = (message: string, depth: number, tried = new Set<string>()): string | undefined => {
    const whole = exact.get(message)
    if (whole !== undefined || depth === 0 || tried.has(message) || tried.size >= mostSentences) return whole
    tried.add(message)
    // What is sure to be all of the message comes first; a value may have a full stop of its own.
    for (const isWhole of [false, true])
      for (const template of templates)
        for (const { values, end } of matches(template, message, isWhole)) {
          const rest = message.slice(end).trimStart()
          const others = rest === '' ? '' : translate(rest, depth, tried)
          if (others === undefined) continue
          const own = fill(template.translation, values, depth)
          return others === '' ? own : `${own} ${others}`
        }
    // The name of a field before its fault: `start_date: It must not be empty.`
    const [, head = '', rest = ''] = /^([\w.[\]]+: )(.+)$/s.exec(message) ?? []
    const fault = head === '' ? undefined : translate(rest, depth, tried)
    return fault === undefined ? undefined : head + fault
  }
  const fill = (translation: string, values: ReadonlyMap<string, string>, depth: number): string =>
    translation.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values.get(name) ?? place
      if (name === 'kind') return kinds[value] ?? value
      return (nested.has(name) ? translateKnown(value, depth - 1) : undefined) ?? value
    })
  /** What is known of a message is translated, sentence by sentence; the rest stays. */
  const translateKnown = (message: string, depth: number): string =>
    translate(message, depth) ??
    message
      .split(/(?<=\.) /)
      .map((sentence) => translate(sentence, depth) ?? sentence)
      .join(' ')
  return (message) => translateKnown(message, deepest)
}

/**
 * Where a message begins with a template: with `isWhole` if it ends with it too, otherwise each place where a sentence may end and another
 * begin. Each piece is searched once, from left to right.
 */
function* matches({ pieces, names }: Template, message: string, isWhole: boolean): Generator<Match> {
  const [first = ''] = pieces
  if (!message.startsWith(first)) return
  const last = pieces.at(-1) ?? ''
  const values = new Map<string, string>()
  let from = first.length
  for (const [at, name] of names.slice(0, -1).entries()) {
    const to = message.indexOf(pieces[at + 1] ?? '', from)
    if (to < from || !fits(name, message.slice(from, to))) return
    values.set(name, message.slice(from, to))
    from = to + (pieces[at + 1]?.length ?? 0)
  }
  const name = names.at(-1)
  if (name === undefined) {
    if (isWhole ? message.length === from : message[from] === ' ') yield { values, end: from }
    return
  }
  const ends = isWhole ? [message.length - last.length] : endsOf(message, last, from)
  for (const to of ends) {
    if (to < from || !message.startsWith(last, to) || !fits(name, message.slice(from, to))) continue
    yield { values: new Map([...values, [name, message.slice(from, to)]]), end: to + last.length }
  }
}

/** Where the last piece of a template may stand: before a blank, behind which another sentence may begin. */
const endsOf = (message: string, last: string, from: number): readonly number[] => {
  if (!last.endsWith('.')) return []
  const ends: number[] = []
  for (let to = message.indexOf(`${last} `, from); to >= 0 && ends.length < mostSentences; ) {
    ends.push(to)
    to = message.indexOf(`${last} `, to + 1)
  }
  return ends
}

/** Whether a value can stand in a place. */
const fits = (name: string, value: string): boolean => !single.test(name) || !/\s/.test(value)
