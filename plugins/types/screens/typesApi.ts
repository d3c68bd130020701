import { api, content, requests, value } from '../../../admin/src/index.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import type { Answer, ResourceType } from '../../../admin/src/index.ts'

/** The fields of a type that a request can contain. */
export interface TypeBody extends Omit<
  requests.components['schemas']['ReplaceResourceTypeInput'],
  'context' | 'schema'
> {
  context?: JsonObject
  /** Null removes the schema: the type then accepts any object. */
  schema?: JsonObject | null
}

/** What a check of a type says: its problems with at most ten ids of the caller's own account, and what of its schema is left out or rewritten. */
export type TypeImpact = Answer<'/api/resource-types/{id}/_check', 'post'>

export type TypeProblem = TypeImpact['problems'][number]

type DescribedType = Parameters<typeof content.asType>[0]

/** A type, and the ETag to send with its next change; empty when the answer had none. */
export interface StoredType {
  value: ResourceType
  etag: string
}

const typed = ({ value: type, etag }: { value: DescribedType; etag: string }): StoredType => ({
  value: content.asType(type),
  etag,
})

/** Read one type in any status, with its ETag. @throws ApiError */
export const getType = (slug: string): Promise<StoredType> =>
  requests.versioned(api.GET('/api/resource-types/{id}', { params: { path: { id: slug } } })).then(typed)

type NewType = TypeBody & { name: string; slug: string }

const withoutNull = ({ schema, status: _status, ...body }: NewType) => ({ ...body, ...(schema && { schema }) })

/** Create a type. @throws ApiError */
export const createType = (body: NewType): Promise<StoredType> =>
  requests.versioned(api.POST('/api/resource-types', { body: withoutNull(body) })).then(typed)

/** Check whether a type could be created. @throws ApiError with the problems of the type */
export const tryType = (body: NewType): Promise<TypeImpact> =>
  value(api.POST('/api/resource-types/_check', { body: withoutNull(body) }))

export type SchemaWarning = NonNullable<TypeImpact['warnings']>[number]

/** A type that only carries a schema to the check; no type has its slug. */
const carrierOf = (schema: JsonObject): NewType & { schema: JsonObject } => ({
  name: 'Schema',
  slug: `schema-${Date.now().toString(36)}`,
  schema,
})

/** Check a schema that was published elsewhere: what is left out of it, what is rewritten, and how it reads then. @throws ApiError with the problems that are left */
export const readForeignSchema = (schema: JsonObject): Promise<TypeImpact> =>
  value(api.POST('/api/resource-types/_check', { params: { query: { unknown: 'drop' } }, body: carrierOf(schema) }))

/** What a schema has that is accepted and probably wrong. @throws ApiError with the problems of a schema that is refused */
export const warningsOfSchema = async (schema: JsonObject): Promise<readonly SchemaWarning[]> =>
  (await tryType(carrierOf(schema))).warnings ?? []

/** Change the given fields of a type. @throws ApiError; `isStale` when the type has changed since the ETag */
export const changeType = (
  slug: string,
  body: TypeBody,
  options: { ifMatch?: string; force?: boolean } = {},
): Promise<StoredType> =>
  requests
    .versioned(
      api.PUT('/api/resource-types/{id}', {
        params: { path: { id: slug }, query: { force: options.force } },
        headers: options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch },
        body,
      }),
    )
    .then(typed)
    .then(changed => (changed.etag === '' ? getType(slug) : changed)) // one that took long has no ETag

/** Check the effect of a change. @throws ApiError with the problems of the change, or `isStale` */
export const tryChange = (slug: string, body: TypeBody, ifMatch?: string): Promise<TypeImpact> =>
  value(
    api.POST('/api/resource-types/{id}/_check', {
      params: { path: { id: slug }, query: { action: 'replace' } },
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      body,
    }),
  )

/** Archive a type: its routes are removed, its data is kept. @throws ApiError */
export async function archiveType(slug: string): Promise<void> {
  await requests.versioned(api.DELETE('/api/resource-types/{id}', { params: { path: { id: slug } } }))
}

/**
 * The different texts that the resources of a type have in a property, archived ones too.
 * @param name of a property that can be sorted by
 * @returns undefined if there are more than `most`
 */
export async function distinctTexts(slug: string, name: string, most: number): Promise<string[] | undefined> {
  const found = new Set<string>()
  for (const status of ['active', 'archived']) {
    for (let after = ''; ;) {
      const filter = { [name]: { gt: after } }
      const query = {
        _filter: JSON.stringify(filter),
        sort_by: name,
        sort_order: 'asc',
        fields: name,
        limit: 100,
        status,
      }
      const { data, has_more: hasMore } = await content.listResources(slug, query)
      for (const row of data) found.add((after = String(row.data['@graph'][0][name])))
      if (found.size > most) return undefined
      if (!hasMore) break
    }
  }
  return [...found]
}

/** List the problems that archiving a type would cause. @throws ApiError */
export async function tryArchiving(slug: string): Promise<TypeProblem[]> {
  const query = { action: 'archive' } as const
  const { problems } = await value(
    api.POST('/api/resource-types/{id}/_check', { params: { path: { id: slug }, query } }),
  )
  return problems
}
