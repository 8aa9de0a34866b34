import { blankRuns } from './text.ts'

/**
 * The text as searches compare it: no letter case, no accents, compatibility forms resolved, every run of white space
 * one blank, so that "cafe" finds "Café" (contract, B4.7). Idempotent; the fold of a part that is cut between
 * characters as people see them is contained in the fold of the whole.
 */
export function foldText(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase().replace(blankRuns, ' ')
  // Converting decomposed text to lower case does not compose it again.
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignored, '')
    .replace(nonDecomposing, (letter) => plainForms.get(letter) ?? letter)
  return plain.replace(blankRuns, ' ')
}

/** Most characters of a text that determine its position in a list; an index entry of PostgreSQL has at most 2,704 bytes. */
const orderedBy = 200

/** The form of a title for ordering lists: its beginning without case and accents (contract C1.3). */
export function orderKeyOf(title: string): string {
  const key = foldText(title)
  return key.length <= orderedBy ? key : [...key].slice(0, orderedBy).join('')
}

const printableAscii = /^[ -~]*$/

/** The distinct folded words of a search query, in their order. An empty list matches everything. */
export function searchWords(query: string): string[] {
  return [...new Set(foldText(query).split(' '))].filter((word) => word !== '')
}

/** The distinct folded words of letters and digits, for searches that pass over punctuation; without any, all words. */
export function searchTerms(query: string): string[] {
  const terms = foldText(query).split(/[^\p{L}\p{N}\p{M}]+/u)
  const distinct = [...new Set(terms)].filter((term) => term !== '')
  return distinct.length > 0 ? distinct : searchWords(query)
}

/** Latin letters folded as {@link foldText} does it; every other character stays as it is, its case and accents too. */
export function foldLatin(text: string): string {
  return text.normalize('NFC').replace(/\p{Script=Latin}[\p{M}&&\p{Script=Inherited}]*/gv, foldText)
}

/**
 * Accents of the scripts that have any, and characters without a shape. The vowel signs of Indic and South-East Asian
 * scripts and the voicing marks of kana are marks to Unicode too, but dropping them would make other words of them.
 */
const ignored =
  /[[[\p{M}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309a]]\p{Default_Ignorable_Code_Point}]/gv

const plainForms = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ɖ', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ȷ', 'j'],
  ['ĸ', 'k'],
  ['ƙ', 'k'],
  ['ł', 'l'],
  ['ƚ', 'l'],
  ['ŋ', 'n'],
  ['ɲ', 'n'],
  ['ƥ', 'p'],
  ['ŧ', 't'],
  ['ƭ', 't'],
  ['þ', 'th'],
  ['ƀ', 'b'],
  ['ɓ', 'b'],
  ['ƈ', 'c'],
  ['ɗ', 'd'],
  ['ə', 'e'],
  ['ɛ', 'e'],
  ['ƒ', 'f'],
  ['ɠ', 'g'],
  ['ǥ', 'g'],
  ['ɨ', 'i'],
  ['ɔ', 'o'],
  ['ʉ', 'u'],
  ['ƴ', 'y'],
  ['ƶ', 'z'],
  // A capital sigma is lowered to either of two letters, depending on its place in the word.
  ['ς', 'σ'],
  ['‘', "'"],
  ['’', "'"],
  ['ʼ', "'"],
  ['“', '"'],
  ['”', '"'],
])

const nonDecomposing = new RegExp(`[${[...plainForms.keys()].join('')}]`, 'g')
