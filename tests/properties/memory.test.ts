import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CacheRule, Response } from '../../src/http/types.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { lengthOf, someOf } from '../support/lengths.ts'
import { sharePostgres } from '../support/postgres.ts'
import { seed } from '../support/seed.ts'
import type { Fault } from './many-processes.ts'
import { takeSteps } from './steps.ts'

const postgres = await sharePostgres()

const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** A response with another rule about how long it stays right. */
const withRule = (response: Response, rule: Partial<CacheRule>): Response =>
  response.cache ? { ...response, cache: { ...response.cache, ...rule } } : response

const onCalendar = async <T>(options: { postgres?: string }, work: (calendar: Calendar) => Promise<T>): Promise<T> => {
  const calendar = await createCalendar(options)
  return work(calendar).finally(() => calendar.close())
}

describe('what a process has in memory', () => {
  for (const [servers, steps] of [
    [1, lengthOf(400, 10_000)],
    [3, lengthOf(400, 10_000)],
  ] as const) {
    it(`is what the database holds, with ${servers} of them on one SQLite file`, async (t) => {
      const { reads, writes, differences } = await onCalendar({}, (calendar) =>
        takeSteps(calendar, { seed, steps, servers }),
      )
      t.diagnostic(`SEED=${seed}, ${reads} reads and ${writes} writes`)
      assert.deepEqual(differences, [], `SEED=${seed}`)
      assert.equal(reads + writes, steps)
    })
  }

  it('is what the database holds, with 2 of them on PostgreSQL', {
    skip: typeof postgres === 'string' ? postgres : false,
  }, async (t) => {
    assert.ok(typeof postgres !== 'string')
    const steps = lengthOf(150, 3000)
    const { reads, writes, differences } = await onCalendar({ postgres: postgres.url }, (calendar) =>
      takeSteps(calendar, { seed, steps, servers: 2 }),
    )
    t.diagnostic(`SEED=${seed}, ${reads} reads and ${writes} writes`)
    assert.deepEqual(differences, [], `SEED=${seed}`)
    assert.equal(reads + writes, steps)
  })

  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))
})

/** Faults that a cache may have; each must be found. */
const faults: readonly [name: string, fault: Fault][] = [
  [
    'a process that does not ask what others have changed',
    (reading) => {
      const first = reading.sync(0)
      return { ...reading, sync: () => first }
    },
  ],
  [
    'answers that outlive the day they were made for',
    (reading) => ({
      ...reading,
      responses: {
        ...reading.responses,
        offer: (key, response, ...at) => reading.responses.offer(key, withRule(response, { validity: always }), ...at),
      },
    }),
  ],
  [
    'records that everybody sees as an editor does',
    (reading) => ({
      ...reading,
      documents: {
        ...reading.documents,
        event: (_caller, ...which) => reading.documents.event({ id: 2, role: 'editor' }, ...which),
      },
    }),
  ],
  [
    'answers that callers of all roles share',
    (reading) => {
      const withoutCaller = (key: string): string => key.replace(/^\d+ \w+ (?=\/)/, '')
      return {
        ...reading,
        responses: {
          find: (key, ...at) => reading.responses.find(withoutCaller(key), ...at),
          offer: (key, ...response) => reading.responses.offer(withoutCaller(key), ...response),
        },
      }
    },
  ],
  [
    'answers that depend on nothing',
    (reading) => ({
      ...reading,
      responses: {
        ...reading.responses,
        offer: (key, response, ...at) =>
          reading.responses.offer(key, withRule(response, { dependsOn: [], flags: [] }), ...at),
      },
    }),
  ],
]

describe('a fault that is put in (negative control)', () => {
  for (const [name, fault] of someOf(faults, 1)) {
    it(`is found: ${name}`, async () => {
      const { differences } = await onCalendar({}, (calendar) =>
        takeSteps(calendar, { seed, steps: 30_000, servers: 2, fault }),
      )
      assert.equal(differences.length, 1, `SEED=${seed}`)
    })
  }

  for (const trigger of someOf(['venue_update_logged', 'term_update_logged', 'event_update_logged'], 1)) {
    it(`is found: the trigger ${trigger} is not there`, async () => {
      const { differences } = await onCalendar({}, async (calendar) => {
        await calendar.database.transact(({ kysely }) => sql.raw(`drop trigger ${trigger}`).execute(kysely))
        return takeSteps(calendar, { seed, steps: 30_000, servers: 2 })
      })
      assert.equal(differences.length, 1, `SEED=${seed}`)
    })
  }

  for (const [facet, reads] of someOf(
    [
      ['venue:', /[?]venue=/],
      ['organizer:', /organizer=/],
      ['term:', /categories=|tags=/],
      ['featured', /featured=/],
    ] as const,
    0,
  )) {
    it(`is found: changes do not tell ${facet}`, async () => {
      const { differences } = await onCalendar({}, async (calendar) => {
        await calendar.database.transact(({ kysely }) =>
          sql
            .raw(`create trigger untold after insert on change begin
              update change set facets = replace(facets, '${facet}', 'untold') where id = new.id; end`)
            .execute(kysely),
        )
        return takeSteps(calendar, { seed, steps: 30_000, servers: 2, reads })
      })
      assert.equal(differences.length, 1, `SEED=${seed}`)
    })
  }
})
