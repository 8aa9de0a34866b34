import { read } from './site.ts'

/** Numbers of records that the person may see, by status. */
export type StatusCounts = Readonly<Partial<Record<string, number>>>

/** `kalends/v1/counts`. */
export type Counts = {
  readonly events: StatusCounts
  readonly venues: StatusCounts
  readonly organizers: StatusCounts
}

/** Reads the numbers that menus and tabs show. */
export const readCounts = (): Promise<Counts> => read<Counts>('kalends/v1', 'counts')
