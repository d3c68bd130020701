import type { Column } from './columns.ts'

const dueNames = /due|deadline/i
/** States in which nothing is late any more. */
const ended = new Set([
  'done',
  'complete',
  'completed',
  'closed',
  'resolved',
  'cancelled',
  'canceled',
  'skipped',
  'paid',
])

/** Whether a column is the date by which something is to be done. */
export const isDueDate = ({ kind, name, isMeta }: Column): boolean => kind === 'date' && !isMeta && dueNames.test(name)

/** Whether a value is a state in which nothing is to be done any more. */
export const isEnd = (value: unknown): boolean => typeof value === 'string' && ended.has(value.toLowerCase())
