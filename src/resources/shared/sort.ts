import { invalid, isInvalid, type ParamType } from '../../core/params.ts'
import { readList } from '../../core/types.ts'

/** A key of an order that a client asks for; a `-` in front of its name is descending. */
export type SortKey<N extends string = string> = { readonly by: N; readonly direction: 'asc' | 'desc' }

/** An order by one or more of these keys, each at most once (contract C1.3). */
export const sortBy = <const N extends string>(...names: readonly N[]): ParamType<readonly SortKey<N>[]> => ({
  schema: { type: 'array', items: { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) } },
  index: { items: { type: 'string' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    const keys: SortKey<N>[] = []
    for (const value of values) {
      const text = String(value)
      const by = names.find((name) => name === text.replace(/^-/, ''))
      if (by === undefined || keys.some((key) => key.by === by)) return invalid(fault(names))
      keys.push({ by, direction: text.startsWith('-') ? 'desc' : 'asc' })
    }
    return keys.length > 0 ? keys : invalid(fault(names))
  },
})

const fault = (names: readonly string[]): string =>
  `It must be one or more of ${names.join(', ')}, each at most once, with a - in front for descending.`

/** The order as a client writes it. */
export const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ by, direction }) => (direction === 'desc' ? `-${by}` : by)).join()
