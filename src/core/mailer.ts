import type { AppContext } from './context.ts'

/** A message of plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Sends mail. */
export type Mailer = {
  /** Sends a message and waits until the mail server has taken it; a failure is logged, and answered with false. */
  readonly send: (mail: Mail) => Promise<boolean>
  /** Does work that nobody waits for; with too much of it under way, false says that it was not begun. */
  readonly inBackground: (work: () => Promise<unknown>) => boolean
  /** Waits a moment for what is under way, and closes the connections. */
  readonly close: () => Promise<void>
}

/** Milliseconds for each step of a conversation with the mail server. */
const patience = 10_000

/** Most milliseconds that a server which stops waits for mail under way. */
const longestClose = 1000

/** Most work in the background. */
const maxUnderWay = 50

/** Makes what sends mail by the server that the settings name; undefined where they name none. */
export const createMailer = async ({ config: { mail, siteName }, log }: AppContext): Promise<Mailer | undefined> => {
  if (!mail) return undefined
  // Most servers send no mail.
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
  const transport = createTransport({
    url: mail.url,
    ...timeouts,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const from = { name: siteName, address: mail.from }
  const underWay = new Set<Promise<unknown>>()
  return {
    send: async ({ to, subject, text }) => {
      try {
        // An address is passed as such: as a text it could name several.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
        return true
      } catch (error) {
        // The message of the mail server may repeat the address, and the link is in the text: only the kind of the fault is logged.
        log.error({ code: codeOf(error) }, 'mail could not be sent')
        return false
      }
    },
    inBackground: (work) => {
      if (underWay.size >= maxUnderWay) return false
      const task = work()
        .catch((error) => log.error({ error }, 'mail could not be prepared'))
        .finally(() => underWay.delete(task))
      underWay.add(task)
      return true
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined
      const tooLong = new Promise((resolve) => {
        timer = setTimeout(resolve, longestClose)
      })
      await Promise.race([Promise.allSettled(underWay), tooLong])
      clearTimeout(timer)
      transport.close()
    },
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
