import { LRUCache } from 'lru-cache'
import {
  HtmlTooLarge,
  attributeOf,
  attributeText,
  cleanHtml,
  isElement,
  isText,
  keepAllowed,
  parseText,
  serializeNodes,
} from '../../../lib/html/index.ts'
import type { Element, Node, Parent, TextNode } from '../../../lib/html/index.ts'
import { sanitizeTree } from '../template/html/sanitize.ts'
import { createMarkdown } from '../../../lib/markdown/index.ts'
import { anchorId, anchorOf, isLocalPath, isRecordUrn, maxRichTextLength } from '../../../lib/web-text/index.ts'
import { attempt, insteadOf } from '../../../lib/errors/index.ts'

/** Formats of texts that contain HTML, or are converted to it. */
export type RichFormat = 'text/markdown' | 'text/html'

/**
 * HTML in parts: texts, paths on this site, and links to records, each with the attributes of its start tag. A record without a page is no link.
 */
export type RichText = readonly (string | { path: string } | LinkedRecord | { endOf: string })[]

/** The start tag of a link to a record, without its address. */
export interface LinkedRecord {
  /** URN. */
  record: string
  /** HTML, with a space before each. */
  attributes: string
}

const maxKeptLength = 8 * 1024 * 1024

const markdown = createMarkdown()

// The page has its own first heading: with one in the text, all headings are one level lower.
markdown.core.ruler.push('headings', ({ tokens }) => {
  if (!tokens.some(({ type, tag }) => type === 'heading_open' && tag === 'h1')) return
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
  }
})

/**
 * A text of the data as HTML for any block element: sanitised, well nested, and unchanged after a browser has parsed and serialized it.
 * @param inLink whether it is inside a link or a button; then it must not contain links
 * @returns undefined for a text that cannot be converted
 */
export function richText(text: string, format: RichFormat, inLink: boolean): RichText | undefined {
  return inLink ? linklessTexts[format].memo(text).rich : texts[format].memo(text).rich
}

/** The visible text of a text of the data, without markup, in one line. */
export const plainText = (text: string, format: RichFormat): string => texts[format].memo(text).plain

/** Caches conversions: texts are shown far more often than changed. */
const cacheTexts = <T extends object>(make: (text: string) => T): LRUCache<string, T> =>
  new LRUCache<string, T>({
    maxSize: maxKeptLength,
    sizeCalculation: (_made, text) => text.length + 1,
    memoMethod: make,
  })

const eachFormat = <T extends object>(make: (text: string, format: RichFormat) => T) => ({
  'text/markdown': cacheTexts(text => make(text, 'text/markdown')),
  'text/html': cacheTexts(text => make(text, 'text/html')),
})

/** A page that shows a text has it in its linked data too, without markup. */
const texts = eachFormat((text, format) => {
  const clean = cleanPiece(text, format, false)
  if (clean === undefined) return { rich: undefined, plain: text }
  return { plain: visibleText(clean.piece).replaceAll(/\s+/g, ' ').trim(), rich: makeRichText(clean) }
})
const linklessTexts = eachFormat((text, format) => {
  const clean = cleanPiece(text, format, true)
  return { rich: clean && makeRichText(clean) }
})

/** The records that a text links to. */
export const linkedRecords = (text: string, format: RichFormat): string[] =>
  text.includes('urn:')
    ? (richText(text, format, false) ?? []).flatMap(part =>
        typeof part === 'object' && 'record' in part ? part.record : [],
      )
    : []

/** Changes the tree. */
function makeRichText(clean: CleanPiece): RichText | undefined {
  const html = serializeNodes(clean.piece)
  return readAgain(html) === html ? splitLinks(clean) : undefined
}

/** HTML after parsing and serializing it; undefined when it is too large. */
const readAgain = (html: string): string | undefined => unlessTooLarge(() => serializeNodes(parseText(html)))

const unlessTooLarge = <T>(make: () => T): T | undefined => attempt(make, insteadOf(HtmlTooLarge, undefined))

/** A text as a tree of allowed elements. */
interface CleanPiece {
  piece: Parent
  /** The links to records, with their URNs. They have no address themselves. */
  records: ReadonlyMap<Element, string>
}

/** @returns undefined when the text is too large */
function cleanPiece(text: string, format: RichFormat, inLink: boolean): CleanPiece | undefined {
  const html = format === 'text/html' ? cleanHtml(text) : cleanMarkdown(text)
  if (html === undefined) return undefined
  return unlessTooLarge(() => {
    const piece = parseText(html)
    const records = new Map<Element, string>()
    takeRecords(piece, records)
    const ids = new Set<string>()
    collectIds(piece, ids)
    sanitizeTree(piece, { allowScripts: false, report: () => undefined, keepPlaces: false })
    tidy(piece, inLink, ids)
    return { piece, records }
  })
}

const cleanMarkdown = (text: string): string | undefined =>
  text.length > maxRichTextLength ? undefined : keepAllowed(markdown.render(text))

/** Take the addresses of links to records out of a tree. */
function takeRecords(parent: Parent, records: Map<Element, string>): void {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue
    const href = node.tagName === 'a' ? attributeOf(node, 'href') : undefined
    if (href !== undefined && isRecordUrn(href)) {
      records.set(node, href)
      node.attrs = node.attrs.filter(({ name }) => name !== 'href')
    }
    takeRecords(node, records)
  }
}

/** Find what links in a text can lead to: an older form of an anchor has a name, which becomes an id. */
function collectIds(parent: Parent, ids: Set<string>): void {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue
    const id = attributeOf(node, 'id') ?? (node.tagName === 'a' ? attributeOf(node, 'name') : undefined)
    node.attrs = node.attrs.filter(({ name }) => name !== 'id' && name !== 'name')
    if (id !== undefined && !ids.has(id) && anchorId(id) !== undefined) {
      ids.add(id)
      node.attrs.push({ name: 'id', value: id })
    }
    collectIds(node, ids)
  }
}

const parentsOf: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  summary: ['details'],
}

/**
 * Remove, in place, elements that would close a surrounding one when parsed again: links in links, items outside lists. Anchors and the links to them get
 * names that meet no id of the page.
 */
function tidy(parent: Parent, inLink: boolean, ids: ReadonlySet<string>): void {
  const within = isElement(parent) ? parent.tagName : ''
  const nodes: Node[] = []
  for (const node of parent.childNodes) {
    if (isElement(node) && isMisplaced(node, within, inLink)) {
      tidy(node, inLink, ids)
      nodes.push(...node.childNodes)
      continue
    }
    if (isElement(node)) {
      node.attrs = node.attrs.filter(({ name }) => !name.startsWith('data-'))
      for (const attribute of node.attrs) {
        if (attribute.name === 'id') attribute.value = anchorId(attribute.value) ?? ''
        if (attribute.name === 'href') attribute.value = anchorOf(attribute.value, ids) ?? attribute.value
      }
      tidy(node, inLink || node.tagName === 'a', ids)
    }
    nodes.push(node)
  }
  for (const node of nodes) node.parentNode = parent
  parent.childNodes = nodes
}

const isMisplaced = ({ tagName: tag }: Element, within: string, inLink: boolean): boolean =>
  (tag === 'a' && inLink) || parentsOf[tag]?.includes(within) === false

/** Serialize a tree so that addresses on this site and links to records are separate parts. */
function splitLinks({ piece, records }: CleanPiece): RichText {
  const marks: Exclude<RichText[number], string>[] = []
  const visit = (parent: Parent): void => {
    const nodes: Node[] = []
    for (const child of parent.childNodes) {
      if (!isElement(child)) {
        nodes.push(child)
        continue
      }
      const record = records.get(child)
      // A character that no text contains after escaping, so that the positions can be found in the serialized text.
      if (record === undefined) {
        for (const attribute of child.attrs) {
          if ((attribute.name !== 'href' && attribute.name !== 'src') || !isLocalPath(attribute.value)) continue
          marks.push({ path: attribute.value })
          attribute.value = mark
        }
        visit(child)
        nodes.push(child)
      } else {
        const attributes = child.attrs.map(({ name, value }) => attributeText(name, value)).join('')
        marks.push({ record, attributes })
        visit(child)
        marks.push({ endOf: record })
        nodes.push(textNode(mark, parent), ...child.childNodes, textNode(mark, parent))
      }
    }
    for (const node of nodes) node.parentNode = parent
    parent.childNodes = nodes
  }
  visit(piece)
  const parts: RichText[number][] = []
  for (const [index, text] of serializeNodes(piece).split(mark).entries()) {
    parts.push(text)
    const found = marks[index]
    if (found !== undefined) parts.push(found)
  }
  return parts
}

const textNode = (value: string, parentNode: Parent): TextNode => ({ nodeName: '#text', value, parentNode })

const mark = '\u{f0000}svc-link\u{f0000}'

const blocks: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 p div section blockquote pre li dt dd hr br figure figcaption caption tr th td summary'.split(' '),
)

function visibleText(parent: Parent): string {
  let text = ''
  for (const node of parent.childNodes) {
    if (isText(node)) text += node.value
    else if (isElement(node)) {
      if (node.tagName === 'img') text += attributeOf(node, 'alt') ?? ''
      const inner = visibleText(node)
      text += blocks.has(node.tagName) ? ` ${inner} ` : inner
    }
  }
  return text
}
