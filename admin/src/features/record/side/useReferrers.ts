import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { countLimit, listReferrers, totalOf, unless } from '../../../api/index.ts'
import type { Page, Resource, ResourceType, Total } from '../../../api/index.ts'
import { compareTexts } from '../../../i18n/index.ts'
import { typesReferringWithin } from '../children/relations.ts'
import { useTypes } from '../../../stores/types.ts'
import { useMore } from '../../../composables/data/useMore.ts'
import type { GrowingList } from '../../../composables/data/useMore.ts'

const pageSize = 5
const none: Total = { count: 0, isMore: false }

/** The resources of one type that refer to a resource: their number and type. */
interface ReferrerGroup {
  type: ResourceType
  total: Total
}

const keyOf = ({ id, type_slug: slug }: Resource, ...more: string[]): string[] => [
  'resources',
  slug,
  'referrers',
  id,
  ...more,
]

/** The resources that refer to a resource from nested values, by type: one count for each type whose schema allows it. Other references have sections. */
export function useReferrers(resource: () => Resource) {
  const types = useTypes()
  const referringTypes = computed(() => typesReferringWithin(resource().type_slug, types.all))
  return useQuery<ReferrerGroup[]>({
    key: () => [...keyOf(resource()), ...referringTypes.value.map(({ slug }) => slug)],
    query: async () => {
      const groups = await Promise.all(referringTypes.value.map(type => countOf(resource(), type)))
      return groups.filter(({ total }) => total.count > 0).sort((a, b) => compareTexts(a.type.name, b.type.name))
    },
  })
}

/** The resources of a type that refer to a resource, a page at a time. */
export const useReferrersOf = (resource: () => Resource, type: () => ResourceType): GrowingList<Resource> =>
  useMore(
    () => keyOf(resource(), 'of', type().slug),
    cursor => pageOf(resource(), type(), pageSize, cursor),
  )

async function countOf(resource: Resource, type: ResourceType): Promise<ReferrerGroup> {
  const page = await unless([403], pageOf(resource, type, 1), undefined) // the user is not allowed to read the type
  return { type, total: (page && totalOf(page)) ?? none }
}

const pageOf = (
  { type_slug: slug, id }: Resource,
  type: ResourceType,
  limit: number,
  cursor?: string,
): Promise<Page<Resource>> => listReferrers(slug, id, { type_slug: type.slug, limit, count: countLimit, cursor })
