import type { IconName } from '../ui/icon.tsx'

/** Something that the search over all pages finds: a place to go to, or something to do. */
export type Finding = {
  readonly key: string
  readonly icon: IconName
  readonly text: string
  /** What distinguishes it from others of the same name. */
  readonly note?: string
  /** What is looked through for what is typed, where that is more than the text. */
  readonly words?: string
  /** Where it leads, or what it does. */
  readonly to: string | (() => void)
}

/** A text without case and accents. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text has each of the typed words in it, whatever their case and accents. */
export const hasWords = (text: string, typed: string): boolean => {
  const folded = fold(text)
  return fold(typed.trim())
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
