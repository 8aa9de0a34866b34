import { useState } from 'preact/hooks'

/** What a person has chosen in this browser; undefined if nothing was, or if the browser keeps nothing. */
export const readPreference = (name: string): string | undefined => {
  try {
    return localStorage.getItem(`kalends:${name}`) || undefined
  } catch {
    return undefined
  }
}

/** Keeps what a person has chosen in this browser; '' counts as nothing chosen. */
export const writePreference = (name: string, value: string): void => {
  try {
    localStorage.setItem(`kalends:${name}`, value)
  } catch {
    // It holds until the page is left.
  }
}

/** One of a few values that a person chooses in this browser, which remembers it; the first counts until then. */
export const usePreference = <T extends string>(name: string, values: readonly [T, ...T[]]) => {
  const stored = readPreference(name)
  const [chosen, setChosen] = useState<T | undefined>(values.find((one) => one === stored))
  const choose = (value: T): void => {
    writePreference(name, value)
    setChosen(value)
  }
  return [chosen ?? values[0], choose] as const
}
