import { readPreference, writePreference } from './ui/preference.ts'

/** The language that the person has chosen for the admin, and then those of the browser and of the site. */
export const chosenLanguage = (): readonly string[] => {
  const chosen = readPreference('language')
  return [...(chosen ? [chosen] : []), ...navigator.languages, document.documentElement.lang]
}

/** Keeps the choice, and loads the admin in that language. */
export const chooseLanguage = (code: string): void => {
  writePreference('language', code)
  location.reload()
}
