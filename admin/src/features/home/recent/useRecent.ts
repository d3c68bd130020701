import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { hidden, listDue, listNewest, unless } from '../../../api/index.ts'
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
import { groupActivities } from './groupActivities.ts'
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
const maxEvents = 200
const known = /^(?:Resource|ResourceType)\./

/** The latest changes: the newest resources that the user can read, for administrators with what the events add (who, and what is archived). */
export const useChanges = (): RecentList => useNewest('changed')

/** A page of the newest events; without them for users who may not read them. */
async function readEvents(): Promise<Activity[]> {
  const { data, has_more: hasMore } = await source('events').list({}, undefined, maxEvents)
  const last = hasMore ? data.at(-1) : undefined
  return data
    .filter(({ type }) => known.test(type))
    .map(event => ({ ...activityOfEvent(event), isLast: event === last }))
}

const activityOfEvent = ({ id, subject, time, type, data: { actor } }: RecordedEvent): Activity => ({
  key: id,
  urn: subject,
  at: time,
  event: type,
  actor,
  isLast: false,
})

/** The resources that the user created. */
export const useCreated = (): RecentList => useNewest('created')

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
  isLast: false,
  count: 1,
  isMore: false,
})

/** How far ahead something is due, in days. */
const maxDaysAhead = 7

/** What is to be done, and lists of all of it where there is more. */
export interface DueList extends RecentList {
  /** Whether the user can read a type of which something can be listed. */
  isPossible: ComputedRef<boolean>
  /** Lists of all of it, of the types of which more is there than is shown. */
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

/** The newest resources of all types: what was changed, or what the user created. One request, and one for the events where they add something. */
function useNewest(by: 'changed' | 'created'): RecentList {
  const me = useMe()
  const types = useTypes()
  const found = useQuery({
    key: ['newest', by],
    query: readNewest,
    enabled: () => me.me !== undefined,
    staleTime: 2000,
  })

  async function readNewest(): Promise<Recent[]> {
    const names = new Map<string, string>()
    const asked = { by, limit: maxEntries, ...(by === 'created' && { created_by: me.me?.id ?? '' }) }
    const hasEvents = by === 'changed' && me.isAdministrator
    const [found, events] = await Promise.all([
      hasEvents ? unless(hidden, listNewest(asked), undefined) : listNewest(asked), // without search the events are enough
      hasEvents ? readEvents() : [],
    ])
    const inEvents = new Set(events.map(({ urn }) => urn))
    const readable = new Map(types.readable.map(type => [type.slug, type]))
    const activities = (found ?? []).flatMap(({ type_slug: slug, resources, has_more: hasMore }) => {
      const type = readable.get(slug)
      for (const resource of resources) names.set(resource.id, nameOfResource(resource, type))
      const last = hasMore ? resources.at(-1) : undefined
      return type === undefined
        ? []
        : resources
            .filter(({ id }) => !inEvents.has(id))
            .map(one => ({ ...activityOfResource(one, by), isLast: one === last }))
    })
    const lines = groupActivities([...events, ...activities].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)))
    // what has no name is older than all that was read of its type
    const shown = lines.filter(
      ({ urn, event, count }) =>
        found === undefined ||
        count > 1 ||
        names.has(urn) ||
        event === 'Resource.Deleted' ||
        event.startsWith('ResourceType.'),
    )
    const event = by === 'created' ? { event: '' } : {} // the heading contains the event
    return shown
      .slice(0, by === 'created' ? maxSideEntries : maxEntries)
      .map(line => ({ ...line, ...event, name: names.get(line.urn) }))
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
    isLast: false,
  }
}
