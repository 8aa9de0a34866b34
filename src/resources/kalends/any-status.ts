import type { ParamType } from '../../core/params.ts'
import { statusList } from '../../core/types.ts'
import { type Status, statuses } from '../../db/schema.ts'

/** Every status but that of the trash. */
export const unTrashed = statuses.filter((status) => status !== 'trash')

/** Statuses to show; `any` stands for all except `trash`. */
export const anyStatus: ParamType<readonly Status[]> = {
  ...statusList,
  read: (raw, context) => (raw === 'any' ? unTrashed : statusList.read(raw, context)),
}
