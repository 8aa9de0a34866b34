import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where a browser is installed; `CHROMIUM` names one that lies elsewhere. */
const findBrowser = (): string | undefined => {
  const chosen = process.env['CHROMIUM']
  if (chosen) return chosen
  const places = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path))
}

/** Starts the browser of this machine; answers why not, where there is none. */
export const startBrowser = async (): Promise<Browser | string> => {
  const executablePath = findBrowser()
  if (executablePath === undefined) return 'no browser is installed (Chromium was not found)'
  // Its own sandbox does not work for root, and in most containers.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
