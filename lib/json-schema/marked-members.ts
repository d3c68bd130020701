import { LRUCache } from 'lru-cache'
import type { Json, JsonObject } from '../json/types.ts'
import { cloneJson } from '../json/index.ts'
import { readDialect } from './compile-schema.ts'
import { Problems } from './check/problems.ts'
import { applicatorOf, nodesFor } from './tree/applicators.ts'
import type { Applicator } from './tree/applicators.ts'
import { readTree } from './tree/read-schema-tree.ts'
import { inPlaceNodes, nodesLeadingTo, under } from './tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from './tree/schema-tree.ts'

/** The members of objects and the items of arrays whose schema has a keyword with the value true. */
export interface MarkedMembers {
  /** Whether the schema marks nothing. */
  readonly isEmpty: boolean
  /** The data without the marked members and items: a copy, or the data themselves where nothing in them is marked. */
  remove: (data: JsonObject) => JsonObject
  /**
   * Whether a path of names leads to a marked value, or into one. Arrays on the way have no name in the path.
   * A path to an object that has marked members leads to none.
   */
  includes: (path: readonly string[]) => boolean
}

/**
 * Find what a keyword marks at any depth, through `$ref`, `allOf`, `anyOf`, `oneOf`, `if`, arrays, maps, and schemas that contain themselves. A value is marked
 * as soon as one schema marks it that can apply to it, whichever alternative fits: what one alternative hides is never shown because another fits too.
 * A mark on the root of the schema has no effect.
 * @param schema a valid schema; null marks nothing
 * @param keyword `writeOnly`, `x-private`
 * @throws `InvalidInput` for a schema that cannot be read
 */
export function compileMarkedMembers(schema: JsonObject | null, keyword: string): MarkedMembers {
  const problems = new Problems('schema')
  const tree = readTree(cloneJson(schema ?? {}), readDialect(schema?.$schema, problems), problems)
  problems.refuse()
  const places = new Places(tree, keyword)
  const { root } = places
  if (!root.leads) return { isEmpty: true, remove: data => data, includes: () => false }
  return {
    isEmpty: false,
    remove: data => removeFromObject(data, root),
    includes: path => {
      let at = [root]
      for (const name of path) {
        at = at.flatMap(withItems).map(place => place.member(name))
        if (at.some(({ isMarked }) => isMarked)) return true
      }
      return at.flatMap(withItems).some(({ isMarked }) => isMarked)
    },
  }
}

function remove(value: Json, place: Place): Json {
  if (!place.leads || typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return removeFromObject(value, place)
  return value.flatMap((item, index): Json[] => {
    const inner = place.item(index)
    return inner.isMarked ? [] : [remove(item, inner)]
  })
}

function removeFromObject(object: JsonObject, place: Place): JsonObject {
  const left = Object.entries(object).flatMap(([name, value]): [string, Json][] => {
    const inner = place.member(name)
    return inner.isMarked || value === undefined ? [] : [[name, remove(value, inner)]]
  })
  return Object.fromEntries(left)
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
  readonly #keyword: string
  readonly #leading: ReadonlySet<SchemaNode>
  readonly #numbers: ReadonlyMap<SchemaNode, number>
  readonly #applicators = new Map<SchemaNode, Applicator>()
  readonly #known = new LRUCache<string, Place>({ max: maxPlaces })

  constructor(tree: SchemaTree, keyword: string) {
    this.#keyword = keyword
    this.#leading = nodesLeadingTo(tree, node => this.marks(node))
    this.#numbers = new Map(tree.nodes.map((node, number) => [node, number]))
    this.root = this.of([tree.root])
  }

  /** The place of values to which these schemas apply. */
  of(nodes: readonly SchemaNode[]): Place {
    const applying = new Set(nodes)
    for (const node of applying) for (const inner of inPlaceNodes(node)) applying.add(inner)
    const numbers = [...applying].map(node => this.#numbers.get(node) ?? -1)
    const key = numbers.toSorted((a, b) => a - b).join(' ')
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const place = new Place(this, [...applying])
    this.#known.set(key, place)
    return place
  }

  marks({ own }: SchemaNode): boolean {
    return own[this.#keyword] === true
  }

  /** Whether something marked can be at or below a schema. */
  leads(node: SchemaNode): boolean {
    return this.#leading.has(node)
  }

  applicator(node: SchemaNode): Applicator {
    const known = this.#applicators.get(node) ?? applicatorOf(node)
    this.#applicators.set(node, known)
    return known
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
    this.#declared ??= new Set(this.#applying().flatMap(({ declared }) => [...declared]))
    return this.#declared
  }

  #applying(): readonly Applicator[] {
    this.#applicators ??= this.#nodes.map(node => this.#places.applicator(node))
    return this.#applicators
  }
}
