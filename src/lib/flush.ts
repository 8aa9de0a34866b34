import { open } from 'node:fs/promises'

/** Flushes a file to disk; for a directory, its entries. */
export const flush = async (path: string): Promise<void> => {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
