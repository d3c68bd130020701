import { computed, shallowReactive, toValue, watchEffect } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { listResources } from '../../../api/index.ts'
import type { Labels, Resource, ResourceType } from '../../../api/index.ts'
import { labelOfResource } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import type { Option } from '../../../ui/fields/option.ts'

/** What useReferences gives. */
export interface References {
  type: ComputedRef<ResourceType | undefined>
  /** What a resource is called; undefined while nobody knows. */
  labelOf(urn: string): string | undefined
  /** What answers to words, newest first. @throws ApiError */
  search(text: string, signal: AbortSignal): Promise<Option[]>
  mayCreate: ComputedRef<boolean>
  /** One that was created a moment ago. */
  know(resource: Resource): void
}

const maxSuggestions = 20
const maxIdsPerRequest = 50
/** Labels that no answer brought along: of what was chosen just now, or stands in a draft. */
const known = shallowReactive(new Map<string, string>())
const requested = new Set<string>()

/**
 * Find resources of a type to refer to.
 * @param slug of the type
 * @param chosen what is referred to already
 * @param labels what the answer called it
 */
export function useReferences(
  slug: MaybeRefOrGetter<string>,
  chosen: () => readonly string[],
  labels: () => Labels | undefined,
): References {
  const types = useTypes()
  const me = useMe()
  const type = computed(() => types.get(toValue(slug)))

  const labelOf = (urn: string): string | undefined => {
    const given = labels()
    return known.get(urn) ?? (given !== undefined && Object.hasOwn(given, urn) ? given[urn]?.label : undefined)
  }
  const learn = (resources: readonly Resource[]): void => {
    for (const resource of resources) known.set(resource.id, labelOfResource(resource, type.value))
  }
  watchEffect(() => {
    const missing = chosen().filter(urn => labelOf(urn) === undefined && !requested.has(urn))
    for (let at = 0; at < missing.length; at += maxIdsPerRequest) void ask(missing.slice(at, at + maxIdsPerRequest))
  })

  async function ask(urns: readonly string[]): Promise<void> {
    for (const urn of urns) requested.add(urn)
    const query = { '_filter[id][in]': urns, limit: maxIdsPerRequest }
    await listResources(toValue(slug), query).then(
      page => learn(page.data),
      () => undefined, // it is shown by its id, then
    )
  }

  return {
    type,
    labelOf,
    search: async (text, signal) => {
      const words = /[\p{L}\p{N}]/u.test(text) ? { q: text } : {}
      const { data } = await listResources(toValue(slug), { ...words, limit: maxSuggestions }, signal)
      learn(data)
      return data.map(({ id }) => ({ value: id, label: known.get(id) ?? id }))
    },
    mayCreate: computed(() => type.value !== undefined && me.can('odrl:modify', toValue(slug))),
    know: resource => learn([resource]),
  }
}
