import { listResources, shortId } from './resources.ts'
import type { Resource } from './resources.ts'
import { api, value } from '../transport/client.ts'
import type { Answer } from '../transport/client.ts'

/** A reason why a resource cannot be archived: other resources refer to it. Contains at most ten ids, only of resources that the caller can read. */
export type ArchivingProblem = Answer<'/api/{typeSlug}/{id}/_check', 'post'>['problems'][number]

export async function archivingProblems(slug: string, id: string): Promise<ArchivingProblem[]> {
  const params = { path: { typeSlug: slug, id }, query: { action: 'archive' as const } }
  return (await value(api.POST('/api/{typeSlug}/{id}/_check', { params }))).problems
}

/** Find an archived resource; undefined when there is none. @throws ApiError 403 when the caller is not allowed to delete resources of the type */
export async function findArchived(slug: string, id: string): Promise<Resource | undefined> {
  const urn = `urn:${slug}:${shortId(id)}`
  const query = { status: 'archived', '_filter[id][eq]': urn, limit: 1, labels: true }
  const { data, labels } = await listResources(slug, query)
  const [found] = data
  return found === undefined || labels === undefined ? found : { ...found, labels }
}

/** The address from which programs read a resource. */
export const apiAddress = (slug: string, id: string): string =>
  `${location.origin}/api/${encodeURIComponent(slug)}/${encodeURIComponent(shortId(id))}`
