import type { CompileOptions, TemplatePlace, TemplateProblem } from '../contract.ts'
import { bindingPrefix, placeAttribute } from './attributes.ts'
import {
  HtmlTooLarge,
  attributeOf,
  isElement,
  maxHtmlBytes,
  parseHtmlDocument,
  parsePiece,
  serializeNodes,
} from '../../../lib/html/index.ts'
import type { Document, Element, Parent } from '../../../lib/html/index.ts'
import { sanitizeTree } from './html/sanitize.ts'
import type { SanitizeOptions } from './html/sanitize.ts'

const maxFragmentDepth = 5
const maxIncluded = 50
const maxProblems = 200
const maxMessage = 300
const maxPasses = 4

const bareDocument =
  '<!doctype html><html><head><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main data-svc-fragment="content"></main></body></html>'

/** Assembles a template from its own text and the fragments that it names, and removes everything that is not allowed. */
export class Assembler {
  readonly problems: TemplateProblem[] = []
  readonly #options: CompileOptions
  readonly #template: string
  #bytes = 0
  #included = 0
  /** The content of the layout; used once, because it is not copied. */
  #content: Parent | undefined
  #layout: string | undefined

  constructor(template: string, options: CompileOptions) {
    this.#template = template
    this.#options = options
  }

  /**
   * The whole document in its final form: serializing and parsing it again does not change it, so that allowed content cannot mean
   * something else to a browser.
   * @throws `HtmlTooLarge`
   */
  assemble(): Document {
    return settle(
      isWholeDocument(this.#template)
        ? this.#wholeDocument()
        : this.#layOut('layout', this.#readPiece(this.#template, undefined)),
      this.#options.allowScripts,
    )
  }

  /** A whole document is kept, unless it names a layout: then only its `main` is used, and the rest only serves to open the file in a browser. */
  #wholeDocument(): Document {
    this.#count(this.#template)
    const document = parseHtmlDocument(this.#template, true)
    const root = document.childNodes.find(isElement)
    const name = root === undefined ? undefined : attributeOf(root, 'data-svc-layout')?.trim()
    const main =
      root === undefined || name === undefined || this.#fragment(name) === undefined ? undefined : findMain(root)
    this.#sanitize(main ?? document, undefined)
    if (name !== undefined && main !== undefined) return this.#layOut(name, main)
    if (root !== undefined) root.attrs = root.attrs.filter(attribute => attribute.name !== 'data-svc-layout')
    this.#include(document, [])
    return document
  }

  #layOut(name: string, content: Parent): Document {
    const layout = this.#fragment(name)
    const document = this.#readDocument(layout ?? bareDocument, layout === undefined ? undefined : name)
    this.#content = content
    this.#layout = name
    this.#include(document, [name])
    if (this.#content !== undefined) {
      const message = 'the layout has no element with data-svc-fragment="content": no page shows its own content'
      this.#report({ kind: 'unknown-fragment', message, fragment: name })
    }
    return document
  }

  #fragment(name: string): string | undefined {
    const { fragments = {} } = this.#options
    return Object.hasOwn(fragments, name) && typeof fragments[name] === 'string' ? fragments[name] : undefined
  }

  #readDocument(html: string, fragment: string | undefined): Document {
    this.#count(html)
    const document = parseHtmlDocument(html, true)
    this.#sanitize(document, fragment)
    return document
  }

  #readPiece(html: string, fragment: string | undefined): Parent {
    this.#count(html)
    const piece = parsePiece(html, { withPlaces: true })
    this.#sanitize(piece, fragment)
    return piece
  }

  #count(html: string): void {
    this.#bytes += Buffer.byteLength(html)
    if (this.#bytes > maxHtmlBytes) throw new HtmlTooLarge(`more than ${maxHtmlBytes} bytes with its fragments`)
  }

  #sanitize(parent: Parent, fragment: string | undefined): void {
    const report: SanitizeOptions['report'] = (kind, message, element, attribute) =>
      this.#report({ kind, message, ...placeOf(element, fragment, attribute) })
    for (const element of findUnclosed(parent))
      report('unclosed-element', `<${element.tagName}> is not closed`, element)
    sanitizeTree(parent, { allowScripts: this.#options.allowScripts, report, keepPlaces: false })
    markPlaces(parent, fragment)
  }

  #report(problem: TemplateProblem): void {
    if (this.problems.length >= maxProblems) return
    this.problems.push({ ...problem, message: problem.message.slice(0, maxMessage) })
  }

  /** Fill the elements that name fragments. @param open names of the fragments that contain these elements */
  #include(parent: Parent, open: readonly string[]): void {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue
      const name = attributeOf(child, 'data-svc-fragment')?.trim()
      if (name === undefined) this.#include(child, open)
      else this.#fill(child, name, open)
    }
  }

  #fill(element: Element, name: string, open: readonly string[]): void {
    element.attrs = element.attrs.filter(attribute => attribute.name !== 'data-svc-fragment')
    const isContent = name === 'content' && open.length === 1 && open[0] === this.#layout
    const piece = isContent ? this.#takeContent() : this.#readFragment(name, open)
    this.#included += 1
    if (typeof piece === 'string' || this.#included > maxIncluded) {
      const message = typeof piece === 'string' ? piece : `more than ${maxIncluded} fragments`
      this.#report({ kind: 'unknown-fragment', message, ...readPlace(attributeOf(element, placeAttribute)) })
      return
    }
    this.#include(piece, [...open, isContent ? '' : name])
    if (isContent && isInMain(element)) unwrapMain(piece)
    for (const node of piece.childNodes) node.parentNode = element
    element.childNodes = piece.childNodes
  }

  #takeContent(): Parent | string {
    const content = this.#content
    this.#content = undefined
    return content ?? 'the layout can contain the content only once'
  }

  /** @returns a message when there is no such fragment */
  #readFragment(name: string, open: readonly string[]): Parent | string {
    const html = this.#fragment(name)
    if (html === undefined) return `there is no fragment "${name}"`
    if (open.includes(name) || open.length > maxFragmentDepth)
      return `fragment "${name}" contains itself, or is nested too deeply`
    return this.#readPiece(html, name)
  }
}

/** Elements whose end tags HTML leaves out, and those that have none. */
const closedByItself: ReadonlySet<string> = new Set(
  'html head body p li dt dd rt rp optgroup option colgroup caption thead tbody tfoot tr td th area base br col embed hr img input link meta param source track wbr'.split(
    ' ',
  ),
)

/** Elements whose end tag is missing. Elements that the parser added have no position. */
function* findUnclosed(parent: Parent): Generator<Element> {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue
    const { sourceCodeLocation: place, tagName, namespaceURI } = node
    const needsEnd = !closedByItself.has(tagName) && namespaceURI.endsWith('xhtml')
    if (place?.startTag !== undefined && place.endTag === undefined && needsEnd) yield node
    yield* findUnclosed(node)
  }
}

function findMain(parent: Parent): Element | undefined {
  for (const node of parent.childNodes) {
    const found = !isElement(node) ? undefined : node.tagName === 'main' ? node : findMain(node)
    if (found !== undefined) return found
  }
  return undefined
}

function isInMain(element: Element): boolean {
  let at: Parent | null = element
  while (at !== null && isElement(at)) {
    if (at.tagName === 'main') return true
    at = at.parentNode
  }
  return false
}

/** Replace every `main` by its content, because the layout has one; by a `div` if it has attributes, such as a binding. */
function unwrapMain(parent: Parent): void {
  const nodes: Parent['childNodes'] = []
  for (const node of parent.childNodes) {
    if (!isElement(node)) nodes.push(node)
    else {
      unwrapMain(node)
      if (node.tagName === 'main' && node.attrs.length === 0) nodes.push(...node.childNodes)
      else nodes.push(node)
      if (node.tagName === 'main') node.tagName = node.nodeName = 'div'
    }
  }
  for (const node of nodes) node.parentNode = parent
  parent.childNodes = nodes
}

/** Whether a template is a whole document, which gets no layout. */
function isWholeDocument(html: string): boolean {
  let rest = html.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end === -1) return false
    rest = rest.slice(end + 3).trimStart()
  }
  return /^<(?:!doctype|html|head|body)[\s>]/i.test(rest.slice(0, 20))
}

/** Serialize and parse a document until it no longer changes. @throws `HtmlTooLarge` when it keeps changing, which only malicious templates do */
function settle(document: Document, allowScripts: boolean): Document {
  const options: SanitizeOptions = { allowScripts, report: () => undefined, keepPlaces: true }
  let html = serializeNodes(document)
  for (let pass = 0; pass < maxPasses; pass++) {
    const read = parseHtmlDocument(`<!doctype html>${html}`)
    sanitizeTree(read, options)
    const again = serializeNodes(read)
    if (again === html) return read
    html = again
  }
  throw new HtmlTooLarge('elements in each other in a way that reads differently each time')
}

function placeOf(element: Element, fragment: string | undefined, attribute?: string): TemplatePlace {
  const location = element.sourceCodeLocation
  const at = (attribute === undefined ? undefined : location?.attrs?.[attribute]) ?? location?.startTag ?? location
  return {
    ...(fragment !== undefined && { fragment }),
    ...(at && { line: at.startLine, column: at.startCol }),
  }
}

function markPlaces(parent: Parent, fragment: string | undefined): void {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue
    if (node.attrs.some(({ name }) => name.startsWith(bindingPrefix))) {
      const { line = 0, column = 0 } = placeOf(node, fragment)
      node.attrs.push({ name: placeAttribute, value: `${line}:${column}:${fragment ?? ''}` })
    }
    markPlaces(node, fragment)
  }
}

/** The position in a {@link placeAttribute}. */
export function readPlace(text: string | undefined): TemplatePlace {
  const match = /^(?<line>\d+):(?<column>\d+):(?<fragment>.*)$/s.exec(text ?? '')
  const { line = '0', column = '0', fragment = '' } = match?.groups ?? {}
  return {
    ...(fragment !== '' && { fragment }),
    ...(line !== '0' && { line: Number(line), column: Number(column) }),
  }
}
