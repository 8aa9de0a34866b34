import qrcode from 'qrcode-generator'

/** White modules around a code, which readers need (ISO/IEC 18004). */
const quiet = 4

/** A QR code: `side` is its width and height in modules with the white ones around it, and `path` the dark ones as the path of an SVG. */
export type QrCode = { readonly side: number; readonly path: string }

/** Makes the QR code of an address. */
export const makeQrCode = (url: string): QrCode => {
  const code = qrcode(0, 'M')
  // The address in ASCII, which is what the library encodes.
  code.addData(new URL(url).href, 'Byte')
  code.make()
  const size = code.getModuleCount()
  return { side: size + 2 * quiet, path: pathOf(code, size) }
}

/** The dark modules, each run of a row as one rectangle. */
const pathOf = (code: ReturnType<typeof qrcode>, size: number): string => {
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size; from++) {
      if (!code.isDark(row, from)) continue
      let to = from
      while (to < size && code.isDark(row, to)) to++
      path += `M${from + quiet} ${row + quiet}h${to - from}v1h${from - to}z`
      from = to
    }
  }
  return path
}
