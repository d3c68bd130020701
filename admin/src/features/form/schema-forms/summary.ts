import { isObject } from '../../../api/index.ts'
import type { Json, Labels } from '../../../api/index.ts'
import { formatNumber, t } from '../../../i18n/index.ts'
import { displayProperty, labelOf } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'

const maxParts = 3

/** A folded list element in one line: its name, otherwise its first values. Empty when it has none. */
export function summaryOf(value: Json | undefined, item: Property | undefined, labels: Labels | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : t('value.itemCount', { count: value.length })
  if (!isObject(value)) return brief(value, labels)
  const name = displayProperty(item?.schema, Object.keys(value))
  const first = name === undefined ? '' : brief(value[name], labels)
  if (first !== '') return first
  return Object.values(value)
    .map(part => brief(part, labels))
    .filter(text => text !== '')
    .slice(0, maxParts)
    .join(' · ')
}

function brief(value: Json | undefined, labels: Labels | undefined): string {
  if (value === undefined || value === null || typeof value === 'object') return ''
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return ''
  return value.startsWith('urn:') ? labelOf(value, labels) : value.slice(0, 120)
}
