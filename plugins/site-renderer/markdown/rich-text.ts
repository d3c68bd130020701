import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { TemplateTooLarge, attributeOf, isElement, isText, parsePiece } from '../template/parse.ts'
import type { Element, Node, Parent } from '../template/parse.ts'
import { sanitizeTree } from '../template/sanitize.ts'
import { serializeNodes } from '../template/serialize.ts'
import { isLocalPath } from '../template/urls.ts'

/** Formats of texts that hold HTML, or become HTML. */
export type RichFormat = 'text/markdown' | 'text/html'

/** HTML in parts: texts, and addresses of paths on this site between them. */
export type RichText = readonly (string | { path: string })[]

const maxLength = 500_000
const maxKeptLength = 16 * 1024 * 1024

/** HTML in the source is text; addresses that run something are no links. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 })

const allowed: sanitizeHtml.IOptions = {
  allowedTags: (
    'h1 h2 h3 h4 h5 h6 p div section blockquote pre ul ol li dl dt dd hr br figure figcaption table caption thead tbody tfoot tr th td ' +
    'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr img details summary'
  ).split(' '),
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'hreflang'],
    img: ['src', 'alt', 'width', 'height'],
    code: ['class'],
    ol: ['start', 'reversed', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    blockquote: ['cite'],
    q: ['cite'],
    time: ['datetime'],
    details: ['open'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
}

/**
 * A text of the data as HTML that may stand in any block element: sanitised, well nested, and the same when a browser has read and written it.
 * @param inLink whether it stands in a link or a button; then it has no links itself
 * @returns undefined for a text that cannot be made into that
 */
export function richText(text: string, format: RichFormat, inLink: boolean): RichText | undefined {
  return remember(`${format} ${inLink ? 'l' : ''} ${text}`, () => makeRichText(text, format, inLink))
}

/** What a reader sees of a text of the data, without markup, in one line. */
export function plainText(text: string, format: RichFormat): string {
  const parts = remember(`${format} plain ${text}`, () => {
    const piece = cleanPiece(text, format, false)
    return [piece === undefined ? text : visibleText(piece).replaceAll(/\s+/g, ' ').trim()]
  })
  return parts?.map(part => (typeof part === 'string' ? part : part.path)).join('') ?? ''
}

const kept = new Map<string, RichText | undefined>()
let keptLength = 0

/** Texts are shown far more often than changed. What was not asked for longest is forgotten first. */
function remember(key: string, make: () => RichText | undefined): RichText | undefined {
  const found = kept.get(key)
  if (found !== undefined || kept.has(key)) {
    kept.delete(key)
    kept.set(key, found)
    return found
  }
  const made = make()
  kept.set(key, made)
  keptLength += key.length * 3
  for (const oldest of kept.keys()) {
    if (keptLength <= maxKeptLength || oldest === key) break
    kept.delete(oldest)
    keptLength -= oldest.length * 3
  }
  return made
}

function makeRichText(text: string, format: RichFormat, inLink: boolean): RichText | undefined {
  const piece = cleanPiece(text, format, inLink)
  if (piece === undefined) return undefined
  const html = serializeNodes(piece)
  if (serializeNodes(parsePiece(html, 'div')) !== html) return undefined
  const parts: (string | { path: string })[] = []
  splitLinks(piece, parts)
  return parts
}

/** The text as a tree of what is allowed; undefined when it is too large. */
function cleanPiece(text: string, format: RichFormat, inLink: boolean): Parent | undefined {
  if (text.length > maxLength) return undefined
  try {
    const html = format === 'text/markdown' ? markdown.render(text) : text
    const piece = parsePiece(sanitizeHtml(html, allowed), 'div')
    sanitizeTree(piece, { allowScripts: false, report: () => undefined, keepPlaces: false })
    tidy(piece, inLink)
    return piece
  } catch (error) {
    if (error instanceof TemplateTooLarge) return undefined
    throw error
  }
}

const parentsOf: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  summary: ['details'],
}

/** Take away, in place, elements that would end one around them when they are read again: links in links, items outside lists. */
function tidy(parent: Parent, inLink: boolean): void {
  const within = isElement(parent) ? parent.tagName : ''
  const nodes: Node[] = []
  for (const node of parent.childNodes) {
    if (isElement(node) && isMisplaced(node, within, inLink)) {
      tidy(node, inLink)
      nodes.push(...node.childNodes)
      continue
    }
    if (isElement(node)) {
      node.attrs = node.attrs.filter(({ name }) => !name.startsWith('data-') && name !== 'id')
      tidy(node, inLink || node.tagName === 'a')
    }
    nodes.push(node)
  }
  for (const node of nodes) node.parentNode = parent
  parent.childNodes = nodes
}

const isMisplaced = ({ tagName: tag }: Element, within: string, inLink: boolean): boolean =>
  (tag === 'a' && inLink) || parentsOf[tag]?.includes(within) === false

/** Write a tree so that addresses on this site stand alone. */
function splitLinks(parent: Parent, parts: (string | { path: string })[]): void {
  const marks: { attribute: Element['attrs'][number]; path: string }[] = []
  const visit = (node: Parent): void => {
    for (const child of node.childNodes) {
      if (!isElement(child)) continue
      for (const attribute of child.attrs) {
        if ((attribute.name === 'href' || attribute.name === 'src') && isLocalPath(attribute.value))
          marks.push({ attribute, path: attribute.value })
      }
      visit(child)
    }
  }
  visit(parent)
  // A character that no text has left after escaping, so that the places are found again in what was written.
  for (const { attribute } of marks) attribute.value = mark
  const texts = serializeNodes(parent).split(mark)
  for (const [index, text] of texts.entries()) {
    parts.push(text)
    const path = marks[index]?.path
    if (path !== undefined) parts.push({ path })
  }
}

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
