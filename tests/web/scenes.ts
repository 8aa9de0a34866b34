import sharp from 'sharp'

/** The size of a scene in pixels. */
const size = { width: 1200, height: 800 } as const

type Palette = readonly [sky: string, light: string, far: string, middle: string, near: string]

const palettes: readonly Palette[] = [
  ['#f7d9b9', '#fff4e0', '#e59f71', '#b5654a', '#5b2e36'],
  ['#cfe5ea', '#ffffff', '#8fb8bf', '#4f8791', '#1f4b57'],
  ['#e3e0f3', '#fdf6ff', '#a99fd6', '#6b5fae', '#352f6b'],
  ['#dcebd0', '#fbfff2', '#9cc28a', '#5f9460', '#2a5a45'],
  ['#fbe3e4', '#fff8f3', '#eca4a6', '#c65f70', '#702f4c'],
  ['#22304f', '#f6e7b4', '#3d5080', '#2b3d66', '#141d36'],
]

/** A line of hills: the sum of two waves, whose lengths and shifts depend on a number. */
const hills = (level: number, seed: number): string => {
  const points = Array.from({ length: 61 }, (_, at) => {
    const x = at * 20
    const y = level + 60 * Math.sin(x / (170 + 40 * (seed % 5)) + seed) + 24 * Math.sin(x / 63 + 2.1 * seed)
    return `${x},${y.toFixed(1)}`
  })
  return `M0,${size.height} L${points.join(' L')} L${size.width},${size.height} Z`
}

/** What stands before the hills, in the colour of what is near. */
const motifs: readonly ((near: string, light: string) => string)[] = [
  // A town with a tower.
  (near, light) =>
    `${[90, 70, 120, 80, 100, 60, 140, 90, 110, 80]
      .map((height, at) => {
        const x = 130 + at * 96
        const roof = `<path d="M${x},${640 - height} l43,-46 l43,46 Z" fill="${near}"/>`
        const window = `<rect x="${x + 34}" y="${665 - height}" width="18" height="24" fill="${light}" opacity=".8"/>`
        return `<rect x="${x}" y="${640 - height}" width="86" height="${height + 160}" fill="${near}"/>${roof}${window}`
      })
      .join('')}<path d="M560,640 v-330 l35,-90 l35,90 v330 Z" fill="${near}"/>`,
  // Awnings of a market.
  (near, light) =>
    [0, 1, 2]
      .map((at) => {
        const x = 90 + at * 370
        const stripes = [0, 1, 2, 3, 4, 5]
          .map((n) => `<path d="M${x + n * 48},470 h48 l8,90 h-56 Z" fill="${n % 2 ? light : near}"/>`)
          .join('')
        return `${stripes}<path d="M${x + 6},560 v240 M${x + 290},560 v240" stroke="${near}" stroke-width="12"/>
<rect x="${x - 6}" y="650" width="310" height="150" fill="${near}" opacity=".85"/>`
      })
      .join(''),
  // Lanterns on a line.
  (near, light) =>
    `<path d="M0,120 Q600,420 1200,120" fill="none" stroke="${near}" stroke-width="5"/>` +
    [1, 2, 3, 4, 5, 6, 7]
      .map((at) => {
        const part = at / 8
        const [x, y] = [1200 * part, 120 + 600 * part * (1 - part)]
        return `<circle cx="${x}" cy="${y + 46}" r="40" fill="${light}"/><path d="M${x},${y} v10" stroke="${near}" stroke-width="5"/>`
      })
      .join(''),
  // Arches of a hall.
  (near, light) =>
    [0, 1, 2, 3]
      .map((at) => {
        const x = 110 + at * 260
        return `<path d="M${x},800 v-260 a100,100 0 0 1 200,0 v260 Z" fill="${near}"/><path d="M${x + 40},800 v-250 a60,60 0 0 1 120,0 v250 Z" fill="${light}" opacity=".75"/>`
      })
      .join(''),
  // Trees.
  (near) =>
    [120, 260, 430, 700, 860, 1010, 1120]
      .map((x, at) => {
        const height = 190 + ((at * 67) % 130)
        return `<path d="M${x},800 v-${height}" stroke="${near}" stroke-width="16"/><ellipse cx="${x}" cy="${800 - height}" rx="${62 + (at % 3) * 14}" ry="${96 + (at % 2) * 24}" fill="${near}"/>`
      })
      .join(''),
]

/** Draws a landscape as a JPEG: the same number makes the same picture. */
export const drawScene = (seed: number): Promise<Buffer> => {
  const [sky, light, far, middle, near] = palettes[seed % palettes.length] ?? palettes[0] ?? []
  const motif = motifs[seed % motifs.length]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${light}"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#sky)"/>
<circle cx="${220 + ((seed * 191) % 760)}" cy="${170 + ((seed * 83) % 120)}" r="74" fill="${light}"/>
<path d="${hills(450, seed)}" fill="${far}"/><path d="${hills(540, seed + 3)}" fill="${middle}"/>
${motif?.(near ?? '', light ?? '') ?? ''}
<path d="${hills(735, seed + 7)}" fill="${near}"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}
