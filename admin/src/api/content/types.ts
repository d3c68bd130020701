import { api, value } from '../transport/client.ts'
import { isObject } from '../transport/json.ts'
import type { JsonObject } from '../transport/json.ts'
import { everyItem } from '../transport/page.ts'
import type { Listed } from '../transport/client.ts'

type Described = Listed<'/api/resource-types'>

/** A resource type. */
export interface ResourceType extends Omit<Described, 'schema' | 'context'> {
  context: JsonObject
  /** JSON Schema; a type without one takes any object. */
  schema?: JsonObject
}

/** Schema and context are objects of JSON, which the document calls unknown. */
export function asType({ schema, context, ...rest }: Described): ResourceType {
  return { ...rest, context: isObject(context) ? context : {}, ...(isObject(schema) && { schema }) }
}

/** Every type; those without lists of their own (abstract, value objects) and archived ones with `includeAll`. */
export const listTypes = (options: { includeAll?: boolean } = {}): Promise<ResourceType[]> =>
  everyItem(cursor =>
    value(api.GET('/api/resource-types', { params: { query: { limit: 1000, cursor, ...options } } })),
  ).then(types => types.map(asType))

/** A type may be marked as one that has no list of its own. */
export const hasList = ({ schema, status }: ResourceType): boolean =>
  status === 'active' && schema?.['x-abstract'] !== true && schema?.['x-value-object'] !== true
