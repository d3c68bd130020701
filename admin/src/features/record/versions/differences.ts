import { diffArrays } from 'diff'
import { equal, isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { propertiesIn, propertyOf, rootPart } from '../../../schema/index.ts'
import type { Part, Property } from '../../../schema/index.ts'

/** One difference between two versions of a resource. */
export interface Difference {
  /** Name of the property of the resource that contains the difference. */
  field: string
  /** The path, in titles of the schema; positions in lists count from 1. */
  path: (string | number)[]
  kind: 'added' | 'removed' | 'changed' | 'moved'
  /** The property that decides how the values are shown. */
  property: Property
  before?: Json
  after?: Json
  /** For moved items: the original position; the path contains the new one. */
  from?: number
}

/** The differences between two versions: by property in the order of the schema, and inside lists and objects by item. */
export function differences(before: JsonObject, after: JsonObject, schema: JsonObject | undefined): Difference[] {
  return compareObjects(before, after, rootPart(schema ?? {}), { path: [], field: '' })
}

interface Position {
  field: string
  path: (string | number)[]
}

function compareObjects(before: JsonObject, after: JsonObject, part: Part, position: Position): Difference[] {
  const known = [...propertiesIn(part, before), ...propertiesIn(part, after)]
  const described = new Map(known.map(property => [property.name, property]))
  const names = new Set([...described.keys(), ...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap(name => {
    const property = described.get(name) ?? propertyOf(name)
    return compareValues(own(before, name), own(after, name), property, {
      ...position,
      path: [...position.path, property.title],
      field: position.field === '' ? name : position.field,
    })
  })
}

const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Null and absent are the same for users: no value. */
function compareValues(
  before: Json | undefined,
  after: Json | undefined,
  property: Property,
  position: Position,
): Difference[] {
  const [old, now] = [before ?? undefined, after ?? undefined]
  if (equal(old, now)) return []
  const { path, field } = position
  if (old === undefined) return now === undefined ? [] : [{ field, path, kind: 'added', property, after: now }]
  if (now === undefined) return [{ field, path, kind: 'removed', property, before: old }]
  if (isObject(old) && isObject(now)) return compareObjects(old, now, property.part, position)
  if (Array.isArray(old) && Array.isArray(now)) return compareLists(old, now, property, position)
  return [{ field, path, kind: 'changed', property, before: old, after: now }]
}

interface Item {
  at: number
  value: Json
  /** Equal for equal values. */
  key: string
}

function compareLists(before: Json[], after: Json[], property: Property, position: Position): Difference[] {
  const each = property.items ?? propertyOf('')
  const at = (index: number): Position => ({ ...position, path: [...position.path, index + 1] })
  const found: { at: number; differences: Difference[] }[] = []
  const gaps = gapsBetween(before, after)
  const moved = takeMovedItems(gaps)
  for (const { item, from } of moved) {
    const { path, field } = at(item.at)
    const move: Difference = { field, path, kind: 'moved', property: each, after: item.value, from: from.at + 1 }
    found.push({ at: item.at, differences: [move] })
  }
  for (const [old, now] of takeSimilarPairs(gaps)) {
    found.push({ at: now.at, differences: compareValues(old.value, now.value, each, at(now.at)) })
  }
  for (const { removed, added } of gaps) {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [old, now] = [removed[index], added[index]]
      const where = now?.at ?? old?.at ?? 0
      found.push({ at: where, differences: compareValues(old?.value, now?.value, each, at(where)) })
    }
  }
  return found.sort((a, b) => a.at - b.at).flatMap(one => one.differences)
}

interface Gap {
  removed: Item[]
  added: Item[]
}

/** With more changes than this, lists are compared only index by index. */
const maxChanges = 1000

/** The items between those that stayed. */
function gapsBetween(before: readonly Json[], after: readonly Json[]): Gap[] {
  const itemsOf = (list: readonly Json[]): Item[] => list.map((value, at) => ({ at, value, key: keyOf(value) }))
  const [old, now] = [itemsOf(before), itemsOf(after)]
  const isSame = (one: Item, other: Item | undefined): boolean => one.key === other?.key
  const changes = diffArrays(old, now, { comparator: isSame, maxEditLength: maxChanges })
  if (changes === undefined) {
    const differing = (items: Item[], others: Item[]): Item[] => items.filter(item => !isSame(item, others[item.at]))
    return [{ removed: differing(old, now), added: differing(now, old) }]
  }
  let gap: Gap = { removed: [], added: [] }
  const gaps = [gap]
  for (const { removed, added, value } of changes) {
    if (removed) gap.removed.push(...value)
    else if (added) gap.added.push(...value)
    else gaps.push((gap = { removed: [], added: [] }))
  }
  return gaps
}

const maxCompared = 100

/** Remove pairs of objects from the gaps that are the same object with changes: at least half of their properties are equal. */
function takeSimilarPairs(gaps: readonly Gap[]): [Item, Item][] {
  const removed = gaps.flatMap(gap => gap.removed.map(item => ({ gap, item }))).slice(0, maxCompared)
  const pairs: [Item, Item][] = []
  for (const gap of gaps) {
    const { added } = gap // replaced, not modified, below
    for (const item of added.slice(0, maxCompared)) {
      const at = removed.findIndex(other => isAlike(other.item.value, item.value))
      const [found] = at < 0 ? [] : removed.splice(at, 1)
      if (found === undefined) continue
      pairs.push([found.item, item])
      removeFromGaps(gap, found.gap, item, found.item)
    }
  }
  return pairs
}

function isAlike(before: Json, after: Json): boolean {
  if (!isObject(before) || !isObject(after)) return false
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const same = [...names].filter(name => equal(own(before, name), own(after, name)))
  return same.length * 2 >= names.size
}

function removeFromGaps(to: Gap, from: Gap, added: Item, removed: Item): void {
  to.added = to.added.filter(other => other !== added)
  from.removed = from.removed.filter(other => other !== removed)
}

/** Remove items from the gaps that were moved: removed at one position and added at another. */
function takeMovedItems(gaps: readonly Gap[]): { item: Item; from: Item }[] {
  const gone = new Map<string, { gap: Gap; item: Item }[]>()
  for (const gap of gaps) {
    for (const item of gap.removed) {
      gone.set(item.key, [...(gone.get(item.key) ?? []), { gap, item }])
    }
  }
  const moved: { item: Item; from: Item }[] = []
  for (const gap of gaps) {
    const { added } = gap // replaced, not modified, below
    for (const item of added) {
      const source = gone.get(item.key)?.shift()
      if (source === undefined) continue
      moved.push({ item, from: source.item })
      removeFromGaps(gap, source.gap, item, source.item)
    }
  }
  return moved
}

/** Equal text for equal values, independent of the order of their properties. */
const keyOf = (value: Json): string =>
  JSON.stringify(value, (_name, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
