import { api, value, versioned } from '../transport/client.ts'
import { isObject } from '../transport/json.ts'
import type { JsonObject } from '../transport/json.ts'
import { everyItem } from '../transport/page.ts'
import type { Listed } from '../transport/client.ts'

type Described = Listed<'/api/resource-types'>

/** A resource type. */
export interface ResourceType extends Omit<Described, 'schema' | 'context'> {
  context: JsonObject
  /** JSON Schema; a type without a schema accepts any object. */
  schema?: JsonObject
}

/** Narrow schema and context to JSON objects: the OpenAPI document declares them as unknown. */
export function asType({ schema, context, ...rest }: Described): ResourceType {
  return { ...rest, context: isObject(context) ? context : {}, ...(isObject(schema) && { schema }) }
}

/** List every type, also archived ones and those without a list (abstract types, value objects). */
export const listTypes = (): Promise<ResourceType[]> =>
  everyItem(cursor =>
    value(api.GET('/api/resource-types', { params: { query: { limit: 1000, cursor, includeAll: true } } })),
  ).then(types => types.map(asType))

/** Whether the type has a list: a type can be marked as having none. */
export const hasList = ({ schema, status }: ResourceType): boolean =>
  status === 'active' && schema?.['x-abstract'] !== true && schema?.['x-value-object'] !== true

/** Whether the resources of the type are drafts until they are published. */
export const hasDrafts = ({ schema }: Pick<ResourceType, 'schema'>): boolean => schema?.['x-drafts'] === true

/**
 * Add an index to a type: an item of `x-indexes` in its schema.
 * @throws ApiError; `isStale` when another user has changed the type meanwhile
 */
export async function addIndex(slug: string, index: readonly string[]): Promise<void> {
  const params = { path: { id: slug } }
  const { value: type, etag } = await versioned(api.GET('/api/resource-types/{id}', { params }))
  const indexes = type.schema?.['x-indexes']
  const schema = { 'x-indexes': [...(Array.isArray(indexes) ? indexes : []), [...index]] }
  await value(api.PATCH('/api/resource-types/{id}', { params, headers: { 'if-match': etag }, body: { schema } }))
}
