import { isObject } from '../api/transport/json.ts'
import type { Json } from '../api/transport/json.ts'
import type { Labels } from '../api/transport/page.ts'
import { fieldOf } from '../fields/registry.ts'
import { formatNumber, t } from '../i18n/index.ts'
import type { ShownProperty } from '../schema/index.ts'

const maxLength = 60

/** A value in a few words. */
export function wordsOf(value: Json | undefined, property: ShownProperty, labels?: Labels): string {
  if (value === undefined || value === null) return '–'
  if (Array.isArray(value)) return t('value.itemCount', { count: value.length })
  if (isObject(value)) return t('value.properties', { count: Object.keys(value).length })
  const { text, types = ['string'] } = fieldOf(property.kind)
  if (text !== undefined && types.some(type => type === typeof value)) return text(value, property, labels)
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'number') return formatNumber(value)
  const line = value.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line === '' ? '“”' : line
}
