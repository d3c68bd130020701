import type { LinkedDataView } from '../contracts/type-registry.ts'
import { protectKeywords } from './literal.ts'

/** What is emitted: a resource's id, and the JSON text of its properties as the store keeps it. */
export interface EmittedNode {
  readonly id: string
  readonly data: string
}

/** A node in a graph of another type. */
export interface ForeignNode extends EmittedNode {
  readonly view: LinkedDataView
}

/** The parts of every text of a view that never change. */
interface Prefixes {
  type: string
  document: string
  graph: string
}

const prefixes = new WeakMap<LinkedDataView, Prefixes>()

function prefixesOf(view: LinkedDataView): Prefixes {
  let known = prefixes.get(view)
  if (known === undefined) {
    known = {
      type: `","@type":${JSON.stringify(view.type)}`,
      document: `{"@context":${view.contextText},"@id":"`,
      graph: `{"@context":${view.contextText},"@graph":[`,
    }
    prefixes.set(view, known)
  }
  return known
}

/**
 * A resource as a node: `{"@id":…,"@type":…,…properties}`. Joined from texts, nothing is parsed.
 * @param id a URN, made of characters that JSON writes as they are
 * @param dataText JSON text of an object without white space
 */
export const nodeText = (view: LinkedDataView, id: string, dataText: string): string =>
  `{"@id":"${id}${prefixesOf(view).type}${members(dataText)}`

/** A resource as a JSON-LD document: `{"@context":…,"@id":…,"@type":…,…properties}`. */
export function documentText(view: LinkedDataView, id: string, dataText: string): string {
  const { document, type } = prefixesOf(view)
  return `${document}${id}${type}${members(protectKeywords(dataText))}`
}

/**
 * Resources as a JSON-LD graph: `{"@context":…,"@graph":[…]}`.
 * @param others nodes of other types that follow; each has a context of its own
 */
export function graphText(
  view: LinkedDataView,
  nodes: Iterable<EmittedNode>,
  others: readonly ForeignNode[] = [],
): string {
  // Terms that the context protects cannot be put away below it, so that then every node has its own.
  if (others.length > 0 && view.contextText.includes('"@protected"')) {
    const all = [...Array.from(nodes, node => ({ ...node, view })), ...others]
    return `{"@context":{},"@graph":[${all.map(node => foreignText(node, node.view.contextText)).join(',')}]}`
  }
  let items = ''
  for (const { id, data } of nodes) items += (items === '' ? '' : ',') + nodeText(view, id, protectKeywords(data))
  for (const node of others) {
    const text =
      node.view === view
        ? nodeText(view, node.id, protectKeywords(node.data))
        : foreignText(node, `[null,${node.view.contextText}]`)
    items += (items === '' ? '' : ',') + text
  }
  return `${prefixesOf(view).graph}${items}]}`
}

const foreignText = ({ view, id, data }: ForeignNode, context: string): string =>
  `{"@context":${context},${nodeText(view, id, protectKeywords(data)).slice(1)}`

/** The members of an object's text and its closing brace, to follow other members. */
const members = (dataText: string): string => (dataText === '{}' ? '}' : `,${dataText.slice(1)}`)
