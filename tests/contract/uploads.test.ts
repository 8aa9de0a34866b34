import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar, type Login, type Reply } from '../support/calendar.ts'

const media = '//wp-json/wp/v2/media'

let calendar: Calendar
let jpeg: Buffer
let png: Buffer
before(async () => {
  calendar = await createCalendar()
  jpeg = await drawPicture({ width: 1000, height: 500 }).jpeg().toBuffer()
  png = await drawPicture({ width: 40, height: 30 }).png().toBuffer()
})
after(() => calendar.close())

type Parts = { readonly path?: string; readonly as?: Login; readonly headers?: Record<string, string> }

const upload = (payload: Buffer, name: string, { path = media, as = 'author', headers = {} }: Parts = {}) => {
  const type = name.endsWith('png') ? 'image/png' : 'image/jpeg'
  const own = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
  return calendar.ask('POST', path, { as, payload, headers: { ...own, ...headers } })
}

/** A form with fields, and then a file. */
const formOf = (
  fields: Readonly<Record<string, string>>,
  file: Buffer,
  head = 'name="file"; filename="a form.png"',
) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
  payload: Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--xyz\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(`--xyz\r\ncontent-disposition: form-data; ${head}\r\ncontent-type: image/png\r\n\r\n`),
    file,
    Buffer.from('\r\n--xyz--\r\n'),
  ]),
})

const isRefused = ({ status, body }: Reply, expected: string): void =>
  assert.equal(`${status} ${body?.code}`, expected, JSON.stringify(body))

describe('an upload (contract B7.9)', () => {
  it('answers what clients of The Events Calendar read, and where it is', async () => {
    const reply = await upload(jpeg, 'Été & mer.JPG')
    assert.equal(reply.status, 201, reply.text)
    const { id, source_url, media_details, _links, ...others } = reply.body
    assert.equal(reply.headers['location'], `http://calendar.test/wp-json/wp/v2/media/${id}`)
    assert.match(source_url, /^http:\/\/calendar\.test\/media\/2026\/11\/ete-mer-[a-z2-9]{8}\.jpg$/)
    assert.deepEqual(others, {
      date: '2026-11-20T15:00:00',
      date_gmt: '2026-11-20T15:00:00',
      guid: { rendered: source_url },
      modified: '2026-11-20T15:00:00',
      modified_gmt: '2026-11-20T15:00:00',
      slug: source_url.replace(/^.*\/|\.jpg$/g, ''),
      status: 'inherit',
      type: 'attachment',
      link: source_url,
      title: { rendered: 'Été &#038; mer' },
      author: 3,
      caption: { rendered: '' },
      description: { rendered: '' },
      alt_text: '',
      media_type: 'image',
      mime_type: 'image/jpeg',
    })
    assert.deepEqual(_links.self, [{ href: `http://calendar.test/wp-json/wp/v2/media/${id}` }])
    const { sizes, ...whole } = media_details
    assert.deepEqual({ ...whole, filesize: 0 }, { width: 1000, height: 500, file: source_url.slice(27), filesize: 0 })
    const shown = Object.entries<Record<string, unknown>>(sizes).map(
      ([name, it]) => `${name} ${it['width']}×${it['height']}`,
    )
    assert.deepEqual(shown, ['medium 300×150', 'thumbnail 150×150', 'medium_large 768×384', 'full 1000×500'])
    for (const { source_url: url, filesize } of Object.values<{ source_url: string; filesize: number }>(sizes)) {
      const file = await calendar.app.inject({ url: new URL(url).pathname })
      assert.deepEqual([file.statusCode, file.rawPayload.length], [200, filesize])
    }
    assert.equal((await calendar.ask('GET', `${media}/${id}`)).text, reply.text)
  })

  for (const root of [
    '/wp-json',
    '',
    '/de',
    '/de/wp-json',
    '/?rest_route=',
    '/index.php?rest_route=',
    '/WP-JSON',
    '/fr/?rest_route=',
  ]) {
    it(`is taken at ${root}/wp/v2/media`, async () => {
      const reply = await upload(png, 'dot.png', { path: `/${root}/wp/v2/media` })
      assert.equal(reply.status, 201, reply.text)
      const mark = root.includes('?') ? '&' : '?'
      const list = await calendar.ask('GET', `/${root}/wp/v2/media${mark}include=${reply.body.id}`)
      assert.deepEqual([list.status, list.body[0]?.id], [200, reply.body.id])
      const one = await calendar.ask('GET', `/${root}/wp/v2/media/${reply.body.id}`)
      assert.equal(one.body.source_url, reply.body.source_url)
    })
  }

  it('is not taken in an unknown language', async () => {
    isRefused(await upload(png, 'dot.png', { path: '//xx/wp/v2/media' }), '404 rest_no_route')
  })

  it('takes a form with fields beside the file, and fields from the query', async () => {
    const form = formOf({ alt_text: 'A <b>red</b> dot', caption: 'Two\n\nlines', title: 'Dot' }, png)
    const { status, body } = await calendar.ask('POST', `${media}?description=more&title=unheard`, {
      as: 'admin',
      ...form,
    })
    assert.equal(status, 201, JSON.stringify(body))
    const { title, alt_text, caption, description, mime_type } = body
    assert.deepEqual(
      [title.rendered, alt_text, caption.rendered, description.rendered, mime_type],
      ['Dot', 'A red dot', '<p>Two</p>\n<p>lines</p>', '<p>more</p>', 'image/png'],
    )
  })

  it('has no smaller versions where it is small itself', async () => {
    const { body } = await upload(png, 'small.png')
    assert.deepEqual(body.media_details.sizes, {})
  })

  for (const [header, title] of [
    ['attachment; filename=plain.png', 'plain'],
    ['ATTACHMENT; FILENAME="a \\"quoted\\" name.png"', 'a "quoted" name'],
    ['attachment; filename="e.png"; filename*=UTF-8\'\'%C3%A9t%C3%A9.png', 'été'],
    [`attachment; filename="${Buffer.from('été.png').toString('latin1')}"`, 'été'],
    [`attachment; filename="${Buffer.from('été.png', 'latin1').toString('latin1')}"`, 'été'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\picture.final.png"', 'picture.final'],
    ['attachment; filename=".png"', '.png'],
  ] as const) {
    it(`takes its title from ${header}`, async () => {
      const { status, body } = await upload(png, 'x.png', { headers: { 'content-disposition': header } })
      assert.deepEqual([status, body.title?.rendered], [201, title])
    })
  }

  it('believes the content and not what is said of it', async () => {
    const { status, body } = await upload(png, 'really.jpg')
    assert.deepEqual([status, body.mime_type, body.source_url.slice(-4)], [201, 'image/png', '.png'])
  })

  const attached = { 'content-disposition': 'attachment; filename="x.png"' }
  const refusals: readonly [string, () => Promise<Reply>, string][] = [
    ['nobody', () => upload(png, 'x.png', { as: 'none' }), '401 rest_forbidden'],
    ['a subscriber', () => upload(png, 'x.png', { as: 'subscriber' }), '403 rest_forbidden'],
    ['a contributor', () => upload(png, 'x.png', { as: 'contributor' }), '403 rest_forbidden'],
    [
      'a file without a name',
      () => calendar.ask('POST', media, { as: 'author', payload: png, headers: { 'content-type': 'image/png' } }),
      '400 rest_upload_no_content_disposition',
    ],
    [
      'an inline file',
      () => upload(png, 'x', { headers: { 'content-disposition': 'inline; filename="x.png"' } }),
      '400 rest_upload_invalid_disposition',
    ],
    [
      'an attachment without a name',
      () => upload(png, 'x', { headers: { 'content-disposition': 'attachment' } }),
      '400 rest_upload_invalid_disposition',
    ],
    ['no body', () => calendar.ask('POST', media, { as: 'author' }), '400 rest_upload_no_data'],
    ['an empty body', () => upload(Buffer.alloc(0), 'x.png'), '400 rest_upload_no_data'],
    [
      'a file that says it is a form, as curl has it',
      () => upload(png, 'x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      '415 rest_unsupported_media_type',
    ],
    [
      'two files',
      () => {
        const { headers, payload } = formOf({}, png)
        const [head = '', ...rest] = payload.toString('latin1').split('--xyz--')
        const again = `${head}${head}--xyz--${rest.join('')}`
        return calendar.ask('POST', media, { as: 'author', headers, payload: Buffer.from(again, 'latin1') })
      },
      '400 rest_invalid_body',
    ],
    [
      'JSON',
      () => calendar.ask('POST', media, { as: 'author', body: { title: 'x' }, headers: attached }),
      '415 rest_unsupported_media_type',
    ],
    [
      'another type',
      () => upload(png, 'x', { headers: { 'content-type': 'application/pdf' } }),
      '415 rest_unsupported_media_type',
    ],
    [
      'an SVG',
      () => upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.png'),
      '415 rest_unsupported_media_type',
    ],
    ['half an image', () => upload(jpeg.subarray(0, jpeg.length / 2), 'x.jpg'), '400 rest_upload_sideload_error'],
    [
      'a larger file than is taken',
      () => upload(Buffer.alloc(10 * 1024 * 1024 + 1), 'x.jpg'),
      '413 rest_body_too_large',
    ],
    [
      'a form without a file',
      () => calendar.ask('POST', media, { as: 'author', ...formOf({}, Buffer.from('x'), 'name="title"') }),
      '400 rest_upload_no_data',
    ],
    [
      'a file under another name',
      () => calendar.ask('POST', media, { as: 'author', ...formOf({}, png, 'name="image"; filename="x.png"') }),
      '400 rest_upload_no_data',
    ],
    [
      'a file without a file name',
      () => calendar.ask('POST', media, { as: 'author', ...formOf({}, png, 'name="file"') }),
      '400 rest_upload_no_data',
    ],
    [
      'fields larger than a body may be',
      () =>
        calendar.ask('POST', media, {
          as: 'author',
          ...formOf({ a: 'x'.repeat(600_000), b: 'x'.repeat(600_000) }, png),
        }),
      '413 rest_body_too_large',
    ],
    [
      'a field that is not UTF-8',
      () => calendar.ask('POST', media, { as: 'author', ...formOf({}, png, 'name="title"') }),
      '400 rest_invalid_body',
    ],
    [
      'a title that is none',
      () => calendar.ask('POST', media, { as: 'author', ...formOf({ 'title[x]': 'y' }, png) }),
      '400 rest_invalid_param',
    ],
  ]
  for (const [what, send, expected] of refusals) {
    it(`refuses ${what}`, async () => isRefused(await send(), expected))
  }

  it('says of a file that is no image what it is, and which can be stored', async () => {
    const reply = await upload(Buffer.from('a text'), 'x.txt', {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
    const begin =
      /^A file of the type text\/plain is no image that can be stored; JPEG, PNG, WebP, GIF and AVIF can\. Send /
    assert.match(reply.body.message, begin)
  })

  it('is answered once under an Idempotency-Key (B7.8)', async () => {
    const headers = { 'idempotency-key': 'an-upload' }
    const first = await upload(png, 'once.png', { headers })
    const second = await upload(png, 'once.png', { headers })
    assert.deepEqual([second.status, second.text], [201, first.text])
    isRefused(await upload(jpeg, 'once.jpg', { headers }), '422 rest_idempotency_key_reused')
    const list = await calendar.ask('GET', `${media}?search=once`)
    assert.deepEqual([list.status, list.headers['x-wp-total']], [200, '1'])
  })
})

describe('an image of the library', () => {
  it('keeps what an update does not send, and takes texts as clients send them', async () => {
    const { body } = await upload(png, 'to change.png')
    const path = `${media}/${body.id}`
    calendar.setClock('2026-11-20 16:00:00')
    const ask = (method: string, fields: object) => calendar.ask(method, path, { as: 'author', body: fields })
    const first = await ask('POST', { title: { raw: 'A < B' }, alt_text: 'what it shows' })
    assert.deepEqual(
      [first.status, first.body.title.rendered, first.body.alt_text, first.body.modified_gmt],
      [200, 'A &lt; B', 'what it shows', '2026-11-20T16:00:00'],
    )
    const second = await ask('PATCH', { caption: { rendered: '<p>one</p><script>two</script>' } })
    assert.deepEqual([second.body.caption.rendered, second.body.title.rendered], ['<p>one</p>', 'A &lt; B'])
    const back = await ask('PUT', second.body)
    assert.equal(back.text, second.text)
    assert.equal((await ask('PUT', { alt_text: null, title: '' })).body.alt_text, '')
    assert.equal((await calendar.ask('GET', path)).body.source_url, body.source_url)
    calendar.setClock('2026-11-20 15:00:00')
  })

  it('is changed only as it was read, where If-Match says so (B7.8)', async () => {
    const { body, headers } = await upload(png, 'matched.png')
    const path = `${media}/${body.id}`
    const read = await calendar.ask('GET', path)
    assert.equal(read.headers['etag'], headers['etag'])
    assert.equal((await calendar.ask('GET', path, { headers: { 'if-none-match': `${headers['etag']}` } })).status, 304)
    const change = (etag: string) =>
      calendar.ask('POST', path, { as: 'author', headers: { 'if-match': etag }, body: { alt_text: 'x' } })
    isRefused(await change('"stale"'), '412 rest_precondition_failed')
    assert.equal((await change(`${headers['etag']}`)).status, 200)
    const options = { as: 'author', headers: { 'if-match': `${headers['etag']}` } } as const
    isRefused(await calendar.ask('DELETE', `${path}?force=true`, options), '412 rest_precondition_failed')
  })

  it('is only deleted permanently', async () => {
    const { body } = await upload(png, 'to delete.png')
    const path = `${media}/${body.id}`
    isRefused(await calendar.ask('DELETE', path, { as: 'author' }), '400 rest_trash_not_supported')
    const reply = await calendar.ask('DELETE', `${path}?force=true`, { as: 'author' })
    assert.deepEqual([reply.status, reply.body.deleted, reply.body.previous], [200, true, body])
    isRefused(await calendar.ask('GET', path), '404 rest_post_invalid_id')
    isRefused(await calendar.ask('DELETE', `${path}?force=true`, { as: 'author' }), '404 rest_post_invalid_id')
    assert.equal((await calendar.app.inject({ url: new URL(body.source_url).pathname })).statusCode, 404)
  })

  it('is told from a record of another kind', async () => {
    const venue = await calendar.ask('POST', '/venues', { as: 'admin', body: { venue: 'No image' } })
    const { body } = await upload(png, 'no venue.png')
    isRefused(await calendar.ask('GET', `${media}/${venue.body.id}`), '404 rest_post_invalid_id')
    isRefused(await calendar.ask('GET', `/venues/${body.id}`), '404 rest-venue-not-found')
  })
})

describe('the list of images', () => {
  let own: Calendar
  const ids: number[] = []
  before(async () => {
    own = await createCalendar()
    for (const [at, [name, as]] of (
      [
        ['red', 'author'],
        ['green', 'admin'],
        ['Blue Été', 'author'],
        ['white', 'editor'],
      ] as const
    ).entries()) {
      own.setClock(`2026-11-2${at} 10:00:00`)
      const headers = {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}.png`,
      }
      ids.push((await own.ask('POST', media, { as, payload: png, headers })).body.id)
    }
  })
  after(() => own.close())

  const cases: readonly [string, readonly number[]][] = [
    ['', [3, 2, 1, 0]],
    ['order=asc', [0, 1, 2, 3]],
    ['search=ete', [2]],
    ['search=blue%20ete', [2]],
    ['search=nothing', []],
    ['include=IDS0,IDS3', [3, 0]],
    ['exclude[]=IDS0&exclude[]=IDS3', [2, 1]],
    ['author=3', [2, 0]],
    ['author=1,2&order=asc', [1, 3]],
    ['per_page=3', [3, 2, 1]],
    ['per_page=3&page=2', [0]],
    ['media_type=image&mime_type=image/png&status=inherit&_embed=1&context=view', [3, 2, 1, 0]],
  ]
  for (const [query, expected] of cases) {
    it(`answers ?${query}`, async () => {
      const { status, body, headers } = await own.ask(
        'GET',
        `${media}?${query.replace(/IDS(\d)/g, (_, at) => String(ids[at]))}`,
      )
      assert.equal(status, 200)
      assert.deepEqual(
        body.map(({ id }: { id: number }) => ids.indexOf(id)),
        expected,
      )
      const total = query.startsWith('per_page') ? 4 : expected.length
      assert.equal(headers['x-wp-total'], String(total))
      assert.equal(headers['x-wp-totalpages'], query.startsWith('per_page') ? '2' : String(Math.ceil(total / 10)))
    })
  }

  it('leads from page to page', async () => {
    const first = await own.ask('GET', `${media}?per_page=2&author=1,2,3`)
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    assert.equal(next, 'http://calendar.test/wp-json/wp/v2/media/?per_page=2&author=1%2C2%2C3&page=2')
    const second = await own.ask('GET', `/${next.slice('http://calendar.test'.length)}`)
    assert.deepEqual(
      second.body.map(({ id }: { id: number }) => ids.indexOf(id)),
      [1, 0],
    )
  })

  for (const [query, expected] of [
    ['page=3&per_page=2', '400 rest_post_invalid_page_number'],
    ['page=0', '400 rest_invalid_param'],
    ['order=sideways', '400 rest_invalid_param'],
    ['include=x', '400 rest_invalid_param'],
    ['search=', '400 rest_invalid_param'],
  ] as const) {
    it(`refuses ?${query}`, async () => isRefused(await own.ask('GET', `${media}?${query}`), expected))
  }

  it('takes _fields and _envelope, HEAD and OPTIONS', async () => {
    const picked = await own.ask('GET', `${media}?_fields=id,title.rendered&per_page=1`)
    assert.deepEqual(picked.body, [{ id: ids[3], title: { rendered: 'white' } }])
    const wrapped = await own.ask('GET', `${media}?_envelope&per_page=1`)
    assert.deepEqual([wrapped.body.status, wrapped.body.headers['X-WP-Total']], [200, 4])
    const head = await own.ask('HEAD', media)
    assert.deepEqual([head.status, head.text, head.headers['x-wp-total']], [200, '', '4'])
    const options = await own.ask('OPTIONS', media, { as: 'author' })
    assert.deepEqual(
      [options.status, options.body.methods, options.headers['allow']],
      [200, ['GET', 'POST'], 'GET, POST'],
    )
  })
})
