import { computed, shallowReactive, toValue, watchEffect } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { findByName, listResources } from '../../../api/index.ts'
import type { Labels, Page, Publication, Query, Resource } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { hasLabelOfOthers, labelOf as nameOfReference, labelOfResource } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import type { Option, Portion } from '../../../ui/fields/option.ts'

/** How many are read at once; the next ones when the list is scrolled to its end. */
const portionSize = 50
/** The same of those that are found by words: what the search answers at most. */
const foundSize = 20
/** How many better ones the search can leave out. */
const maxOffset = 900
/** How many words the service accepts. */
const maxWords = 16
const maxIdsPerRequest = 50
/** Labels that are not in the response of the form: of resources chosen just now or in a draft. */
const known = shallowReactive(new Map<string, string>())
const requested = new Set<string>()
/** Resources that were requested and that the user cannot see. */
const hidden = shallowReactive(new Set<string>())

/**
 * Find resources of a type, to refer to them.
 * @param slug slug of the type
 * @param chosen resources that are referred to already
 * @param labels labels from the response
 * @param excluded which of some resources cannot be chosen
 */
export function useReferences(
  slug: MaybeRefOrGetter<string>,
  chosen: () => readonly string[],
  labels: () => Labels | undefined,
  excluded?: (ids: readonly string[], signal: AbortSignal) => Promise<ReadonlySet<string>>,
) {
  const types = useTypes()
  const me = useMe()
  const type = computed(() => types.get(toValue(slug)))

  const isKnown = (urn: string): boolean => known.has(urn) || Object.hasOwn(labels() ?? {}, urn)
  /** The label of a resource, shown instead of its id. */
  const labelOf = (urn: string): string =>
    known.get(urn) ?? nameOfReference(urn, hidden.has(urn) ? {} : isKnown(urn) ? labels() : undefined, type.value)
  const addLabels = ({ data, labels: others }: Pick<Page<Resource>, 'data' | 'labels'>): void => {
    for (const resource of data) known.set(resource.id, labelOfResource(resource, type.value, others))
  }
  /** Includes the labels of other resources if the labels of this type contain them. */
  const list = (query: Query, signal?: AbortSignal): Promise<Page<Resource>> =>
    listResources(toValue(slug), { ...query, ...(hasLabelOfOthers(type.value?.schema) && { labels: 'all' }) }, signal)
  watchEffect(() => {
    if (labels() !== undefined && !me.can('odrl:read', toValue(slug))) {
      for (const urn of chosen()) if (!isKnown(urn)) hidden.add(urn)
      return
    }
    const missing = chosen().filter(urn => !isKnown(urn) && !requested.has(urn))
    for (let at = 0; at < missing.length; at += maxIdsPerRequest)
      void requestLabels(missing.slice(at, at + maxIdsPerRequest))
  })

  async function requestLabels(urns: readonly string[]): Promise<void> {
    for (const urn of urns) requested.add(urn)
    const query = { '_filter[id][in]': urns, limit: maxIdsPerRequest }
    await list(query).then(addLabels, () => undefined) // if the request fails, the resources are shown as hidden
    for (const urn of urns) if (!known.has(urn)) hidden.add(urn)
  }

  /** What is not public as it is carries its state. */
  async function options(
    found: readonly { id: string; publication?: Publication | undefined }[],
    signal: AbortSignal,
  ): Promise<Option[]> {
    const ids = found.map(({ id }) => id)
    const unfit = await excluded?.(ids, signal)
    return found
      .filter(({ id }) => unfit?.has(id) !== true)
      .map(({ id, publication: state }) => ({
        value: id,
        label: labelOf(id),
        ...(state !== undefined && state !== 'published' && { note: t(`value.${state}`) }),
      }))
  }

  async function newest(cursor: string, signal: AbortSignal): Promise<Portion> {
    const page = await list({ limit: portionSize, ...(cursor !== '' && { cursor }) }, signal)
    addLabels(page)
    const next = page.has_more ? (later: AbortSignal) => newest(page.cursor, later) : undefined
    return { options: await options(page.data, signal), next }
  }

  async function named(words: string, offset: number, signal: AbortSignal): Promise<Portion> {
    const found = await findByName(toValue(slug), words, { limit: foundSize, offset }, signal)
    for (const { id, label, status } of found.resources)
      known.set(id, nameOfReference(id, { [id]: { label, status } }, type.value))
    const after = offset + foundSize
    const next = found.has_more && after <= maxOffset ? (later: AbortSignal) => named(words, after, later) : undefined
    return { options: await options(found.resources, signal), next }
  }

  return {
    type,
    labelOf,
    /** Find resources by their names, best first; without words the newest. @throws ApiError */
    search: (text: string, signal: AbortSignal) => {
      const words = text.match(/[^\p{L}\p{N}]*[\p{L}\p{N}\p{M}]+[^\p{L}\p{N}]*/gu) ?? []
      return words.length === 0 ? newest('', signal) : named(words.slice(0, maxWords).join(''), 0, signal)
    },
    mayCreate: computed(() => type.value !== undefined && me.can('odrl:modify', toValue(slug))),
    /** Add the label of a resource that was just created. */
    addLabel: (resource: Resource) => addLabels({ data: [resource] }),
  }
}

export type References = ReturnType<typeof useReferences>
