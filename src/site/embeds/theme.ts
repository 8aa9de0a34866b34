/** The colours of a frame: those that the visitor's device asks for, or the same for everybody. */
export const themes = ['auto', 'light', 'dark'] as const

/** The colours of a frame. */
export type Theme = (typeof themes)[number]

/** The colours in a query; another value is none. */
export const readTheme = (sent: URLSearchParams): Theme => themes.find((theme) => theme === sent.get('theme')) ?? 'auto'
