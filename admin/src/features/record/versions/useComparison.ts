import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { dataOf, getResource } from '../../../api/index.ts'
import type { JsonObject, Labels, Resource } from '../../../api/index.ts'
import { differences } from './differences.ts'
import { urnsIn } from '../side/references.ts'
import { useTypes } from '../../../stores/types.ts'
import { useLabels } from '../../../composables/data/useNames.ts'

/** Compare two versions of a resource, in either order. */
export function useComparison(resource: () => Resource, sequence: () => number, against: () => number) {
  const types = useTypes()
  const shownVersion = useVersion(resource, sequence)
  const comparedVersion = useVersion(resource, against)
  const read = useLabels(() => [
    ...urnsIn(dataIn(shownVersion.data.value)),
    ...urnsIn(dataIn(comparedVersion.data.value)),
  ])

  /** The changes from the older to the newer of the two versions. */
  const found = computed(() => {
    const [looked, compared] = [shownVersion.data.value, comparedVersion.data.value]
    if (looked === undefined || compared === undefined) return undefined
    const [older, newer] = sequence() < against() ? [looked, compared] : [compared, looked]
    return differences(dataOf(older), dataOf(newer), types.get(resource().type_slug)?.schema)
  })
  /** Labels of the references in both versions. */
  const labels = computed<Labels>(() => ({ ...read.value, ...resource().labels }))
  return {
    version: shownVersion.data,
    data: computed(() => dataIn(shownVersion.data.value)),
    differences: found,
    labels,
    error: computed(() => shownVersion.error.value ?? comparedVersion.error.value),
    refetch: () => Promise.all([shownVersion.refetch(), comparedVersion.refetch()]),
  }
}

const dataIn = (version: Resource | undefined): JsonObject | undefined =>
  version === undefined ? undefined : dataOf(version)

/** A version never changes, so it is loaded once. */
const useVersion = (resource: () => Resource, sequence: () => number) =>
  useQuery<Resource>({
    key: () => ['version', resource().id, sequence()],
    query: () => getResource(resource().type_slug, resource().id, { sequence_no: sequence() }),
    staleTime: Number.POSITIVE_INFINITY,
  })
