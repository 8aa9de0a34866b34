import { readForm } from './raw-params.ts'

/**
 * What a query says to somebody who knows these parameters, in one spelling: unknown ones are left out, and their order does not matter. It
 * is read by the same parser as the parameters themselves, so that two queries with one result mean the same.
 * @throws ApiError `rest_body_too_large` as that does.
 */
export const canonicalQuery = (query: string, names: ReadonlySet<string>): string => {
  if (query === '') return ''
  const { one, all } = readForm(query)
  const known = Object.keys(all).filter((name) => names.has(name))
  if (known.length === 0) return ''
  return JSON.stringify(known.sort().map((name) => [name, one[name], all[name]]))
}
