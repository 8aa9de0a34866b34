import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../scripts/install-browser.mjs'

/** Only ends hangs: on a busy machine a page takes many times as long as on an idle one. */
export const hangMilliseconds = 300_000

/** Starts the browser of this machine; answers why not, where there is none. */
export const startBrowser = async (): Promise<Browser | string> => {
  const executablePath = findBrowser()
  if (executablePath === undefined) return 'no browser is installed (Chromium was not found)'
  // Its own sandbox does not work for root, and in most containers.
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: hangMilliseconds,
  })
}
