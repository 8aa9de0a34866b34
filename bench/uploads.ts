import { Agent, get } from 'node:http'
import { makeNoise, type Site, upload } from '../tests/media/uploading.ts'

/** How quickly a list of ten events was answered, as medians in milliseconds. */
export type Measurement = {
  readonly idle: number
  /** While images were uploaded and decoded. */
  readonly busy: number
  readonly ratio: number
  /** What one of a hundred requests exceeded meanwhile. */
  readonly slow: number
  readonly requests: number
  /** What the uploads answered. */
  readonly statuses: readonly number[]
}

const uploads = 50

/** Asks a server for a list over one connection, again and again: first alone, then while 50 images of 5 MB are uploaded at once. */
export const measureUploads = async (site: Site): Promise<Measurement> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () => timeRequest(`${site.address}/calendar/events/v1/events?per_page=10`, agent)
  const image = await makeNoise(1500, 1140)
  for (let turn = 0; turn < 300; turn++) await ask()
  const alone: number[] = []
  while (alone.length < 500) alone.push(await ask())

  let isOver = false
  const sent = Promise.all(Array.from({ length: uploads }, () => upload(site, image))).finally(() => {
    isOver = true
  })
  const meanwhile: number[] = []
  while (!isOver) meanwhile.push(await ask())
  agent.destroy()
  const statuses = (await sent).map(({ status }) => status)
  const [idle, busy] = [shareOf(alone, 0.5), shareOf(meanwhile, 0.5)]
  return { idle, busy, ratio: busy / idle, slow: shareOf(meanwhile, 0.99), requests: meanwhile.length, statuses }
}

/** Milliseconds until an answer is read. */
const timeRequest = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    get(url, { agent }, (response) => response.resume().once('end', () => resolve(performance.now() - start))).once(
      'error',
      reject,
    )
  })

const shareOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

if (import.meta.main) {
  const [address, secret] = process.argv.slice(2)
  if (address === undefined || secret === undefined)
    throw new Error('usage: bench/uploads.ts ADDRESS PASSWORD-OF-ADMIN')
  const { statuses, ...measured } = await measureUploads({ address, secret })
  process.stdout.write(
    `${JSON.stringify({ ...measured, failed: statuses.filter((status) => status !== 201).length })}\n`,
  )
}
