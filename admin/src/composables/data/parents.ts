import { dataOf, listResources } from '../../api/index.ts'
import type { Page, Resource, ResourceType } from '../../api/index.ts'
import { propertiesOf } from '../../schema/index.ts'
import type { Property } from '../../schema/index.ts'

/**
 * Names of references from a resource to the one that contains it begin with one of these, such as `parentPage` or `containedInPlace`. Other
 * references to the own type may form circles: `related`, `next`.
 */
const parentName = /^(?:parent|broader|(?:is)?(?:partOf|childOf|containedIn|locatedIn)|inside|within|below)/i

/** The steps that are taken up from a resource. */
const maxSteps = 50
const maxIdsPerRequest = 50
const maxRows = 100

/** Whether a property leads from a resource to its parent of the same type: a single reference whose name says so. */
export const isParent = ({ name, refersTo, items }: Property, slug: string): boolean =>
  refersTo === slug && items === undefined && parentName.test(name)

/**
 * Which of the resources are another one, or stand below it. Goes up from all of them together, one request for each fifty and level.
 * @param property leads to the parent
 */
export async function idsBelow(
  slug: string,
  above: string,
  property: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  /** The parent of each resource that was read. */
  const parents = new Map<string, string | undefined>([[above, undefined]])
  let unread = ids.filter(id => id !== above)
  for (let step = 0; step < maxSteps && unread.length > 0; step++) {
    const next = new Set<string>()
    for (let at = 0; at < unread.length; at += maxIdsPerRequest) {
      const asked = unread.slice(at, at + maxIdsPerRequest)
      for (const id of asked) parents.set(id, undefined)
      const query = { '_filter[id][in]': asked, fields: property, limit: maxIdsPerRequest }
      for (const row of (await listResources(slug, query, signal)).data) {
        const parent = dataOf(row)[property]
        if (typeof parent !== 'string') continue
        parents.set(row.id, parent)
        if (!parents.has(parent)) next.add(parent)
      }
    }
    unread = [...next].filter(id => !parents.has(id))
  }
  const isBelow = (id: string): boolean => {
    let at: string | undefined = id
    for (let step = 0; at !== undefined && step <= maxSteps; step++) {
      if (at === above) return true
      at = parents.get(at)
    }
    return false
  }
  return new Set(ids.filter(isBelow))
}

/** Counting ends here. */
export const maxBelow = 1000

/** How many resources stand below these, on all levels, by any property that says so; {@link maxBelow} where there are as many or more. */
export async function countBelow(
  type: Pick<ResourceType, 'slug' | 'schema'> | undefined,
  ids: readonly string[],
): Promise<number> {
  const slug = type?.slug ?? ''
  const names = propertiesOf(type?.schema).flatMap(property => (isParent(property, slug) ? property.name : []))
  const seen = new Set(ids)
  const count = (): number => Math.min(seen.size - ids.length, maxBelow)
  const unread = [...seen]
  while (unread.length > 0 && count() < maxBelow) {
    const above = unread.splice(0, maxIdsPerRequest)
    for (const name of names) {
      const query = { [`_filter[${name}][in]`]: above, fields: name, limit: maxRows }
      let page: Page<Resource> | undefined
      do {
        page = await listResources(slug, { ...query, ...(page && { cursor: page.cursor }) })
        const found = page.data.map(({ id }) => id).filter(id => !seen.has(id))
        for (const id of found) seen.add(id)
        unread.push(...found)
      } while (page.has_more && count() < maxBelow)
    }
  }
  return count()
}
