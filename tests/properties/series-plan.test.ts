import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listColumns } from '../../src/core/fields.ts'
import { addDays } from '../../src/lib/time-zone.ts'
import { eventDefinition } from '../../src/resources/events/definition.ts'
import { eventFields } from '../../src/resources/events/fields.ts'
import { planOccurrences, type SeriesChange, type SeriesPlan } from '../../src/resources/events/series/plan.ts'
import { type Occurrence, readOwnFields } from '../../src/resources/events/series/stored.ts'
import { datesAt, type SeriesRow } from '../../src/resources/events/series/times.ts'
import { seed } from '../support/seed.ts'
import { createRandom, type Random } from './random.ts'

const series: SeriesRow = {
  id: 1,
  slug: 'yoga',
  recurrence: 'RRULE:FREQ=DAILY;COUNT=9',
  start_date: '2027-03-25 10:00:00',
  timezone: 'Europe/Berlin',
  all_day: 0,
  length: 3600,
  filled_until: '',
  modified_utc: '2027-01-01 00:00:00',
}

/** Fields with a column of their own, which a change may give to all occurrences. */
const names = ['title', 'description', 'cost', 'event_status', 'website', 'sticky', 'offers'] as const

const columnsOf = (name: (typeof names)[number]) => listColumns(eventFields[name]) as readonly (keyof Occurrence)[]

const newRow = (random: Random, at: number): Occurrence => {
  const start = addDays(series.start_date, at)
  const own = names.filter(() => random.chance(10))
  const isTrash = random.chance(15)
  return {
    ...eventDefinition.blank,
    ...datesAt(series, start),
    ...Object.fromEntries(own.flatMap(columnsOf).map((column) => [column, `${column} ${at}`])),
    id: 10 + at,
    title: own.includes('title') ? `Own ${at}` : 'Yoga',
    event_status: own.includes('event_status') ? 'cancelled' : 'scheduled',
    slug: `yoga-${start.slice(0, 10)}`,
    status: isTrash ? 'trash' : 'publish',
    trashed_from: '',
    series_id: series.id,
    recurrence_id: start,
    own_fields: [...own, ...(isTrash ? ['status'] : []), ...(random.chance(10) ? ['start_date'] : [])].sort().join(','),
    // What the plan does not read is left out.
  } as unknown as Occurrence
}

const randomChange = (random: Random): SeriesChange => {
  const rows = Array.from({ length: 1 + random.below(9) }, (_, at) => newRow(random, at))
  const before = random.oneOf(rows)
  const fields = names.filter(() => random.chance(40))
  const values = fields.flatMap(columnsOf).map((column) => [column, `new ${column}`])
  const shift = random.oneOf([0, 3600, 86_400, -7200])
  const starts = Array.from({ length: 12 }, (_, at) => addDays(series.start_date, at - 1)).filter(() =>
    random.chance(60),
  )
  const changed = shift === 3600 ? { ...series, start_date: '2027-03-25 11:00:00' } : series
  const moved = random.chance(50)
    ? {
        ...{ times: changed, recurrence: { rule: undefined, rdate: [], exdate: [] }, filled_until: '' },
        ...{ starts: starts.map((start) => (shift === 3600 ? start.replace('10:00', '11:00') : start)), shift },
        hasDates: true,
      }
    : undefined
  return {
    series: moved ? changed : series,
    rows,
    addressed: { ...before, ...Object.fromEntries(values) },
    ownFields: readOwnFields(before).filter((name) => !fields.some((one) => one === name) && name !== 'start_date'),
    fields,
    moved,
    isRenamed: random.chance(20),
  }
}

/** What the contract says of a change of a whole series (C3.4). */
const check = (change: SeriesChange, plan: SeriesPlan): void => {
  const { rows, moved, fields, addressed } = change
  const ids = [...plan.changes.map(({ after }) => after.id), ...plan.removed]
  assert.deepEqual(
    ids.toSorted((a, b) => a - b),
    rows.map(({ id }) => id),
    'each occurrence is changed or removed, once',
  )
  if (moved) {
    const given = plan.changes
      .filter(({ after }) => !plan.exceptions.some(({ id }) => id === after.id))
      .map(({ after }) => after.recurrence_id)
    assert.deepEqual([...given, ...plan.inserted].sort(), moved.starts, 'each start has one occurrence')
  } else
    assert.deepEqual(
      [plan.inserted, plan.removed, plan.exceptions],
      [[], [], []],
      'no dates change where no times are sent',
    )
  for (const id of plan.removed) {
    const row = rows.find((one) => one.id === id)
    assert.deepEqual([row?.own_fields, row?.status], ['', 'publish'], 'what somebody has changed is not removed')
  }
  for (const { stored: before, after } of plan.changes) {
    const isAddressed = after.id === addressed.id
    const own = isAddressed ? change.ownFields : readOwnFields(before)
    for (const name of names)
      for (const column of columnsOf(name)) {
        const expected = fields.includes(name) && !own.includes(name) ? addressed[column] : before[column]
        assert.equal(after[column], expected, `${column} of ${after.id}`)
      }
    const isException = plan.exceptions.some(({ id }) => id === after.id)
    const ruled = datesAt(change.series, after.recurrence_id).start_date
    const expected = moved && !isException && !own.includes('start_date') ? ruled : before.start_date
    assert.equal(after.start_date, expected, `the start of ${after.id}`)
    assert.equal(after.status, before.status, `the status of ${after.id}`)
  }
  assert.ok(
    ids.includes(plan.answeredId) && (!plan.removed.includes(plan.answeredId) || plan.changes.length === 0),
    'an occurrence that stays is answered',
  )
}

describe('the plan of a change of a whole series', () => {
  const random = createRandom(seed)
  const changes = Array.from({ length: 500 }, () => randomChange(random))

  it('gives every occurrence its values, and keeps what it has of its own', () => {
    for (const change of changes) check(change, planOccurrences(change))
  })

  it('is seen to overwrite own fields, to lose a date, and to remove exceptions (negative control)', () => {
    const overwriting = changes.map((change) => ({ ...change, rows: change.rows.map((row) => ({ ...row })) }))
    const isCaught = (broken: (change: SeriesChange, plan: SeriesPlan) => SeriesPlan): boolean =>
      overwriting.some((change) => {
        try {
          check(change, broken(change, planOccurrences(change)))
          return false
        } catch {
          return true
        }
      })
    const withTitle = (_: SeriesChange, plan: SeriesPlan): SeriesPlan => ({
      ...plan,
      changes: plan.changes.map(({ stored, after }) => ({ stored, after: { ...after, title: 'Same for all' } })),
    })
    assert.ok(isCaught(withTitle))
    assert.ok(isCaught((_, plan) => ({ ...plan, inserted: plan.inserted.slice(1) })))
    assert.ok(
      isCaught((_, { changes: [first, ...others], removed, ...plan }) => ({
        ...plan,
        changes: others,
        removed: [...removed, first?.after.id ?? 0],
      })),
    )
    assert.ok(!isCaught((_, plan) => plan))
  })

  it('sends the series to the trash and back, without those that were there before', () => {
    for (const { moved: _, ...change } of changes) {
      const to = (status: 'trash' | 'publish', rows: readonly Occurrence[]) => {
        const { id } = change.addressed
        const current = rows.find((row) => row.id === id) ?? change.addressed
        const addressed = { ...current, status, trashed_from: status === 'trash' ? current.status : ('' as const) }
        return planOccurrences({ ...change, rows, addressed, fields: ['status'], moved: undefined })
      }
      if (change.addressed.status === 'trash') continue
      const gone = to('trash', change.rows).changes.map(({ after }) => after)
      assert.ok(gone.every(({ status }) => status === 'trash'))
      const back = to('publish', gone).changes.map(({ after }) => after.status)
      assert.deepEqual(
        back,
        change.rows.map(({ status }) => status),
      )
    }
  })
})
