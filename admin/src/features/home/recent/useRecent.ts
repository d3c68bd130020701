import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { countLimit, hidden, listDue, listNewest, listResources, slugOf, totalOf, unless } from '../../../api/index.ts'
import type { AskedDue, NewestResources, ResourceType } from '../../../api/index.ts'
import { columnsOf, isAssigneeName, isDueDate, nameOfResource, propertiesOf } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { jsonFilterQuery } from '../../../composables/view/filterQuery.ts'
import { addDays, dayOf } from '../../list/layouts/calendar/days.ts'
import { source } from '../../../sources.ts'
import type { RecordedEvent } from '../../../sources.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import { useSettledNames } from '../../../composables/data/useNames.ts'
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
const eventsAtOnce = 60
const maxEventRequests = 5
const known = /^(?:Resource|ResourceType)\./

/**
 * The latest changes: for administrators from the events, for others from the newest resources that they can read. Earlier lines stay until the names of
 * new ones are known.
 */
export function useChanges(): RecentList {
  const me = useMe()
  const events = useQuery({
    key: ['events', 'newest'],
    query: readChanges,
    enabled: () => me.isAdministrator,
    staleTime: 2000,
  })
  const lines = computed(() => events.data.value?.slice(0, maxEntries))
  const names = useSettledNames(() => (lines.value ?? []).filter(({ count }) => count === 1).map(({ urn }) => urn))
  const named = computed<Recent[] | undefined>(before =>
    names.value === undefined ? before : lines.value?.map(line => ({ ...line, name: names.value?.get(line.urn) })),
  )
  const newest = useNewest('changed', () => !me.isAdministrator)

  return {
    entries: computed(() => (me.isAdministrator ? named.value : newest.entries.value)),
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
  return useNewest('created', () => me.me !== undefined)
}

/** The resources that the user opened in this browser; those archived since have no name and are left out. */
export function useVisited(): RecentList {
  const visits = useVisits()
  const names = useSettledNames(() => visits.value.map(({ urn }) => urn))
  const entries = computed(() => {
    const known = names.value
    return (
      known &&
      visits.value
        .filter(({ urn }) => known.has(urn))
        .slice(0, maxSideEntries)
        .map(({ urn, at }) => alone(urn, known.get(urn), at))
    )
  })
  return { entries, error: computed(() => null), refetch: () => Promise.resolve() }
}

/** A line for one resource, of which only a time is said. */
const alone = (urn: string, name: string | undefined, at: string): Recent => ({
  key: urn,
  urn,
  name,
  at,
  event: '',
  actor: '',
  count: 1,
  isMore: false,
  from: at,
})

/** How far ahead something is due, in days. */
const maxDaysAhead = 7

/** What is to be done, and lists of all of it where there is more. */
export interface DueList extends RecentList {
  /** Whether the user can read a type of which something can be listed. */
  isPossible: ComputedRef<boolean>
  more: ComputedRef<{ type: ResourceType; query: Record<string, string[]> }[]>
}

/** What is due within a week, or was due before, except what is assigned to the user. */
export function useDue(): DueList {
  const me = useMe()
  const types = useTypes()
  const isPossible = computed(() => types.readable.some(type => columnsOf(type).some(isDueDate)))
  return useDueList('due', isPossible, () => {
    const email = me.me?.email ?? ''
    return { until: addDays(dayOf(new Date()), maxDaysAhead), ...(email !== '' && { not_assigned_to: email }) }
  })
}

/** What refers to a record with the e-mail address of the user, and is to be done; possible where a type can. */
export function useAssigned(): DueList {
  const me = useMe()
  const types = useTypes()
  const hasEmail = (slug: string | undefined): boolean =>
    types.readable.some(type => type.slug === slug && propertiesOf(type.schema).some(isEmail))
  const isEmail = ({ schema }: Property): boolean => schema['format'] === 'email'
  const isPossible = computed(
    () =>
      (me.me?.email ?? '') !== '' &&
      types.readable.some(type => {
        const hasDate = columnsOf(type).some(isDueDate)
        return propertiesOf(type.schema).some(
          ({ name, refersTo }) => (hasDate || isAssigneeName(name)) && hasEmail(refersTo),
        )
      }),
  )
  return useDueList('assigned', isPossible, () => ({ assigned_to: me.me?.email ?? '' }))
}

/** Lists of what is to be done, the nearest date first, in one request. */
function useDueList(key: string, isPossible: ComputedRef<boolean>, asked: () => AskedDue): DueList {
  const types = useTypes()
  const found = useQuery({
    key: ['newest', key],
    query: () => unless(hidden, listDue({ ...asked(), limit: maxSideEntries }), []),
    enabled: () => isPossible.value,
    staleTime: 2000,
  })
  const all = computed(() =>
    found.data.value
      ?.flatMap(({ type_slug: slug, resources }) =>
        resources.map(one => alone(one.id, nameOfResource(one, types.get(slug)), one.due ?? '')),
      )
      .toSorted((a, b) => ((a.at || '~') < (b.at || '~') ? -1 : 1)),
  )
  const entries = computed(() => (isPossible.value ? all.value?.slice(0, maxSideEntries) : []))
  const more = computed(() => {
    const shown = new Set(entries.value?.map(({ urn }) => urn))
    return (found.data.value ?? []).flatMap(({ type_slug: slug, filter, resources, has_more: hasMore }) => {
      const type = types.get(slug)
      const isWhole = !hasMore && resources.every(({ id }) => shown.has(id))
      return type === undefined || isWhole ? [] : [{ type, query: jsonFilterQuery(filter) }]
    })
  })
  return { isPossible, more, entries, error: found.error, refetch: () => found.refetch() }
}

/** The newest resources of all types: what was changed, or what the user created. */
function useNewest(by: 'changed' | 'created', enabled: () => boolean): RecentList {
  const me = useMe()
  const types = useTypes()
  const found = useQuery({ key: ['newest', by], query: readNewest, enabled, staleTime: 2000 })

  async function readNewest(): Promise<Recent[]> {
    const names = new Map<string, string>()
    const all = await listNewest({ by, limit: maxEntries, ...(by === 'created' && { created_by: me.me?.id ?? '' }) })
    const readable = new Map(types.readable.map(type => [type.slug, type]))
    const activities = all.flatMap(({ type_slug: slug, resources }) => {
      const type = readable.get(slug)
      return resources.flatMap(resource => {
        names.set(resource.id, nameOfResource(resource, type))
        return type === undefined ? [] : [activityOfResource(resource, by)]
      })
    })
    const lines = groupActivities(activities.toSorted((a, b) => (a.at < b.at ? 1 : -1)))
    const shown = lines.slice(0, by === 'created' ? maxSideEntries : maxEntries)
    const whole = await Promise.all(shown.map(async line => (line.count === maxEntries ? completeSeries(line) : line)))
    const event = by === 'created' ? { event: '' } : {} // the heading contains the event
    return whole.map(line => ({ ...line, ...event, name: names.get(line.urn) }))
  }

  return { entries: computed(() => found.data.value), error: found.error, refetch: () => found.refetch() }
}

/** The activity of a resource. It says who created it, but not who changed it. */
function activityOfResource(
  { id, created_at: createdAt, created_by: createdBy, updated_at: updatedAt }: NewestResources['resources'][number],
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
