import type { ParamType } from '../../core/params.ts'
import { isJsonObject } from '../../lib/json.ts'

const parts = {
  raw: { type: 'string', description: 'The text to store; it takes precedence over `rendered`.' },
  rendered: { type: 'string', description: 'The text as HTML.' },
}

/** A text as clients of WordPress send it: by itself, or as the object that they read, `{raw}` or `{rendered}`. */
export const rendered = <T>(type: ParamType<T>): ParamType<T> => ({
  ...type,
  schema: { anyOf: [type.schema, { type: 'object', properties: parts }] },
  read: (raw, context) => type.read(isJsonObject(raw) ? (raw['raw'] ?? raw['rendered']) : raw, context),
})
