import type { Json, JsonObject } from '../../json/types.ts'
import type { FoundReference } from '../compiled-schema.ts'
import { InvalidInput } from '../../errors/index.ts'
import { cloneJson, typeOfJson } from '../../json/index.ts'
import { pointerOf } from '../../json/pointer.ts'
import { Problems } from '../check/problems.ts'
import { readTree } from '../tree/read-schema-tree.ts'
import { fileSlugs, filesInText, acceptedMediaTypesOf, showsFiles } from './media-types.ts'
import { leadingNodes, mayRefer, refers, restricts, slugsOf, takesFiles } from './reference-nodes.ts'
import { applicatorOf, nodesFor } from '../tree/applicators.ts'
import type { Applicator } from '../tree/applicators.ts'
import { nodesLeadingTo, under } from '../tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'
import { writePart } from '../tree/write-schema-tree.ts'
import { memoizeByText } from '../memoize-by-text.ts'

/** How many schemas are applied at most in the search for the references of one value. */
const maxSteps = 1_000_000

/** A place in a value, during the walk. */
interface Place {
  path: readonly (string | number)[]
  /** Names of properties on the way, joined by dots. */
  name: string
}

/** The keywords that decide what refers to what. */
const referring: ReadonlySet<string> = new Set(['x-resource-type', 'x-on-archive', 'x-media-types'])

/** Whether texts can be references, or contain some. */
const mayContain = (node: SchemaNode): boolean => mayRefer(node) || showsFiles(node)

/** What counts as a reference. */
interface FinderOptions {
  /**
   * Integers too, whose digits are the {@link FoundReference.id}, and texts of any form: for data in which references are not stored URNs.
   * Default: no.
   */
  integers?: boolean
  /** URNs of files in Markdown too, each once for a text. Default: no. */
  inTexts?: boolean
  /** Instead of references, the texts of any form where only `x-media-types` is declared: paths, addresses and URNs of files. Default: no. */
  places?: boolean
}

/**
 * Finds the references in data: the texts, at any place, to which a schema with `x-resource-type` can apply, and URNs of files where only `x-media-types` is declared. Where only a branch of the schema
 * (an alternative, a condition, a dependent schema) allows a reference, the form of the text decides, not the branch that applies: a text `urn:<slug>:…`
 * is a reference, any other is not.
 * @returns a function that finds them in the order of the data; it throws `InvalidInput` when that takes too much work
 */
export function referenceFinder(tree: SchemaTree, options: FinderOptions = {}): (data: JsonObject) => FoundReference[] {
  const search = searchOf(tree, options)
  return data => {
    const { found, isComplete } = search(data)
    if (!isComplete) throw new InvalidInput('the resource is too large to be searched for references')
    return [...found]
  }
}

/**
 * Finds the texts in data that can be a path, an address or the URN of a file: where `x-media-types` is declared without `x-resource-type`.
 * @returns a function that finds them, of data that take too much work those found first; undefined when the schema has no such place
 */
export function filePlaceFinder(tree: SchemaTree): ((data: JsonObject) => FoundReference[]) | undefined {
  if (!leadingNodes(tree, takesFiles).has(tree.root)) return undefined
  const search = searchOf(tree, { places: true })
  return data => [...search(data).found]
}

/** The references up to where the search ended. */
interface SearchResult {
  found: Iterable<FoundReference>
  isComplete: boolean
}

function searchOf(tree: SchemaTree, options: FinderOptions): (data: JsonObject) => SearchResult {
  const { inTexts = false, places = false } = options
  const leading = leadingNodes(tree, places ? takesFiles : inTexts ? mayContain : mayRefer)
  if (!leading.has(tree.root)) return () => ({ found: [], isComplete: true })
  return data => {
    const search = new Search(leading, options)
    search.look(data, [[tree.root, true]], { path: [], name: '' })
    return { found: search.found.values(), isComplete: search.steps <= maxSteps }
  }
}

/**
 * The part of a schema that defines where references are: what a store needs to find them in data ({@link referenceValues}). It stays the same
 * when other parts of the schema change.
 * @returns undefined when the schema allows no references
 */
export function referenceSchema(tree: SchemaTree): JsonObject | undefined {
  const leading = leadingNodes(tree, mayContain)
  if (!leading.has(tree.root)) return undefined
  const needed = nodesLeadingTo(tree, node => leading.has(node))
  return writePart(
    tree.root,
    node => needed.has(node),
    (keyword, value) => referring.has(keyword) || (keyword === 'contentMediaType' && value === 'text/markdown'),
  )
}

/** Like {@link referenceFinder}, for a schema. */
export function compileReferenceFinder(
  schema: JsonObject,
  options?: FinderOptions,
): (data: JsonObject) => FoundReference[] {
  return referenceFinder(treeOf(schema), options)
}

function treeOf(schema: JsonObject): SchemaTree {
  const problems = new Problems('schema')
  const tree = readTree(cloneJson(schema), problems)
  problems.refuse()
  return tree
}

const knownSearch = memoizeByText(schema => searchOf(treeOf(schema), { inTexts: true }))

/** The value that a store keeps for a reference that prevents its target from being archived, in addition to the URN. */
export const restrictValue = (id: string): string => `restrict ${id}`

/**
 * What data refer to, as the values by which stores find the referring documents: the URN of each reference, and {@link restrictValue} of those
 * whose targets cannot be archived. Of data that take too much work, those found first.
 * @param schema made by {@link referenceSchema}
 */
export function referenceValues(schema: JsonObject, data: JsonObject): string[] {
  const values = new Set<string>()
  for (const { id, type_slugs, restricts } of knownSearch(schema)(data).found) {
    if (isIdOf(type_slugs, id)) values.add(id)
    if (isIdOf(restricts, id)) values.add(restrictValue(id))
  }
  return [...values]
}

/** Whether a text can be the id of a resource of one of these types. */
export const isIdOf = (slugs: readonly string[], id: string): boolean =>
  slugs.some(slug => id.startsWith(`urn:${slug}:`))

/** A schema that may apply to a value, and whether it applies in any case. */
type Applying = readonly [node: SchemaNode, isCertain: boolean]

class Search {
  readonly found = new Map<string, FoundReference>()
  steps = 0
  readonly #leading: ReadonlySet<SchemaNode>
  readonly #options: FinderOptions

  constructor(leading: ReadonlySet<SchemaNode>, options: FinderOptions) {
    this.#leading = leading
    this.#options = options
  }

  look(value: Json, nodes: readonly Applying[], at: Place): void {
    const { integers, inTexts, places } = this.#options
    if (value === null || typeof value === 'boolean') return
    if (typeof value === 'number' && integers !== true) return
    const applying = new Map<SchemaNode, boolean>()
    for (const [node, isCertain] of nodes) this.#collect(node, isCertain, value, applying)
    for (const [node, isCertain] of applying) {
      if (places === true ? takesFiles(node) : mayRefer(node)) this.#note(node, isCertain, value, at)
      if (inTexts === true && typeof value === 'string' && showsFiles(node)) this.#noteFiles(value, at)
    }
    if (Array.isArray(value)) this.#lookAtItems(value, applying, at)
    else if (typeof value === 'object') this.#lookAtProperties(value, applying, at)
  }

  /** Collect a schema and those that it can apply to the same value. */
  #collect(node: SchemaNode, isCertain: boolean, value: Json, into: Map<SchemaNode, boolean>): void {
    const known = into.get(node)
    if (!this.#leading.has(node) || known === true || known === isCertain) return
    if (++this.steps > maxSteps) return
    into.set(node, isCertain)
    if (node.target !== undefined) this.#collect(node.target, isCertain, value, into)
    if (node.edges.length === 0) return
    for (const { keyword, node: inner } of node.edges) {
      if (keyword === 'allOf') this.#collect(inner, isCertain, value, into)
      else if (branching.has(keyword)) this.#collect(inner, false, value, into)
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const fitting = under(node, keyword).filter(one => admits(one, value))
      const isDemanded = fitting.length === 1 || (typeof value === 'string' && fitting.every(demandsReference))
      for (const inner of fitting) this.#collect(inner, isCertain && isDemanded, value, into)
    }
  }

  #lookAtItems(array: readonly Json[], applying: ReadonlyMap<SchemaNode, boolean>, at: Place): void {
    const applicators = this.#applicatorsOf(applying)
    if (applicators.length === 0) return
    for (const [index, item] of array.entries()) {
      if (this.steps > maxSteps) return
      const nodes = applicators.flatMap(([{ prefix, items }, isCertain]): Applying[] => {
        const node = prefix[index] ?? items
        return node === undefined ? [] : [[node, isCertain]]
      })
      if (nodes.length > 0) this.look(item, nodes, { path: [...at.path, index], name: at.name })
    }
  }

  #lookAtProperties(object: JsonObject, applying: ReadonlyMap<SchemaNode, boolean>, at: Place): void {
    const applicators = this.#applicatorsOf(applying)
    if (applicators.length === 0) return
    for (const name of Object.keys(object)) {
      if (this.steps > maxSteps) return
      const nodes: Applying[] = []
      for (const [applicator, isCertain] of applicators)
        for (const node of nodesFor(applicator, name)) if (this.#leading.has(node)) nodes.push([node, isCertain])
      const value = object[name]
      if (nodes.length === 0 || value === undefined) continue
      this.look(value, nodes, { path: [...at.path, name], name: at.name === '' ? name : `${at.name}.${name}` })
    }
  }

  #applicatorsOf(applying: ReadonlyMap<SchemaNode, boolean>): [Applicator, boolean][] {
    const inner = [...applying].filter(([{ edges }]) => edges.some(({ node }) => this.#leading.has(node)))
    return inner.map(([node, isCertain]) => [applicatorOf(node), isCertain])
  }

  #noteFiles(text: string, { path, name }: Place): void {
    for (const id of filesInText(text))
      this.found.set(`${pointerOf(path)} ${id}`, {
        path,
        name,
        id,
        type_slugs: [...fileSlugs],
        restricts: [],
        isMention: true,
      })
  }

  /** `x-resource-type` on an array applies to its items. */
  #note(node: SchemaNode, isCertain: boolean, value: Json, { path, name }: Place): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (++this.steps > maxSteps) return
        this.#note(node, isCertain, item, { path: [...path, index], name })
      }
      return
    }
    const { integers = false, places = false } = this.#options
    if (typeof value !== 'string' && !(integers && Number.isSafeInteger(value))) return
    const slugs = slugsOf(node)
    const id = String(value)
    if (!(isCertain && refers(node)) && !integers && !places && !isIdOf(slugs, id)) return
    const key = pointerOf(path)
    const known = this.found.get(key)
    const mediaTypes = acceptedMediaTypesOf(node) ?? known?.media_types
    this.found.set(key, {
      path,
      name,
      id,
      type_slugs: union(known?.type_slugs, slugs),
      restricts: union(known?.restricts, restricts(node) ? slugs : []),
      ...(mediaTypes !== undefined && { media_types: mediaTypes }),
    })
  }
}

const union = (known: readonly string[] = [], further: readonly string[]): readonly string[] =>
  known.length === 0 ? further : [...new Set([...known, ...further])]

/** Keywords whose schemas apply only to some values. Those of `anyOf` and `oneOf` are treated apart. */
const branching: ReadonlySet<string> = new Set(['if', 'then', 'else', 'dependentSchemas'])

/** Whether a schema allows values of the type of this one, as far as its own keyword `type` decides that. */
function admits({ own, target }: SchemaNode, value: Json): boolean {
  const { type } = own
  if (type === undefined) return target === undefined || target.own['type'] === undefined || admits(target, value)
  const types = Array.isArray(type) ? type : [type]
  return types.some(one => one === typeOfJson(value) || (one === 'integer' && typeof value === 'number'))
}

/** Whether every text that a schema allows is a reference. */
const demandsReference = (node: SchemaNode): boolean =>
  refers(node) || (node.target !== undefined && refers(node.target)) || under(node, 'allOf').some(refers)
