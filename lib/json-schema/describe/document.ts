import { memoizeByObject } from '../../json/index.ts'
import type { JsonObject } from '../../json/types.ts'
import { Problems } from '../check/problems.ts'
import { readTree } from '../tree/read-schema-tree.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import type { Description } from './description.ts'

/**
 * Whether a text has the pattern or the format of a schema; undefined while that is not known, which nothing is refused for. The tests are a large module,
 * which is loaded when the first one is needed.
 */
export type TextTest = (keyword: 'pattern' | 'format', value: string, text: string) => boolean | undefined

/** A schema that was read, and what was made of its parts. */
export interface Document {
  readonly root: SchemaNode
  readonly matches: TextTest
  /** Numbers of the nodes, for keys. */
  readonly ids: Map<SchemaNode, number>
  readonly parts: Known<Part>
  readonly made: Known<SchemaNode>
  readonly descriptions: Known<Description>
  /** The parts that are being described, to notice those that contain themselves. */
  readonly open: Set<Part>
}

/** The schemas that apply to a value at one place. Two parts of a document with the same schemas are the same object. */
export interface Part {
  readonly document: Document
  readonly nodes: readonly SchemaNode[]
  readonly key: string
}

const maxKnown = 5000

/** What was made for a key. The least recently used is forgotten. */
export class Known<Made> {
  readonly #made = new Map<string, Made>()

  get(key: string, make: () => Made): Made {
    const made = this.#made.get(key) ?? make()
    this.#made.delete(key)
    this.#made.set(key, made)
    const [oldest] = this.#made.keys()
    if (this.#made.size > maxKnown && oldest !== undefined) this.#made.delete(oldest)
    return made
  }
}

const documentsOf = memoizeByObject((matches: TextTest) =>
  memoizeByObject((schema: JsonObject): Document => {
    const { root } = readTree(schema, new Problems('schema'))
    const made = { parts: new Known<Part>(), made: new Known<SchemaNode>(), descriptions: new Known<Description>() }
    return { root, matches, ids: new Map(), open: new Set(), ...made }
  }),
)

/** The document of a schema, read once. What the service would refuse in it has no effect here. */
export const readSchemaDocument = (schema: JsonObject, matches: TextTest): Document => documentsOf(matches)(schema)

/** A part by its schemas. */
export function partOf(document: Document, nodes: readonly SchemaNode[]): Part {
  const key = partKeyOf(document, nodes)
  return document.parts.get(key, () => ({ document, nodes, key }))
}

/** A text that stands for some schemas in their order. */
export const partKeyOf = ({ ids }: Document, nodes: Iterable<SchemaNode>): string =>
  Array.from(nodes, node => {
    const id = ids.get(node) ?? ids.size
    ids.set(node, id)
    return id
  }).join()

/** A schema that is written nowhere in the document. Those with the same keywords are the same. */
export const createNode = (document: Document, own: JsonObject): SchemaNode =>
  document.made.get(JSON.stringify(own), () => {
    return { pointer: '', place: '', schema: own, own, edges: [], target: undefined }
  })
