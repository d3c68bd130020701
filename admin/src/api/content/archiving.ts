import { listResources, shortId } from './resources.ts'
import type { Resource } from './resources.ts'
import { sendForJson } from '../transport/send.ts'

/** What stands against archiving a resource: who refers to it by a property that restricts that. */
export interface ArchivingProblem {
  kind: string
  property: string
  count: number
  /** At most ten, and only what one may read. */
  ids: string[]
}

const address = (slug: string, id: string): string => `/api/${encodeURIComponent(slug)}/${encodeURIComponent(id)}`

export async function archivingProblems(slug: string, id: string): Promise<ArchivingProblem[]> {
  type DryRun = { problems: ArchivingProblem[] }
  return (await sendForJson<DryRun>('DELETE', address(slug, id), { query: { dry_run: true } })).problems
}

/** A resource that is archived; undefined where there is none. @throws ApiError 403 for those who may not delete resources of the type */
export async function findArchived(slug: string, id: string): Promise<Resource | undefined> {
  const urn = `urn:${slug}:${shortId(id)}`
  const query = { status: 'archived', '_filter[id][eq]': urn, limit: 1, labels: true }
  const { data, labels } = await listResources(slug, query)
  const [found] = data
  return found === undefined || labels === undefined ? found : { ...found, labels }
}

/** The address under which programs read a resource. */
export const apiAddress = (slug: string, id: string): string => location.origin + address(slug, shortId(id))
