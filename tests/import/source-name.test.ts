import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameSource } from '../../src/import/read/open-source.ts'

for (const secret of [
  'correct-horse-battery-staple',
  'deadbeef',
  'deadbeef.ics',
  'private-0123456789abcdef',
  'abc',
  '12345',
  'jo%C3%A9',
])
  it(`has no part of an address that could be a key: ${secret}`, () => {
    const name = nameSource(`https://calendar.example/feed/${secret}/basic.ics?key=${secret}`)
    assert.match(name, /^calendar\.example\/feed\/[0-9a-f]{10}\/basic\.ics$/)
    assert.notEqual(name, nameSource(`https://calendar.example/feed/${secret}x/basic.ics`))
  })

for (const plain of [
  '/events/feed.ics',
  '/calendar/events/v1',
  '/de/events/list',
  '/wp-json/tribe/events/v1',
  '/Events/',
])
  it(`says what is at ${plain}`, () => {
    assert.equal(nameSource(`https://town.example:8443${plain}`), `town.example:8443${plain.replace(/\/$/, '')}`)
  })
