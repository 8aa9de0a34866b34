import { calendar } from './0001-calendar.ts'
import { images } from './0002-images.ts'

/** A step of the schema: plain statements, run once, in one transaction. */
export type Migration = { readonly name: string; readonly statements: readonly string[] }

/** All migrations in the order in which they run; a published one is never changed. */
export const migrations: readonly Migration[] = [calendar, images]
