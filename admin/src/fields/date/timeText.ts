import { formatDate, formatDateTime, language, t } from '../../i18n/index.ts'
import { isDay, isSpan, relative } from '../../features/list/filters/periods.ts'

const units: Readonly<Record<string, Intl.RelativeTimeFormatUnit>> = { d: 'day', w: 'week', m: 'month', y: 'year' }

/** The text for the value of a date filter: “today”, “3 days ago”, “in the last 7 days”, “4 Mar 2027”. */
export function timeText(time: string): string {
  if (isSpan(time)) return t(`list.span_${time}`)
  if (isDay(time)) return formatDate(time)
  const match = relative.exec(time)
  if (match === null) return time === 'now' ? t('list.now') : formatDateTime(time)
  const [, sign, amount = '0', unit = 'd'] = match
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: unit === 'd' ? 'auto' : 'always' })
  return format.format(Number(amount) * (sign === '-' ? -1 : 1), units[unit] ?? 'day')
}
