import { sql } from 'kysely'

/** Stored in the place of the role of a removed user; no caller ever has it. */
export const removedRole = 'removed'

/** The condition on users who were not removed. The role stands in the text of the statement, as in those of the indexes. */
export const isNotRemoved = () => sql<boolean>`"user".role <> ${sql.lit(removedRole)}`
