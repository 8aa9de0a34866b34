import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asServer, newDirectory, startProcess } from './program.ts'

it('a server that Node watches, as `npm run dev` starts it, answers', async () => {
  const environment = { KALENDS_DATA: newDirectory(), KALENDS_PORT: '0' }
  const options = ['--watch', '--watch-preserve-output', 'src/main.ts', 'serve']
  const server = await asServer(startProcess(process.execPath, options, environment))
  for (const path of ['//', '//events/list/', '/events']) {
    const { status } = await server.ask('GET', path)
    assert.equal(status, 200, `${path}\n${server.stderr()}`)
  }
  // Node ends the watched process with the one that watches.
  await server.stop()
})
