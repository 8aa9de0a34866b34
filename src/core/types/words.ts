import { invalid, isInvalid, type ParamType } from '../params.ts'
import { readList } from './lists.ts'
import { textIndex } from './values.ts'

/** One of a few words. */
export const wordOf = <const T extends string>(...words: readonly T[]): ParamType<T> => ({
  schema: { type: 'string', enum: [...words] },
  index: textIndex,
  read: (raw) => words.find((one) => one === raw) ?? invalid(`It must be one of ${words.join(', ')}.`),
})

/** Some of a few words, in the order of `words`. */
export const wordsOf = <const T extends string>(...words: readonly T[]): ParamType<readonly T[]> => ({
  schema: { type: 'array', items: { type: 'string', enum: [...words] } },
  index: { format: 'string' },
  isList: true,
  read: (raw) => {
    const sent = readList(raw)
    if (isInvalid(sent)) return sent
    const known = words.filter((one) => sent.includes(one))
    const isUnknown = sent.some((one) => !words.some((word) => word === one))
    return known.length === 0 || isUnknown ? invalid(`It must list some of ${words.join(', ')}.`) : known
  },
})
