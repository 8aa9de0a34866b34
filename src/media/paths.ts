import { randomInt } from 'node:crypto'
import { slugify } from '../lib/text.ts'

/** No vowels, so that no words appear, and no `x`, so that no ending looks like a size. */
const alphabet = 'bcdfghjkmnpqrstvwz23456789'

const endingLength = 8

/**
 * A new path in the library for an image: year and month, the ASCII letters of its title, and a random ending,
 * so that the content of a path never changes, not even after an older database was restored.
 * @param date `YYYY-MM-DD …`
 */
export const newPath = (date: string, title: string, extension: string): string => {
  const words =
    slugify(title)
      .replace(/%[0-9a-f]{2}/g, '-')
      .match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, 40).replace(/-$/, '') || 'image'
  const ending = Array.from({ length: endingLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${date.slice(0, 4)}/${date.slice(5, 7)}/${name}-${ending}.${extension}`
}

/** The path of a smaller version, named by its pixels as clients of The Events Calendar know it. */
export const sizePath = (path: string, { width, height }: { width: number; height: number }): string =>
  path.replace(/\.[a-z]+$/, (extension) => `-${width}x${height}${extension}`)

const sizeEnding = new RegExp(`(-[${alphabet}]{${endingLength}})-\\d+x\\d+(\\.[a-z]+)$`)

/** The path of the full size for that of any version. */
export const fullPath = (path: string): string => path.replace(sizeEnding, '$1$2')
