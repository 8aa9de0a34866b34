import { plainTitle } from './column-titles.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(', ').map(plainTitle))

/** Words of other programs and languages. */
const written = {
  cancelled:
    'canceled, called off, abgesagt, fällt aus, entfällt, ausgefallen, storniert, annulé, annulée, cancelado, cancelada, suspendido, suspendida, anulado, annullato, annullata, cancellato, geannuleerd, afgelast, vervallen, 中止, キャンセル, 開催中止',
  postponed:
    'verschoben, aufgeschoben, vertagt, reporté, reportée, ajourné, aplazado, aplazada, pospuesto, pospuesta, rinviato, rinviata, posticipato, uitgesteld, verplaatst, adiado, adiada, 延期',
  rescheduled:
    'neuer Termin, neu angesetzt, reprogrammé, reprogrammée, reprogramado, reprogramada, riprogrammato, opnieuw gepland, remarcado, 日程変更',
  moved_online: 'online, jetzt online, en ligne, en línea, verplaatst naar online, オンライン開催',
  scheduled:
    'confirmed, live, active, completed, started, ended, sold out, geplant, findet statt, bestätigt, aktiv, prévu, prévue, confirmé, confirmée, previsto, prevista, programado, confirmado, confirmada, confermato, gepland, bevestigd, agendado, 予定, 開催予定, 開催',
  publish: 'published, live, veröffentlicht, publié, publicado, pubblicato, gepubliceerd, 公開, 公開済み',
  draft: 'Entwurf, brouillon, borrador, bozza, concept, rascunho, 下書き',
  private: 'Privat, privé, privado, privato, 非公開',
  online: 'virtual, webinar',
  mixed: 'hybrid',
}

const wordsFor: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(written).map(([word, others]) => [word, setOf(others)]),
)

/** The one of some words that a text means, as this interface has it or in words of other programs and languages; undefined if it means none. */
export const findWord = (text: string, allowed: readonly string[]): string | undefined => {
  const plain = plainTitle(text)
  if (plain === '') return undefined
  return allowed.find((word) => plainTitle(word) === plain) ?? allowed.find((word) => wordsFor.get(word)?.has(plain))
}

/** 0 is the number that Outlook has for it. */
const normal = setOf('normal, normale, normaal, public, 標準, 通常, 0')

/** Whether a word for the sensitivity of an appointment says that it is not private. */
export const isNormal = (text: string): boolean => normal.has(plainTitle(text))

/** 1 is the number that Outlook has for it. */
const tentative = setOf(
  'tentative, mit Vorbehalt, provisoire, provisional, provvisorio, voorlopig, provisório, 仮の予定, 1',
)

/** Whether an appointment is shown as one that is not confirmed. */
export const isTentative = (text: string): boolean => tentative.has(plainTitle(text))
