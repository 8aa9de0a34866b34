import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formats } from '../../src/import/formats/list.ts'
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

/** The peak of memory while a file is read; what was there before does not count. */
const measure = async (read: AsyncIterable<object>): Promise<{ records: number; growth: number }> => {
  const before = residentMegabytes()
  let [records, peak] = [0, before]
  for await (const part of read) {
    if (!('fault' in part)) records++
    if (records % 2000 === 0) peak = Math.max(peak, residentMegabytes())
  }
  return { records, growth: peak - before }
}

/** More than the heap takes before it is collected, and far less than the records of the file together. */
const mostGrowth = 300

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
      const { records, growth } = await measure(formats[format].read(counted(), { timezone: 'Europe/Berlin' }))
      const seconds = (performance.now() - started) / 1000
      context.diagnostic(
        `${format}: ${Math.round(size / 1e6)} MB, ${records} records, ${(size / 1e6 / seconds).toFixed(1)} MB/s, ${Math.round(growth)} MB more memory`,
      )
      assert.ok(records > 1000)
      assert.ok(growth < mostGrowth, `${growth} MB`)
    })

  it('which a reader that keeps all records would not do', async () => {
    const kept: object[] = []
    async function* keep() {
      for await (const part of formats.icalendar.read(repeat('google.ics', 'BEGIN:VEVENT', 'END:VCALENDAR', 40), {
        timezone: 'UTC',
      })) {
        kept.push({
          part,
          copy: structuredClone(part),
          other: structuredClone(part),
          text: JSON.stringify(part).repeat(4),
        })
        yield part
      }
    }
    assert.ok((await measure(keep())).growth > mostGrowth)
  })
})
