import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A message that the server has received. */
export type ReceivedMail = { readonly from: string; readonly to: readonly string[]; readonly text: string }

/** A mail server that keeps what it gets, and refuses addresses that begin with `refused`. */
export const startMailServer = async () => {
  const received: ReceivedMail[] = []
  let arrived = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      done(username === 'us' && password === 'pass' ? null : new Error('no'), { user: 'us' }),
    onRcptTo: ({ address }, _, done) => done(address.startsWith('refused') ? new Error('no such mailbox') : undefined),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const text = Buffer.concat(chunks).toString('utf8')
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
        arrived.resolve()
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }
  return {
    received,
    url: `smtp://us:pass@127.0.0.1:${port}`,
    /** Waits for the next message after this call. */
    next: () => {
      arrived = Promise.withResolvers<void>()
      return arrived.promise
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** The text of a message, whose lines may be broken and encoded (RFC 2045, 6.7). */
export const textOf = ({ text }: ReceivedMail): string => {
  const body = text.split('\r\n\r\n').slice(1).join('\n\n')
  if (/^Content-Transfer-Encoding: base64/im.test(text)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
