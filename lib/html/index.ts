export { cleanHtml, keepAllowed } from './clean.ts'
export {
  HtmlTooLarge,
  attributeOf,
  isElement,
  isText,
  maxHtmlBytes,
  parseHtmlDocument,
  parsePiece,
  parseText,
} from './parse.ts'
export type { Document, Element, Node, Parent, TextNode } from './parse.ts'
export {
  attributeText,
  dropsFirstLineFeed,
  escapeHtml,
  isRaw,
  scriptJson,
  serializeNodes,
  voidElements,
} from './serialize.ts'
