import type { FastifyInstance } from 'fastify'

/** A response on its way to the client, which a test may change. */
export type AlterableResponse = { status: number; readonly headers: Record<string, string>; body: string }

/** Puts a fault into the responses of a server: `alter` changes each that comes through its router, before it is written. */
export const alterResponses = (app: FastifyInstance, alter: (response: AlterableResponse) => void): void => {
  app.addHook('onRequest', async (_request, reply) => {
    const { raw } = reply
    const { writeHead, write, end } = raw
    const chunks: Buffer[] = []
    const head = { status: 200, headers: {} as Record<string, string> }
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    }
    const replacement = {
      writeHead: (status: number, pairs: readonly string[]) => {
        head.status = status
        for (let at = 0; at < pairs.length; at += 2) head.headers[pairs[at] ?? ''] = pairs[at + 1] ?? ''
        return raw
      },
      write: (chunk: unknown) => {
        keep(chunk)
        return true
      },
      end: (chunk?: unknown) => {
        keep(chunk)
        const response = { ...head, body: Buffer.concat(chunks).toString() }
        alter(response)
        const hasLength = 'content-length' in response.headers
        const length = hasLength ? { 'content-length': String(Buffer.byteLength(response.body)) } : {}
        Object.assign(raw, { writeHead, write, end })
        raw.writeHead(response.status, { ...response.headers, ...length })
        return raw.end(response.body)
      },
    }
    Object.assign(raw, replacement)
  })
}
