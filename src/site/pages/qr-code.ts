import qrcode from 'qrcode-generator'
import { type Markup, markup } from '../../lib/markup.ts'

/** White modules around a code, which readers need (ISO/IEC 18004). */
const quiet = 4

/** A QR code of an address as an image without inline styles; `label` says what it leads to. */
export const renderQrCode = (url: string, label: string): Markup => {
  const code = qrcode(0, 'M')
  // The address in ASCII, which is what the library encodes.
  code.addData(new URL(url).href, 'Byte')
  code.make()
  const size = code.getModuleCount()
  const side = size + 2 * quiet
  return markup`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path class="qr-ground" d="M0 0h${side}v${side}H0z"/><path class="qr-code" d="${pathOf(code, size)}"/></svg>`
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
