import { Agent, request } from 'node:http'

/** A request of a single client. */
export type Ask = {
  readonly method?: string
  readonly path: string
  readonly body?: object
  /** A body that is no JSON; `headers` say what it is. */
  readonly payload?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly authorization?: string
}

/** Its answer, and how long that took. */
export type Answer = { readonly status: number; readonly milliseconds: number; readonly text: string }

const agent = new Agent({ keepAlive: true })

/** Sends a request over a connection that stays open, and reads the answer. */
export const send = (
  address: string,
  { method = 'GET', path, body, payload, headers: others, authorization }: Ask,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = payload ?? (body === undefined ? '' : JSON.stringify(body))
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(text !== '' && { 'content-length': Buffer.byteLength(text) }),
      ...others,
      ...(authorization && { authorization }),
    }
    const started = performance.now()
    const sent = request(address + path, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const milliseconds = performance.now() - started
        resolve({ status: response.statusCode ?? 0, milliseconds, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.once('error', reject).end(text)
  })
