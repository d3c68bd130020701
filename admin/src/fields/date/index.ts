import { Calendar, CalendarClock, Clock } from '@lucide/vue'
import { h } from 'vue'
import { formatDate, formatDateTime, formatTime } from '../../i18n/format.ts'
import { partsOfTime } from '../../ui/fields/date/timeOfDay.ts'
import DateText from '../../value/DateText.vue'
import PlainText from '../../value/PlainText.vue'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'
import { ofFormat } from '../text/index.ts'

const input = lazy(async () => (await import('../inputs.ts')).DateInput)
const filterInput = lazy(async () => (await import('../inputs.ts')).DateFilter)
const cell = { input, isWhole: true, isInformative: true, sortsDescending: true } as const

export const date: FieldKind = {
  ...ofFormat('date', Calendar, { sample: () => new Date().toISOString().slice(0, 10) }),
  show: ({ value }: ShowProps) => h(DateText, { value: String(value), kind: 'date' }),
  text: value => formatDate(String(value)),
  cell: { ...cell, width: 112 },
  filter: {
    comparisons: ['on', 'ne', 'lt', 'gt', 'gte', 'lte', 'filled', 'empty'],
    comparisonsOfItems: ['eq', 'ne', 'filled', 'empty'],
    input: filterInput,
    periods: 'days',
    isMoment: true,
  },
  form: { width: 'half' },
}

export const time: FieldKind = {
  ...ofFormat('time', Clock),
  show: ({ value, full }: ShowProps) => h(PlainText, { value: formatTime(String(value)), full }),
  text: value => formatTime(String(value)),
  cell: { input, isWhole: true, needsTitle: true, width: 88 },
  filter: {
    comparisons: ['eq', 'ne', 'lt', 'gt', 'gte', 'lte', 'filled', 'empty'],
    comparisonsOfItems: ['eq', 'ne', 'in', 'nin', 'filled', 'empty'],
    input: lazy(async () => (await import('../inputs.ts')).DateTimeFilter),
    problem: text => (partsOfTime(text) === undefined ? 'list.noTime' : undefined),
    isMoment: true,
  },
  form: { width: 'half' },
}

export const dateTime: FieldKind = {
  ...ofFormat('date-time', CalendarClock, { sample: () => new Date().toISOString() }),
  show: ({ value, property, full }: ShowProps) =>
    h(DateText, { value: String(value), kind: 'date-time', full: full || !property.isMeta }),
  text: value => formatDateTime(String(value)),
  cell: { ...cell, width: 176 },
  filter: {
    comparisons: ['on', 'lt', 'gte', 'filled', 'empty'],
    comparisonsOfItems: ['filled', 'empty'],
    input: filterInput,
    periods: 'moments',
    isMoment: true,
  },
  form: { width: 'line' },
}
