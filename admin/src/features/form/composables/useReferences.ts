import { computed, shallowReactive, toValue, watchEffect } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { listResources } from '../../../api/index.ts'
import type { Labels, Page, Query, Resource, ResourceType } from '../../../api/index.ts'
import { hasLabelOfOthers, labelOf as nameOfReference, labelOfResource } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import type { Option } from '../../../ui/fields/option.ts'

/** What useReferences gives. */
export interface References {
  type: ComputedRef<ResourceType | undefined>
  /** What a resource is called; nobody reads ids. */
  labelOf(urn: string): string
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
/** Asked for, and not there for this person. */
const hidden = shallowReactive(new Set<string>())

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

  const isKnown = (urn: string): boolean => known.has(urn) || Object.hasOwn(labels() ?? {}, urn)
  const labelOf = (urn: string): string =>
    known.get(urn) ?? nameOfReference(urn, hidden.has(urn) ? {} : isKnown(urn) ? labels() : undefined, type.value)
  const learn = ({ data, labels: others }: Pick<Page<Resource>, 'data' | 'labels'>): void => {
    for (const resource of data) known.set(resource.id, labelOfResource(resource, type.value, others))
  }
  /** What others are called is asked for where it is part of what these are called. */
  const list = (query: Query, signal?: AbortSignal): Promise<Page<Resource>> =>
    listResources(toValue(slug), { ...query, ...(hasLabelOfOthers(type.value?.schema) && { labels: true }) }, signal)
  watchEffect(() => {
    if (labels() !== undefined && !me.can('odrl:read', toValue(slug))) {
      for (const urn of chosen()) if (!isKnown(urn)) hidden.add(urn)
      return
    }
    const missing = chosen().filter(urn => !isKnown(urn) && !requested.has(urn))
    for (let at = 0; at < missing.length; at += maxIdsPerRequest) void ask(missing.slice(at, at + maxIdsPerRequest))
  })

  async function ask(urns: readonly string[]): Promise<void> {
    for (const urn of urns) requested.add(urn)
    const query = { '_filter[id][in]': urns, limit: maxIdsPerRequest }
    await list(query).then(learn, () => undefined) // they are shown as hidden, then
    for (const urn of urns) if (!known.has(urn)) hidden.add(urn)
  }

  return {
    type,
    labelOf,
    search: async (text, signal) => {
      const words = /[\p{L}\p{N}]/u.test(text) ? { q: text } : {}
      const page = await list({ ...words, limit: maxSuggestions }, signal)
      learn(page)
      return page.data.map(({ id }) => ({ value: id, label: labelOf(id) }))
    },
    mayCreate: computed(() => type.value !== undefined && me.can('odrl:modify', toValue(slug))),
    know: resource => learn({ data: [resource] }),
  }
}
