import { type AccentOn, deriveAccent } from '../lib/accent.ts'
import { type Asset, createAsset } from './assets.ts'

/** The version of the stylesheet, because browsers cache it for a year. */
const form = 2

/** The path of the stylesheet of an accent colour `#rrggbb`. */
export const pathOfAccent = (color: string): string => `/assets/accent-${color.slice(1)}-${form}.css`

const accentPath = new RegExp(`^/assets/accent-([0-9a-f]{6})-${form}\\.css$`)

/** The stylesheet of the accent colour in a path; undefined for other paths. */
export const accentAsset = (path: string): Asset | undefined => {
  const digits = accentPath.exec(path)?.[1]
  if (digits === undefined) return undefined
  return { ...createAsset('accent.css', Buffer.from(styleOf(`#${digits}`))), path }
}

const styleOf = (color: string): string => {
  const { light, dark } = deriveAccent(color)
  const pair = (name: Exclude<keyof AccentOn, 'contrast'>): string => `light-dark(${light[name]}, ${dark[name]})`
  return `:root {
  --accent: ${pair('accent')};
  --on-accent: ${pair('onAccent')};
  --shade: ${pair('shade')};
}
`
}
