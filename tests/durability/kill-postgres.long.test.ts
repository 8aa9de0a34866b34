import { after, describe } from 'node:test'
import { startPostgres } from '../support/postgres.ts'
import { testKills } from './kill.ts'
import { newPostgresCalendar } from './on-postgres.ts'

const postgres = await startPostgres()

describe('a server on PostgreSQL that is killed under load', {
  skip: typeof postgres === 'string' ? postgres : false,
}, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.stop())
  testKills((name) => newPostgresCalendar(postgres.url, name))
})
