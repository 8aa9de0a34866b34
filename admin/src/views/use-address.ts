import { useLocation } from 'preact-iso'

/** What the query of the address says: a view that is reloaded, or sent to somebody, shows the same. */
export const useAddress = <Name extends string>(names: readonly Name[]) => {
  const { query, path, route } = useLocation()
  const values = Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Readonly<Record<Name, string>>
  /** Changes some values; a changed filter begins with the first page. */
  const change = (changed: Partial<Record<Name | 'page', string>>): void => {
    const all = { ...values, page: '', ...changed }
    const kept = Object.entries(all).filter(([, value]) => value !== '') as [string, string][]
    const text = new URLSearchParams(kept).toString()
    route(text ? `${path}?${text}` : path, true)
  }
  return { values, change }
}
