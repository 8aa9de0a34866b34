import { escapeUTF8 } from 'entities'

/** HTML or XML that can be inserted into a document unchanged. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** A value in a template: texts are escaped, markup is not, and missing values are left out. */
export type Content = Markup | string | number | false | null | undefined | readonly Content[]

/**
 * Builds markup: `` markup`<b>${name}</b>` ``. Inserted values are escaped for text and for quoted attributes, so no value of a
 * record can become an element.
 */
export const markup = (parts: TemplateStringsArray, ...contents: readonly Content[]): Markup => {
  let text = parts[0] ?? ''
  for (let at = 0; at < contents.length; at++) text += textOf(contents[at]) + (parts[at + 1] ?? '')
  return new Markup(text)
}

/** Declares that a text is safe markup, such as sanitized HTML of records; never use it for text from a request. */
export const trusted = (text: string): Markup => new Markup(text)

const textOf = (content: Content): string => {
  if (content instanceof Markup) return content.text
  if (typeof content === 'string') return escapeUTF8(content)
  if (typeof content === 'number') return String(content)
  return content ? content.map(textOf).join('') : ''
}
