const yes = new Set(
  '1 true yes y on x ja wahr oui vrai sí si verdadero sim verdadeiro vero waar ein activé activado attivato aan ligado オン はい'.split(
    ' ',
  ),
)
const no = new Set(
  '0 false no n off nein falsch non faux falso não nao nee onwaar aus désactivé desactivado disattivato uit desligado オフ いいえ'.split(
    ' ',
  ),
)

/** Reads yes or no in the languages of the interface; undefined for anything else. */
export const readSwitch = (text: string): boolean | undefined =>
  yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined
