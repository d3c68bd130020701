import type { LinkedDataView } from '../contracts/type-registry.ts'
import { protectKeywords } from './literal.ts'

/** What is emitted: a resource's id, and the JSON text of its properties as the store keeps it. */
export interface EmittedNode {
  readonly id: string
  readonly data: string
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

/** Resources as a JSON-LD graph: `{"@context":…,"@graph":[…]}`. */
export function graphText(view: LinkedDataView, nodes: Iterable<EmittedNode>): string {
  let items = ''
  for (const { id, data } of nodes) items += (items === '' ? '' : ',') + nodeText(view, id, protectKeywords(data))
  return `${prefixesOf(view).graph}${items}]}`
}

/** The members of an object's text and its closing brace, to follow other members. */
const members = (dataText: string): string => (dataText === '{}' ? '}' : `,${dataText.slice(1)}`)
