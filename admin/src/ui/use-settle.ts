import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { Choice } from './combobox.tsx'
import { SettleContext } from './settle.ts'

type Work = {
  readonly text: string
  readonly search: (text: string) => Promise<readonly Choice[]>
  readonly onChoose: (choice: Choice) => void
  readonly onCreate?: ((name: string) => void) | undefined
  /** The typed text has become a choice. */
  readonly onSettled: () => void
}

/**
 * Makes a choice of what is typed in a field that is left, or whose form is sent: the only record of that name, or a new one
 * if none is like it. Answers the text that is neither, and how the field is settled.
 */
export const useSettle = (work: Work, isWanted: boolean) => {
  const settlers = useContext(SettleContext)
  const [unchosen, setUnchosen] = useState('')
  const running = useRef<Promise<boolean> | undefined>(undefined)
  const latest = useRef(work)
  latest.current = work
  const take = async (): Promise<boolean> => {
    const name = latest.current.text.trim()
    if (name === '') return true
    // If the list cannot be read, nothing can be chosen or created.
    const found = await latest.current.search(name).catch(() => undefined)
    const { text, onChoose, onCreate, onSettled } = latest.current
    // Somebody has typed on, or picked something.
    if (text.trim() !== name) return text.trim() === ''
    const [equal, ...others] = found?.filter((one) => one.name.toLowerCase() === name.toLowerCase()) ?? []
    if (equal && others.length === 0) onChoose(equal)
    else if (found?.length === 0 && onCreate) onCreate(name)
    else {
      setUnchosen(name)
      return false
    }
    onSettled()
    return true
  }
  const settle = (): Promise<boolean> => {
    running.current ??= take().finally(() => {
      running.current = undefined
    })
    return running.current
  }
  useEffect(() => {
    if (!isWanted) return
    const own = () => settle()
    settlers.add(own)
    return () => {
      settlers.delete(own)
    }
  }, [settlers, isWanted])
  return { unchosen: unchosen === work.text.trim() ? unchosen : '', settle }
}
