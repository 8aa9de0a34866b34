import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { basic, type Calendar, testNow } from '../support/calendar.ts'
import { seed } from '../support/seed.ts'
import { type InterfaceDocument, readDocument } from './document.ts'
import { judge, methodOf, type SentRequest, unwrap } from './judge.ts'
import { createKnownThings, type KnownThings } from './known-things.ts'
import { uploads } from './planned-uploads.ts'
import { askers, type RequestPlan, requestPlans } from './request-plans.ts'

/** How many requests to send, and from which seed. */
export type FuzzOptions = {
  readonly seed: number
  /** Requests for each operation and role; methods that a path does not have, HEAD and OPTIONS get a tenth. */
  readonly rounds: number
  /** How many requests an administrator may add for an operation that has not succeeded: few random payloads of some are right. */
  readonly attempts?: number
  /** Stops after so many findings. */
  readonly maxFindings: number
  /** What is asked besides what the document of the server declares, and the namespace that all of it is in. */
  readonly other?: { readonly read: (document: InterfaceDocument) => InterfaceDocument; readonly namespace: string }
}

/** What came of it. */
export type FuzzResult = {
  readonly document: InterfaceDocument
  readonly requests: number
  /** Each with the request, so that it can be repeated. */
  readonly findings: readonly string[]
  readonly statuses: ReadonlyMap<number, number>
  /** Requests by `POST /events as admin`, with the method as it was sent. */
  readonly asked: ReadonlyMap<string, number>
  /** Successes by `POST /events`, with the method that counted. */
  readonly succeeded: ReadonlyMap<string, number>
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const sideMethods = ['HEAD', 'OPTIONS'] as const

type Combination = {
  readonly path: string
  readonly method: string
  readonly role: (typeof askers)[number]
  readonly plans: RequestPlan[]
}

/** What the random requests to each part of the interface have in common. */
export const fullLength = { seed, attempts: 500, maxFindings: 10 } as const

/** Sends random requests, one after the other, for every path, method and role of the document, and judges every answer. */
export const fuzz = async (calendar: Calendar, options: FuzzOptions): Promise<FuzzResult> => {
  const own = readDocument((await calendar.ask('GET', '/doc')).body)
  const document = options.other?.read(own) ?? own
  const known = createKnownThings()
  await plant(calendar, known)
  const tally = {
    statuses: new Map<number, number>(),
    asked: new Map<string, number>(),
    succeeded: new Map<string, number>(),
  }
  const findings: string[] = []
  let requests = 0
  const isOver = () => findings.length >= options.maxFindings
  const request = async (combination: Combination, plan: RequestPlan): Promise<void> => {
    const sent = fillIn(combination, plan, known, options.other?.namespace)
    // Time passes, so that scheduled records come due and idempotency keys expire.
    if (++requests % 50 === 0) calendar.setClock(testNow + requests * 10_000)
    const reply = await send(calendar, sent)
    const { status, body } = unwrap(sent, reply)
    known.learn(combination.path.split('/')[1] ?? '', body, reply.headers['etag'])
    count(tally.statuses, status)
    count(tally.asked, `${sent.method} ${sent.path} as ${sent.role}`)
    if (status < 300) count(tally.succeeded, `${methodOf(sent)} ${sent.path}`)
    const isSecretTold = Object.values(calendar.secrets).some((secret) => reply.text.includes(secret))
    const faults = [...judge(document, sent, reply), ...(isSecretTold ? ['the answer holds a secret'] : [])]
    if (faults.length > 0)
      findings.push(`${faults.join('; ')}\n${describe(sent)}\n  answered ${reply.status} ${reply.text.slice(0, 300)}`)
    if (requests % 500 === 0) await nextTurn()
  }
  for (const { combination, plan } of shuffle(combine(document, options), options)) {
    if (isOver()) break
    await request(combination, plan)
  }
  for (const combination of further(document, options, tally.succeeded))
    for (const plan of combination.plans) {
      if (isOver() || tally.succeeded.has(`${combination.method} ${combination.path}`)) break
      await request(combination, plan)
    }
  return { document, requests, findings, ...tally }
}

const combine = ({ paths, operations }: InterfaceDocument, { rounds, seed }: FuzzOptions): Combination[] =>
  paths.flatMap((path, at) =>
    [...methods, ...sideMethods].flatMap((method, nth) => {
      const operation = operations.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)
      const isMain = nth < methods.length && operation !== undefined
      const numRuns = (isMain ? rounds : Math.ceil(rounds / 10)) * askers.length
      const plans = fc.sample(requestPlans(path, method, operation), { seed: seed + at * 10 + nth, numRuns })
      return askers.map((role, own) => ({
        path,
        method,
        role,
        plans: plans.filter((_, index) => index % askers.length === own),
      }))
    }),
  )

/** What an administrator asks of each operation that nothing has succeeded for. */
function* further(
  { operations }: InterfaceDocument,
  { attempts = 0, seed }: FuzzOptions,
  succeeded: ReadonlyMap<string, number>,
): Generator<Combination> {
  for (const [at, [name, operation]] of [...operations].entries()) {
    if (succeeded.has(name)) continue
    const [method = '', path = ''] = name.split(' ')
    const plans = fc.sample(requestPlans(path, method, operation), { seed: seed - 1 - at, numRuns: attempts })
    yield { path, method, role: 'admin', plans }
  }
}

/** All plans in a random order that the seed decides, creates as likely early as late. */
const shuffle = (combinations: readonly Combination[], { seed }: FuzzOptions) => {
  const all = combinations.flatMap((combination) => combination.plans.map((plan) => ({ combination, plan })))
  const [keys = []] = fc.sample(fc.array(fc.nat(), { minLength: all.length, maxLength: all.length }), {
    seed,
    numRuns: 1,
  })
  return all
    .map((it, at) => ({ it, key: keys[at] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ it }) => it)
}

/** A few records of each kind by different users, so that the first requests have something to name. */
const plant = async (calendar: Calendar, known: KnownThings): Promise<void> => {
  const dates = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 12:00' }
  for (const as of ['admin', 'editor', 'author', 'contributor'] as const) {
    const venue = { venue: `Hall of ${as}`, geo_lat: 48.2, geo_lng: 16.4 }
    const terms = as === 'contributor' || as === 'author' ? {} : { categories: [`Music ${as}`], tags: [`tag ${as}`] }
    for (const status of ['publish', 'draft']) {
      const body = {
        title: `Event of ${as}`,
        ...dates,
        status,
        venue,
        organizer: [{ organizer: `Club of ${as}` }],
        ...terms,
      }
      const reply = await calendar.ask('POST', '/events', { as, body })
      known.learn('events', reply.body, reply.headers['etag'])
    }
    const { headers, payload } = uploads[0]
    const reply = await calendar.ask('POST', '//wp-json/wp/v2/media', { as, headers, payload })
    known.learn('media', reply.body, reply.headers['etag'])
  }
}

/** Images have a namespace of their own (contract B7.9), under the same REST roots. */
const rootOf = ({ root }: RequestPlan, path: string, namespace?: string): string => {
  const other = namespace ?? (path.startsWith('/media') ? 'wp/v2' : undefined)
  return other === undefined ? root : root.replace(/(calendar|tribe)\/events\/v1/i, other)
}

const fillIn = (
  { path, method, role }: Combination,
  plan: RequestPlan,
  known: KnownThings,
  namespace?: string,
): SentRequest => {
  const value = known.fillIn(encodeURIComponent(plan.pathValue.toWellFormed()), encodeURIComponent)
  // Paths with two variables end in a UUID, of which any may be asked for below any user.
  const uuid = known.fillIn(`~uuid.${plan.query.length + plan.pathValue.length}~`, encodeURIComponent)
  // A few external ids, so that some are read after they were written.
  const few = { source: 'fuzz', external_id: `known-${(plan.query.length + plan.pathValue.length) % 3}` }
  const external = plan.pathValue.startsWith('~') ? few : { source: value, external_id: value }
  const values: Readonly<Record<string, string>> = { ...external, uuid }
  const below = path === '/' ? '' : path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? value)
  const query = known.fillIn(plan.query, encodeURIComponent)
  const root = rootOf(plan, path, namespace)
  const mark = root.includes('?') ? '&' : '?'
  const headers = Object.entries(plan.headers).filter(([name]) => name !== 'authorization')
  const { body } = plan
  const type = body?.type === undefined ? [] : [['content-type', body.type] as const]
  const isForm = body?.type?.startsWith('application/x-www-form-urlencoded') === true
  return {
    role,
    method,
    path,
    url: `${root}${below}${query === '' ? '' : `${mark}${query}`}`,
    headers: {
      ...Object.fromEntries([
        ...headers.map(([name, text]) => [name, known.fillIn(text, (it) => it)] as const),
        ...type,
        ...Object.entries(body?.headers ?? {}),
      ]),
      ...(plan.headers['authorization'] === undefined ? {} : { authorization: plan.headers['authorization'] }),
    },
    hasWrongCredentials: plan.hasWrongCredentials,
    payload: body && (body.bytes ?? known.fillIn(body.text, isForm ? encodeURIComponent : (it) => it)),
  }
}

const send = async ({ app, secrets }: Calendar, { role, method, url, headers, payload }: SentRequest) => {
  const own = role === 'none' ? {} : { authorization: basic(role, secrets[role as keyof typeof secrets]) }
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: { ...own, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  const text = response.body
  return { status: response.statusCode, text, body: parse(text), headers: response.headers as Record<string, string> }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const describe = ({ role, method, url, headers, payload }: SentRequest): string => {
  const body = Buffer.isBuffer(payload) ? `base64 ${payload.toString('base64')}` : JSON.stringify(payload)
  return `  ${method} ${url} as ${role}\n  headers ${JSON.stringify(headers)}\n  body ${body?.slice(0, 2000)}`
}

const count = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
