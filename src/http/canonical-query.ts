import { readForm } from './raw-params.ts'

/**
 * Normalizes a query for cache keys: only these parameters remain, in a fixed order. It is parsed like the parameters themselves, so that
 * queries with the same result have the same meaning.
 * @throws ApiError `rest_body_too_large` for too many parameters.
 */
export const canonicalQuery = (query: string, names: ReadonlySet<string>): string => {
  if (query === '') return ''
  const { one, all } = readForm(query)
  const known = Object.keys(all).filter((name) => names.has(name))
  if (known.length === 0) return ''
  return JSON.stringify(known.sort().map((name) => [name, one[name], all[name]]))
}
