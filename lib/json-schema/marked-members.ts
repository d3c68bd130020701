import { LRUCache } from 'lru-cache'
import type { Json, JsonObject } from '../json/types.ts'
import { cloneJson, equalJson, getOwn, isObject } from '../json/index.ts'
import { Problems } from './check/problems.ts'
import { applicatorOf, nodesFor } from './tree/applicators.ts'
import type { Applicator } from './tree/applicators.ts'
import { readTree } from './tree/read-schema-tree.ts'
import { nodesLeadingTo, under, closureOf } from './tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from './tree/schema-tree.ts'
import { writePart } from './tree/write-schema-tree.ts'
import { isSecretMark } from './secret-mark.ts'
import type { Mark } from './secret-mark.ts'
import { memoizeByText } from './memoize-by-text.ts'

/** The members of objects and the items of arrays that a schema marks. */
export interface MarkedMembers {
  /** Whether the schema marks nothing. */
  readonly isEmpty: boolean
  /**
   * The data without the marked members and items: a copy, or the data themselves where nothing can be marked.
   * @param shown names of members of the root that stay with everything in them. Default: none
   */
  remove: (data: JsonObject, shown?: readonly string[]) => JsonObject
  /**
   * Whether a path of names leads to a marked value, or into one. Arrays on the way have no name in the path.
   * A path to an object that has marked members leads to none.
   */
  includes: (path: readonly string[]) => boolean
  /** How many marked members and items data contain; null counts as none. */
  count: (data: JsonObject) => number
  /**
   * New data with the marked values of those that they replace: absent members stay, as far as the object that contains them is in the new data too. Of
   * the items of an array, only those keep theirs that are otherwise unchanged and at the same position. Null removes a marked member, except where the
   * schema requires it.
   * @param isPatch the new data are a merge patch (RFC 7396): null stays in them
   */
  keep: (before: JsonObject, data: JsonObject, isPatch?: boolean) => JsonObject
}

/**
 * Find what a schema marks at any depth, through `$ref`, `allOf`, `anyOf`, `oneOf`, `if`, arrays, maps, and schemas that contain themselves. A value is marked
 * as soon as one schema marks it that can apply to it, whichever alternative fits: what one alternative hides is never shown because another fits too.
 * A mark on the root of the schema has no effect.
 * @param schema a valid schema; null marks nothing
 * @param mark a keyword that has the value true, such as `x-private`, or a function
 * @throws `InvalidInput` for a schema that cannot be read
 */
export function compileMarkedMembers(schema: JsonObject | null, mark: string | Mark): MarkedMembers {
  const problems = new Problems('schema')
  const tree = readTree(cloneJson(schema ?? {}), problems)
  problems.refuse()
  return markedMembers(tree, typeof mark === 'string' ? keywords => keywords[mark] === true : mark)
}

/** Like {@link compileMarkedMembers}, for a schema that was read. */
export function markedMembers(tree: SchemaTree, mark: Mark): MarkedMembers {
  const { root } = new Places(tree, mark)
  if (!root.leads) return noMarkedMembers
  return {
    isEmpty: false,
    remove: (data, shown = []) => removeFromObject(data, root, shown),
    includes: path => {
      let at = [root]
      for (const name of path) {
        at = at.flatMap(withItems).map(place => place.member(name))
        if (at.some(({ isMarked }) => isMarked)) return true
      }
      return at.flatMap(withItems).some(({ isMarked }) => isMarked)
    },
    count: data => countIn(data, root),
    keep: (before, data, isPatch = false) => keepInObject(before, data, root, isPatch),
  }
}

/** Of a schema that marks nothing. */
export const noMarkedMembers: MarkedMembers = {
  isEmpty: true,
  remove: data => data,
  includes: () => false,
  count: () => 0,
  keep: (_before, data) => data,
}

/**
 * The part of a schema by which {@link removeSecrets} finds what is secret. It stays the same when other parts of the schema change.
 * @returns undefined when nothing is secret
 */
export function secretSchema(tree: SchemaTree): JsonObject | undefined {
  const leading = nodesLeadingTo(tree, ({ own }) => isSecretMark(own))
  if (!leading.has(tree.root)) return undefined
  // What is left to "unevaluated…" and "contains" depends on all keywords beside them.
  const isIntricate = tree.nodes.some(({ edges }) =>
    edges.some(({ keyword, node }) => dependent.has(keyword) && leading.has(node)),
  )
  const isNeeded = (node: SchemaNode): boolean => isIntricate || leading.has(node)
  return writePart(tree.root, isNeeded, (keyword, value) => isSecretMark({ [keyword]: value }))
}

const dependent: ReadonlySet<string> = new Set(['unevaluatedProperties', 'unevaluatedItems', 'contains'])

const secretsOf = memoizeByText((schema): MarkedMembers => compileMarkedMembers(schema, isSecretMark))

/** Data without what is secret in them. @param schema made by {@link secretSchema}; undefined: nothing is secret */
export const removeSecrets = (schema: JsonObject | undefined, data: JsonObject): JsonObject =>
  schema === undefined ? data : secretsOf(schema).remove(data)

function remove(value: Json, place: Place): Json {
  if (!place.leads || typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? removeFromArray(value, place) : removeFromObject(value, place)
}

const removeFromArray = (items: readonly Json[], place: Place): Json[] =>
  items.flatMap((item, index): Json[] => {
    const inner = place.item(index)
    return inner.isMarked ? [] : [remove(item, inner)]
  })

function removeFromObject(object: JsonObject, place: Place, shown: readonly string[] = []): JsonObject {
  const left = Object.entries(object).flatMap(([name, value]): [string, Json][] => {
    if (value === undefined) return []
    if (shown.includes(name)) return [[name, value]]
    const inner = place.member(name)
    return inner.isMarked ? [] : [[name, remove(value, inner)]]
  })
  return Object.fromEntries(left)
}

function countIn(value: Json | undefined, place: Place): number {
  if (value === null || value === undefined) return 0
  if (place.isMarked) return 1
  if (!place.leads || typeof value !== 'object') return 0
  return Array.isArray(value)
    ? value.reduce<number>((sum, item, index) => sum + countIn(item, place.item(index)), 0)
    : Object.entries(value).reduce((sum, [name, member]) => sum + countIn(member, place.member(name)), 0)
}

/** @param before the value at the same place; undefined when there is none whose marked values are kept */
function keep(before: Json | undefined, value: Json, place: Place, isPatch: boolean): Json {
  if (!place.leads || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return keepInArray(Array.isArray(before) ? before : [], value, place)
  return keepInObject(isObject(before) ? before : {}, value, place, isPatch)
}

function keepInObject(before: JsonObject, data: JsonObject, place: Place, isPatch: boolean): JsonObject {
  const kept: [string, Json][] = []
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue
    const inner = place.member(name)
    if (!inner.isMarked) kept.push([name, keep(getOwn(before, name), value, inner, isPatch)])
    else if (isPatch || value !== null || place.requires(name)) kept.push([name, value])
  }
  for (const [name, value] of Object.entries(before)) {
    const isLeft = value !== undefined && !Object.hasOwn(data, name) && place.member(name).isMarked
    if (isLeft) kept.push([name, value])
  }
  return Object.fromEntries(kept)
}

function keepInArray(before: readonly Json[], items: readonly Json[], place: Place): Json[] {
  // What is shown of an array with marked items has other positions.
  if (before.some((_item, index) => place.item(index).isMarked))
    return [...(equalJson(removeFromArray(before, place), [...items]) ? before : items)]
  return items.map((item, index) => {
    const inner = place.item(index)
    const old = before[index]
    const isUnchanged = old !== undefined && equalJson(remove(old, inner), remove(item, inner))
    return inner.isMarked ? item : keep(isUnchanged ? old : undefined, item, inner, false)
  })
}

/** How deep arrays of arrays are followed by a path. */
const maxArrayDepth = 8

/** A place, and the items of the arrays that can be there. */
function withItems(place: Place): Place[] {
  const found = new Set([place])
  let inner = place
  for (let depth = 0; depth < maxArrayDepth && inner.leads; depth++) {
    inner = inner.anyItem()
    found.add(inner)
  }
  return [...found]
}

/** Places are remembered, so that walking data costs one look-up for each member. */
const maxPlaces = 10_000

class Places {
  readonly root: Place
  readonly #mark: Mark
  readonly #leading: ReadonlySet<SchemaNode>
  readonly #numbers: ReadonlyMap<SchemaNode, number>
  readonly #known = new LRUCache<string, Place>({ maxSize: maxPlaces, sizeCalculation: () => 1 }) // with `max` it would allocate room for all of them

  constructor(tree: SchemaTree, mark: Mark) {
    this.#mark = mark
    this.#leading = nodesLeadingTo(tree, node => this.marks(node))
    this.#numbers = new Map(tree.nodes.map((node, number) => [node, number]))
    this.root = this.of([tree.root])
  }

  /** The place of values to which these schemas apply. */
  of(nodes: readonly SchemaNode[]): Place {
    const applying = closureOf(nodes)
    const numbers = [...applying].map(node => this.#numbers.get(node) ?? -1)
    const key = numbers.toSorted((a, b) => a - b).join(' ')
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const place = new Place(this, [...applying])
    this.#known.set(key, place)
    return place
  }

  marks({ own }: SchemaNode): boolean {
    return this.#mark(own)
  }

  /** Whether something marked can be at or below a schema. */
  leads(node: SchemaNode): boolean {
    return this.#leading.has(node)
  }
}

/** The values to which the same schemas apply. */
class Place {
  readonly isMarked: boolean
  readonly leads: boolean
  readonly #places: Places
  readonly #nodes: readonly SchemaNode[]
  readonly #members = new Map<string, Place>()
  /** Members that the schema does not declare by name. */
  #otherMembers: Place | undefined
  /** Items after those of a tuple. */
  #otherItems: Place | undefined
  #applicators: readonly Applicator[] | undefined
  #declared: ReadonlySet<string> | undefined

  /** @param nodes all schemas that can apply to the values */
  constructor(places: Places, nodes: readonly SchemaNode[]) {
    this.#places = places
    this.#nodes = nodes
    this.isMarked = nodes.some(node => places.marks(node))
    this.leads = nodes.some(node => places.leads(node))
  }

  /** Whether a schema that can apply requires a member. */
  requires(name: string): boolean {
    return this.#nodes.some(({ own }) => Array.isArray(own['required']) && own['required'].includes(name))
  }

  /** The member of an object. */
  member(name: string): Place {
    const known = this.#members.get(name)
    if (known !== undefined) return known
    const isDeclared = this.#declaredNames().has(name)
    if (!isDeclared && this.#otherMembers !== undefined) return this.#otherMembers
    const place = this.#memberOf(name)
    if (isDeclared) this.#members.set(name, place)
    else if (this.#applying().every(({ patterns }) => patterns.length === 0)) this.#otherMembers = place
    return place
  }

  #memberOf(name: string): Place {
    const nodes = this.#applying().flatMap(applicator => nodesFor(applicator, name))
    return this.#places.of(nodes.length > 0 ? nodes : this.#under('unevaluatedProperties'))
  }

  /** The item of an array. Where the schema declares no items, what it declares for an object applies to each of them. */
  item(index: number): Place {
    const isInTuple = this.#applying().some(({ prefix }) => prefix.length > index)
    if (!isInTuple && this.#otherItems !== undefined) return this.#otherItems
    const place = this.#itemOf(this.#applying().flatMap(({ prefix, items }) => prefix[index] ?? items ?? []))
    if (!isInTuple) this.#otherItems = place
    return place
  }

  /** Any item of an array. */
  anyItem(): Place {
    return this.#itemOf(
      this.#applying().flatMap(({ prefix, items }) => [...prefix, ...(items === undefined ? [] : [items])]),
    )
  }

  #itemOf(declared: readonly SchemaNode[]): Place {
    const nodes = declared.length > 0 ? declared : this.#under('unevaluatedItems')
    const all = [...nodes, ...this.#under('contains')]
    return all.length > 0 ? this.#places.of(all) : this
  }

  #under(keyword: 'unevaluatedProperties' | 'unevaluatedItems' | 'contains'): SchemaNode[] {
    return this.#nodes.flatMap(node => under(node, keyword))
  }

  #declaredNames(): ReadonlySet<string> {
    this.#declared ??= new Set(this.#applying().flatMap(({ properties }) => [...properties.keys()]))
    return this.#declared
  }

  #applying(): readonly Applicator[] {
    this.#applicators ??= this.#nodes.map(applicatorOf)
    return this.#applicators
  }
}
