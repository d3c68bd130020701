import type { Json } from '../../json/types.ts'
import { dialectOf } from './dialects.ts'
import type { Dialect } from './dialects.ts'
import type { Problems } from '../check/problems.ts'
import type { SchemaNode } from './schema-tree.ts'
import { decodePercent } from '../../web-text/index.ts'

/** A schema resource, in which the fragment of a reference is looked up. A schema with an `$id` starts a new one. */
export interface Scope {
  /** JSON Pointer to the resource's root. */
  base: string
  /** Its absolute URI. */
  uri: string
  anchors: Map<string, SchemaNode>
}

interface PendingReference {
  node: SchemaNode
  keyword: '$ref' | '$dynamicRef'
  reference: string
  scope: Scope
}

/** The URI of a document without an `$id`. */
const unnamed = 'schema://document/'

/** Resolves `$ref`, `$dynamicRef`, `$anchor` and `$id` inside one document. Nothing outside of it can be referred to. */
export class SchemaReferences {
  readonly #dialect: Dialect
  readonly #problems: Problems
  readonly #byPointer = new Map<string, SchemaNode>()
  readonly #byUri = new Map<string, Scope>()
  readonly #dynamic = new Map<string, number>()
  readonly #pending: PendingReference[] = []

  constructor(dialect: Dialect, problems: Problems) {
    this.#dialect = dialect
    this.#problems = problems
  }

  scope(base: string, uri = unnamed): Scope {
    const scope = { base, uri, anchors: new Map() }
    if (!this.#byUri.has(uri)) this.#byUri.set(uri, scope)
    return scope
  }

  /** Register a node. @returns the scope inside it */
  enter(node: SchemaNode, outer: Scope): Scope {
    this.#byPointer.set(node.pointer, node)
    if (typeof node.schema === 'boolean') return outer
    const { $id, $anchor, $dynamicAnchor, $ref, $dynamicRef, $schema } = node.schema
    const ignored = this.#dialect === 'draft-07' && $ref !== undefined
    const scope = ignored ? outer : this.#identify(node, $id, outer)
    if (typeof $schema === 'string' && node.pointer !== '') this.#checkDialect(node, $schema)
    if (typeof $anchor === 'string' && !ignored) this.#anchor(node, $anchor, scope)
    if (this.#dialect === '2020-12') {
      if (typeof $dynamicAnchor === 'string') {
        this.#anchor(node, $dynamicAnchor, scope)
        this.#dynamic.set($dynamicAnchor, (this.#dynamic.get($dynamicAnchor) ?? 0) + 1)
      }
      if (typeof $dynamicRef === 'string')
        this.#pending.push({ node, keyword: '$dynamicRef', reference: $dynamicRef, scope })
    }
    if (typeof $ref === 'string') this.#pending.push({ node, keyword: '$ref', reference: $ref, scope })
    return scope
  }

  /** Resolve every reference; call when the whole document has been read. */
  resolve(): void {
    for (const { node, keyword, reference, scope } of this.#pending) {
      const place = `${node.pointer}/${keyword}`
      const [, fragment] = reference.split('#')
      const target = reference.startsWith('#') ? scope : this.#byUri.get(absolute(reference, scope.uri))
      if (target === undefined) {
        this.#problems.add(
          place,
          'refers to another document; only references inside the schema are allowed ("#/…"): put the document into $defs and refer to it there',
          'remote-reference',
        )
      } else if (keyword === '$dynamicRef' && (this.#dynamic.get(reference.slice(1)) ?? 0) > 1) {
        this.#problems.add(place, 'refers to a dynamic anchor that occurs more than once, which is not supported')
      } else if (node.target !== undefined) {
        this.#problems.add(place, 'is not supported beside $ref')
      } else {
        node.target = this.#find(`#${fragment ?? ''}`, target)
        if (node.target === undefined)
          this.#problems.add(
            place,
            'refers to nothing: there is no schema at that place; put one there, for example into $defs',
            'dangling-reference',
          )
      }
    }
  }

  #find(reference: string, scope: Scope): SchemaNode | undefined {
    const fragment = decodePercent(reference.slice(1))
    if (fragment === undefined) return undefined
    if (fragment === '' || fragment.startsWith('/')) return this.#byPointer.get(scope.base + fragment)
    return scope.anchors.get(fragment)
  }

  #identify(node: SchemaNode, id: Json | undefined, outer: Scope): Scope {
    if (typeof id !== 'string' || id === '' || id === '#') return outer
    if (id.startsWith('#') && this.#dialect === 'draft-07') {
      this.#anchor(node, id.slice(1), outer)
      return outer
    }
    if (/#./.test(id)) this.#problems.add(`${node.pointer}/$id`, 'must have no fragment')
    return this.scope(node.pointer, absolute(id, outer.uri))
  }

  #anchor(node: SchemaNode, name: string, scope: Scope): void {
    const other = scope.anchors.get(name)
    if (other !== undefined && other !== node)
      this.#problems.add(node.pointer, `the anchor ${JSON.stringify(name)} occurs twice`)
    scope.anchors.set(name, node)
  }

  #checkDialect(node: SchemaNode, uri: string): void {
    if (dialectOf(uri) !== this.#dialect) {
      this.#problems.add(`${node.pointer}/$schema`, `must be the dialect of the whole schema (${this.#dialect})`)
    }
  }
}

/** The URI of a reference, without its fragment. */
function absolute(reference: string, base: string): string {
  const [uri = ''] = reference.split('#')
  return URL.canParse(uri, base) ? new URL(uri, base).href : uri
}
