import { read, write } from '../../api/site.ts'
import { sendFile } from '../../api/upload.ts'

/** A line that was not imported; a fault of the whole file has no line. */
export type LineFault = { readonly line?: number; readonly message: string }

/** A record that an undone import has left. */
export type KeptRecord = { readonly id: number; readonly kind: string; readonly title: string }

/** An import as `kalends/v1/imports` shows it. */
export type Import = {
  readonly id: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  /** The name of the file; '' where none was sent. */
  readonly file: string
  readonly lines: number
  readonly done: number
  readonly created: number
  readonly unchanged: number
  readonly failed: number
  readonly faults: readonly LineFault[]
  readonly message: string
  readonly started: string | null
  readonly finished: string | null
  readonly user: { readonly name: string }
  /** What was undone so far, of how many records. */
  readonly result?: {
    readonly total: number
    readonly removed: number
    readonly kept: number
    readonly records: readonly KeptRecord[]
  }
}

const path = 'imports'

/** The last imports, the latest first. */
export const listImports = (): Promise<readonly Import[]> => read('kalends/v1', path)

/** Reads the state of an import. */
export const readImport = (id: number): Promise<Import> => read('kalends/v1', `${path}/${id}`)

/** Starts undoing an import on the server; the response arrives before that is finished. */
export const undoImport = (id: number): Promise<Import> => write('DELETE', 'kalends/v1', `${path}/${id}`)

/** Uploads a file of NDJSON; the answer comes before its events are created. */
export const sendImport = (file: File, onProgress: (share: number) => void): Promise<{ readonly id: number }> =>
  sendFile(`kalends/v1/${path}`, file, 'application/x-ndjson', onProgress)

/** Whether the server still works on an import. */
export const isUnfinished = ({ state }: Import): boolean =>
  state === 'waiting' || state === 'running' || state === 'undoing'
