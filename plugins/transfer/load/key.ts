import { type ApiClient } from '../../../kernel/index.ts'
import { equalJson, mergePatch } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { placeOf } from '../formats/rows.ts'
import { sift, type Batch, type ReadyRow, type Step } from './batches.ts'
import { hasOwnId } from './differences.ts'
import { find, type Found } from './find.ts'

/**
 * Rows whose key is that of a resource change it; the others create one. Rows without a key, and with one that came before, are refused.
 * @param key name of a property
 */
export function byKey(api: ApiClient, typeSlug: string, key: string): Step {
  const lines = new Map<string, string>()
  return async batch => {
    const fresh = sift(batch, row => keyed(row, key, lines))
    const holders = new Map<string, Found[]>()
    for (const found of await find(
      api,
      typeSlug,
      key,
      fresh.ready.map(row => keyOf(row, key) ?? ''),
    )) {
      const value = textOf(found.data, key)
      if (value !== undefined) holders.set(value, [...(holders.get(value) ?? []), found])
    }
    return sift(fresh, row => {
      const value = keyOf(row, key) ?? ''
      const [holder, ...others] = holders.get(value) ?? []
      if (holder === undefined) return row
      if (others.length > 0) return [`${key}: ${quote(value)} is the key of ${others.length + 1} resources`]
      if (hasOwnId(row) && row.id !== holder.id)
        return [`@id: is not that of the resource whose ${key} is ${quote(value)} (${holder.id})`]
      return { ...row, id: holder.id, changes: holder }
    })
  }
}

/** Rows that would change nothing are not sent. */
export const withoutUnchanged: Step = (batch: Batch) => {
  const ready = batch.ready.filter(
    ({ changes, data }) => changes === undefined || !equalJson(mergePatch(changes.data, data), changes.data),
  )
  return { ...batch, ready, alreadyThere: batch.alreadyThere + batch.ready.length - ready.length }
}

function keyed(row: ReadyRow, key: string, lines: Map<string, string>): ReadyRow | string[] {
  const value = keyOf(row, key)
  if (value === undefined) return [`${key}: is the key, and is missing`]
  const before = lines.get(value)
  if (before !== undefined) return [`${key}: ${quote(value)} is that of ${before} too`]
  lines.set(value, placeOf(row))
  return row
}

const keyOf = ({ data }: ReadyRow, key: string): string | undefined => textOf(data, key)

function textOf(data: Record<string, Json>, name: string): string | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined
  return value === undefined || value === null || typeof value === 'object' || value === '' ? undefined : String(value)
}

const quote = (value: string): string => JSON.stringify(value)
