import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { dataOf, listVersions } from '../../../api/index.ts'
import type { Resource } from '../../../api/index.ts'
import { source } from '../../../sources.ts'
import type { RecordedEvent } from '../../../sources.ts'
import { useTypes } from '../../../stores/types.ts'
import { differences } from '../versions/differences.ts'
import type { Difference } from '../versions/differences.ts'
import { useMe } from '../../../stores/me.ts'
import { useMore } from '../../../composables/data/useMore.ts'
import type { GrowingList } from '../../../composables/data/useMore.ts'

/** The events about a resource, newest first. Only administrators can read them; the list is empty for others. */
export function useEventsAbout(resource: () => Resource): GrowingList<RecordedEvent> {
  const me = useMe()
  return useMore(
    () => ['events-about', resource().id, resource().sequence_no],
    cursor => source('events').list({ subject: resource().id }, cursor),
    { enabled: () => me.isAdministrator },
  )
}

/** The author of each version, as far as the events contain it. */
export function useAuthors(resource: () => Resource): ComputedRef<ReadonlyMap<number, string>> {
  const { items } = useEventsAbout(resource)
  return computed(
    () =>
      new Map(
        items.value.flatMap(({ type, data }) =>
          type.startsWith('Resource.') && data.sequence_no !== undefined
            ? [[data.sequence_no, data.actor] as const]
            : [],
        ),
      ),
  )
}

/** The author of the version that a resource has, as far as the events contain it. */
export function useAuthor(resource: () => Resource): ComputedRef<string | undefined> {
  const authors = useAuthors(resource)
  return computed(() => authors.value.get(resource().sequence_no))
}

/** The kind of change that created a version. */
type ChangeKind = 'created' | 'changed' | 'archived' | 'restored'

/** A version and the change that created it. */
export interface Version {
  resource: Resource
  changeKind: ChangeKind
  /** Differences from the previous version; undefined until that one is loaded. */
  changes: Difference[] | undefined
}

/** The versions of a resource, newest first. */
export function useVersions(resource: () => Resource): GrowingList<Version> {
  const list = useMore(
    () => ['versions', resource().id, resource().sequence_no],
    cursor => listVersions(resource().type_slug, resource().id, { limit: 50, cursor }),
  )
  const types = useTypes()
  /** Versions do not change, so their differences are computed once. */
  const known = new WeakMap<Resource, Difference[]>()
  function changesOf(version: Resource, before: Resource | undefined): Difference[] | undefined {
    if (before === undefined) return undefined
    const schema = types.get(version.type_slug)?.schema
    const changes = known.get(version) ?? differences(dataOf(before), dataOf(version), schema)
    known.set(version, changes)
    return changes
  }
  const items = computed(() =>
    list.items.value.map((version, at) => {
      const before = list.items.value[at + 1]
      return { resource: version, changeKind: changeKindOf(version, before), changes: changesOf(version, before) }
    }),
  )
  return { ...list, items }
}

function changeKindOf({ sequence_no, status }: Resource, before: Resource | undefined): ChangeKind {
  if (sequence_no === 1) return 'created'
  if (status === 'archived') return 'archived'
  return before?.status === 'archived' ? 'restored' : 'changed'
}
