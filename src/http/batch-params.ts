import { invalid, type ParamType } from '../core/params.ts'
import { bool, changeName } from '../core/types.ts'
import type { JsonObject } from '../lib/json.ts'

/** Most operations of a batch (contract C4.2). */
const maxOperations = 500

/** The methods of the operations of a batch. */
export const batchMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

const about = (description: string) => ({ description })

/** An operation of a batch as `/doc` describes it. */
const operationSchema: JsonObject = {
  title: 'BatchOperation',
  type: 'object',
  required: ['method'],
  properties: {
    method: {
      type: 'string',
      enum: [...batchMethods],
      ...about(
        '`POST` creates; `PUT`, `PATCH` and `DELETE` write the record that `id`, or `source` and `external_id`, name. `PUT` with an external id creates or updates.',
      ),
    },
    id: { type: 'integer', minimum: 1, ...about('Id of the record.') },
    source: { type: 'string', maxLength: 200, ...about('Name of the system that the record comes from.') },
    external_id: { type: 'string', maxLength: 500, ...about('Id of the record in that system.') },
    if_match: { type: 'string', ...about('ETag that the record must still have, as in the header `If-Match`.') },
    body: {
      type: 'object',
      additionalProperties: true,
      ...about('The parameters of the request: the fields to write; for `DELETE`, `force` and `scope`.'),
    },
  },
  additionalProperties: false,
}

const operations: ParamType<readonly unknown[]> = {
  schema: { type: 'array', minItems: 1, maxItems: maxOperations, items: operationSchema },
  index: { type: 'array', items: { type: 'object' } },
  read: (raw) => {
    if (!Array.isArray(raw) || raw.length === 0) return invalid('It must be a list of operations.')
    return raw.length > maxOperations
      ? invalid(`At most ${maxOperations} operations can be sent at once; these are ${raw.length}.`)
      : raw
  },
}

/** The parameters of a batch (contract C4.2). */
export const batchParams = {
  operations: {
    type: operations,
    isRequired: true,
    about: 'The operations in their order, at most 500.',
    extension: 'C4.2',
  },
  atomic: {
    type: bool,
    default: false,
    about: '`true`: executes all operations or, if one fails, none; default `false`.',
    extension: 'C4.2',
  },
  change: {
    type: changeName,
    about:
      'A name of your choice, 8 to 64 letters, digits, hyphens or underscores: the activity has the entries of all batches with this name together.',
    extension: 'C4.2',
  },
}

/** The body of a batch as `/doc` describes it. */
export const batchPayload: JsonObject = {
  title: 'Batch',
  type: 'object',
  required: ['operations'],
  properties: {
    operations: { ...operations.schema, ...about(batchParams.operations.about) },
    atomic: { ...bool.schema, ...about(batchParams.atomic.about) },
    change: { ...changeName.schema, ...about(batchParams.change.about) },
  },
}

/** The response to a batch as `/doc` describes it; `item` is the schema of a record. */
export const batchSchema = (name: string, item: JsonObject, error: JsonObject): JsonObject => ({
  title: `${name}Batch`,
  type: 'object',
  required: ['responses'],
  properties: {
    responses: {
      type: 'array',
      ...about('The response to each operation, in their order.'),
      items: {
        type: 'object',
        ...about('The response to an operation.'),
        required: ['status', 'headers', 'body'],
        properties: {
          status: { type: 'integer', ...about('HTTP status that the operation would have alone.') },
          headers: {
            type: 'object',
            additionalProperties: { type: 'string' },
            ...about('`ETag` and `Location`, if the response has them.'),
          },
          body: { anyOf: [item, error], ...about('The record, or the error.') },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
})
