import type { Json } from '../../json/types.ts'
import { under } from '../tree/schema-tree.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import { bit, everyType, namedTypes, typeOfValue } from './type-set.ts'
import type { TypeSet } from './type-set.ts'
import { once } from '../../json/index.ts'

/** Formats of texts that filters or linked data support. */
export type TextFormat = 'date' | 'date-time' | 'time' | 'uri'

/**
 * What several schemas together define for one value: its types, and what they declare inside it. Computed lazily, so that
 * a schema that refers to itself costs only what is read of it.
 */
export interface Shape {
  types: TypeSet
  /** What every text here is. */
  format: TextFormat | undefined
  /** The schemas themselves, for their keywords. */
  nodes: ReadonlySet<SchemaNode>
  /** Names declared under `properties`, in the order of the schema. */
  names(): readonly string[]
  property(name: string): Shape | undefined
  /** The shape of the items of an array, if any is defined. */
  items(): Shape | undefined
  /** The shape of members that are not declared by name, if any is defined. */
  others(): Shape | undefined
}

const maxShapes = 20_000

/** A schema that combines itself with itself in too many ways. */
export class TooIntricate extends Error {}

/** Creates the shapes of a schema's nodes, each once. */
export class Shapes {
  readonly #whole = new Map<SchemaNode, { value: Shape }>()
  readonly #definite = new Map<SchemaNode, { value: Shape }>()
  #made = 0

  /** Everything that a node defines for a value, including its alternatives (`anyOf`, `oneOf`). */
  of(node: SchemaNode): Shape {
    return remember(this.#whole, node, () => {
      let shape = this.#definitely(node, inner => this.of(inner))
      for (const keyword of ['anyOf', 'oneOf'] as const) {
        const branches = under(node, keyword).map(inner => this.of(inner))
        if (branches.length > 0)
          shape = this.both(
            shape,
            branches.reduce((a, b) => this.#either(a, b)),
          )
      }
      return shape
    })
  }

  /** What a node, its `$ref` and its `allOf` define, without alternatives: the columns of a type are made from this. */
  definite(node: SchemaNode): Shape {
    return remember(this.#definite, node, () => this.#definitely(node, inner => this.definite(inner)))
  }

  /** The shape of a value to which both shapes apply. */
  both(a: Shape, b: Shape): Shape {
    if (a === b) return a
    return this.#join(a, b, { types: a.types & b.types, format: a.format ?? b.format }, (x, y) => this.both(x, y))
  }

  /** The shape of a value to which one of the shapes applies. */
  #either(a: Shape, b: Shape): Shape {
    if (a === b) return a
    const format = !hasText(a) ? b.format : !hasText(b) || a.format === b.format ? a.format : undefined
    return this.#join(a, b, { types: a.types | b.types, format }, (x, y) => this.#either(x, y))
  }

  #definitely(node: SchemaNode, part: (inner: SchemaNode) => Shape): Shape {
    let shape = this.#own(node)
    if (node.target !== undefined) shape = this.both(part(node.target), shape)
    for (const inner of under(node, 'allOf')) shape = this.both(shape, part(inner))
    return shape
  }

  #own(node: SchemaNode): Shape {
    const properties = new Map<string, SchemaNode>()
    for (const edge of node.edges) if (edge.keyword === 'properties') properties.set(String(edge.name), edge.node)
    const items = [...under(node, 'prefixItems'), ...under(node, 'items')]
    const others = [...under(node, 'patternProperties'), ...under(node, 'additionalProperties')]
    const joined = (nodes: readonly SchemaNode[]): Shape | undefined =>
      nodes.length === 0 ? undefined : nodes.map(inner => this.of(inner)).reduce((a, b) => this.#either(a, b))
    return this.#make({
      types: ownTypes(node),
      format: isTextFormat(node.own.format) ? node.own.format : undefined,
      nodes: new Set([node]),
      names: () => [...properties.keys()],
      property: name => {
        const inner = properties.get(name)
        return inner === undefined ? undefined : this.of(inner)
      },
      items: () => joined(items),
      others: () => joined(others),
    })
  }

  /** What either shape declares; where both do, `merge` combines them. */
  #join(a: Shape, b: Shape, facts: Pick<Shape, 'types' | 'format'>, merge: (a: Shape, b: Shape) => Shape): Shape {
    const of = (x: Shape | undefined, y: Shape | undefined): Shape | undefined =>
      x === undefined || y === undefined ? (x ?? y) : merge(x, y)
    return this.#make({
      ...facts,
      nodes: new Set([...a.nodes, ...b.nodes]),
      names: () => [...new Set([...a.names(), ...b.names()])],
      property: name => of(a.property(name), b.property(name)),
      items: () => of(a.items(), b.items()),
      others: () => of(a.others(), b.others()),
    })
  }

  /** A shape that computes each property once. */
  #make(shape: Shape): Shape {
    if (++this.#made > maxShapes) throw new TooIntricate()
    const properties = new Map<string, { value: Shape | undefined }>()
    const declared = once(() => new Set(shape.names()))
    return {
      ...shape,
      names: () => [...declared()],
      property: name => (declared().has(name) ? remember(properties, name, () => shape.property(name)) : undefined),
      items: once(() => shape.items()),
      others: once(() => shape.others()),
    }
  }
}

function remember<Key, Value>(known: Map<Key, { value: Value }>, key: Key, make: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before.value
  const value = make()
  known.set(key, { value })
  return value
}

const textFormats = new Set<Json | undefined>(['date', 'date-time', 'time', 'uri'])
const isTextFormat = (format: Json | undefined): format is TextFormat => textFormats.has(format)

const hasText = ({ types }: Shape): boolean => (types & bit.string) !== 0

function ownTypes({ schema, own }: SchemaNode): TypeSet {
  if (typeof schema === 'boolean') return schema ? everyType : 0
  let types = own.type === undefined ? everyType : namedTypes(own.type)
  if (own.const !== undefined) types &= typeOfValue(own.const)
  if (Array.isArray(own.enum)) types &= own.enum.reduce((set: TypeSet, value: Json) => set | typeOfValue(value), 0)
  return types
}
