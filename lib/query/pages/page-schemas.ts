import { countParameter, totalMembers } from './count.ts'
import { defaultLimit, maxLimit } from './page-parameters.ts'

/** JSON Schemas of the parameters of every list, by the name of the parameter. */
export const pageProperties = {
  cursor: { type: 'string', description: 'Token of the previous page' },
  limit: { type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit, description: 'How many in a page' },
  count: countParameter,
} as const

/** JSON Schema of the query string of a list without further parameters. */
export const pageQuery = { type: 'object', properties: pageProperties } as const

/** JSON Schema of the list envelope. @param items the schema of an item */
export const pageOf = <Item extends object>(items: Item) => ({
  type: 'object',
  required: ['data', 'cursor', 'has_more'],
  properties: {
    data: { type: 'array', items },
    cursor: { type: 'string', description: 'Token of the next page; empty on the last one' },
    has_more: { type: 'boolean' },
    ...totalMembers,
  },
})
