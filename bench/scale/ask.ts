import { Agent, request } from 'node:http'
import { categories, firstEvent, frequentWord, rareWord, venues } from './fill.ts'

/** A server over a calendar of `count` events. */
export type Site = { readonly address: string; readonly secret: string; readonly count: number }

/** What one request was answered. */
export type Answer = { readonly status: number; readonly milliseconds: number; readonly text: string }

type Ask = { readonly method?: string; readonly path: string; readonly body?: object }

/** A kind of request; `random` is from 0 to 1, so that the same part of each calendar is asked for. */
export type Shape = {
  readonly name: string
  readonly ask: (site: Site, random: number, pages: number) => Ask
}

const some = (random: number, count: number): number => Math.floor(random * count)

const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const listOf = (query: string): Ask => ({ path: `/events?${query}` })

/** A published event of a part of the ids: each 33rd is a draft. */
const eventBetween = ({ count }: Site, from: number, to: number, random: number): number => {
  const at = Math.ceil(count * (from + random * (to - from)))
  return at % 33 === 0 ? at - 1 : at
}

const anyEvent = (site: Site, random: number): number => eventBetween(site, 0.01, 1, random)

/** Two years of ten are to come, and the later an event, the higher its id. */
const comingEvent = (site: Site, random: number): number => eventBetween(site, 0.85, 0.9, random)

const payload = (random: number): object => ({
  title: `Concert ${random}`,
  description: `<p>${'An evening with the orchestra of the city. '.repeat(8)}</p>`,
  start_date: `${dayAfter(some(random, 600))} 19:00:00`,
  end_date: `${dayAfter(some(random, 600))} 21:00:00`,
  venue: 1 + some(random, venues),
  categories: [1 + some(random, categories)],
})

/** What is asked, in the order of the tables of docs/scaling.md. */
export const shapes: readonly Shape[] = [
  { name: 'list of 10', ask: () => listOf('per_page=10') },
  { name: 'list of 50', ask: () => listOf('per_page=50') },
  { name: 'page in the middle', ask: (_site, _random, pages) => listOf(`per_page=50&page=${Math.ceil(pages / 2)}`) },
  { name: 'by id', ask: (site, random) => ({ path: `/events/${firstEvent - 1 + anyEvent(site, random)}` }) },
  { name: 'by slug', ask: (site, random) => ({ path: `/events/by-slug/event-${anyEvent(site, random)}` }) },
  { name: 'of a venue', ask: (_site, random) => listOf(`per_page=10&venue=${1 + some(random, venues)}`) },
  { name: 'of a category', ask: (_site, random) => listOf(`per_page=10&categories=${1 + some(random, categories)}`) },
  {
    name: 'of a month',
    ask: (_site, random) => {
      const first = some(random, 660)
      return listOf(`per_page=10&start_date=${dayAfter(first)}&end_date=${dayAfter(first + 30)}`)
    },
  },
  { name: 'search, frequent word', ask: () => listOf(`per_page=10&search=${frequentWord}`) },
  {
    name: 'search, rare word',
    ask: (site, random) => listOf(`per_page=10&search=${rareWord(firstEvent - 1 + comingEvent(site, random))}`),
  },
  { name: 'create', ask: (_site, random) => ({ method: 'POST', path: '/events', body: payload(random) }) },
  {
    name: 'update',
    ask: (site, random) => ({
      method: 'PATCH',
      path: `/events/${firstEvent - 1 + anyEvent(site, random)}`,
      body: { title: `Changed ${random}` },
    }),
  },
]

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends a request, with the administrator's password if it writes, and reads the answer. */
export const send = ({ address, secret }: Site, { method = 'GET', path, body }: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(body && { authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}` }),
    }
    const started = performance.now()
    const sent = request(`${address}/calendar/events/v1${path}`, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => {
          const milliseconds = performance.now() - started
          resolve({ status: response.statusCode ?? 0, milliseconds, text: Buffer.concat(chunks).toString() })
        })
    })
    sent.once('error', reject).end(text)
  })
