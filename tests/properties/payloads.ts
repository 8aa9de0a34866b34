import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { JsonObject } from '../../src/lib/json.ts'
import type { Calendar } from '../support/calendar.ts'
import { seed } from '../support/seed.ts'
import { type InterfaceDocument, readDocument } from './document.ts'
import { createKnownThings, type KnownThings } from './known-things.ts'
import { pairs } from './planned-bodies.ts'

/** The five resources, as paths name them. */
export const plurals = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
/** One of them. */
export type Plural = (typeof plurals)[number]

/** A calendar with records of every kind, and what is known of it. */
export type Garden = {
  readonly calendar: Calendar
  readonly document: InterfaceDocument
  readonly known: KnownThings
  /** A payload with its marks filled in. */
  readonly fill: (text: string) => JsonObject
}

/** Random payloads that create a record, as JSON with marks in it. */
export const payloads = (document: InterfaceDocument, plural: Plural): fc.Arbitrary<string> => {
  const operation = document.operations.get(`POST /${plural}`)
  assert.ok(operation)
  const some = pairs(`/${plural}`, 'valid', operation.fields, operation.required, false)
  // More fields at once than the fuzz sends: what is valid by itself should be so together.
  return fc.tuple(some, some, some).map((values) => JSON.stringify(Object.fromEntries(values.flat())))
}

/** Fills a calendar with some random records of each resource, by its administrator. */
export const plantGarden = async (calendar: Calendar, records: number): Promise<Garden> => {
  const document = readDocument((await calendar.ask('GET', '/doc')).body)
  const known = createKnownThings()
  const fill = (text: string): JsonObject => JSON.parse(known.fillIn(text, (it) => it)) as JsonObject
  for (const [at, plural] of [...plurals].reverse().entries()) {
    let created = 0
    // Some payloads are refused; where most are, more are sent, so that each list has something to find.
    for (let round = 0; created < records / 2 && round < 10; round++) {
      for (const text of fc.sample(payloads(document, plural), { seed: seed + at + 100 * round, numRuns: records })) {
        const { status, body } = await calendar.ask('POST', `/${plural}`, { as: 'admin', body: fill(text) })
        if (status !== 201) continue
        known.learn(plural, body, undefined)
        created++
      }
    }
  }
  return { calendar, document, known, fill }
}
