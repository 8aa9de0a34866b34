import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCalendar } from '../support/calendar.ts'

const openCalendar = async (test: { after: (close: () => Promise<void>) => void }, environment = {}) => {
  const calendar = await createCalendar({ environment })
  test.after(() => calendar.close())
  return calendar
}

it('the frame of the admin loads its script and style from this server, and nothing inline', async (test) => {
  const { ask } = await openCalendar(test)
  for (const path of ['//admin/', '//admin/events/12', '//admin/welcome']) {
    const { status, text, headers } = await ask('GET', path, { as: 'none' })
    assert.equal(status, 200, path)
    const policy = headers['content-security-policy'] ?? ''
    assert.match(policy, /script-src 'self'; style-src 'self';.*frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(text, /<script(?![^>]* src=)|<style| style=| on\w+=/)
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    const files = [...text.matchAll(/(?:src|href)="(\/admin\/files\/[^"]+)"/g)].map(([, file = '']) => file)
    assert.equal(files.length, 2, text)
    for (const file of files) {
      const found = await ask('GET', `/${file}`, { as: 'none' })
      assert.equal(found.status, 200, file)
      assert.match(found.headers['cache-control'] ?? '', /immutable/)
    }
  }
})

it('the frame of the admin does not depend on who asks', async (test) => {
  const { ask } = await openCalendar(test)
  const [nobody, admin] = [await ask('GET', '//admin/', { as: 'none' }), await ask('GET', '//admin/', { as: 'admin' })]
  assert.equal(admin.text, nobody.text)
})

it('the admin is below the folder in which the calendar is', async (test) => {
  const { ask } = await openCalendar(test, { KALENDS_PUBLIC_URL: 'https://example.org/calendar' })
  const { text } = await ask('GET', '//admin/', { as: 'none' })
  assert.match(text, /name="kalends-root" content="\/calendar\/"/)
  assert.match(text, /src="\/calendar\/admin\/files\//)
})

it('the frame of the admin has the name of the site from the moment at which it is changed', async (test) => {
  const { ask } = await openCalendar(test)
  await ask('GET', '//admin/', { as: 'none' })
  const saved = await ask('POST', '//wp-json/wp/v2/settings', { as: 'admin', body: { title: 'Town & country' } })
  assert.equal(saved.status, 200, saved.text)
  assert.match((await ask('GET', '//admin/', { as: 'none' })).text, /<title>Town &amp; country<\/title>/)
})

it('only built files are served, and no others of the server', async (test) => {
  const { ask } = await openCalendar(test)
  for (const name of ['manifest.json', '..%2f..%2fpackage.json', 'main.js', 'main-AAAAAAAA.js']) {
    assert.equal((await ask('GET', `//admin/files/${name}`, { as: 'none' })).status, 404, name)
  }
})
