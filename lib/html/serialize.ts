import { isElement, isText } from './parse.ts'
import type { Node, Parent } from './parse.ts'

/** Elements without content and without an end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  'area br col hr img input link meta source track wbr'.split(' '),
)

/** Characters that HTML does not allow in any form: controls, noncharacters, lone surrogates. */
const unwelcome =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]/g
const special = /[&<>"\r\u00a0\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/
const pictureOf: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '\n',
  '\u00a0': '&nbsp;',
}

/** A text escaped for HTML, in elements and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(unwelcome, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[&<>"\r\u00a0]/g, one => pictureOf[one] ?? '')
}

/** Characters that JSON can contain unescaped, but the text of a script cannot. */
const unscripted =
  /[<>&\u007f-\u009f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]/g

/** JSON text for a `<script type="application/ld+json">`: the same JSON, but unable to end the element or to begin a comment. */
export const scriptJson = (json: string): string =>
  json.replaceAll(unscripted, one =>
    one
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/** An attribute in HTML, with a leading space. */
export const attributeText = (name: string, value: string): string =>
  value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`

/** Whether the text in an element is not escaped. */
export const isRaw = (tag: string): boolean => tag === 'style' || tag === 'script'

/** Whether a parser ignores a line feed at the beginning of an element's text. */
export const dropsFirstLineFeed = (tag: string): boolean => tag === 'pre' || tag === 'textarea'

/** A tree as HTML, without comments and the document type. */
export function serializeNodes(parent: Parent): string {
  let html = ''
  for (const node of parent.childNodes) html += serializeNode(node)
  return html
}

function serializeNode(node: Node): string {
  if (isText(node)) {
    const { parentNode } = node
    const raw = parentNode !== null && isElement(parentNode) && isRaw(parentNode.tagName)
    return raw ? node.value : escapeHtml(node.value)
  }
  if (!isElement(node)) return ''
  const { tagName: tag } = node
  const start = `<${tag}${node.attrs.map(({ name, value }) => attributeText(name, value)).join('')}>`
  if (voidElements.has(tag)) return start
  const content = serializeNodes(node)
  return `${start}${dropsFirstLineFeed(tag) && content.startsWith('\n') ? '\n' : ''}${content}</${tag}>`
}
