import { readPreference, usePreference } from './preference.ts'

/** How much room rows and controls have. */
export const densities = ['comfortable', 'compact'] as const

const apply = (density: string | undefined): void => {
  document.documentElement.dataset['density'] = density ?? densities[0]
}

/** Shows the page in the density that the person has chosen in this browser. */
export const applyDensity = (): void => apply(readPreference('density'))

/** The density, and how it is changed. */
export const useDensity = () => {
  const [density, choose] = usePreference('density', densities)
  const change = (chosen: (typeof densities)[number]): void => {
    apply(chosen)
    choose(chosen)
  }
  return [density, change] as const
}
