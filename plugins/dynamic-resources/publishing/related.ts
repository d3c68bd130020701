import type { Caller } from '../../../kernel/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ListRoutes } from '../reading/list.ts'
import { selectResources } from '../reading/list.ts'
import { ifVisible } from '../reading/referrers.ts'
import { groupBySlug, referencesOf, referredIds } from '../references/found-references.ts'
import { refersTo } from '../references/reference-sources.ts'
import { setOf } from './sets.ts'

/** How many resources an answer names. */
const maxNamed = 100

/** What public resources refer to that is not public, as far as the caller sees the resources. */
export async function unpublishedTargets(
  { store, registry, reader }: ListRoutes,
  caller: Caller,
  resources: readonly { type: ResourceType; id: string }[],
): Promise<string[]> {
  const ids = resources.filter(({ type }) => type.drafts !== undefined).map(({ id }) => id)
  const shown = await reader.getMany(reader.callerScope(caller), ids)
  const targets = [...shown.values()].flatMap(({ type, document }) => [...referredIds(referencesOf(type, document))])
  const unpublished: string[] = []
  for (const [slug, some] of groupBySlug(targets)) {
    const type = await registry.find(slug)
    if (type?.drafts === undefined) continue
    const rows = await store.getMany(type.drafts.published.collection, some)
    const published = new Set(rows.filter(row => readMeta(row).status === 'active').map(({ id }) => id))
    unpublished.push(...some.filter(id => !published.has(id)))
  }
  return unpublished.toSorted()
}

/** The public resources that refer to one, as far as the caller sees them. */
export async function listPublicReferrers(
  lists: ListRoutes,
  caller: Caller,
  type: ResourceType,
  id: string,
): Promise<string[]> {
  const scope = lists.reader.callerScope(caller)
  const found: string[] = []
  for (const source of await lists.service.sources.of(type.slug)) {
    const [selection] = await ifVisible(
      selectResources(lists, scope, setOf(source), { conditions: [refersTo(source, [id])] }),
    )
    if (selection === undefined) continue
    const { documents } = await selection.slice({ limit: maxNamed - found.length })
    found.push(...documents.map(one => one.id))
    if (found.length >= maxNamed) break
  }
  return found
}
