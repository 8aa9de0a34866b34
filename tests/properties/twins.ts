import type { InjectOptions } from 'fastify'
import { askOf, basic, type Calendar, createCalendar } from '../support/calendar.ts'

/** Two calendars that are asked the same, and what they answered differently. */
export type Twins = {
  /** Asks both, and answers what the first one does. */
  readonly calendar: Calendar
  readonly differences: string[]
  readonly close: () => Promise<void>
}

/** Headers that must be the same; of answers with images the tags differ with the names of their files. */
const comparedHeaders = ['location', 'link', 'allow', 'x-tec-total', 'x-tec-totalpages', 'x-wp-total', 'content-type']

/** A calendar on SQLite, and one on a PostgreSQL server. */
export const createTwins = async (postgres: string): Promise<Twins> => {
  const [first, second] = [await createCalendar(), await createCalendar({ postgres })]
  const differences: string[] = []
  const tags = new Map<string, string>()
  const endings = new Map<string, string>()
  const translate = ({ headers = {}, ...request }: InjectOptions): InjectOptions => {
    const own = Object.entries(headers).map(([name, value]) => [name, translateHeader(String(value))] as const)
    const { url } = request
    return {
      ...request,
      headers: Object.fromEntries(own),
      // Requests name images by slugs that the first calendar made at random.
      ...(typeof url === 'string' ? { url: url.replace(anyEnding, (ending) => endings.get(ending) ?? ending) } : {}),
    }
  }
  const translateHeader = (value: string): string => {
    for (const [name, secret] of Object.entries(first.secrets)) {
      if (value === basic(name, secret)) return basic(name, second.secrets[name as keyof typeof second.secrets])
    }
    return value.replace(/"[^"]+"/g, (tag) => tags.get(tag) ?? tag)
  }
  const inject = async (request: InjectOptions) => {
    const [own, other] = [await first.app.inject(request), await second.app.inject(translate(request))]
    if (typeof own.headers['etag'] === 'string') tags.set(own.headers['etag'], String(other.headers['etag']))
    const others = other.body.match(imageEnding) ?? []
    for (const [at, ending] of (own.body.match(imageEnding) ?? []).entries()) endings.set(ending, others[at] ?? ending)
    const show = ({ statusCode, body, headers }: typeof own): string =>
      [statusCode, ...comparedHeaders.map((name) => `${name}: ${headers[name]}`), body].map(withoutNames).join('\n')
    if (show(own) !== show(other)) {
      const asked = `${request.method} ${request.url} ${String(request.payload ?? '').slice(0, 500)}`
      differences.push(
        `${asked}\n--- SQLite\n${show(own).slice(0, 2000)}\n--- PostgreSQL\n${show(other).slice(0, 2000)}`,
      )
    }
    return own
  }
  const app = Object.assign(Object.create(first.app) as Calendar['app'], { inject })
  return {
    calendar: {
      ...first,
      app,
      ask: askOf(app, first.secrets),
      setClock: (to) => {
        first.setClock(to)
        second.setClock(to)
      },
    },
    differences,
    close: async () => {
      await first.close()
      await second.close()
    },
  }
}

/** The random letters at the ends of the names of images, in answers and wherever a request names them. */
const imageEnding = /-[b-df-hj-np-twv-z2-9]{8}(?=[-."&>])/g
const anyEnding = /-[b-df-hj-np-twv-z2-9]{8}/g

/** An answer without those letters, and without the tags that follow from them. */
const withoutNames = (value: unknown): string =>
  String(value)
    .replace(imageEnding, '-RANDOM')
    .replace(/(etag": ?)"[^,}]*"/gi, '$1"TAG"')
