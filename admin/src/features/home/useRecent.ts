import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { hidden, listEvents, listResources, slugOf, unless } from '../../api/index.ts'
import type { Query, Resource } from '../../api/index.ts'
import { labelOfResource } from '../../schema/index.ts'
import { useMe } from '../../stores/me.ts'
import { useTypes } from '../../stores/types.ts'
import { useNames } from '../../composables/useNames.ts'
import { useVisits } from './visits.ts'

/** A resource, and when something happened to it. */
export interface Recent {
  /** Unique in its list. */
  key: string
  urn: string
  name: string | undefined
  at: string
  /** Name of an event (`Resource.Updated`); empty for what only was changed. */
  event: string
  /** URN of who did it; empty when that is not known. */
  actor: string
}

/** A list that is asked for. */
export interface RecentList {
  entries: ComputedRef<Recent[] | undefined>
  error: ComputedRef<Error | null>
  refetch(): Promise<unknown>
}

const maxEntries = 12
const maxAside = 8
/** So many types are asked, no more. */
const maxTypes = 6
const known = /^(?:Resource|ResourceType)\./

/** What changed lately: the events, for administrators; else the newest of what one may read. */
export function useChanges(): RecentList {
  const me = useMe()
  const events = useQuery({
    key: ['events', 'newest'],
    query: () => listEvents({}, undefined, 60),
    enabled: () => me.isAdministrator,
    staleTime: 2000,
  })
  const latest = computed(() => {
    const subjects = new Set<string>()
    return (events.data.value?.data ?? [])
      .filter(({ type, subject }) => known.test(type) && !subjects.has(subject) && subjects.add(subject))
      .slice(0, maxEntries)
  })
  const names = useNames(() => latest.value.map(({ subject }) => subject))
  const newest = useNewest('changed', { sort_by: 'updated_at', sort_order: 'desc' }, () => !me.isAdministrator)

  const fromEvents = computed(() =>
    events.data.value === undefined
      ? undefined
      : latest.value.map(({ id, subject, time, type, data: { actor } }) => ({
          key: id,
          urn: subject,
          name: names.value.get(subject),
          at: time,
          event: type,
          actor,
        })),
  )
  return {
    entries: computed(() => (me.isAdministrator ? fromEvents.value : newest.entries.value)),
    error: computed(() => (me.isAdministrator ? events.error.value : newest.error.value)),
    refetch: () => (me.isAdministrator ? events.refetch() : newest.refetch()),
  }
}

/** What this person made. */
export function useCreated(): RecentList {
  const me = useMe()
  return useNewest('created', { '_filter[meta.created_by][eq]': me.me?.id ?? '' }, () => me.me !== undefined)
}

/** What this person looked at in this browser; what is archived since has no name and is left out. */
export function useVisited(): RecentList {
  const visits = useVisits()
  const names = useNames(() => visits.value.map(({ urn }) => urn))
  const entries = computed(() =>
    visits.value
      .filter(({ urn }) => names.value.has(urn))
      .slice(0, maxAside)
      .map(({ urn, at }) => ({ key: urn, urn, name: names.value.get(urn), at, event: '', actor: '' })),
  )
  return { entries, error: computed(() => null), refetch: () => Promise.resolve() }
}

/** The newest of a few types, one request for each: those looked at lately first, then as the sidebar has them. */
function useNewest(what: string, query: Query, enabled: () => boolean): RecentList {
  const me = useMe()
  const types = useTypes()
  const visits = useVisits()
  const slugs = computed(() => {
    const readable = types.listed.filter(({ slug }) => me.can('odrl:read', slug)).map(({ slug }) => slug)
    const visited = visits.value.map(({ urn }) => slugOf(urn)).filter(slug => readable.includes(slug))
    return [...new Set([...visited, ...readable])].slice(0, maxTypes)
  })
  const found = useQuery({
    key: () => ['newest', what, ...slugs.value.toSorted()],
    query: async () => (await Promise.all(slugs.value.map(slug => newestOf(slug, query)))).flat(),
    enabled: () => enabled() && slugs.value.length > 0,
    staleTime: 2000,
  })
  const entries = computed(() => {
    if (slugs.value.length === 0) return []
    const time = ({ created_at, updated_at }: Resource): string => (what === 'created' ? created_at : updated_at)
    return found.data.value
      ?.toSorted((a, b) => (time(a) < time(b) ? 1 : -1))
      .slice(0, what === 'created' ? maxAside : maxEntries)
      .map(resource => ({
        key: resource.id,
        urn: resource.id,
        name: labelOfResource(resource, types.get(resource.type_slug)),
        at: time(resource),
        event: '',
        actor: '',
      }))
  })
  return { entries, error: computed(() => found.error.value), refetch: () => found.refetch() }
}

async function newestOf(slug: string, query: Query): Promise<Resource[]> {
  const { data } = await unless(hidden, listResources(slug, { ...query, limit: maxEntries }), { data: [] })
  return data
}
