import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { formats } from '../../src/import/read/formats/list.ts'
import { corpusFile, residentMegabytes } from './read-records.ts'

/** Bytes of each kind of file; more with KALENDS_IMPORT_SIZES=ics,csv,wxr in MB, such as 200,200,1000. */
const [icsMegabytes = 20, csvMegabytes = 20, wxrMegabytes = 50] = (process.env['KALENDS_IMPORT_SIZES'] ?? '')
  .split(',')
  .filter((text) => text !== '')
  .map(Number)

/** A file of this size in pieces: the beginning of another, its middle many times with other ids, and the end. */
async function* repeat(name: string, from: string, to: string, megabytes: number): AsyncGenerator<Uint8Array> {
  const text = (await corpusFile(name)).toString()
  const [start, end] = [text.indexOf(from), to === '' ? text.length : text.lastIndexOf(to)]
  const middle = text.slice(start, end)
  yield Buffer.from(text.slice(0, start))
  for (let [size, round] = [0, 0]; size < megabytes * 1e6; ) {
    let more = ''
    while (more.length < 64_000) {
      round++
      more += middle
        .replaceAll('@google.com', `-${round}@google.com`)
        .replaceAll(/(?<=post_id>)\d+/g, (id) => `${id}${round}`)
    }
    const bytes = Buffer.from(more)
    size += bytes.length
    yield bytes
  }
  yield Buffer.from(text.slice(end))
}

const files = [
  { format: 'icalendar', file: () => repeat('google.ics', 'BEGIN:VEVENT', 'END:VCALENDAR', icsMegabytes) },
  { format: 'csv', file: () => repeat('tec-events.csv', 'Spring concert', '', csvMegabytes) },
  { format: 'wxr', file: () => repeat('site.xml', '<item>', '</channel>', wxrMegabytes) },
] as const

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What is held in memory, in MB. */
const heldMegabytes = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Records between two looks at the memory. */
const step = 10_000

/** How much more is held at most while a file is read, and the memory of the process at most. */
const measure = async (read: AsyncIterable<object>): Promise<{ records: number; growth: number; resident: number }> => {
  const before = heldMegabytes()
  let [records, held, resident] = [0, before, 0]
  for await (const part of read) {
    if (!('fault' in part)) records++
    if (records % step !== 0) continue
    resident = Math.max(resident, residentMegabytes())
    held = Math.max(held, heldMegabytes())
  }
  return { records, growth: held - before, resident }
}

/** Much more than the largest part of a file, and much less than its records together. */
const mostGrowth = 25

describe('large files are read in constant memory', () => {
  for (const { format, file } of files)
    it(format, async (context) => {
      let size = 0
      async function* counted() {
        for await (const piece of file()) {
          size += piece.length
          yield piece
        }
      }
      const started = performance.now()
      const { records, growth, resident } = await measure(
        formats[format].read(counted(), { timezone: 'Europe/Berlin' }),
      )
      const seconds = (performance.now() - started) / 1000
      context.diagnostic(
        `${format}: ${Math.round(size / 1e6)} MB, ${records} records, ${(size / 1e6 / seconds).toFixed(1)} MB/s, ${growth.toFixed(1)} MB held, ${Math.round(resident)} MB resident`,
      )
      assert.ok(records > 1000)
      assert.ok(growth < mostGrowth, `${growth} MB`)
    })

  it('which a reader that keeps all records would not do', async () => {
    const kept: object[] = []
    async function* keep() {
      const file = repeat('google.ics', 'BEGIN:VEVENT', 'END:VCALENDAR', icsMegabytes)
      for await (const part of formats.icalendar.read(file, { timezone: 'UTC' })) {
        kept.push({ part, text: JSON.stringify(part) })
        yield part
      }
    }
    const { records, growth } = await measure(keep())
    assert.ok(growth > mostGrowth, `${growth} MB`)
    assert.equal(kept.length, records)
  })
})
