import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A picture of the gallery: its name, and the share of its pixels that differ. */
export type Shown = { readonly name: string; readonly difference: number }

/** Writes a page with all pictures of a directory, those that differ most first, beside what is stored of them. */
export const writeGallery = (directory: string, stored: string, shown: readonly Shown[]): void => {
  const figure = ({ name, difference }: Shown): string =>
    `<figure><figcaption>${name} · ${(difference * 100).toFixed(2)} %</figcaption>
<a href="${name}.png"><img src="${name}.png" alt="${name}" loading="lazy"></a><img src="file://${join(stored, `${name}.webp`)}" alt="stored"></figure>`
  const sorted = shown.toSorted((one, other) => other.difference - one.difference)
  writeFileSync(
    join(directory, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gallery of the pages</title>
<style>body{font:1rem sans-serif;display:flex;flex-wrap:wrap;gap:1rem}img{width:20rem;border:1px solid gray;vertical-align:top}</style>
${sorted.map(figure).join('\n')}\n`,
  )
}
