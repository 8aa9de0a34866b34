import type { Config, FontFace, FontFile } from '../config.ts'
import { fontPath } from '../core/font-files.ts'
import { type Content, markup } from '../lib/markup.ts'
import { type Asset, createAsset } from './assets.ts'
import { type PageContext, rooted } from './page-context.ts'

/** What pages load of a font that administrators have uploaded. */
type OwnFont = { readonly styles: Asset; readonly files: readonly Asset[] }

/** The fonts by their files, which are the same object until one of them changes. */
const made = new WeakMap<readonly FontFile[], OwnFont>()

const ownFontOf = ({ fontFiles }: Config): OwnFont => {
  const known = made.get(fontFiles)
  if (known) return known
  const files = fontFiles.map((file) => ({ ...createAsset('font.woff2', file.bytes), path: fontPath(file) }))
  const font = { styles: createAsset('font.css', Buffer.from(styleOf(fontFiles))), files }
  made.set(fontFiles, font)
  return font
}

/** The file of the site's own font at a path, or its styles; undefined for other paths. */
export const fontAsset = (config: Config, path: string): Asset | undefined => {
  if (config.fontFiles.length === 0) return undefined
  const { styles, files } = ownFontOf(config)
  return [styles, ...files].find((asset) => asset.path === path)
}

/** The faces that are seen at once: text and headings. */
const first: readonly FontFace[] = ['regular', 'bold']

/** Whether pages have the site's own font, and a file of it was uploaded. */
export const hasOwnFont = ({ font, fontFiles }: Config): boolean => font === 'own' && fontFiles.length > 0

/** The elements by which a page has the site's own font, with addresses as `address` makes them of paths; nothing where it has another one. */
export const fontLinks = (context: PageContext, address = (path: string): string => rooted(context, path)): Content => {
  if (!hasOwnFont(context.config)) return undefined
  // A file that is there before the text is drawn moves nothing.
  return [
    context.config.fontFiles
      .filter(({ face }) => first.includes(face))
      .map(
        (file) =>
          markup`<link rel="preload" as="font" type="font/woff2" href="${address(fontPath(file))}" crossorigin>\n`,
      ),
    markup`<link rel="stylesheet" href="${address(ownFontOf(context.config).styles.path)}">\n`,
  ]
}

const weights = { regular: '400', bold: '700', italic: '400', 'bold-italic': '700' } as const

/** The styles of the font. A variable one without a bold file has all weights. */
const styleOf = (files: readonly FontFile[]): string => {
  const has = (face: FontFace): boolean => files.some((file) => file.face === face)
  const weightOf = ({ face, isVariable }: FontFile): string =>
    isVariable && !has(face === 'italic' ? 'bold-italic' : 'bold') ? '100 900' : weights[face]
  const faces = files.map(
    (file) => `@font-face {
  font-family: "Site font";
  font-style: ${file.face.endsWith('italic') ? 'italic' : 'normal'};
  font-weight: ${weightOf(file)};
  font-display: swap;
  src: url("${fontPath(file).replace(/^.*\//, '')}") format("woff2");
}
`,
  )
  return `${faces.join('')}:root {
  --font: "Site font", system-ui, sans-serif;
}
/* In a newsletter the styles of each element name a font that mail programs have. */
.digest,
.digest * {
  font-family: "Site font", Arial, Helvetica, sans-serif !important;
}
`
}
