import { useEffect, useState } from 'preact/hooks'

/** Whether the window fits a media query, also after it was resized or turned. */
export const useMedia = (query: string): boolean => {
  const [isFitting, setFitting] = useState(matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const update = (): void => setFitting(list.matches)
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query])
  return isFitting
}
