/** The longest name of a term. */
export const maxTermName = 200
