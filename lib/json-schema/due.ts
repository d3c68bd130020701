const dueNames = /due|deadline/i
const assigneeNames = /assign|responsib/i
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

/** Whether a date of this name is the one by which something is to be done. */
export const isDueName = (name: string): boolean => dueNames.test(name)

/** Whether a reference of this name leads to who is to do something. */
export const isAssigneeName = (name: string): boolean => assigneeNames.test(name)

/** Whether a value is a state in which nothing is to be done any more. */
export const isEnd = (value: unknown): value is string => typeof value === 'string' && ended.has(value.toLowerCase())
