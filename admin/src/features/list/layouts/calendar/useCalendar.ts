import { useQuery, useQueryCache } from '@pinia/colada'
import { computed, inject, provide, shallowReactive } from 'vue'
import type { ComputedRef, InjectionKey } from 'vue'
import {
  ApiError,
  countLimit,
  etagOf,
  listResources,
  patchResource,
  totalOf,
  withValues,
} from '../../../../api/index.ts'
import type { JsonObject, Page, Resource, Total } from '../../../../api/index.ts'
import { refusalOf } from '../../../../composables/feedback/refusal.ts'
import { announce } from '../../../../composables/feedback/useAnnounce.ts'
import { toast } from '../../../../composables/feedback/useToast.ts'
import { viewQuery } from '../../../../composables/view/view.ts'
import type { View } from '../../../../composables/view/view.ts'
import { t } from '../../../../i18n/index.ts'
import { choiceOf, colorOfType, hasLabelOfOthers, labelOfResource, valueIn } from '../../../../schema/index.ts'
import type { Color, Column } from '../../../../schema/index.ts'
import { useListContext } from '../../screen/useListScreen.ts'
import { addDays, dayName, dayOf, firstOfWeek, weekOf, weeksOfMonth } from './days.ts'
import type { Day } from './days.ts'
import { entryOf } from './entries.ts'
import type { Dates, Entry } from './entries.ts'
import { beforeDay, fromDay } from './range.ts'

/** So many of a month or a week are shown; the service gives no more at once. */
const maxEntries = 1000

/** Everything that the parts of a calendar work with. */
export interface Calendar {
  dates: ComputedRef<Dates | undefined>
  isWeek: ComputedRef<boolean>
  today: Day
  /** The day whose month or week is shown. */
  day: ComputedRef<Day>
  weeks: ComputedRef<readonly (readonly Day[])[]>
  show(part: { day?: Day | undefined; span?: 'month' | 'week' }): void
  entries: ComputedRef<readonly Entry[]>
  /** There are more than so many, and these are not shown; 0 where all are. */
  cutAt: ComputedRef<number>
  isLoading: ComputedRef<boolean>
  isRefreshing: ComputedRef<boolean>
  error: ComputedRef<ApiError | null>
  refetch(): Promise<unknown>
  /** How many of the list have no date. */
  undated: ComputedRef<Total | undefined>
  /** Show those alone, as a table. */
  showUndated(): void
  colorOf(entry: Entry): Color | undefined
  nameOf(entry: Entry): string
  mayCreate: ComputedRef<boolean>
  mayMove(entry: Entry): boolean
  mayStretch(entry: Entry): boolean
  moving: ReadonlySet<string>
  /** Give an entry other dates. */
  change(entry: Entry, changes: JsonObject): Promise<void>
}

const key: InjectionKey<Calendar> = Symbol('calendar')

/** The calendar that a component is part of. */
export function useCalendarContext(): Calendar {
  const calendar = inject(key)
  if (calendar === undefined) throw new Error('there is no calendar around this component')
  return calendar
}

/** A list as a calendar. Components within get it by {@link useCalendarContext}. */
export function useCalendar(): Calendar {
  const screen = useListContext()
  const { slug, type, list, layout, columns, viewLayout, mayEdit, isArchive } = screen
  const cache = useQueryCache()
  const moving = shallowReactive(new Set<string>())
  const today = dayOf(new Date())
  const first = firstOfWeek()

  const named = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : columns.value.find(one => !one.isMeta && one.name === name)
  const dates = computed<Dates | undefined>(() => {
    const start = named(viewLayout.value.property)
    return start && { start, end: named(viewLayout.value.endProperty) }
  })
  const day = computed(() => viewLayout.value.day ?? today)
  const isWeek = computed(() => viewLayout.value.span === 'week')
  const weeks = computed(() => (isWeek.value ? [weekOf(day.value, first)] : weeksOfMonth(day.value, first)))
  const range = computed(() => {
    const days = weeks.value.flat()
    return { from: days[0] ?? day.value, to: addDays(days.at(-1) ?? day.value, 1) }
  })

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
      ...(end === undefined ? [] : [fromDay(begun, end, from)]), // begun before, and not over yet
    ]
    const asksLabels = hasLabelOfOthers(type.value?.schema) && { labels: 'true' }
    return views.map(one => ({ ...viewQuery(one), ...asksLabels }))
  })
  const queryKey = computed(() => ['resources', slug(), 'calendar', queries.value])
  const query = useQuery<Page<Resource>, ApiError>({
    key: () => queryKey.value,
    query: async ({ signal }) => {
      const asked = queries.value.map(one => listResources(slug(), { ...one, limit: maxEntries }, signal))
      const pages = await Promise.all(asked)
      const labels = Object.assign({}, ...pages.map(one => one.labels))
      const data = pages.flatMap(page => page.data)
      return { data, labels, cursor: '', has_more: pages.some(one => one.has_more) }
    },
    enabled: () => dates.value !== undefined,
  })

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
  const undated = useQuery<Total, ApiError>({
    key: () => ['resources', slug(), 'undated', viewQuery(undatedView.value)],
    query: async ({ signal }) => {
      const page = await listResources(slug(), { ...viewQuery(undatedView.value), limit: 1, count: countLimit }, signal)
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
    return (query.data.value?.data ?? []).flatMap(row => {
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

  const put = (row: Resource): void => {
    const page = cache.getQueryData<Page<Resource>>(queryKey.value)
    if (page === undefined) return
    cache.setQueryData<Page<Resource>>(queryKey.value, {
      ...page,
      data: page.data.map(one => (one.id === row.id ? row : one)),
    })
  }

  async function change({ row }: Entry, changes: JsonObject): Promise<void> {
    if (moving.has(row.id) || dates.value === undefined) return
    const shown = withValues(row, changes)
    const name = labelOfResource(row, type.value, query.data.value?.labels)
    cache.cancelQueries({ key: ['resources', slug(), 'calendar'] })
    put(shown)
    moving.add(row.id)
    try {
      put(await patchResource(slug(), row.id, changes, etagOf(row)))
      const now = entryOf(shown, dates.value)
      announce(t('layouts.dated', { name, day: now === undefined ? '' : dayName(now.first) }))
      void cache.invalidateQueries({ key: ['resources', slug()] }, false) // other months, when they are visited
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      put(row)
      toast(error.isStale ? t('layouts.stale', { name }) : refusalOf(error), { tone: 'bad' })
      void cache.invalidateQueries({ key: ['resources', slug(), 'calendar'] })
    } finally {
      moving.delete(row.id)
    }
  }

  const isWritable = computed(() => dates.value?.start.isReadOnly === false)
  const calendar: Calendar = {
    dates,
    isWeek,
    today,
    day,
    weeks,
    show,
    entries,
    cutAt: computed(() => (query.data.value?.has_more === true ? (query.data.value?.data.length ?? 0) : 0)),
    isLoading: computed(() => query.isPending.value),
    isRefreshing: computed(() => query.isLoading.value),
    error: computed(() => query.error.value),
    refetch: () => query.refetch(),
    undated: computed(() => (isDateOptional.value && !isNarrowedByDate.value ? undated.data.value : undefined)),
    showUndated: () => void list.change({ filters: undatedView.value.filters, layout: { kind: 'table' } }),
    colorOf: ({ row }) => {
      const value = choice.value === undefined ? undefined : valueIn(row, choice.value)
      if (value !== undefined && value !== null) return choiceOf(choice.value?.choices, value).color ?? 'gray'
      return type.value && colorOfType(type.value)
    },
    nameOf: ({ row }) => labelOfResource(row, type.value, query.data.value?.labels),
    mayCreate: computed(() => screen.mayCreate.value && !isArchive.value && isWritable.value),
    mayMove: ({ row }) => isWritable.value && mayEdit(row),
    mayStretch: ({ row }) => dates.value?.end?.isReadOnly === false && mayEdit(row),
    moving,
    change,
  }
  provide(key, calendar)
  return calendar
}
