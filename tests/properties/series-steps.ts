import assert from 'node:assert/strict'
import { addDays, type DateTimeText, nowText, toEpoch } from '../../src/lib/time-zone.ts'
import { fillSeries, findUnfilled } from '../../src/resources/events/series/fill.ts'
import type { Calendar } from '../support/calendar.ts'
import type { Random } from './random.ts'
import type { ModelOccurrence, ModelSeries } from './series-model.ts'
import * as model from './series-model.ts'

/** A calendar and what it must show: series, and events that have left theirs. */
export type World = {
  readonly calendar: Calendar
  readonly random: Random
  now: number
  readonly series: ModelSeries[]
  readonly singles: ModelOccurrence[]
  readonly gone: number[]
  names: number
}

type Scope = 'this' | 'following' | 'all'

/** The dates of an event that takes an hour. */
const datesAt = (start: DateTimeText) => ({ start_date: start, end_date: nowText(toEpoch(start) + 3_600_000) })

const write = async ({ calendar }: World, method: string, path: string, body?: object) => {
  const reply = await calendar.ask(method, path, { as: 'editor', ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path} ${JSON.stringify(body)}: ${reply.text}`)
  return reply.body
}

const newTitle = (world: World): string => `Title ${++world.names}`

/** A time of day at which no clock changes. */
const someTime = (random: Random): string => random.oneOf(['08:00:00', '12:00:00', '18:00:00', '20:30:00'])

const someRule = ({ random }: World) => ({
  days: random.oneOf([1, 2, 3, 7, 7, 7, 14, 28]) * (random.chance(20) ? 2 : 1),
  count: random.chance(60) ? 1 + random.below(12) : undefined,
})

const create = async (world: World): Promise<string> => {
  const { random, now } = world
  const start = `${addDays(nowText(now), random.below(60)).slice(0, 10)} ${someTime(random)}`
  const title = newTitle(world)
  const rule = someRule(world)
  // Endless series have few occurrences.
  if (rule.count === undefined) rule.days = 28
  const made = model.createModel({ start, ...rule, title }, now)
  const body = { title, ...datesAt(start), recurrence: model.ruleText(rule) }
  const answer = await write(world, 'POST', '/events', body)
  made.id = answer.series.id
  made.slug = (await world.calendar.ask('GET', `/series/${made.id}`)).body.slug
  world.series.push(made)
  return `create ${JSON.stringify(body)}`
}

/** The occurrences that a write of one changes: its series, or what begins with it, which the answer names. */
const partOf = (series: ModelSeries, one: ModelOccurrence, scope: Scope): ModelSeries =>
  scope === 'following' ? model.split(series, one) : series

const noteSplit = async (world: World, part: ModelSeries, id: number): Promise<void> => {
  if (part.id !== 0) return
  part.id = id
  part.slug = (await world.calendar.ask('GET', `/series/${id}`)).body?.slug ?? ''
  world.series.push(part)
}

const rename = async (world: World, series: ModelSeries, one: ModelOccurrence, scope: Scope): Promise<string> => {
  const title = newTitle(world)
  const answer = await write(world, 'POST', `/events/${one.id}`, { title, scope })
  if (scope === 'this') {
    one.title = title
    one.own.add('title')
    model.forgetWhatIsSame(series, one)
  } else {
    const part = partOf(series, one, scope)
    model.renameAll(part, one, title)
    await noteSplit(world, part, answer.series.id)
  }
  return `rename ${one.id} ${scope}`
}

const move = async (world: World, series: ModelSeries, one: ModelOccurrence, scope: Scope): Promise<string> => {
  const { random, now } = world
  const to = `${addDays(one.start, random.below(7) - 3).slice(0, 10)} ${someTime(random)}`
  const what = `move ${one.id} from ${one.start} to ${to}, ${scope}`
  if (to === one.start) return what
  const answer = await write(world, 'POST', `/events/${one.id}`, { ...datesAt(to), scope })
  if (scope === 'this') {
    one.start = to
    one.own.add('start_date')
    model.forgetWhatIsSame(series, one)
    return what
  }
  const part = partOf(series, one, scope)
  const seconds = (toEpoch(to) - toEpoch(one.ruled)) / 1000
  const later = (date: DateTimeText) => nowText(toEpoch(date) + 1000 * seconds)
  one.own.delete('start_date')
  Object.assign(part, { start: later(part.start), excepted: part.excepted.map(later) })
  if (part.before !== undefined) part.before = later(part.before)
  const kept = model.replan(part, one, seconds, now)
  await noteSplit(world, part, answer.series.id)
  compareKept(answer, kept)
  return what
}

const changeRule = async (world: World, series: ModelSeries, one: ModelOccurrence, scope: Scope): Promise<string> => {
  const rule = someRule(world)
  if (rule.count === undefined) rule.days = 28
  const body = { recurrence: model.ruleText(rule), scope: scope === 'this' ? 'all' : scope }
  const answer = await write(world, 'POST', `/events/${one.id}`, body)
  const part = partOf(series, one, scope)
  Object.assign(part, { ...rule, before: undefined, excepted: [] })
  const kept = model.replan(part, one, 0, world.now)
  await noteSplit(world, part, answer.series.id)
  compareKept(answer, kept)
  return `rule of ${one.id} ${JSON.stringify(body)}`
}

const compareKept = (answer: { kept_exceptions?: { id: number }[] }, kept: readonly ModelOccurrence[]): void => {
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id).sort()
  assert.deepEqual(ids(answer.kept_exceptions ?? []), ids(kept), 'kept exceptions')
}

const trash = async (world: World, series: ModelSeries, one: ModelOccurrence): Promise<string> => {
  await write(world, 'DELETE', `/events/${one.id}`)
  one.isTrash = true
  one.own.add('status')
  model.forgetWhatIsSame(series, one)
  return `trash ${one.id}`
}

const restore = async (world: World): Promise<string> => {
  const series = world.random.oneOf(world.series.filter((one) => model.shown(one).length > 0))
  const one = world.random.oneOf(series?.occurrences.filter(({ isTrash }) => isTrash) ?? [])
  if (!series || !one) return 'nothing to restore'
  await write(world, 'POST', `/events/${one.id}`, { status: 'publish' })
  one.isTrash = false
  model.forgetWhatIsSame(series, one)
  return `restore ${one.id}`
}

/** What was in the trash before all went there stays when all come back. */
const trashAndRestoreAll = async (world: World, series: ModelSeries, one: ModelOccurrence): Promise<string> => {
  await write(world, 'DELETE', `/events/${one.id}?scope=all`)
  assert.equal((await world.calendar.ask('GET', `/series/${series.id}`)).status, 404)
  await write(world, 'POST', `/events/${one.id}`, { status: 'publish', scope: 'all' })
  return `trash and restore all of ${series.id} by ${one.id}`
}

const removeForGood = async (
  world: World,
  series: ModelSeries,
  one: ModelOccurrence,
  scope: Scope,
): Promise<string> => {
  await write(world, 'DELETE', `/events/${one.id}?force=true&scope=${scope}`)
  const going = scope === 'this' ? [one] : partOf(series, one, scope).occurrences
  world.gone.push(...going.map(({ id }) => id))
  series.occurrences = series.occurrences.filter((other) => !going.includes(other))
  if (scope === 'this') series.excepted.push(one.ruled)
  return `remove ${one.id} ${scope}`
}

const leave = async (world: World, series: ModelSeries, one: ModelOccurrence): Promise<string> => {
  await write(world, 'POST', `/events/${one.id}`, { recurrence: null })
  series.occurrences = series.occurrences.filter((other) => other !== one)
  series.excepted.push(one.ruled)
  world.singles.push(one)
  return `leave ${one.id}`
}

/** Time passes, and series without an end get what has come into their horizon. */
const passTime = async (world: World): Promise<string> => {
  world.now += (1 + world.random.below(90)) * 86_400_000
  const { calendar, now } = world
  calendar.setClock(now)
  const context = { config: calendar.config, now: () => now }
  for (const id of await findUnfilled(calendar.database, context))
    await calendar.database.transact((db) => fillSeries(db, context, id))
  for (const series of world.series) model.fill(series, now)
  return `time passes until ${nowText(now)}`
}

const steps = [rename, rename, move, move, changeRule, trash, trash, trashAndRestoreAll, removeForGood, leave]

/** Takes a random step on the server and in the model; returns what it was. */
export const takeStep = async (world: World): Promise<string> => {
  const { random } = world
  const series = random.oneOf(world.series.filter((one) => model.shown(one).length > 0))
  if (!series || random.chance(12)) return create(world)
  if (random.chance(8)) return passTime(world)
  if (random.chance(8)) return restore(world)
  const scope: Scope = random.oneOf(['this', 'following', 'all'])
  // An occurrence that its rule no longer gives begins no series.
  const ruled = new Set(model.datesOf(series, world.now))
  const one = random.oneOf(model.shown(series).filter((one) => scope === 'this' || ruled.has(one.ruled)))
  return one ? random.oneOf(steps)(world, series, one, scope) : create(world)
}
