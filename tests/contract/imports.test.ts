import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { wakeImports } from '../../src/import/run/runner.ts'
import { corpusFile } from '../import/read-records.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const imports = '//kalends/v1/imports'

const line = (title: string, more: object = {}): string =>
  JSON.stringify({ title, start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00', ...more })

describe('imports over the network (C7)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_IMPORT_BYTES: '100000' } })
  })
  after(() => calendar.close())

  const send = (payload: string, headers: Record<string, string> = {}, as: Login = 'admin') =>
    calendar.ask('POST', imports, { as, payload, headers: { 'content-type': 'application/x-ndjson', ...headers } })
  const finished = async (id: number) => {
    for (;;) {
      const { body } = await calendar.ask('GET', `${imports}/${id}`, { as: 'admin' })
      if (!['waiting', 'running', 'undoing'].includes(body.state)) return body
      await wait(20)
    }
  }

  const undo = async (id: number) => {
    const { status, body, text } = await calendar.ask('DELETE', `${imports}/${id}`, { as: 'admin' })
    assert.equal(status, 202, text)
    // A small one may be done at once.
    assert.ok(['undoing', 'undone'].includes(body.state), text)
    return finished(id)
  }

  it('create an event from each line, report errors, and are undone except for edited records', async () => {
    const titles = Array.from({ length: 70 }, (_, at) => `imported ${at}`)
    const lines = titles.map((title) => line(title, { venue: { venue: 'Imported hall' }, categories: ['Imported'] }))
    lines[1] = line('imported 1', { tags: ['Imported once'] })
    lines.splice(3, 0, '', '{"title": 1', line('early', { end_date: '2001-01-01' }))
    const named = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Fest & Café.ndjson')}` }
    // A line feed at the end begins no further line.
    const sent = await send(`${lines.join('\n')}\n`, named)
    assert.deepEqual([sent.status, sent.body.state], [202, 'waiting'], sent.text)
    assert.equal(sent.headers['location'], `http://calendar.test/kalends/v1/imports/${sent.body.id}`)
    const done = await finished(sent.body.id)
    assert.deepEqual([done.state, done.lines, done.done, done.created, done.failed], ['done', 73, 73, 70, 2])
    assert.deepEqual(
      done.faults.map((fault: { line: number }) => fault.line),
      [5, 6],
    )
    assert.equal(done.faults[0].message, 'The line is not JSON.')
    assert.equal(done.file, 'Fest & Café.ndjson')
    assert.deepEqual(done.user, { id: 1, name: 'admin' })
    assert.deepEqual(readdirSync(join(dirname(calendar.databasePath), 'imports')), [])
    const { body } = await calendar.ask('GET', '/events?per_page=2&start_date=2027-01-01', { as: 'admin' })
    assert.equal(body.total, 70)
    const [edited] = body.events
    await calendar.ask('POST', `/events/${edited.id}`, { as: 'admin', body: { title: 'Edited' } })
    const undone = await undo(sent.body.id)
    assert.equal(undone.state, 'undone')
    assert.deepEqual([undone.result.total, undone.result.removed, undone.result.kept], [73, 70, 3])
    assert.deepEqual(
      undone.result.records.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`),
      ['event Edited', 'venue Imported hall', 'category Imported'],
    )
    const { body: tags } = await calendar.ask('GET', '/tags?hide_empty=false', { as: 'admin' })
    assert.deepEqual(tags.tags ?? [], [], 'nothing uses the tag of the first event any more')
    const left = await calendar.ask('GET', '/events?start_date=2027-01-01', { as: 'admin' })
    assert.deepEqual(
      left.body.events.map(({ title }: { title: string }) => title),
      ['Edited'],
    )
    assert.equal((await calendar.ask('DELETE', `${imports}/${sent.body.id}`, { as: 'admin' })).status, 409)
    const list = await calendar.ask('GET', imports, { as: 'admin' })
    assert.deepEqual(
      list.body.map(({ id }: { id: number }) => id),
      [sent.body.id],
    )
  })

  for (const [name, type] of [
    ['google.ics', 'text/calendar'],
    ['tec-events.csv', 'text/csv'],
    ['site.xml', 'application/xml'],
  ] as const)
    it(`of ${name} are undone`, async () => {
      const count = async () => {
        const lists = [
          'events?window=all',
          'venues?',
          'organizers?',
          'categories?hide_empty=false&',
          'tags?hide_empty=false&',
        ]
        const totals = lists.map(async (list) => {
          const { body } = await calendar.ask('GET', `/${list}&status=publish,draft,pending,private`, { as: 'admin' })
          return body.total ?? 0
        })
        return Promise.all(totals)
      }
      const before = await count()
      const sent = await send((await corpusFile(name)).toString('latin1'), { 'content-type': type })
      assert.equal(sent.status, 202, sent.text)
      const done = await finished(sent.body.id)
      assert.ok(done.state === 'done' && done.created > 0, JSON.stringify(done))
      assert.notDeepEqual(await count(), before)
      assert.equal((await undo(sent.body.id)).state, 'undone')
      assert.deepEqual(await count(), before)
    })

  it('keep a series of which somebody has changed one event when they are undone', async () => {
    const sent = await send(line('Weekly', { recurrence: 'FREQ=WEEKLY;COUNT=4' }))
    assert.equal((await finished(sent.body.id)).created, 1)
    const list = async () =>
      (await calendar.ask('GET', '/events?search=Weekly&window=all', { as: 'admin' })).body.events
    const [, second] = await list()
    await calendar.ask('POST', `/events/${second.id}`, { as: 'admin', body: { cost: '5' } })
    const undone = await undo(sent.body.id)
    assert.deepEqual([undone.result.removed, undone.result.kept], [0, 1])
    assert.equal((await list()).length, 4)
  })

  it('keep a category into which another one was merged when they are undone', async () => {
    const sent = await send([line('first'), line('second', { categories: ['Taken', 'Untouched'] })].join('\n'))
    assert.equal((await finished(sent.body.id)).created, 2)
    const { body } = await calendar.ask('GET', '/categories?hide_empty=false&search=Taken', { as: 'admin' })
    const other = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'Other' } })
    const merge = { kind: 'categories', into: body.categories[0].id, from: [other.body.id] }
    assert.equal((await calendar.ask('POST', '//kalends/v1/merges', { as: 'admin', body: merge })).status, 200)
    const undone = await undo(sent.body.id)
    assert.equal(undone.state, 'undone')
    const kept = undone.result.records.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`)
    assert.deepEqual(kept, ['category Taken'])
  })

  it('go on after the last line that was imported when a server starts again', async () => {
    const { database } = calendar
    const row = { user_id: 1, state: 'running', lines: 3, done: 1, created: 1, unchanged: 0, failed: 0 } as const
    const more = { faults: '[]', message: '', created_utc: '2026-11-20 15:00:00', started_utc: '2026-11-20 15:00:00' }
    const id = await database.transact(async (db) => {
      const added = db.kysely
        .insertInto('import')
        .values({ ...row, ...more })
        .returning('id')
      const { id } = await added.executeTakeFirstOrThrow()
      const text = ['one', 'two', 'three'].map((title) => line(`resumed ${title}`)).join('\n')
      writeFileSync(join(dirname(calendar.databasePath), 'imports', `${id}.ndjson`), text)
      return id
    })
    wakeImports(database)
    const done = await finished(id)
    assert.deepEqual([done.state, done.done, done.created], ['done', 3, 3])
    const { body } = await calendar.ask('GET', '/events?start_date=2027-01-01&search=resumed', { as: 'admin' })
    assert.deepEqual(
      body.events.map(({ title }: { title: string }) => title),
      ['resumed two', 'resumed three'],
    )
  })

  it('are undone except for terms created by others meanwhile, and parent events of others', async () => {
    const sent = await send(
      [line('host', { categories: ['Of the file'] }), line('guest', { tags: ['Of it too'] })].join('\n'),
    )
    const { database } = calendar
    const { id } = sent.body
    await finished(id)
    const ofFile = await calendar.ask('GET', '/events?start_date=2027-01-01&search=host', { as: 'admin' })
    const [host] = ofFile.body.events
    const below = { title: 'by hand', start_date: '2027-03-01', end_date: '2027-03-01', post_parent: host.id }
    const hand = await calendar.ask('POST', '/events', { as: 'admin', body: below })
    assert.equal(hand.status, 201, hand.text)
    const category = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'Made by hand' } })
    // The history does not tell it from the terms of the file: the same user, the same second, between two events.
    await database.transact(async ({ kysely }) => {
      const of = (record: number, kind: 'event' | 'category') =>
        kysely.selectFrom('revision').selectAll().where('record_id', '=', record).where('kind', '=', kind)
      const first = await of(host.id, 'event').where('action', '=', 'created').executeTakeFirstOrThrow()
      const free = { id: first.id - 1 }
      // Whatever is there makes room.
      const other = kysely.updateTable('revision').set({ id: -free.id }).where('id', '=', free.id)
      await other.execute()
      await kysely
        .updateTable('revision')
        .set({ ...free, user_id: first.user_id, date_utc: first.date_utc })
        .where('record_id', '=', category.body.id)
        .where('kind', '=', 'category')
        .execute()
    })
    const undone = await undo(id)
    assert.deepEqual(
      undone.result.records.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`),
      ['event host', 'category Of the file'],
    )
    assert.equal(undone.result.removed, 2)
    const left = await calendar.ask('GET', `/categories/${category.body.id}`, { as: 'admin' })
    assert.equal(left.status, 200, left.text)
  })

  it('leave what was imported before as it is, and add what is new', async () => {
    const named = { 'content-disposition': 'attachment; filename="again.ndjson"' }
    const lines = [line('again 1'), line('again 2'), line('again 2')]
    const first = await finished((await send(lines.join('\n'), named)).body.id)
    assert.deepEqual([first.created, first.unchanged, first.failed], [3, 0, 0])
    const before = await calendar.ask('GET', '/events?start_date=2027-01-01&search=again', { as: 'admin' })
    const second = await finished((await send([...lines, line('again 3')].join('\n'), named)).body.id)
    assert.deepEqual([second.created, second.unchanged, second.failed], [1, 3, 0])
    const after = await calendar.ask('GET', '/events?start_date=2027-01-01&search=again', { as: 'admin' })
    assert.deepEqual(after.body.events.slice(0, 3), before.body.events)
    assert.equal(after.body.total, 4)
    const other = await finished((await send(lines.join('\n'))).body.id)
    assert.equal(other.created, 3, 'another file')
    for (const { id } of [other, second, first]) await undo(id)
  })

  it('show what they would do, and keep nothing', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `Dry ${at},2027-02-01 10:00,Dry hall`)
    const table = ['title,start_date,venue', ...rows, 'Wrong,never,'].join('\n')
    const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="dry.csv"' }
    const ask = async (query: string) => {
      const sent = await calendar.ask('POST', `${imports}${query}`, { as: 'admin', payload: table, headers })
      assert.equal(sent.status, 202, sent.text)
      return finished(sent.body.id)
    }
    const dry = await ask('?dry_run=true')
    assert.deepEqual([dry.state, dry.dry_run, dry.created, dry.failed], ['done', true, 12, 1])
    assert.deepEqual(dry.report.named, { venue: 1 })
    const { preview } = dry.report
    assert.equal(preview.length, 10, 'the first ten of a kind')
    const first = { kind: 'event', action: 'created', title: 'Dry 0', start_date: '2027-02-01 10:00:00' }
    assert.deepEqual(preview[0], first)
    const none = await calendar.ask('GET', '/events?start_date=2027-01-01&search=Dry', { as: 'admin' })
    assert.equal(none.body.total ?? 0, 0)
    const kept = await ask('')
    assert.deepEqual([kept.created, kept.failed, kept.report.preview], [12, 1, undefined])
    assert.deepEqual(kept.report.named, { venue: 1 })
    const again = await ask('?dry_run=true')
    assert.deepEqual([again.created, again.unchanged, again.report.preview[0].action], [0, 12, 'unchanged'])
    assert.deepEqual(again.report.named, {})
    await undo(kept.id)
  })

  it('look at images without fetching them, and find links between records that are not kept', async () => {
    const record = (kind: string, external_id: string, payload: object, links: object = {}): string =>
      JSON.stringify({ kind, external_id, payload, links })
    const image = { url: 'http://127.0.0.1:9/none.png' }
    const times = { start_date: '2027-02-01 10:00:00', end_date: '2027-02-01 11:00:00' }
    // More records than share a transaction.
    const titles = Array.from({ length: 40 }, (_, at) => `Linked ${at}`)
    const links = { image: 'i', venue: ['v'] }
    const file = [
      record('image', 'i', image),
      record('venue', 'v', { venue: 'Dry mill' }),
      ...titles.map((title) => record('event', title, { title, ...times }, links)),
      record('event', 'lost', { title: 'Lost', ...times }, { venue: ['w'] }),
    ].join('\n')
    const headers = { 'content-type': 'application/x-ndjson' }
    const sent = await calendar.ask('POST', `${imports}?dry_run=true`, { as: 'admin', payload: file, headers })
    const { state, report, faults } = await finished(sent.body.id)
    assert.deepEqual([state, faults], ['done', []])
    assert.deepEqual(
      [report.counts.image?.created, report.counts.venue?.created, report.counts.event?.created],
      [1, 1, 41],
    )
    const messages = report.remarks.map(({ message }: { message: string }) => message)
    assert.deepEqual(messages, [
      'It links to the venue with the id w, which is not imported from this source. Once it is, importing this again sets the link.',
    ])
  })

  it('report missing parameters', async () => {
    const sent = await send('\ufeff{"title": "x", "start_date": "2027-01-01"}\n{}\n7\n')
    const done = await finished(sent.body.id)
    assert.deepEqual([done.lines, done.done, done.failed], [3, 3, 3])
    assert.deepEqual(
      done.faults.map(({ message }: { message: string }) => message.replace(/missing\. .*/, 'missing.')),
      ['end_date is missing.', 'title, start_date, end_date are missing.', 'The line is no JSON object.'],
    )
  })

  it('are undone once, and to the end after a restart', async () => {
    const sent = await send(Array.from({ length: 50 }, (_, at) => line(`twice ${at}`)).join('\n'))
    const { id } = sent.body
    await finished(id)
    const ask = () => calendar.ask('DELETE', `${imports}/${id}`, { as: 'admin' })
    const replies = await Promise.all([ask(), ask()])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [202, 409])
    const refused = replies.find(({ status }) => status === 409)
    assert.match(refused?.body.message, /undone already/)
    const { result } = await finished(id)
    assert.deepEqual([result.total, result.removed, result.kept], [50, 50, 0])

    const { database } = calendar
    const again = await send([line('rest 1'), line('rest 2')].join('\n'))
    await finished(again.body.id)
    // A process that has removed one record of three was killed.
    const before = JSON.stringify({ total: 3, removed: 1, kept: 0, records: [] })
    const left = { state: 'undoing', undo_user_id: 1, result: before, beat_utc: null } as const
    await database.transact(({ kysely }) =>
      kysely.updateTable('import').set(left).where('id', '=', again.body.id).execute(),
    )
    wakeImports(database)
    const end = await finished(again.body.id)
    assert.deepEqual([end.state, end.result.total, end.result.removed], ['undone', 3, 3])
  })

  it('are refused with a reason', async () => {
    const codeOf = async (reply: ReturnType<typeof send>) => {
      const { status, body } = await reply
      return `${status} ${body.code}`
    }
    assert.equal(await codeOf(send('x'.repeat(100_001))), '413 rest_body_too_large')
    for (const [file, begins] of [
      ['\u0089PNG\r\n\u001a', 'the file is no text'],
      ['\n <!doctype html>\n<p>', 'it begins with <!doctype html>'],
      ['[{"title": "x"}]', 'it begins with [{"title": "x"}]'],
      ['{\n"title": "x"}', 'it begins with {'],
      ['{"title": "x"}]\n{}', 'it begins with {"title": "x"}]'],
    ] as const) {
      const { status, body } = await send(file)
      const message = `The first line is no JSON object: ${begins}. A file of events has one JSON object on each line.`
      assert.deepEqual([status, body.message], [400, message])
    }
    assert.equal(await codeOf(send(' \n\n')), '400 rest_invalid_body')
    assert.equal(await codeOf(send('')), '400 rest_invalid_body')
    assert.equal(await codeOf(send('{}', { 'content-type': 'text/plain' })), '415 rest_unsupported_media_type')
    assert.equal(await codeOf(send('{}', {}, 'editor')), '403 rest_forbidden')
    assert.equal(await codeOf(send('{}', {}, 'none')), '401 rest_forbidden')
    assert.equal((await calendar.ask('GET', `${imports}/999`, { as: 'admin' })).body.code, 'rest_import_not_found')
    const row = { user_id: 1, state: 'running', lines: 1, done: 0, created: 0, unchanged: 0, failed: 0 } as const
    const more = { faults: '[]', message: '', created_utc: '2026-11-20 15:00:00', beat_utc: '2026-11-20 15:00:00' }
    await calendar.database.transact((db) =>
      db.kysely
        .insertInto('import')
        .values({ ...row, ...more })
        .execute(),
    )
    assert.equal(await codeOf(send('{}')), '409 rest_import_conflict')
  })
})
