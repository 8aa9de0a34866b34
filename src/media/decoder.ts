import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { ApiError } from '../core/errors.ts'
import type { PreparedImage } from '../core/image-file.ts'
import { onAnswer } from '../lib/worker-answers.ts'
import { type Card, cardEnvironment } from './card.ts'
import type { CardJob, ImageAnswer, ImageJob } from './image-worker.ts'
import { sniffFormat, sniffLength } from './sniff.ts'

/** An image that cannot be accepted; the message says why. `type`: not an accepted format; `content`: damaged, or too large. */
export class ImageFault extends Error {
  readonly reason: 'type' | 'content'

  constructor(reason: 'type' | 'content', message: string) {
    super(message)
    this.reason = reason
  }
}

/** Decodes and draws images one after the other, in a process that may run out of memory or crash without harm to this one. */
export type Decoder = {
  /**
   * Decodes the file `source` and writes its renditions into `directory`, which exists and is empty.
   * With `hasPreview`, a preview is among them.
   * @throws ImageFault for a fault of the image; errors of the system keep their `code`.
   */
  readonly prepare: (source: string, directory: string, hasPreview?: boolean) => Promise<PreparedImage>
  /** Draws a card as a PNG. @throws ImageFault if that fails. */
  readonly draw: (card: Card) => Promise<Buffer>
  /** Ends the process; jobs that are not finished fail. */
  readonly close: () => Promise<void>
}

/** The process had to end, or could not go on, since the machine has too little memory. That is never the fault of a file. */
class MemoryFault extends Error {}

type DecoderOptions = {
  /** Most milliseconds for one image. */
  readonly timeout?: number
  /** Called when an image was not decoded for want of memory. */
  readonly onMemoryFault?: () => void
}

/** A decoder whose process starts with the first image and ends after a minute without one. */
export const createDecoder = ({ timeout = 60_000, onMemoryFault }: DecoderOptions = {}): Decoder => {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const start = (): ChildProcess => {
    const started = startWorker()
    const forget = () => {
      if (child === started) child = undefined
    }
    return started.on('exit', forget).on('error', forget)
  }
  const run = async (job: ImageJob | CardJob): Promise<ImageAnswer> => {
    const closed = new ApiError('rest_service_unavailable', { message: 'The server is stopping.' })
    if (isClosed) throw closed
    clearTimeout(idle)
    child ??= start()
    const answer = await ask(child, job, timeout).catch((error: unknown) => {
      if (isClosed) throw closed
      if (!(error instanceof MemoryFault)) throw error
      onMemoryFault?.()
      throw new ApiError('rest_service_unavailable', { message: error.message, headers: { 'retry-after': '60' } })
    })
    idle = setTimeout(() => {
      child?.kill('SIGKILL')
      // A job that arrives before the process has ended gets a new one.
      child = undefined
    }, 60_000).unref()
    return answer
  }
  const inTurn = (job: ImageJob | CardJob): Promise<ImageAnswer> => {
    const turn = last.then(() => run(job))
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    prepare: async (source, directory, hasPreview = false) => {
      const format = sniffFormat(await readHead(source))
      if (format === undefined)
        throw new ImageFault(
          'type',
          'The file is not a JPEG, PNG, GIF, WebP or AVIF image. Other formats, such as HEIC and SVG, are not accepted.',
        )
      const answer = await inTurn({ source, directory, format, hasPreview })
      if (!('image' in answer)) throw new ImageFault('content', 'The image was not decoded.')
      return answer.image
    },
    draw: async (card) => {
      const answer = await inTurn({ card })
      if (!('png' in answer)) throw new ImageFault('content', 'The card was not drawn.')
      return Buffer.from(answer.png, 'base64')
    },
    close: async () => {
      isClosed = true
      clearTimeout(idle)
      if (child === undefined) return
      child.ref()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const readHead = async (path: string): Promise<Uint8Array> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffLength))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A separate process, not a thread: sharp uses the thread pool that file access and password hashing need too. */
const startWorker = (): ChildProcess => {
  const program = new URL(`./image-worker${extname(import.meta.url)}`, import.meta.url)
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('KALENDS_') && name !== 'NODE_OPTIONS',
  )
  return fork(program, {
    execArgv: [],
    // The first setting saves memory; the second keeps pixels out of the temporary directory, which may be full.
    env: { ...Object.fromEntries(inherited), MALLOC_ARENA_MAX: '2', VIPS_DISC_THRESHOLD: '1g', ...cardEnvironment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** The child keeps this process running only while it has a job. */
const ask = async (child: ChildProcess, job: ImageJob | CardJob, timeout: number): Promise<ImageAnswer> => {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, timeout)
  const listening = new AbortController()
  child.ref()
  child.channel?.ref()
  try {
    const answered = new Promise<ImageAnswer>((resolve) => {
      listening.signal.addEventListener('abort', onAnswer(child, resolve))
    })
    const ended = once(child, 'exit', { signal: listening.signal }).then(([, signal]): never => {
      if (isLate) throw new ImageFault('content', `The image cannot be decoded within ${timeout / 1000} seconds.`)
      // So the kernel ends a process that takes more memory than there is.
      if (signal === 'SIGKILL') throw new MemoryFault(tooLittle)
      throw new ImageFault('content', 'The image cannot be decoded: the decoder failed on it.')
    })
    child.send(job)
    return requireAnswer(await Promise.race([answered, ended]))
  } finally {
    listening.abort()
    clearTimeout(timer)
    child.unref()
    child.channel?.unref()
  }
}

const tooLittle =
  'The server has too little memory to decode the image just now. Try again later, or send one with fewer pixels.'

const requireAnswer = (answer: ImageAnswer): ImageAnswer => {
  if ('image' in answer || 'png' in answer) return answer
  if ('fault' in answer) throw new ImageFault('content', answer.fault)
  if (answer.error.code === 'ENOMEM') throw new MemoryFault(tooLittle)
  throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
}
