import { inTurns } from '../../../lib/event-loop/index.ts'
import { withoutKept, type CompiledSchema } from '../../../lib/json-schema/index.ts'
import { equalJson, getOwn, holdsNull, mergePatch, type JsonObject } from '../../../lib/json/index.ts'
import { splitByProblems, type ReadyRow, type RowPlaces, type Step } from './batches.ts'
import type { ExistingResource, ImportTarget } from './target.ts'

/**
 * Rows with the key of a resource change it; the others create one. Rows without a key, and rows that repeat a key, are refused.
 * @param key name of the property
 * @param restore also find archived resources
 */
export function findByKey(
  target: ImportTarget,
  typeSlug: string,
  { key, restore }: { key: string; restore: boolean },
  places: RowPlaces,
): Step {
  return async batch => {
    const fresh = await splitByProblems(batch, row => {
      const value = importKeyOf(row.data, key)
      if (value === undefined) return [{ field: key, message: 'is the key, and is missing' }]
      const first = places.take(`key ${value}`, row)
      return first === undefined ? row : [{ field: key, message: `${quote(value)} is that of ${first} too` }]
    })
    const keys = fresh.ready.map(({ data }) => importKeyOf(data, key) ?? '')
    const holders = new Map<string, ExistingResource[]>()
    for (const found of await target.find(typeSlug, keys, key, restore)) {
      const value = importKeyOf(found.data, key)
      if (value !== undefined) holders.set(value, [...(holders.get(value) ?? []), found])
    }
    return splitByProblems(fresh, row => {
      const value = importKeyOf(row.data, key) ?? ''
      const [holder, ...others] = holders.get(value) ?? []
      if (holder === undefined) return row
      if (others.length > 0)
        return [{ field: key, message: `${quote(value)} is the key of ${others.length + 1} resources` }]
      if (row.identity === 'own' && row.id !== holder.id)
        return [{ field: '@id', message: `is not that of the resource whose ${key} is ${quote(value)} (${holder.id})` }]
      return { ...row, id: holder.id, changes: holder }
    })
  }
}

/** Leave out rows that would change nothing. A row with a problem stays, to be refused for it. */
export const withoutUnchanged =
  (compiled: CompiledSchema): Step =>
  async batch => {
    const ready: ReadyRow[] = []
    for await (const row of inTurns(batch.ready)) if (!changesNothing(compiled, row)) ready.push(row)
    return { ...batch, ready, unchanged: batch.unchanged + batch.ready.length - ready.length }
  }

/** Most rows that change something are known without the schema, which is only needed for null. */
function changesNothing(
  { merge, validateCopy, secrets }: CompiledSchema,
  { changes, data, problems }: ReadyRow,
): boolean {
  if (changes?.status !== 'active' || problems !== undefined) return false
  if (!secrets.isEmpty && !equalJson(secrets.remove(data), data)) return false // whether they change is not revealed
  if (!holdsNull(data) && !equalJson(mergePatch(changes.data, data), changes.data)) return false
  const merged = merge(changes.data, data)
  return equalJson(merged, changes.data) && withoutKept(validateCopy(merged), changes.data, merged).length === 0
}

/** The value of a property as a text, if it is allowed as a key or a name. */
export function importKeyOf(data: JsonObject, name: string): string | undefined {
  const value = getOwn(data, name)
  return value === undefined || value === null || typeof value === 'object' || value === '' ? undefined : String(value)
}

const quote = (value: string): string => JSON.stringify(value)
