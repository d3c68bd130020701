import { useQuery } from '@pinia/colada'
import { createContext } from 'reka-ui'
import { computed, ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { countLimit, listResources, totalOf, withValues } from '../../../../api/index.ts'
import type { ApiError, JsonObject, Total } from '../../../../api/index.ts'
import { useRowRights } from '../../../../composables/data/useRowRights.ts'
import { requestQuery } from '../../../../composables/view/requestQuery.ts'
import type { View } from '../../../../composables/view/view.ts'
import { t } from '../../../../i18n/index.ts'
import { choiceOf, colorOfType, hasLabelOfOthers, labelWithout, valueIn } from '../../../../schema/index.ts'
import type { Column } from '../../../../schema/index.ts'
import { useListContext } from '../../screen/useListContext.ts'
import { isPicture } from '../registry.ts'
import { labelsOf, mapRows, rowsOf } from '../rowPages.ts'
import type { RowPages } from '../rowPages.ts'
import { useMoves } from '../useMoves.ts'
import type { Move } from '../useMoves.ts'
import { addDays, dayName, dayOf, firstOfWeek, weekOf, weeksOfMonth } from './days.ts'
import type { Day } from './days.ts'
import { entryOf, valuesAt } from './entries.ts'
import type { Dates, Entry } from './entries.ts'
import { beforeDay, fromDay } from './range.ts'
import { useEntryDragging } from './useEntryDragging.ts'

/** At most this many entries of a month or a week are shown; the service returns no more at once. */
const maxEntries = 1000

/** The new values of an entry: called with the entry when the change starts; undefined for no change. */
export type FindChanges = (now: Entry, dates: Dates) => JsonObject | undefined

/** The calendar that a component is part of. */
export const [useCalendarContext, provideCalendar] = createContext<Calendar>('calendar')

/**
 * Provides a list as a calendar. Components within get it by {@link useCalendarContext}.
 * @param frame the element that contains the days and their entries
 */
export function useCalendar(frame: Readonly<Ref<HTMLElement | null>>) {
  const { slug, type, list, layout, columns, viewLayout, isArchive } = useListContext()
  const { mayCreate, mayEdit } = useRowRights(slug)
  /** The day whose dialog with all entries is open. */
  const opened = ref<Day>()
  /** The initial values of the resource that is being created. */
  const adding = shallowRef<JsonObject>()
  /** An entry that is hidden on a full day is visible in the dialog of that day. */
  const { moving, move, shown, whenStored, keyOf } = useMoves(slug, 'calendar', id => {
    const entry = entries.value.find(({ row }) => row.id === id)
    if (entry !== undefined) opened.value = entry.first
  })
  const today = dayOf(new Date())
  const first = firstOfWeek()

  const named = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : columns.value.find(one => !one.isMeta && one.name === name)
  const dates = computed<Dates | undefined>(() => {
    const start = named(viewLayout.value.property)
    return start && { start, end: named(viewLayout.value.endProperty) }
  })
  /** What the search and the filters leave may be far from today: then the calendar opens at the first of it. */
  const isNarrowed = computed(() => {
    const { q, filters, groups } = list.view.value
    return dates.value?.start.isSortable === true && (q !== '' || filters.length + groups.length > 0)
  })
  const beginning = useQuery<Day, ApiError>({
    key: () => ['calendar', slug(), 'beginning', dates.value?.start.key ?? '', requestQuery(list.view.value, slug())],
    query: ({ signal }) => findBeginning(signal),
    enabled: () => isNarrowed.value && viewLayout.value.day === undefined,
  })
  /** The day whose month or week is shown. */
  const day = computed(() => viewLayout.value.day ?? (isNarrowed.value ? beginning.data.value : undefined) ?? today)
  const isWeek = computed(() => viewLayout.value.span === 'week')
  const weeks = computed(() => (isWeek.value ? [weekOf(day.value, first)] : weeksOfMonth(day.value, first)))
  const range = computed(() => {
    const days = weeks.value.flat()
    return { from: days[0] ?? day.value, to: addDays(days.at(-1) ?? day.value, 1) }
  })

  /** The day of the first match from this month on, else of the first of all; today where nothing has a date. */
  async function findBeginning(signal: AbortSignal): Promise<Day> {
    if (dates.value === undefined) return today
    const { start } = dates.value
    const view: View = { ...list.view.value, cursor: '', sort: start.key, order: 'asc' }
    for (const one of [fromDay(view, start, `${today.slice(0, 7)}-01`), view]) {
      const page = await listResources(slug(), { ...requestQuery(one, slug()), limit: 1 }, signal)
      const first = page.data[0] && entryOf(page.data[0], dates.value)?.first
      if (first !== undefined) return first.startsWith(today.slice(0, 7)) ? today : first
    }
    return today
  }

  const queries = computed<Record<string, string | string[]>[]>(() => {
    if (dates.value === undefined) return []
    const { start, end } = dates.value
    const { from, to } = range.value
    const view: View = {
      ...list.view.value,
      cursor: '',
      ...(start.isSortable ? { sort: start.key, order: 'asc' } : { sort: '' }),
    }
    const begun = beforeDay(view, start, from)
    const views = [
      fromDay(beforeDay(view, start, to), start, from),
      ...(end === undefined ? [] : [fromDay(begun, end, from)]), // began before the range and ends within or after it
    ]
    const asksLabels = hasLabelOfOthers(type.value?.schema) && { labels: 'all' }
    return views.map(one => ({ ...requestQuery(one, slug()), ...asksLabels }))
  })
  const query = useQuery<RowPages, ApiError>({
    key: () => keyOf(queries.value),
    query: async ({ signal }) => {
      await whenStored()
      const asked = queries.value.map(one => listResources(slug(), { ...one, limit: maxEntries }, signal))
      return { pages: await Promise.all(asked), pageParams: [] }
    },
    enabled: () =>
      dates.value !== undefined &&
      (!isNarrowed.value || viewLayout.value.day !== undefined || beginning.status.value !== 'pending'),
  })
  const pages = computed(() => query.data.value?.pages ?? [])
  const rows = computed(() => rowsOf(pages.value))

  const isDateOptional = computed(() => dates.value?.start.isRequired === false)
  const undatedView = computed<View>(() => {
    const { filters, ...view } = list.view.value
    const name = dates.value?.start.name ?? ''
    return {
      ...view,
      cursor: '',
      sort: '',
      filters: [
        ...filters.filter(({ field }) => field !== name),
        { field: name, operator: 'exists', values: ['false'] },
      ],
    }
  })
  const isNarrowedByDate = computed(() =>
    list.view.value.filters.some(({ field }) => field === dates.value?.start.name),
  )
  /** How many resources of the list have no date. */
  const undated = useQuery<Total, ApiError>({
    key: () => ['resources', slug(), 'undated', requestQuery(undatedView.value, slug())],
    query: async ({ signal }) => {
      const page = await listResources(
        slug(),
        { ...requestQuery(undatedView.value, slug()), limit: 1, count: countLimit },
        signal,
      )
      return totalOf(page) ?? { count: 0, isMore: false }
    },
    enabled: () => isDateOptional.value && !isNarrowedByDate.value,
  })

  const choice = computed(() => {
    const isChoice = ({ kind, isMeta }: Column): boolean => kind === 'enum' && !isMeta
    return layout.shown.value.find(isChoice) ?? columns.value.find(isChoice)
  })
  const entries = computed(() => {
    const { from, to } = range.value
    return rows.value.flatMap(row => {
      const entry = dates.value && entryOf(row, dates.value)
      return entry !== undefined && entry.first < to && entry.last >= from ? [entry] : []
    })
  })

  function show({
    day: next,
    span = isWeek.value ? 'week' : 'month',
  }: {
    day?: Day | undefined
    span?: 'month' | 'week'
  }): void {
    const { day: _day, span: _span, ...rest } = viewLayout.value
    const changed = { ...rest, ...(span === 'week' && { span }), ...(next !== undefined && { day: next }) }
    void list.change({ layout: changed }, { replace: true })
  }

  /** The entry stands at its date, so its label does not repeat it. */
  const shownAnyway = computed(
    () => new Set([dates.value?.start, dates.value?.end].flatMap(column => column?.name ?? [])),
  )
  const nameOf = ({ row }: Entry): string => labelWithout(shownAnyway.value, row, type.value, labelsOf(pages.value))

  function planChange(id: string, changes: FindChanges): Move | undefined {
    const { key, read } = shown(queries.value)
    const entry = entries.value.find(({ row }) => row.id === id)
    const data = entry && dates.value && changes(entry, dates.value)
    if (read === undefined || entry === undefined || data === undefined || dates.value === undefined) return undefined
    const { row } = entry
    const changed = withValues(row, data)
    const day = entryOf(changed, dates.value)?.first
    return {
      lists: [{ key, read: mapRows(read, one => (one.id === id ? changed : one)) }],
      changes: [{ row, data }],
      done: t('layouts.dated', { name: nameOf(entry), day: day === undefined ? '' : dayName(day) }),
    }
  }

  /** Change the dates of an entry. */
  const change = (entry: Entry, changes: FindChanges): Promise<void> =>
    move(entry.row.id, nameOf(entry), () => planChange(entry.row.id, changes))

  const isWritable = computed(() => dates.value?.start.isReadOnly === false)
  const isCreatable = computed(() => mayCreate.value && !isArchive.value && isWritable.value)
  const calendar = {
    ...useEntryDragging({ dates, change }, frame),
    dates,
    isWeek,
    today,
    day,
    weeks,
    show,
    showToday: () => show({ day: isNarrowed.value ? today : undefined }),
    entries,
    /** The number of entries that are shown where others were left out; 0 where all are shown. */
    cutAt: computed(() => (pages.value.some(page => page.has_more) ? rows.value.length : 0)),
    isLoading: query.isPending,
    isRefreshing: query.isLoading,
    error: query.error,
    refetch: () => query.refetch(),
    undated: computed(() => (isDateOptional.value && !isNarrowedByDate.value ? undated.data.value : undefined)),
    /** Show the resources without a date, as a table. */
    showUndated: () => void list.change({ filters: undatedView.value.filters, layout: { kind: 'table' } }),
    /** The property with the pictures of entries. */
    picture: computed(() => columns.value.find(column => !column.isMeta && isPicture(column))),
    colorOf: ({ row }: Entry) => {
      const value = choice.value === undefined ? undefined : valueIn(row, choice.value)
      if (value !== undefined && value !== null) return choiceOf(choice.value?.choices, value).color ?? 'gray'
      return type.value && colorOfType(type.value)
    },
    nameOf,
    opened,
    mayCreate: isCreatable,
    adding,
    /** Create an entry on a day. @param minutes of it, where a time of day was chosen */
    create: (of: Day, minutes?: number) => {
      if (isCreatable.value && dates.value !== undefined) adding.value = valuesAt(dates.value, of, minutes)
    },
    mayMove: ({ row }: Entry) => isWritable.value && mayEdit(row),
    mayStretch: ({ row }: Entry) => dates.value?.end?.isReadOnly === false && mayEdit(row),
    moving,
    change,
  }
  provideCalendar(calendar)
  return calendar
}

/** Everything that the parts of a calendar use. */
type Calendar = ReturnType<typeof useCalendar>
