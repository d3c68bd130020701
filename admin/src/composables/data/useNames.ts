import { useQuery } from '@pinia/colada'
import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { hidden, listResources, slugOf, unless } from '../../api/index.ts'
import type { Labels } from '../../api/index.ts'
import { hasLabelOfOthers, labelOfResource } from '../../schema/index.ts'
import { useMe } from '../../stores/me.ts'
import { useTypes } from '../../stores/types.ts'

const maxTypes = 16
const maxIdsPerType = 50

/**
 * The names of resources whose ids are known. Sends one request for each type, for at most sixteen types. Resources that are archived
 * or that the user is not allowed to read are not in the result.
 */
export function useNames(urns: MaybeRefOrGetter<readonly string[]>): ComputedRef<ReadonlyMap<string, string>> {
  const { labels } = useLabelRequest(urns, ['active'])
  return computed(() => namesIn(labels.value))
}

const namesIn = (labels: Labels): ReadonlyMap<string, string> =>
  new Map(Object.entries(labels).map(([urn, { label }]) => [urn, label]))

/** As {@link useNames}; undefined until it is known which resources have a name, so that nothing is shown without its name first. */
export function useSettledNames(
  urns: MaybeRefOrGetter<readonly string[]>,
): ComputedRef<ReadonlyMap<string, string> | undefined> {
  const { labels, isSettled } = useLabelRequest(urns, ['active'])
  return computed(() => (isSettled.value ? namesIn(labels.value) : undefined))
}

/**
 * The labels of resources whose ids are known, see {@link useNames}. What is not active takes another request for its type, if the user may see archived
 * resources there.
 */
export function useLabels(
  urns: MaybeRefOrGetter<readonly string[]>,
  statuses: readonly string[] = ['active', 'archived'],
): ComputedRef<Labels> {
  return useLabelRequest(urns, statuses).labels
}

function useLabelRequest(
  urns: MaybeRefOrGetter<readonly string[]>,
  statuses: readonly string[],
): { labels: ComputedRef<Labels>; isSettled: ComputedRef<boolean> } {
  const types = useTypes()
  const me = useMe()
  const readableUrns = computed(() =>
    [...new Set(toValue(urns))]
      .filter(urn => types.get(slugOf(urn)) !== undefined && me.can('odrl:read', slugOf(urn)))
      .sort(),
  )
  const query = useQuery({
    key: () => ['names', statuses.join(), ...readableUrns.value],
    query: () => readLabels(readableUrns.value),
    enabled: () => readableUrns.value.length > 0,
    staleTime: 30_000,
  })

  async function readLabels(ids: readonly string[]): Promise<Labels> {
    const slugs = [...new Set(ids.map(slugOf))].slice(0, maxTypes)
    const found = await Promise.all(
      slugs.map(slug =>
        labelsIn(
          slug,
          ids.filter(id => slugOf(id) === slug),
        ),
      ),
    )
    return Object.assign({}, ...found)
  }

  async function labelsIn(slug: string, ids: readonly string[]): Promise<Labels> {
    const found: Record<string, Labels[string]> = {}
    const type = types.get(slug)
    for (const status of statuses) {
      const some = ids.filter(id => found[id] === undefined).slice(0, maxIdsPerType)
      if (some.length === 0) break
      const query = {
        ...(status !== 'active' && { status }),
        '_filter[id][in]': some,
        limit: some.length,
        ...(hasLabelOfOthers(type?.schema) && { labels: 'all' }),
      }
      const { data, labels } = await unless(hidden, listResources(slug, query), { data: [], labels: {} })
      for (const resource of data) found[resource.id] = { label: labelOfResource(resource, type, labels), status }
    }
    return found
  }

  return {
    labels: computed(() => query.data.value ?? {}),
    isSettled: computed(() => readableUrns.value.length === 0 || query.status.value !== 'pending'),
  }
}
