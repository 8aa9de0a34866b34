import { createContext } from 'preact'
import type { SeriesPlace } from './series-place.ts'

/** The series of the event whose form is around a part; undefined for a single event. */
export const SeriesContext = createContext<SeriesPlace | undefined>(undefined)
