import { open } from 'node:fs/promises'

/** Puts a file on the disk for good; of a directory, the names that it holds. */
export const flush = async (path: string): Promise<void> => {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
