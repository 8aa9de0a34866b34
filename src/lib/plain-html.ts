import { decodeHTMLStrict } from 'entities'
import { foldBlanks, splitMarkup } from './text.ts'

/** Elements that stand on lines of their own. */
const blocks = new Set(
  (
    'address article aside blockquote caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
)

type List = { readonly isNumbered: boolean; count: number }

/**
 * Stored HTML as plain text (contract C1.1): each block is a line, entries of lists begin with a dash or their number, a link is followed by
 * its address in brackets, an image is its alternative text. Linear in the length of the text.
 */
export function htmlToPlain(html: string): string {
  const lines: string[] = []
  const lists: List[] = []
  const links: { readonly address: string; readonly from: number }[] = []
  let line = ''
  let mark = ''
  const endLine = (): void => {
    const text = foldBlanks(line).trim()
    if (text !== '') {
      lines.push('  '.repeat(Math.max(lists.length - 1, 0)) + mark + text)
      mark = ''
    }
    line = ''
  }
  for (const { tag, isEnd, source } of splitMarkup(html)) {
    if (tag === '') line += decodeHTMLStrict(source)
    else if (tag === 'br') endLine()
    else if (tag === 'img' && !isEnd) line += attributeOf(source, 'alt')
    else if (tag === 'td' || tag === 'th') line += ' '
    else if (tag === 'a' && !isEnd) links.push({ address: attributeOf(source, 'href'), from: line.length })
    else if (tag === 'a') line += addressBehind(line, links.pop())
    else if (blocks.has(tag)) {
      endLine()
      if (tag === 'ul' || tag === 'ol') {
        if (isEnd) lists.pop()
        else lists.push({ isNumbered: tag === 'ol', count: 0 })
      } else if (tag === 'li' && !isEnd) mark = markOf(lists.at(-1))
    }
  }
  endLine()
  return lines.join('\n')
}

const markOf = (list: List | undefined): string => {
  if (!list?.isNumbered) return '- '
  list.count++
  return `${list.count}. `
}

/** The URL of a link after its text, unless they are the same. */
const addressBehind = (line: string, link: { readonly address: string; readonly from: number } | undefined): string => {
  if (!link || link.address === '') return ''
  const shown = line.slice(link.from).trim()
  const plain = link.address.replace(/^mailto:|^tel:/, '')
  if (shown === link.address || shown === plain) return ''
  return shown === '' ? plain : ` (${plain})`
}

/** Stored HTML has its attributes between quotation marks. */
const attributes = { alt: /\salt="([^"]*)"/, href: /\shref="([^"]*)"/ } as const

const attributeOf = (source: string, name: keyof typeof attributes): string =>
  decodeHTMLStrict(attributes[name].exec(source)?.[1] ?? '')
