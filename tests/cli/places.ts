import { after } from 'node:test'
import type { Environment } from '../../src/settings.ts'
import { administer, newPostgresCalendar } from '../durability/on-postgres.ts'
import { newDirectory, newCalendar as newSqliteCalendar } from './program.ts'

/** A PostgreSQL server where the tests may make databases; without it they run on SQLite. */
const server = process.env['TEST_POSTGRES']

const databases: string[] = []

after(async () => {
  for (const name of databases) await administer(`${server}/postgres`, `drop database ${name} with (force)`)
})

const newName = (): string => {
  const name = `kalends_cli_${process.pid}_${databases.length}`
  databases.push(name)
  return name
}

type Place = Environment & { readonly KALENDS_DATA: string }

/** A new place for a calendar, on the database that the tests run on. */
export const newPlace = async (): Promise<Place> => {
  const place = { KALENDS_DATA: newDirectory() }
  if (server === undefined) return place
  const name = newName()
  await administer(`${server}/postgres`, `create database ${name}`)
  return { ...place, KALENDS_DATABASE: `${server}/${name}` }
}

/** A new calendar there, with an administrator in it. */
export const newCalendar = async (): Promise<{ environment: Environment; secret: string }> =>
  server === undefined ? newSqliteCalendar() : newPostgresCalendar(server, newName())
