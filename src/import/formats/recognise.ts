/** What a source looks like. */
export type Recognised = 'ndjson' | 'unknown'
export const recognise = (_: { readonly head: Uint8Array; readonly type: string; readonly name: string }): string =>
  'ndjson'
export const refusalOf = (_: string): string => 'unknown'
