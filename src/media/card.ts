import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The pixels of a card, as sites that show links to other sites ask for them. */
export const cardSize = { width: 1200, height: 630 } as const

/** A picture that stands for a page where there is none: its texts and its colours `#rrggbb`. */
export type Card = {
  /** Up to 150 characters; '' where the font lacks some of them. */
  readonly title: string
  readonly when: string
  readonly where: string
  readonly site: string
  readonly ground: string
  readonly shape: string
  readonly line: string
}

/**
 * The scripts of the font, whose characters {@link isDrawable} accepts. Emoji have colours that the font lacks; they are in no script of their own.
 */
const drawable =
  /^(?:[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Armn}\p{scx=Geor}\p{scx=Hebr}\p{scx=Arab}\p{scx=Zyyy}\p{scx=Zinh}])*$/u

/** Whether the font has the characters of a text. */
export const isDrawable = (text: string): boolean => drawable.test(text)

/** Where the fonts are, which come with the package: servers often have none. */
export const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'))

/** Settings of the process that draws: it has the fonts that are named here, and none of the machine. */
export const cardEnvironment = { FONTCONFIG_FILE: join(fonts, 'fontconfig/57-dejavu-sans.conf') } as const
