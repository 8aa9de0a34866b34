import { isJsonObject, type Json } from '../../src/lib/json.ts'

/** A parameter with its value. */
export type Pair = readonly [name: string, value: Json]

/** The spellings of a list in a form (contract B3.3). */
export const styles = ['csv', 'brackets', 'repeated', 'indexed'] as const
/** One of them. */
export type Style = (typeof styles)[number]

/** Values as a query or an urlencoded body. */
export const encodeForm = (values: readonly Pair[], style: Style): string =>
  flatten(values, style)
    .map(([name, value]) => `${encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']')}=${encode(value)}`)
    .join('&')

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Values as forms spell them: lists in one of their spellings, objects with PHP's brackets. */
export const flatten = (values: readonly Pair[], style: Style): [string, string][] =>
  values.flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) {
      if (style === 'csv') return [[name, value.map(scalar).join(',')]]
      const part = (at: number): string =>
        style === 'brackets' ? `${name}[]` : style === 'indexed' ? `${name}[${at}]` : name
      return flatten(
        value.map((it, at): Pair => [part(at), it]),
        style,
      )
    }
    if (isJsonObject(value))
      return flatten(
        Object.entries(value).map(([key, it]): Pair => [`${name}[${key}]`, it as Json]),
        style,
      )
    return [[name, scalar(value)]]
  })

const scalar = (value: Json): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
