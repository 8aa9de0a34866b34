import { createContext } from 'preact'

/** Whether a form is only looked at; for parts that a disabled `<fieldset>` does not reach. */
export const ReadOnlyContext = createContext(false)
