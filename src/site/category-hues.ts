import type { ChangeFeed } from '../cache/change-feed.ts'
import type { AppContext } from '../core/context.ts'
import type { ChangeKind } from '../db/schema.ts'

/**
 * The hue of a category as a number from 0 to 23, in steps of 15 degrees of OKLCH; undefined for a category whose colour is grey. The class
 * `hue-N` in the styles has it, because the Content Security Policy forbids inline styles.
 */
export type Hue = number | undefined

/** The hues of categories by their ids: those whose colour staff chose, and the first ones of a calendar. */
export type CategoryHues = ReadonlyMap<number, Hue>

const hues = 24

/** Coprime with the number of hues, so that ids one after the other get hues far from each other. */
const apart = 7

/** Hues fewer steps away from each other than this look alike. */
const leastApart = 2

/** The hue of a category by its id alone. */
const hueOfId = (id: number): number => (id * apart) % hues

/** The chroma of OKLCH below which a colour is grey. */
const grey = 0.025

/** The class of the hue of an event, with a space before it; empty where it has none. */
export const hueClass = (known: CategoryHues, event: Categorized): string => {
  const hue = findHue(known, event)
  return hue === undefined ? '' : ` hue-${hue}`
}

type Categorized = { readonly categories: readonly { readonly id: number }[] }

/** The hue of an event: that of its first category. */
export const findHue = (known: CategoryHues, { categories: [first] }: Categorized): Hue => {
  if (!first) return undefined
  return known.has(first.id) ? known.get(first.id) : hueOfId(first.id)
}

/** The change log notes another colour of a category as it notes another number of its events. */
const dependsOn: readonly ChangeKind[] = ['term', 'count']

/** Reads the hues of the categories, and again after a category has changed. */
export const createCategoryHues = (changeFeed: ChangeFeed, { database: { kysely } }: Pick<AppContext, 'database'>) => {
  let known: { readonly found: CategoryHues; readonly version: number } | undefined
  const categories = kysely.selectFrom('term').where('taxonomy', '=', 'category')
  // Once all hues are taken, no later category can have one of its own.
  const first = categories.select('id').orderBy('id').limit(hues)
  const withHue = categories
    .select(['id', 'color'])
    .where(({ eb, or }) => or([eb('color', '!=', ''), eb('id', 'in', first)]))
    .orderBy('id')
  return async (): Promise<CategoryHues> => {
    if (known && !changeFeed.haveChanged(dependsOn, known.version)) return known.found
    const version = changeFeed.version
    const found = spreadHues(await withHue.execute())
    known = { found, version }
    return found
  }
}

/**
 * The hues of some categories, given in the order of their ids: the colour that staff chose, or the hue of the id; where that would look like the hue of
 * an earlier category, the one that is furthest from all others. So a new category leaves the hues of the others as they are.
 */
const spreadHues = (categories: readonly { readonly id: number; readonly color: string }[]): CategoryHues => {
  const found = new Map<number, Hue>()
  for (const { id, color } of categories) if (color !== '') found.set(id, hueOfColor(color))
  const taken = [...found.values()].filter((hue) => hue !== undefined)
  const room = (hue: number): number => Math.min(hues, ...taken.map((other) => stepsBetween(hue, other)))
  for (const { id, color } of categories) {
    if (color !== '') continue
    const own = hueOfId(id)
    const others = Array.from({ length: hues }, (_, at) => (own + at) % hues)
    const hue = room(own) < leastApart ? others.reduce((best, one) => (room(one) > room(best) ? one : best)) : own
    found.set(id, hue)
    taken.push(hue)
  }
  return found
}

/** The steps between two hues, by the shorter way around the circle. */
const stepsBetween = (one: number, other: number): number => {
  const steps = Math.abs(one - other)
  return Math.min(steps, hues - steps)
}

/** The nearest hue of a colour `#rrggbb`, by its angle in OKLCH. */
const hueOfColor = (color: string): Hue => {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  if (Math.hypot(a, b) < grey) return undefined
  return (Math.round((Math.atan2(b, a) / (2 * Math.PI)) * hues) + hues) % hues
}

/** A colour `#rrggbb` of a hue, by its lightness and chroma in OKLCH; grey without a hue. Chroma that screens lack is cut off. */
export const colorOfHue = (hue: Hue, lightness: number, chroma: number): string => {
  const angle = ((hue ?? 0) / hues) * 2 * Math.PI
  const [a, b] = hue === undefined ? [0, 0] : [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  const digits = linear.map((part) => {
    const share = part <= 0.0031308 ? 12.92 * Math.max(part, 0) : 1.055 * part ** (1 / 2.4) - 0.055
    return Math.round(Math.min(share, 1) * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}
