/** Translations by English templates, whose places are in braces: `It must be a number from {low} to {high}.` */
type Messages = Readonly<Record<string, string>>

type Template = { readonly pieces: readonly string[]; readonly names: readonly string[]; readonly translation: string }

/** A message within a message within a message is the deepest that the server makes. */
const deepest = 4

/**
 * Makes a function that translates messages of the server. What stands in the places of a template is translated too, since it may be another
 * message. A message without a translation stays English.
 * @param kinds the words for kinds of records, such as `venue`, which stand in places named `{kind}`.
 */
export const translatorOf = (messages: Messages, kinds: Messages = {}): ((message: string) => string) => {
  const exact = new Map(Object.entries(messages))
  const templates = Object.entries(messages).flatMap(([english, translation]) => {
    const parts = english.split(/\{(\w+)\}/)
    const pieces = parts.filter((_, at) => at % 2 === 0)
    return parts.length === 1 ? [] : [{ pieces, names: parts.filter((_, at) => at % 2 === 1), translation }]
  })
  // The one with most written out says most about the message.
  const weigh = ({ pieces }: Template): number => pieces.join('').length
  templates.sort((one, other) => weigh(other) - weigh(one))

  const translate = (message: string, depth: number): string => {
    const whole = exact.get(message)
    if (whole !== undefined || depth === 0) return whole ?? message
    for (const template of templates) {
      const values = match(template, message)
      if (values) return fill(template.translation, values, depth)
    }
    // The name of a field before its fault: `start_date: It must not be empty.`
    const [, head = '', rest = ''] = /^([\w.[\]]+: )(.+)$/s.exec(message) ?? []
    if (head !== '') return head + translate(rest, depth - 1)
    // Several sentences, each by itself.
    const sentences = message.split(/(?<=\.) /)
    return sentences.length === 1 ? message : sentences.map((sentence) => translate(sentence, depth - 1)).join(' ')
  }
  const fill = (translation: string, values: ReadonlyMap<string, string>, depth: number): string =>
    translation.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values.get(name) ?? place
      return (name === 'kind' ? kinds[value] : undefined) ?? translate(value, depth - 1)
    })
  return (message) => translate(message, deepest)
}

/** What a message has in the places of a template; undefined if it is not made from it. Each piece is searched once, from left to right. */
const match = ({ pieces, names }: Template, message: string): ReadonlyMap<string, string> | undefined => {
  const [first = ''] = pieces
  const last = pieces.at(-1) ?? ''
  if (!message.startsWith(first) || !message.endsWith(last)) return undefined
  const values = new Map<string, string>()
  let from = first.length
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1
    const to = isLast ? message.length - last.length : message.indexOf(pieces[at + 1] ?? '', from)
    if (to < from) return undefined
    values.set(name, message.slice(from, to))
    from = to + (pieces[at + 1]?.length ?? 0)
  }
  return values
}
