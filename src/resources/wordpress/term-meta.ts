import { invalid, isInvalid, type Param } from '../../core/params.ts'
import { color } from '../../core/types.ts'
import { isJsonObject } from '../../lib/json.ts'

/** What is kept of a category beside its fields. */
export type TermMeta = { readonly color?: string }

/** The meta of a category, as WordPress shows what a site has registered; names that are not registered are ignored. */
export const categoryMeta: Param<TermMeta> & { readonly empty: TermMeta } = {
  type: {
    schema: { type: 'object', properties: { color: { anyOf: [color.schema, { type: 'null' }] } } },
    index: { type: 'object' },
    read: (raw, context) => {
      // Clients send an empty object of PHP back as a list.
      if (Array.isArray(raw) && raw.length === 0) return {}
      if (!isJsonObject(raw)) return invalid('It must be an object, such as {"color": "#8c2f1b"}.')
      const sent = raw['color']
      if (sent === undefined) return {}
      const read = color.read(sent ?? '', context)
      return read === undefined || isInvalid(read)
        ? invalid('color: it must be a colour such as #8c2f1b, or empty.')
        : { color: read }
    },
  },
  empty: {},
}
