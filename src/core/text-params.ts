import type { Param } from './params.ts'
import { wordOf } from './types.ts'

/** The parameter of all answers with records that says how their texts are written (contract C1.1). */
export const textParams = {
  text: {
    type: wordOf('html', 'plain'),
    default: 'html',
    about:
      'Format of texts: `html` (the default), or `plain`: titles, names and costs without entities, descriptions and excerpts as plain text.',
    extension: 'C1.1',
  } satisfies Param<'html' | 'plain'>,
}
