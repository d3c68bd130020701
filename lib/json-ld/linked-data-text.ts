import type { LinkedDataView } from './linked-data-view.ts'
import { protectedText } from './json-literals.ts'
import { memoizeByObject } from '../json/index.ts'

/** A resource to emit: its id, and the JSON text of its properties as the store keeps it. */
export interface EmittedNode {
  readonly id: string
  readonly data: string
}

/** A node in a graph of another type. */
export interface NodeOfOtherType extends EmittedNode {
  readonly view: LinkedDataView
}

/** The constant prefixes of the texts of a view. */
const prefixesOf = memoizeByObject(({ type, contextText }: LinkedDataView) => ({
  type: `","@type":${JSON.stringify(type)}`,
  document: `{"@context":${contextText},"@id":"`,
  graph: `{"@context":${contextText},"@graph":[`,
}))

/**
 * A resource as a node: `{"@id":…,"@type":…,…properties}`. Concatenated from texts without parsing.
 * @param id a URN, made of characters that JSON writes as they are
 * @param dataText JSON text of an object without white space
 */
export const nodeText = (view: LinkedDataView, id: string, dataText: string): string =>
  `{"@id":"${id}${prefixesOf(view).type}${members(dataText)}`

/** A resource as its id and properties alone: `{"@id":…,…properties}`; see {@link nodeText}. */
export const flatText = (id: string, dataText: string): string => `{"@id":"${id}"${members(dataText)}`

/** A resource as a JSON-LD document: `{"@context":…,"@id":…,"@type":…,…properties}`. */
export function documentText(view: LinkedDataView, id: string, dataText: string): string {
  const { document, type } = prefixesOf(view)
  return `${document}${id}${type}${members(protectedText(view, dataText))}`
}

/**
 * Resources as a JSON-LD graph, `{"@context":…,"@graph":[…]}`, as parts to be concatenated: one for each node.
 * @param others nodes of other types that follow; each has its own context
 */
export function* graphParts(
  view: LinkedDataView,
  nodes: Iterable<EmittedNode>,
  others: readonly NodeOfOtherType[] = [],
): Generator<string, void> {
  const isolated = others.length > 0 && isProtected(view)
  yield isolated ? '{"@context":{},"@graph":[' : prefixesOf(view).graph
  let separator = ''
  for (const { id, data } of nodes) {
    const text = isolated
      ? textInOwnContext({ id, data, view }, view.contextText)
      : nodeText(view, id, protectedText(view, data))
    yield separator + text
    separator = ','
  }
  for (const node of others) {
    const { contextText } = node.view
    const isOwn = node.view === view && !isolated
    const text = isOwn
      ? nodeText(view, node.id, protectedText(view, node.data))
      : textInOwnContext(node, isolated ? contextText : `[null,${contextText}]`)
    yield separator + text
    separator = ','
  }
  yield ']}'
}

/** A nested context cannot remove protected terms, so every node of a mixed graph gets its own context. */
const isProtected = ({ contextText }: LinkedDataView): boolean => contextText.includes('"@protected"')

const textInOwnContext = ({ view, id, data }: NodeOfOtherType, context: string): string =>
  `{"@context":${context},${nodeText(view, id, protectedText(view, data)).slice(1)}`

/** The members of an object's text and its closing brace, to follow other members. */
const members = (dataText: string): string => (dataText === '{}' ? '}' : `,${dataText.slice(1)}`)
