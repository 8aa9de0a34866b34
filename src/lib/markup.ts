import { escapeUTF8 } from 'entities'

/** HTML or XML that may stand in a document as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** What a template takes: texts are escaped, markup is not, and what is not there is left out. */
export type Content = Markup | string | number | false | null | undefined | readonly Content[]

/**
 * Builds markup: `` markup`<b>${name}</b>` ``. What is put in is escaped for text and for quoted attributes, so no value of a
 * record can become an element.
 */
export const markup = (parts: TemplateStringsArray, ...contents: readonly Content[]): Markup => {
  let text = parts[0] ?? ''
  for (let at = 0; at < contents.length; at++) text += textOf(contents[at]) + (parts[at + 1] ?? '')
  return new Markup(text)
}

/** Declares that a text is safe markup: sanitized HTML of records, and never a text from a request. */
export const trusted = (text: string): Markup => new Markup(text)

const textOf = (content: Content): string => {
  if (content instanceof Markup) return content.text
  if (typeof content === 'string') return escapeUTF8(content)
  if (typeof content === 'number') return String(content)
  return content ? content.map(textOf).join('') : ''
}
