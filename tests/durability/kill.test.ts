import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newCalendar, serve } from '../cli/program.ts'
import { createLoad } from './load.ts'

it('x', async () => {
  const { environment, secret } = await newCalendar()
  const load = createLoad(secret)
  for (let round = 0; round < 5; round++) {
    const server = await serve(environment)
    assert.deepEqual(await load.judge(server), [])
    const t = performance.now()
    const n = await load.write(server, {
      onAcknowledged: (count) => void (count === 100 + round && server.child.kill('SIGKILL')),
    })
    console.log(n, Math.round(performance.now() - t), 'ms')
    await server.ended
  }
  const server = await serve(environment)
  assert.deepEqual(await load.judge(server), [])
  const { body } = await server.ask('GET', '/events')
  await server.ask('DELETE', `/events/${body.events[3].id}?force=true`, { as: secret })
  console.log(await load.judge(server))
  await server.stop()
})
