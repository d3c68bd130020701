import { defaultTreeAdapter, html as markup, parse, parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes, TreeAdapter } from 'parse5'

export type Document = DefaultTreeAdapterTypes.Document
type DocumentFragment = DefaultTreeAdapterTypes.DocumentFragment
export type Element = DefaultTreeAdapterTypes.Element
export type TextNode = DefaultTreeAdapterTypes.TextNode
export type Node = DefaultTreeAdapterTypes.ChildNode
export type Parent = DefaultTreeAdapterTypes.ParentNode

/** Maximum size of HTML that is parsed; bytes of UTF-8. */
export const maxHtmlBytes = 1024 * 1024
/** Maximum number of elements and texts, where no other is given. */
const maxNodesOfDocument = 20_000
/** Maximum number of elements and texts in a text of the data. */
const maxTextNodes = 80_000
/** Maximum depth of an element. */
const maxDepth = 200
const maxAttributes = 200

/** HTML that requires more work than any page needs. Its message names the exceeded limit. */
export class HtmlTooLarge extends Error {
  override name = 'HtmlTooLarge'
}

export const isElement = (node: DefaultTreeAdapterTypes.Node): node is Element => 'tagName' in node
export const isText = (node: DefaultTreeAdapterTypes.Node): node is TextNode => node.nodeName === '#text'

/** The value of an attribute, or undefined. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find(attribute => attribute.name === name && attribute.namespace === undefined)?.value

/** Parse a whole document like a browser without scripts. @throws `HtmlTooLarge` */
export function parseHtmlDocument(html: string, withPlaces = false): Document {
  checkText(html)
  return parse(html, optionsOf(withPlaces, maxNodesOfDocument))
}

/** How to parse a piece of HTML. */
interface PieceOptions {
  /** The element that contains it. Default: one that can contain anything. */
  context?: string
  withPlaces?: boolean
  maxNodes?: number
}

/** Parse a piece of HTML like a browser does inside an element. @throws `HtmlTooLarge` */
export function parsePiece(
  html: string,
  { context, withPlaces = false, maxNodes = maxNodesOfDocument }: PieceOptions = {},
): DocumentFragment {
  checkText(html)
  const options = optionsOf(withPlaces, maxNodes)
  if (context === undefined) return parseFragment(html, options)
  return parseFragment(defaultTreeAdapter.createElement(context, markup.NS.HTML, []), html, options)
}

/** Parse a text of the data. @throws `HtmlTooLarge` */
export const parseText = (html: string): DocumentFragment =>
  parsePiece(html, { context: 'div', maxNodes: maxTextNodes })

const optionsOf = (sourceCodeLocationInfo: boolean, maxNodes: number) => ({
  treeAdapter: boundedAdapter(maxNodes),
  sourceCodeLocationInfo,
  scriptingEnabled: false,
})

function checkText(html: string): void {
  if (Buffer.byteLength(html) > maxHtmlBytes) throw new HtmlTooLarge(`more than ${maxHtmlBytes} bytes`)
}

/** Stops the parser while it builds the tree: in a deep tree each further element takes longer. */
function boundedAdapter(maxNodes: number): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  let nodes = 0
  let depth = 0
  const count = () => {
    nodes += 1
    if (nodes > maxNodes) throw new HtmlTooLarge(`more than ${maxNodes} elements and texts`)
  }
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      count()
      if (attributes.length > maxAttributes)
        throw new HtmlTooLarge(`more than ${maxAttributes} attributes on one element`)
      return defaultTreeAdapter.createElement(name, namespace, attributes)
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    insertText(parent, text) {
      count()
      defaultTreeAdapter.insertText(parent, text)
    },
    onItemPush() {
      depth += 1
      if (depth > maxDepth) throw new HtmlTooLarge(`elements in each other ${maxDepth} deep`)
    },
    onItemPop() {
      depth -= 1
    },
  }
}
