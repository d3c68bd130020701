import type { Json, JsonObject } from '../../json/types.ts'
import { cloneJson, isObject, pointerToken, setOwn, pointerOf } from '../../json/index.ts'
import { modernForm } from '../rewrite/old-forms.ts'
import { keywords, readDialect } from './dialects.ts'
import type { Dialect, KeywordShape } from './dialects.ts'
import type { Problems } from '../check/problems.ts'
import { SchemaReferences } from './schema-references.ts'
import type { Scope } from './schema-references.ts'
import { isSchemaKeyword } from './schema-tree.ts'
import type { Edge, SchemaKeyword, SchemaNode, SchemaTree } from './schema-tree.ts'
import { valueProblem } from './keyword-values.ts'
import { formatProblem } from '../compile/format-names.ts'

/** Which formats are accepted: only those that are known, or any, as in stored schemas: the plugin that defined one can be off. */
export type AcceptedFormats = 'known' | 'any'

/**
 * Read a document into its schemas, checking every keyword by the metaschema of the dialect that it names and resolving every `$ref`.
 * @param problems gets what is wrong; the tree can be used only when there are no problems
 */
export function readTree(schema: JsonObject, problems: Problems, formats: AcceptedFormats = 'any'): SchemaTree {
  const reader = new TreeReader(readDialect(schema.$schema, problems), problems, formats)
  const root = reader.read(schema)
  return { root, nodes: reader.nodes }
}

class TreeReader {
  readonly nodes: SchemaNode[] = []
  readonly #dialect: Dialect
  readonly #keywords: ReadonlyMap<string, KeywordShape>
  readonly #problems: Problems
  readonly #formats: AcceptedFormats
  readonly #references: SchemaReferences

  constructor(dialect: Dialect, problems: Problems, formats: AcceptedFormats) {
    this.#dialect = dialect
    this.#formats = formats
    this.#keywords = keywords[dialect]
    this.#problems = problems
    this.#references = new SchemaReferences(dialect, problems)
  }

  read(schema: JsonObject): SchemaNode {
    const root = this.#node(schema, { pointer: '', place: '' }, this.#references.scope(''), false)
    this.#references.resolve()
    return root
  }

  /** A mute schema is checked, but has no effect and cannot be referred to. */
  #node(schema: Json, at: Place, outer: Scope, mute: boolean): SchemaNode {
    if (typeof schema !== 'boolean' && !isObject(schema)) {
      this.#problems.add(at.pointer, 'must be a schema: an object, true or false')
      return { ...at, schema: true, own: {}, edges: [], target: undefined }
    }
    const node: SchemaNode = { ...at, schema, own: {}, edges: [], target: undefined }
    if (!mute) this.nodes.push(node)
    const scope = mute ? outer : this.#references.enter(node, outer)
    if (typeof schema === 'boolean') return node
    for (const [key, value] of Object.entries(schema)) {
      this.#keyword({ node, key, value, scope, mute: mute || this.#isMute(schema, key) })
    }
    return node
  }

  #keyword(found: KeywordValue): void {
    const { node, key, value } = found
    const shape = this.#keywords.get(key)
    const place = `${node.pointer}/${pointerToken(key)}`
    const modern = modernForm(key, value, this.#dialect)
    if (modern !== undefined) return this.#problems.add(place, modern, 'old-form')
    if (shape === undefined) {
      if (key.startsWith('x-')) setOwn(node.own, key, value)
      else this.#problems.add(place, unknownKeyword(key), 'unknown-keyword')
      return
    }
    const problem = valueProblem(shape, value)
    if (problem !== undefined) return this.#problems.add(place, problem)
    const unknown = this.#formats === 'known' && shape === 'format' ? formatProblem(value) : undefined
    if (unknown !== undefined) return this.#problems.add(place, unknown, 'unknown-format')
    this.#read(found, shape)
  }

  /** In draft-07 keywords next to `$ref` have no effect (but `definitions` and `$defs` can be referred to), and `additionalItems` only follow a list. */
  #isMute(schema: JsonObject, key: string): boolean {
    if (this.#dialect !== 'draft-07') return false
    if (key === 'additionalItems') return !Array.isArray(schema.items)
    return Object.hasOwn(schema, '$ref') && key !== 'definitions' && key !== '$defs'
  }

  #read(found: KeywordValue, shape: KeywordShape): void {
    const { node, key, value, mute } = found
    if (shape === 'schema') this.#edge(found, inNewWords(key), undefined, value, [key])
    else if (shape === 'schemas') this.#list(found, inNewWords(key))
    else if (shape === 'schema-map') this.#map(found, inNewWords(key))
    else if (shape === 'items' && !Array.isArray(value)) this.#edge(found, 'items', undefined, value, [key])
    else if (shape === 'items') this.#list(found, 'prefixItems')
    else if (shape === 'dependencies') this.#dependencies(found)
    else if (key === 'dependentRequired' && isObject(value)) addRequired(node, value, mute)
    else if (!mute && !structural.has(key)) node.own[key] = value
  }

  #list(found: KeywordValue, keyword: SchemaKeyword): void {
    const { node, key, value } = found
    if (!Array.isArray(value) || value.length === 0) {
      this.#problems.add(`${node.pointer}/${key}`, 'must be an array of one or more schemas')
    } else {
      value.forEach((item, index) => this.#edge(found, keyword, index, item, [key, index]))
    }
  }

  #map(found: KeywordValue, keyword: SchemaKeyword): void {
    const { node, key, value } = found
    if (!isObject(value)) return this.#problems.add(`${node.pointer}/${key}`, 'must be an object of schemas')
    for (const [name, inner] of Object.entries(value)) this.#edge(found, keyword, name, inner, [key, name])
  }

  #dependencies(found: KeywordValue): void {
    const { node, key, value, mute } = found
    if (!isObject(value)) return this.#problems.add(`${node.pointer}/${key}`, 'must be an object')
    for (const [name, item] of Object.entries(value)) {
      if (!Array.isArray(item)) {
        this.#edge(found, 'dependentSchemas', name, item, [key, name])
        continue
      }
      const problem = valueProblem('names', item)
      if (problem !== undefined) this.#problems.add(`${node.pointer}/${key}/${pointerToken(name)}`, problem)
      else addRequired(node, Object.fromEntries([[name, item]]), mute)
    }
  }

  /** Read a schema inside a node; `path` leads there in the author's document. */
  #edge(
    found: KeywordValue,
    keyword: SchemaKeyword,
    name: Edge['name'],
    schema: Json,
    path: readonly (string | number)[],
  ): void {
    const { node, scope, mute } = found
    const steps = name === undefined ? [keyword] : stepsOf(keyword, name)
    const inner = this.#node(
      schema,
      { pointer: node.pointer + pointerOf(path), place: node.place + pointerOf(steps) },
      scope,
      mute,
    )
    if (!mute) node.edges.push({ keyword, name, node: inner })
  }
}

function unknownKeyword(key: string): string {
  const name = key.length > maxShownLength ? `${key.slice(0, maxShownLength)}…` : key
  return `unknown keyword: leave it out (unknown=drop does), or call it x-${name}; keywords of your own begin with x-`
}

const maxShownLength = 50

/** A keyword of a node, with its value. */
interface KeywordValue {
  node: SchemaNode
  key: string
  value: Json
  scope: Scope
  /** The keyword is checked, but has no effect. */
  mute: boolean
}

interface Place {
  pointer: string
  place: string
}

/** Keywords that {@link References} reads. */
const structural: ReadonlySet<string> = new Set(
  '$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment'.split(' '),
)

/** In draft-07 `additionalItems` follow a list of `items`, which 2020-12 calls `items` after `prefixItems`. */
function inNewWords(key: string): SchemaKeyword {
  const keyword = key === 'additionalItems' ? 'items' : key
  if (isSchemaKeyword(keyword)) return keyword
  throw new TypeError(`${key} contains no schemas`)
}

/** Names required together with others, from `dependentRequired` and the older `dependencies` together. */
function addRequired(node: SchemaNode, required: JsonObject, mute: boolean): void {
  if (mute) return
  const before = isObject(node.own.dependentRequired) ? node.own.dependentRequired : {}
  const both: JsonObject = cloneJson(before)
  for (const [name, names] of Object.entries(required)) {
    const known = Object.hasOwn(both, name) ? both[name] : []
    setOwn(both, name, [...new Set([known ?? [], names].flat())])
  }
  node.own.dependentRequired = both
}

/** Validators ignore a property called `__proto__` under `properties`; as a pattern it is treated like any other. */
const protoPattern = '^(?:__proto__)$'

/** The target of an edge in the document in draft 2020-12. */
export const stepsOf = (keyword: SchemaKeyword, name: string | number): readonly [SchemaKeyword, string | number] =>
  keyword === 'properties' && name === '__proto__' ? ['patternProperties', protoPattern] : [keyword, name]
