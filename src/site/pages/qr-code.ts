import { type Markup, markup } from '../../lib/markup.ts'
import { makeQrCode } from '../../lib/qr-code.ts'

/** A QR code of an address as an image without inline styles; `label` says what it leads to. */
export const renderQrCode = (url: string, label: string): Markup => {
  const { side, path } = makeQrCode(url)
  return markup`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path class="qr-ground" d="M0 0h${side}v${side}H0z"/><path class="qr-code" d="${path}"/></svg>`
}
