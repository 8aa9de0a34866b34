/** Browsers by the text in their `User-Agent`, in the order of the search: most also name other browsers. */
const browsers: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [form: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Most characters of a `User-Agent` that are read. */
const maxRead = 500

/** Most characters of the name of a program that is not a known browser. */
const maxName = 40

/**
 * Describes the program that a `User-Agent` names in a few words, such as "Firefox, Windows"; '' when there is none. No more of
 * the header is kept than a person needs to tell devices apart.
 */
export const nameClient = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, maxRead)
  const nameOf = (list: typeof browsers): string | undefined => list.find(([form]) => form.test(text))?.[1]
  const program = nameOf(browsers) ?? /^[\w.-]+/.exec(text)?.[0].slice(0, maxName)
  return [program, nameOf(systems)].filter((part) => part !== undefined).join(', ')
}
