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

/** Change the links of a style sheet. */
export const rewriteCss = (css: string, rewrite: Rewrite): string =>
  css.replace(
    /\burl\(\s*(["']?)([^"')]*)\1\s*\)/gi,
    (_, quote: string, link: string) => `url(${quote}${rewrite(link)}${quote})`,
  )

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
