import { useQuery } from '@pinia/colada'
import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { hidden, listNewest, listResources, slugOf, unless } from '../../api/index.ts'
import type { Labels } from '../../api/index.ts'
import { hasLabelOfOthers, labelOfResource, nameOfResource } from '../../schema/index.ts'
import { useMe } from '../../stores/me.ts'
import { useTypes } from '../../stores/types.ts'

const maxTypes = 16
const maxIdsPerType = 50
const maxNamed = 100

/**
 * The names of resources whose ids are known. Sends one request for each type, for at most sixteen types. Resources that are archived
 * or that the user is not allowed to read are not in the result.
 */
export function useNames(urns: MaybeRefOrGetter<readonly string[]>): ComputedRef<ReadonlyMap<string, string>> {
  const labels = useLabels(urns, ['active'])
  return computed(() => namesIn(labels.value))
}

const namesIn = (labels: Labels): ReadonlyMap<string, string> =>
  new Map(Object.entries(labels).map(([urn, { label }]) => [urn, label]))

/**
 * The names of at most a hundred active resources, in one request; undefined until it is known which of them have a name, so that nothing is shown without its
 * name first.
 */
export function useSettledNames(
  urns: MaybeRefOrGetter<readonly string[]>,
): ComputedRef<ReadonlyMap<string, string> | undefined> {
  const types = useTypes()
  const readLabels = useLabelReader()
  const ids = useReadableUrns(urns)
  const query = useQuery({
    key: () => ['names', 'newest', ...ids.value],
    query: readNames,
    enabled: () => ids.value.length > 0,
    staleTime: 30_000,
  })

  async function readNames(): Promise<ReadonlyMap<string, string>> {
    const asked = ids.value.slice(0, maxNamed)
    const all = await unless(hidden, listNewest({ by: 'changed', id: asked, limit: asked.length }), undefined)
    if (all === undefined) return namesIn(await readLabels(asked, ['active'])) // the service has no search
    return new Map(
      all.flatMap(({ type_slug: slug, resources }) =>
        resources.map(resource => [resource.id, nameOfResource(resource, types.get(slug))] as const),
      ),
    )
  }
  return computed(() =>
    ids.value.length > 0 && query.status.value === 'pending' ? undefined : (query.data.value ?? new Map()),
  )
}

/**
 * The labels of resources whose ids are known, see {@link useNames}. What is not active takes another request for its type, if the user may see archived
 * resources there.
 */
export function useLabels(
  urns: MaybeRefOrGetter<readonly string[]>,
  statuses: readonly string[] = ['active', 'archived'],
): ComputedRef<Labels> {
  const readLabels = useLabelReader()
  const readableUrns = useReadableUrns(urns)
  const query = useQuery({
    key: () => ['names', statuses.join(), ...readableUrns.value],
    query: () => readLabels(readableUrns.value, statuses),
    enabled: () => readableUrns.value.length > 0,
    staleTime: 30_000,
  })

  return computed(() => query.data.value ?? {})
}

/** Reads labels in one request for each type and status. */
function useLabelReader(): (ids: readonly string[], statuses: readonly string[]) => Promise<Labels> {
  const types = useTypes()

  async function readLabels(ids: readonly string[], statuses: readonly string[]): Promise<Labels> {
    const slugs = [...new Set(ids.map(slugOf))].slice(0, maxTypes)
    const found = await Promise.all(
      slugs.map(slug =>
        labelsIn(
          slug,
          ids.filter(id => slugOf(id) === slug),
          statuses,
        ),
      ),
    )
    return Object.assign({}, ...found)
  }

  async function labelsIn(slug: string, ids: readonly string[], statuses: readonly string[]): Promise<Labels> {
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
  return readLabels
}

/** Those of which the user can read the type, each once, in order. */
function useReadableUrns(urns: MaybeRefOrGetter<readonly string[]>): ComputedRef<string[]> {
  const types = useTypes()
  const me = useMe()
  return computed(() =>
    [...new Set(toValue(urns))]
      .filter(urn => types.get(slugOf(urn)) !== undefined && me.can('odrl:read', slugOf(urn)))
      .sort(),
  )
}
