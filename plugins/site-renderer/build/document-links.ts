import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { serializeNodes } from '../../../lib/html/index.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Attributes whose value is an address. */
const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'action', 'formaction', 'data'])

/** Returns the new form of a link. */
export type Rewrite = (link: string) => string

/** The links of an HTML document or a style sheet, as written. */
export interface LinkedFile {
  links: readonly string[]
  /** What links can lead to in it. */
  ids: ReadonlySet<string>
  /** The document with other links. It is changed: this can be called once. */
  withLinks(rewrite: Rewrite): string
}

/** Read an HTML document. */
export function readHtml(html: string): LinkedFile {
  const document = parse(html)
  const elements = [...elementsOf(document)]
  const links: string[] = []
  const ids = new Set<string>()
  const note = (link: string): string => {
    links.push(link)
    return link
  }
  for (const element of elements) {
    if (!isCanonical(element)) rewriteElement(element, note)
    for (const { name, value } of element.attrs)
      if (name === 'id' || (name === 'name' && element.tagName === 'a')) ids.add(value)
  }
  const withLinks = (rewrite: Rewrite): string => {
    for (const element of elements) rewriteElement(element, rewrite)
    return `<!DOCTYPE html>${serializeNodes(document)}`
  }
  return { links, ids, withLinks }
}

function rewriteElement(element: Element, rewrite: Rewrite): void {
  for (const attribute of element.attrs) {
    if (addresses.has(attribute.name)) attribute.value = rewrite(attribute.value)
    else if (attribute.name === 'srcset') attribute.value = rewriteSet(attribute.value, rewrite)
  }
  for (const text of stylesIn(element)) text.value = rewriteCss(text.value, rewrite)
}

/** Read a style sheet. */
export function readCss(css: string): LinkedFile {
  const links: string[] = []
  rewriteCss(css, link => {
    links.push(link)
    return link
  })
  return { links, ids: new Set(), withLinks: rewrite => rewriteCss(css, rewrite) }
}

const quoted = String.raw`"(?:[^"\\\n]|\\(?:\r\n|[^]))*"|'(?:[^'\\\n]|\\(?:\r\n|[^]))*'`

/** Comments, sets of pictures, addresses, and other texts in quotes. */
const cssParts = new RegExp(
  [
    String.raw`/\*[^]*?(?:\*/|$)`,
    String.raw`\bimage-set\((?<set>(?:[^()"'{}]|${quoted}|\((?:[^()"'{}]|${quoted})*\))*)\)`,
    String.raw`(?<import>@import\s*)(?<sheet>${quoted})`,
    String.raw`\burl\(\s*(?<address>${quoted}|(?:[^\s"'()\\]|\\[^])+)\s*\)`,
    quoted,
  ].join('|'),
  'gi',
)

/** Change the links of a style sheet: those of `url()`, `@import` and `image-set()`, in quotes or not, with escapes (CSS Syntax Level 3). */
function rewriteCss(css: string, rewrite: Rewrite): string {
  const rewriteText = (text: string): string => {
    const link = unescapeCss(/^["']/.test(text) ? text.slice(1, -1) : text)
    const rewritten = rewrite(link)
    return rewritten === link ? text : `"${rewritten.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  }
  return css.replace(cssParts, (part, ...groups) => {
    const { set, import: begin, sheet, address }: Record<string, string | undefined> = Object(groups.at(-1))
    if (address !== undefined) return `url(${rewriteText(address)})`
    if (sheet !== undefined) return `${begin}${rewriteText(sheet)}`
    if (set === undefined) return part
    const candidates = new RegExp(String.raw`(?<=(?:^|,)\s*)(?:${quoted})`, 'g')
    return `image-set(${rewriteCss(set, rewrite).replace(candidates, rewriteText)})`
  })
}

/** A text of CSS without escapes: code points in hexadecimal digits, line ends, which are nothing, and single characters. */
const unescapeCss = (text: string): string =>
  text.replaceAll(/\\(?:([\da-f]{1,6})\s?|\r?\n|([^]))/gi, (_, digits?: string, character = '') => {
    if (digits === undefined) return character
    const codePoint = Number.parseInt(digits, 16)
    return codePoint === 0 || codePoint > 0x10ffff ? '\ufffd' : String.fromCodePoint(codePoint)
  })

/** The texts of a style element. */
const stylesIn = ({ tagName, childNodes }: Element): DefaultTreeAdapterTypes.TextNode[] =>
  tagName === 'style' ? childNodes.filter(node => 'value' in node) : []

/** A canonical address is the one of the published site. */
const isCanonical = ({ tagName, attrs }: Element): boolean =>
  tagName === 'link' && attrs.some(({ name, value }) => name === 'rel' && value === 'canonical')

const rewriteSet = (value: string, rewrite: Rewrite): string =>
  value
    .split(/,\s+/)
    .map(candidate => candidate.trim().replace(/^\S+/, link => rewrite(link)))
    .join(', ')

function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  if ('content' in node) yield* elementsOf(node.content)
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child)
}
