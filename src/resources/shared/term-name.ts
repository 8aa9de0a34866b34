/** The longest name of a term (contract B9). */
export const maxTermName = 1000
