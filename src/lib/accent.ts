/** Red, green and blue, each from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number]

/** The minimum contrast of small text with its background (WCAG 2.2, 1.4.3), with some margin for rounding. */
const contrast = 4.6

const [white, black]: readonly Color[] = [
  [255, 255, 255],
  [0, 0, 0],
] as const

/** The backgrounds in `src/site/client/style.css` for text in the accent colour. */
const grounds = {
  light: [white, [244, 244, 246]],
  dark: [
    [19, 20, 23],
    [30, 32, 38],
  ],
} as const satisfies Readonly<Record<string, readonly Color[]>>

/** What becomes of an accent colour on light or on dark pages; colours are `#rrggbb`. */
export type AccentOn = {
  /** The chosen colour, darkened or lightened until it is readable. */
  readonly accent: string
  /** Text on it. */
  readonly onAccent: string
  /** A background with a little of it. */
  readonly shade: string
  /** The least contrast of the chosen colour itself with a background (WCAG 2.2), from 1 to 21. */
  readonly contrast: number
}

/** The colours of the pages derived from an accent colour `#rrggbb`. */
export const deriveAccent = (chosen: string): { readonly light: AccentOn; readonly dark: AccentOn } => {
  const color = readColor(chosen)
  const derive = (own: readonly Color[], shade: Color, towards: Color, onAccent: Color): AccentOn => {
    const all = [...own, shade]
    return {
      accent: write(readable(color, all, towards)),
      onAccent: write(onAccent),
      shade: write(shade),
      contrast: Math.min(...all.map((ground) => contrastOf(color, ground))),
    }
  }
  return {
    light: derive(grounds.light, mix(color, white, 0.92), black, white),
    dark: derive(grounds.dark, mix(color, grounds.dark[0], 0.85), white, grounds.dark[0]),
  }
}

/** The colour, mixed with another one until it has enough contrast with all backgrounds. */
const readable = (color: Color, on: readonly Color[], towards: Color): Color => {
  for (let part = 0; part < 1; part += 0.02) {
    const mixed = mix(color, towards, part)
    if (on.every((ground) => contrastOf(mixed, ground) >= contrast)) return mixed
  }
  return towards
}

/** The colour `#rrggbb`, darkened until white text on it is readable. */
export const darkenForWhite = (color: string): string => write(readable(readColor(color), [white], black))

const readColor = (color: string): Color => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[^#]./g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

const mix = ([r, g, b]: Color, [red, green, blue]: Color, part: number): Color => {
  const between = (from: number, to: number): number => Math.round(from + (to - from) * part)
  return [between(r, red), between(g, green), between(b, blue)]
}

const write = (color: Color): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** The contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
const contrastOf = (one: Color, other: Color): number => {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const luminanceOf = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
