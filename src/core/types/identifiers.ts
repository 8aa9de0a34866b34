import { invalid } from '../params.ts'
import { text } from './values.ts'

/** A name that is kept, and shown, exactly as it is sent: angle brackets could be markup where programs show it (contract B6.2). */
const identifier = (max: number) =>
  text(max, (sent) => {
    if (sent === '') return invalid('It may not be empty.')
    if (/[<>]/.test(sent)) return invalid('It may not contain < and >.')
    return /\p{Cc}/u.test(sent) ? invalid('It contains a control character, such as a line break.') : sent
  })

/** The name of another system. */
export const sourceName = identifier(200)

/** An id in another system. */
export const externalIdText = identifier(500)
