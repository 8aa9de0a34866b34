import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PreparedImage, Rendition } from '../../src/core/image-file.ts'
import type { Decoder } from '../../src/media/decoder.ts'

/** A rendition with the bytes of its file. */
export type WrittenRendition = Rendition & { readonly bytes: Buffer }

/** Has the bytes decoded and reads what was written; nothing is left on the disk. */
export const prepareBytes = async (
  decoder: Decoder,
  bytes: Uint8Array,
): Promise<{ readonly format: PreparedImage['format']; readonly renditions: readonly WrittenRendition[] }> => {
  const root = await mkdtemp(join(tmpdir(), 'kalends-decoder-'))
  try {
    await writeFile(join(root, 'source'), bytes)
    await mkdir(join(root, 'written'))
    const { format, renditions } = await decoder.prepare(join(root, 'source'), join(root, 'written'))
    const written: WrittenRendition[] = []
    for (const rendition of renditions) written.push({ ...rendition, bytes: await readFile(rendition.file) })
    return { format, renditions: written }
  } finally {
    await rm(root, { recursive: true })
  }
}

/** The ids of the processes that this one has started and that have not been seen off, zombies among them; Linux only. */
export const listChildren = async (): Promise<number[]> => {
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'latin1').catch(() => '')
    if (status.includes(`\nPPid:\t${process.pid}\n`)) children.push(Number(name))
  }
  return children
}
