import { CommandFailed, exitCode, type ApiClient } from '../../../kernel/index.ts'
import { isObject, type JsonObject } from '../../../lib/json/index.ts'

/** The type exists but its routes do not. */
export const typeArchivedError = (typeSlug: string): CommandFailed =>
  new CommandFailed(
    `the type ${typeSlug} is archived; plinth types update ${typeSlug} --status active brings it back`,
    exitCode.failed,
  )

/** The schema of a type, as the API returns it. */
export const schemaOf = (type: JsonObject): JsonObject | null => (isObject(type['schema']) ? type['schema'] : null)

/** A type as the API returns it, with any status, or undefined. */
export async function readType(api: ApiClient, typeSlug: string): Promise<JsonObject | undefined> {
  const answer = await api.request('GET', `/api/resource-types/${encodeURIComponent(typeSlug)}`, { accept: [404] })
  return isObject(answer.body) && answer.status < 400 ? answer.body : undefined
}

/**
 * The active type with this slug.
 * @throws `CommandFailed` when there is no such type
 */
export async function activeType(api: ApiClient, typeSlug: string): Promise<JsonObject> {
  const type = await readType(api, typeSlug)
  if (type === undefined) {
    throw new CommandFailed(
      `there is no type ${typeSlug}; create it with plinth types create, or let --infer derive it from the file`,
      exitCode.failed,
    )
  }
  if (type['status'] === 'archived') throw typeArchivedError(typeSlug)
  return type
}
