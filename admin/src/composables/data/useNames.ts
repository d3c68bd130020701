import { useQuery } from '@pinia/colada'
import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { hidden, listResources, slugOf, unless } from '../../api/index.ts'
import { hasLabelOfOthers, labelOfResource } from '../../schema/index.ts'
import { useMe } from '../../stores/me.ts'
import { useTypes } from '../../stores/types.ts'

const maxTypes = 8
const maxIdsPerType = 50

/**
 * The names of resources whose ids are known. Sends one request for each type, for at most eight types. Resources that are archived
 * or that the user is not allowed to read are not in the result.
 */
export function useNames(urns: MaybeRefOrGetter<readonly string[]>): ComputedRef<ReadonlyMap<string, string>> {
  const types = useTypes()
  const me = useMe()
  const readableUrns = computed(() =>
    [...new Set(toValue(urns))]
      .filter(urn => types.get(slugOf(urn)) !== undefined && me.can('odrl:read', slugOf(urn)))
      .sort(),
  )
  const query = useQuery({
    key: () => ['names', ...readableUrns.value],
    query: () => readNames(readableUrns.value),
    enabled: () => readableUrns.value.length > 0,
    staleTime: 30_000,
  })

  async function readNames(ids: readonly string[]): Promise<Map<string, string>> {
    const slugs = [...new Set(ids.map(slugOf))].slice(0, maxTypes)
    const found = await Promise.all(
      slugs.map(slug =>
        namesIn(
          slug,
          ids.filter(id => slugOf(id) === slug),
        ),
      ),
    )
    return new Map(found.flat())
  }

  async function namesIn(slug: string, ids: readonly string[]): Promise<[string, string][]> {
    const some = ids.slice(0, maxIdsPerType)
    const type = types.get(slug)
    const query = {
      '_filter[id][in]': some,
      limit: some.length,
      ...(hasLabelOfOthers(type?.schema) && { labels: true }),
    }
    const { data, labels } = await unless(hidden, listResources(slug, query), { data: [], labels: {} })
    return data.map(resource => [resource.id, labelOfResource(resource, type, labels)])
  }

  return computed(() => query.data.value ?? new Map())
}
