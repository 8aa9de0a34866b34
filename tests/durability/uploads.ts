import assert from 'node:assert/strict'
import type { MediaRecord } from '../../src/resources/media/record.ts'
import type { Server } from '../cli/program.ts'
import { findBroken, makeNoise, readFiles, type UploadReply, upload } from '../media/uploading.ts'
import type { Load } from './load.ts'

const picture = await makeNoise(320, 240)

const clients = 3

/** A load of images: clients that upload, one image at a time each, and remember those that were acknowledged. */
export const createUploads = (secret: string): Load => {
  const acknowledged = new Set<number>()
  const keepUploading = async (server: Server, onAcknowledged: () => void): Promise<void> => {
    for (;;) {
      const reply: UploadReply | undefined = await upload({ address: server.address, secret }, picture).catch(
        () => undefined,
      )
      if (reply === undefined) return
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      acknowledged.add(reply.body.id)
      onAcknowledged()
    }
  }
  return {
    write: async (server, { onAcknowledged } = {}) => {
      const before = acknowledged.size
      const count = (): void => onAcknowledged?.(acknowledged.size - before)
      await Promise.all(Array.from({ length: clients }, () => keepUploading(server, count)))
      return acknowledged.size - before
    },
    judge: (server) => judge(server, secret, acknowledged),
  }
}

/** What was acknowledged is there, and what is there is whole. */
const judge = async (server: Server, secret: string, acknowledged: ReadonlySet<number>): Promise<string[]> => {
  const found = await readAll(server, secret)
  const ids = new Set(found.map(({ id }) => id))
  const faults = [...acknowledged].filter((id) => !ids.has(id)).map((id) => `lost: image ${id}`)
  for (const record of found) faults.push(...(await judgeImage(server, record)))
  return faults
}

const readAll = async (server: Server, secret: string): Promise<MediaRecord[]> => {
  const found: MediaRecord[] = []
  for (let page = 1; ; page++) {
    const { body } = await server.ask('GET', `//wp-json/wp/v2/media?per_page=50&page=${page}`, { as: secret })
    // Beyond the last page there is an error.
    if (!Array.isArray(body)) return found
    found.push(...body)
  }
}

const judgeImage = async ({ address }: Server, record: MediaRecord): Promise<string[]> => {
  const faults = await findBroken(record, await readFiles(address, record))
  return faults.map((fault) => `half-written: ${fault}`)
}
