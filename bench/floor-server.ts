import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a floor is to answer: the answers of `origin` to the first `limit` of `paths` that it answers with 200. */
export type FloorTask = {
  readonly origin: string
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly limit: number
}

/** What it does answer, in the order of the paths; `bytes` is the mean of the bodies. */
export type FloorAnswers = {
  readonly paths: readonly string[]
  readonly etags: readonly string[]
  readonly bytes: number
}

/*
 * The least that a server on node:http can do: constant buffers by the raw URL, with the very bodies and headers of Kalends, and 304
 * by If-None-Match. It gets its task as a message, asks for the answers before it listens, and says so by a message.
 */

type Constant = { readonly etag: string; readonly headers: readonly string[]; readonly body: Buffer }

const answers = new Map<string | undefined, Constant>()

/** What node:http writes by itself. */
const own = ['date', 'connection', 'keep-alive', 'transfer-encoding']

const ask = (url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<Constant | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        if (response.statusCode !== 200) return resolve(undefined)
        const pairs = response.rawHeaders.flatMap((name, at, all) =>
          at % 2 === 0 && !own.includes(name.toLowerCase()) ? [name, all[at + 1] ?? ''] : [],
        )
        resolve({ etag: response.headers.etag ?? '', headers: pairs, body: Buffer.concat(chunks) })
      })
    }).once('error', reject)
  })

const collect = async ({ origin, paths, headers, limit }: FloorTask): Promise<FloorAnswers> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const kept: [string, Constant][] = []
  const chunk = 64
  for (let first = 0; first < paths.length && kept.length < limit; first += chunk) {
    const some = paths.slice(first, first + chunk)
    const found = await Promise.all(some.map((path) => ask(origin + path, agent, headers)))
    for (const [at, path] of some.entries()) {
      const answer = found[at]
      if (answer && kept.length < limit) kept.push([path, answer])
    }
  }
  agent.destroy()
  for (const [path, answer] of kept) answers.set(path, answer)
  const bytes = kept.reduce((sum, [, { body }]) => sum + body.length, 0) / kept.length
  return { paths: kept.map(([path]) => path), etags: kept.map(([, { etag }]) => etag), bytes }
}

const server = createServer((request, response) => {
  const answer = answers.get(request.url)
  if (!answer) {
    response.writeHead(404).end()
  } else if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, ['etag', answer.etag]).end()
  } else {
    response.writeHead(200, answer.headers as string[]).end(answer.body)
  }
})

process.once('message', async (task: FloorTask) => {
  const collected = await collect(task)
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.send?.({ ...collected, address: `http://127.0.0.1:${port}` })
  })
})
process.once('disconnect', () => process.exit())
