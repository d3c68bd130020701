import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { serializeNodes } from '../template/html/serialize.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Attributes whose value is an address. */
const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'action', 'formaction', 'data'])

/** Returns the new form of a link. */
export type Rewrite = (link: string) => string

/** Change the links of an HTML document. @returns the document */
export function rewriteHtml(html: string, rewrite: Rewrite): string {
  const document = parse(html)
  for (const element of elementsOf(document)) {
    for (const attribute of element.attrs) {
      if (addresses.has(attribute.name)) attribute.value = rewrite(attribute.value)
      else if (attribute.name === 'srcset') attribute.value = rewriteSet(attribute.value, rewrite)
    }
    for (const text of stylesIn(element)) text.value = rewriteCss(text.value, rewrite)
  }
  return `<!DOCTYPE html>${serializeNodes(document)}`
}

const quoted = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`

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
export function rewriteCss(css: string, rewrite: Rewrite): string {
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

/** The links of an HTML document, and the ids that links can target. */
export function readLinks(html: string): { links: string[]; ids: Set<string> } {
  const links: string[] = []
  const ids = new Set<string>()
  const note = (link: string): string => {
    links.push(link)
    return link
  }
  for (const element of elementsOf(parse(html))) {
    const { attrs, tagName } = element
    for (const { value } of stylesIn(element)) links.push(...readCss(value))
    for (const { name, value } of attrs) {
      if (addresses.has(name) && !(tagName === 'link' && isOfNoFile(attrs))) note(value)
      else if (name === 'srcset') rewriteSet(value, note)
      else if (name === 'id' || (name === 'name' && tagName === 'a')) ids.add(value)
    }
  }
  return { links, ids }
}

/** The links of a style sheet. */
export function readCss(css: string): string[] {
  const links: string[] = []
  rewriteCss(css, link => {
    links.push(link)
    return link
  })
  return links
}

/** The texts of a style element. */
const stylesIn = ({ tagName, childNodes }: Element): DefaultTreeAdapterTypes.TextNode[] =>
  tagName === 'style' ? childNodes.filter(node => 'value' in node) : []

/** A canonical address is the one of the published site. */
const isOfNoFile = (attrs: Element['attrs']): boolean =>
  attrs.some(({ name, value }) => name === 'rel' && value === 'canonical')

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
