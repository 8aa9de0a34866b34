import { invalid, isInvalid, type ParamType } from '../../core/params.ts'
import { idList } from '../../core/types.ts'

/** The ids of at least one record, and at most `max`; `of` names the records. */
export const boundedIds = (max: number, of: string): ParamType<readonly number[]> => ({
  ...idList,
  schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: max },
  read: (raw, context) => {
    const ids = idList.read(raw, context)
    if (ids === undefined || isInvalid(ids)) return ids
    return ids.length > max ? invalid(`It may have at most ${max} ${of}.`) : ids
  },
})
