import { useLocation } from 'preact-iso'
import { adminPath } from '../api/root.ts'

/** What the query of the address says: a view that is reloaded, or sent to somebody, shows the same. */
export const useAddress = <Name extends string>(names: readonly Name[]) => {
  const { query, path, route } = useLocation()
  const values = Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Readonly<Record<Name, string>>
  /** Changes some values; a changed filter begins with the first page. */
  const change = (changed: Partial<Record<Name | 'page', string>>): void => {
    const all = { ...values, page: '', ...changed }
    const kept = Object.entries(all).filter(([, value]) => value !== '') as [string, string][]
    const text = new URLSearchParams(kept).toString()
    // The router drops the slash at the end, without which the server would send on to an address without a query.
    const place = path === adminPath ? `${path}/` : path
    route(text ? `${place}?${text}` : place, true)
  }
  return { values, change }
}
