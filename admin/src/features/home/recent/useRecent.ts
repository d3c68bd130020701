import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { countLimit, hidden, listResources, slugOf, totalOf, unless } from '../../../api/index.ts'
import type { Page, Query, Resource } from '../../../api/index.ts'
import { hasLabelOfOthers, labelOfResource } from '../../../schema/index.ts'
import { source } from '../../../sources.ts'
import type { RecordedEvent } from '../../../sources.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import { useNames, useSettledNames } from '../../../composables/data/useNames.ts'
import { groupActivities, maxSeriesGapMs } from './groupActivities.ts'
import type { Activity, Line } from './groupActivities.ts'
import { useVisits } from './visits.ts'

/** A line, with the name of the resource. */
export interface Recent extends Line {
  name: string | undefined
}

/** A list with its request state. */
export interface RecentList {
  entries: ComputedRef<Recent[] | undefined>
  error: Readonly<Ref<Error | null>>
  refetch(): Promise<unknown>
}

const maxEntries = 12
const maxSideEntries = 8
/** Maximum number of types that are requested: administrators have the events, others learn of their changes from the lists. */
const maxTypes = { withEvents: 6, withoutEvents: 24 }
const eventsAtOnce = 60
const maxEventRequests = 5
const known = /^(?:Resource|ResourceType)\./

/** The lines of the newest events with the names of their resources. Earlier lines stay until the names of new ones are known. */
function useEventLines(pick: (lines: readonly Line[]) => readonly Line[]) {
  const me = useMe()
  const events = useQuery({
    key: ['events', 'newest'],
    query: readChanges,
    enabled: () => me.isAdministrator,
    staleTime: 2000,
  })
  const lines = computed(() => events.data.value && pick(events.data.value))
  const names = useSettledNames(() => (lines.value ?? []).filter(({ count }) => count === 1).map(({ urn }) => urn))
  const named = computed<Recent[] | undefined>(before =>
    names.value === undefined ? before : lines.value?.map(line => ({ ...line, name: names.value?.get(line.urn) })),
  )
  return { events, named }
}

/** The latest changes: for administrators from the events, for others from the newest resources that they can read. */
export function useChanges(): RecentList {
  const me = useMe()
  const { events, named: fromEvents } = useEventLines(lines => lines.slice(0, maxEntries))
  const newest = useNewest('changed', { sort_by: 'updated_at', sort_order: 'desc' }, () => !me.isAdministrator)

  return {
    entries: computed(() => (me.isAdministrator ? fromEvents.value : newest.entries.value)),
    error: computed(() => (me.isAdministrator ? events.error.value : newest.error.value)),
    refetch: () => (me.isAdministrator ? events.refetch() : newest.refetch()),
  }
}

/** Read the newest events. A series is completed and skipped, so that an import of thousands is one line and does not hide other changes. */
async function readChanges(): Promise<Line[]> {
  const activities = new Map<string, Activity>()
  const reached = new Map<string, Line>()
  let lines: Line[] = []
  let until: string | undefined
  for (let request = 0; request < maxEventRequests; request++) {
    const filter = until === undefined ? {} : { until }
    const { data, has_more: hasMore } = await source('events').list(filter, undefined, eventsAtOnce)
    for (const event of data) if (known.test(event.type)) activities.set(event.id, activityOfEvent(event))
    lines = groupActivities([...activities.values()])
    const last = data.at(-1)
    if (!hasMore || last === undefined || lines.length >= maxEntries) break
    const cut = lines.find(({ count, from, event }) => count > 1 && from === last.time && event.startsWith('Resource.'))
    const whole = cut && (await completeSeries(cut))
    if (whole !== undefined) reached.set(whole.key, whole)
    until = whole?.from ?? last.time
  }
  return lines.map(line => reached.get(line.key) ?? line)
}

const activityOfEvent = ({ id, subject, time, type, data: { actor } }: RecordedEvent): Activity => ({
  key: id,
  urn: subject,
  at: time,
  event: type,
  actor,
})

/** The resources that the user created. */
export function useCreated(): RecentList {
  const me = useMe()
  const isMine = ({ event, actor }: Line): boolean => event === 'Resource.Created' && actor === me.me?.id
  const { named } = useEventLines(lines => lines.filter(isMine).slice(0, maxSideEntries))
  const newest = useNewest('created', { '_filter[meta.created_by][eq]': me.me?.id ?? '' }, () => me.me !== undefined)
  /** The events know what was created in types that are not asked. */
  const entries = computed(() => {
    if (!me.isAdministrator) return newest.entries.value
    if (named.value === undefined || newest.entries.value === undefined) return undefined
    const known = named.value.filter(({ name, count }) => name !== undefined || count > 1)
    const isKnown = ({ urn, count }: Recent): boolean =>
      known.some(one => one.urn === urn || (one.count > 1 && count > 1 && slugOf(one.urn) === slugOf(urn)))
    const others = newest.entries.value.filter(one => !isKnown(one))
    const all = [...known.map(line => ({ ...line, event: '' })), ...others]
    return all.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxSideEntries)
  })
  return { ...newest, entries }
}

/** The resources that the user opened in this browser; those archived since have no name and are left out. */
export function useVisited(): RecentList {
  const visits = useVisits()
  const names = useNames(() => visits.value.map(({ urn }) => urn))
  const entries = computed(() =>
    visits.value
      .filter(({ urn }) => names.value.has(urn))
      .slice(0, maxSideEntries)
      .map(({ urn, at }) => ({
        key: urn,
        urn,
        name: names.value.get(urn),
        at,
        event: '',
        actor: '',
        count: 1,
        isMore: false,
        from: at,
      })),
  )
  return { entries, error: computed(() => null), refetch: () => Promise.resolve() }
}

/** The newest resources of a few types, one request per type: recently opened types first, then in the order of the sidebar. */
function useNewest(what: 'changed' | 'created', query: Query, enabled: () => boolean): RecentList {
  const me = useMe()
  const types = useTypes()
  const visits = useVisits()
  const slugs = computed(() => {
    const readable = types.readable.map(({ slug }) => slug)
    const visited = visits.value.map(({ urn }) => slugOf(urn)).filter(slug => readable.includes(slug))
    return [...new Set([...visited, ...readable])].slice(
      0,
      me.isAdministrator ? maxTypes.withEvents : maxTypes.withoutEvents,
    )
  })
  const found = useQuery({
    key: () => ['newest', what, ...slugs.value.toSorted()],
    query: readNewest,
    enabled: () => enabled() && slugs.value.length > 0,
    staleTime: 2000,
  })

  async function readNewest(): Promise<Recent[]> {
    const names = new Map<string, string>()
    const pages = await Promise.all(slugs.value.map(newestOf))
    const activities = pages.flatMap(({ data, labels }) =>
      data.map(resource => {
        names.set(resource.id, labelOfResource(resource, types.get(resource.type_slug), labels))
        return activityOfResource(resource, what)
      }),
    )
    const lines = groupActivities(activities.toSorted((a, b) => (a.at < b.at ? 1 : -1)))
    const shown = lines.slice(0, what === 'created' ? maxSideEntries : maxEntries)
    const whole = await Promise.all(shown.map(async line => (line.count === maxEntries ? completeSeries(line) : line)))
    const event = what === 'created' ? { event: '' } : {} // the heading contains the event
    return whole.map(line => ({ ...line, ...event, name: names.get(line.urn) }))
  }

  async function newestOf(slug: string): Promise<Pick<Page<Resource>, 'data' | 'labels'>> {
    const labels = hasLabelOfOthers(types.get(slug)?.schema) && 'all'
    const page = listResources(slug, { ...query, limit: maxEntries, ...(labels !== false && { labels }) })
    return unless(hidden, page, { data: [] })
  }

  const entries = computed(() => (slugs.value.length === 0 ? [] : found.data.value))
  return { entries, error: found.error, refetch: () => found.refetch() }
}

/** The activity of a resource. A list contains who created it, but not who changed it. */
function activityOfResource(
  { id, created_at: createdAt, created_by: createdBy, updated_at: updatedAt }: Resource,
  what: 'changed' | 'created',
): Activity {
  const isNew = what === 'created' || createdAt === updatedAt
  return {
    key: id,
    urn: id,
    at: what === 'created' ? createdAt : updatedAt,
    event: isNew ? 'Resource.Created' : 'Resource.Updated',
    actor: isNew ? createdBy : '',
  }
}

/**
 * Complete a line about a series of which not all activities have been read: the number of records, up to a gap of a minute, and the start.
 * Asks the list of the type, in one request.
 */
async function completeSeries(line: Line): Promise<Line> {
  const isNew = line.event === 'Resource.Created'
  const time = isNew ? 'created_at' : 'updated_at'
  const found = listResources(slugOf(line.urn), {
    [`_filter[meta.${time}][gte]`]: new Date(Date.parse(line.from) - maxSeriesGapMs).toISOString(),
    [`_filter[meta.${time}][lte]`]: line.at,
    ...(isNew && line.actor !== '' && { '_filter[meta.created_by][eq]': line.actor }),
    ...(line.event === 'Resource.Deleted' && { status: 'archived' }),
    sort_by: `meta.${time}`,
    sort_order: 'asc',
    limit: 1,
    count: countLimit,
  })
  const page = await unless(hidden, found, undefined)
  const total = page && totalOf(page)
  if (page === undefined || total === undefined || total.count < line.count) return line
  return { ...line, ...total, from: page.data[0]?.[time] ?? line.from }
}
