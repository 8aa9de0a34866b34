import { hasRight, type Right } from '../../core/policy.ts'
import { isNotRemoved } from '../../core/removed-user.ts'
import type { Db } from '../../db/database.ts'
import { roles } from '../../db/schema.ts'

/** The roles with a right. */
const rolesWith = (right: Right) => roles.filter((role) => hasRight({ role }, right))

/** Those with a right and an e-mail address, with what they have chosen to be told. */
export const findRecipients = ({ kysely }: Db, right: Right) =>
  kysely
    .selectFrom('user')
    .select(['id', 'role', 'email', 'language', 'review_mail', 'own_mail', 'trouble_mail'])
    .where('email', '<>', '')
    .where('role', 'in', rolesWith(right))
    .where(isNotRemoved)
    .orderBy('id')
    .execute()

/** Somebody who can be told something by mail. */
export type Addressee = Awaited<ReturnType<typeof findRecipients>>[number]

/** Whether somebody reviews the events of others. */
export const isReviewer = ({ role }: Addressee): boolean => rolesWith('edit-others').some((one) => one === role)
