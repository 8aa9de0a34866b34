const key = 'kalends:language'

/** The language that the person has chosen for the admin, and then those of the browser and of the site. */
export const chosenLanguage = (): readonly string[] => {
  const chosen = localStorage.getItem(key)
  return [...(chosen ? [chosen] : []), ...navigator.languages, document.documentElement.lang]
}

/** Keeps the choice, and loads the admin in that language. */
export const chooseLanguage = (code: string): void => {
  localStorage.setItem(key, code)
  location.reload()
}
