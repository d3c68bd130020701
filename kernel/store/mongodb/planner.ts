import type { Position, SelectQuery } from '../../contracts/document-store.ts'
import type { Terms } from './conditions.ts'
import { exactly } from './conditions.ts'
import type { Connection } from './connection.ts'
import { valueField } from './names.ts'
import type { Order, Part } from './parts.ts'
import { isKeyField, partsOf } from './parts.ts'
import type { Selection } from './selection.ts'
import { allOf } from './selection.ts'
import { several } from './shadows.ts'
import type { StoredForm } from './stored-form.ts'

/** One way to read a list. */
export interface Plan {
  /** What must hold beside account and status. */
  terms: readonly Terms[]
  parts: Part[]
  /** The index to walk; undefined where MongoDB is to choose. */
  hint: string | undefined
}

/**
 * The ways to read a list: `plain` holds while no document is a stray in one of `fields`, `general` always.
 *
 * Without a condition that an index serves, nothing is better than to walk the index of the order, and the server must not spend its time on trying
 * the others. With one, it depends on how many documents the condition selects: MongoDB tries both ways, remembers what was better, and tries again when
 * that turns out to be wrong.
 */
export function plansOf(query: SelectQuery & { after?: Position | undefined }, selection: Selection, order: Order) {
  const hint = isServed(query, selection, order.field) ? undefined : walkedIndex(selection, order.field)
  const ranges = selection.ranges.get(order.field) ?? []
  const { terms, fields } = selection.plain
  const bounds = [...selection.ranges].flatMap(([field, known]) => boundsOf(selection, field, known))
  const plain: Plan = { hint, terms, parts: partsOf(order, query.after, ranges, false) }
  const all = [...bounds, ...selection.terms]
  const general: Plan = { hint, terms: all, parts: partsOf(order, query.after, ranges, true) }
  return { plain, general, fields: isKeyField(order.field) ? [...fields, order.field] : fields }
}

/** Whether some document of the account has its value in an array or an object, in one of these fields. */
export async function hasStrays(connection: Connection, { base, collection }: Selection, fields: readonly string[]) {
  const strays = fields.map(field =>
    connection.run(database =>
      database
        .collection<StoredForm>(collection.definition.name)
        .findOne(allOf(base, [{ [field]: several }]), { projection: { _id: 1 } }),
    ),
  )
  return (await Promise.all(strays)).some(stray => stray !== null)
}

function walkedIndex({ base, collection }: Selection, field: string): string | undefined {
  if (base.account_id !== undefined) return collection.indexOf.get(field)
  return field === '_id' ? '_id_' : undefined
}

/** Whether another index than that of the order could find what is selected. */
function isServed(query: SelectQuery, { collection, ranges, wordTerms }: Selection, field: string): boolean {
  const { indexOf } = collection
  const served = query.conditions.some(condition => {
    const { target, kind, operator } = condition
    if (exactly(condition) === undefined || ['ne', 'nin', 'exists'].includes(operator)) return false
    if ('column' in target) return target.column === 'id' || indexOf.has(target.column)
    return indexOf.has(valueField(kind === 'instant' ? 'instants' : 'data', target.path))
  })
  const ranged = [...ranges.keys()].some(known => known !== field && indexOf.has(known))
  return served || ranged || wordTerms.length > 0 || !query.visibility.all
}

/** What lets the index of a field serve conditions on some values, strays included. The exact terms decide. */
function boundsOf(
  { collection }: Selection,
  field: string,
  ranges: Selection['ranges'] extends Map<string, infer R> ? R : never,
) {
  if (!collection.indexOf.has(field)) return []
  return ranges.flatMap(range => ('$in' in range ? [{ [field]: { $in: [...range.$in, several] } }] : []))
}
