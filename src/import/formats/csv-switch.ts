const yes = new Set('1 true yes y on x ja oui sí si sim はい'.split(' '))
const no = new Set('0 false no n off nein non não nao nee いいえ'.split(' '))

/** Reads yes or no in the languages of the interface; undefined for anything else. */
export const readSwitch = (text: string): boolean | undefined =>
  yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined
