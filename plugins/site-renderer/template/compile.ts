import type { CompileOptions, CompiledTemplate, TemplateEntity, TemplateProblem, TemplateSlot } from '../contract.ts'
import { Assembler, readPlace } from './assemble.ts'
import { placeAttribute, readBinding } from './attributes.ts'
import type { ElementBinding, SlotPath } from './attributes.ts'
import { planSlots } from './element-slots.ts'
import { describeHead, dropPlaceholders, extractStyles, languageOf } from './head.ts'
import {
  HtmlTooLarge,
  attributeOf,
  attributeText,
  dropsFirstLineFeed,
  escapeHtml,
  isElement,
  isRaw,
  isText,
  parseHtmlDocument,
  serializeNodes,
  voidElements,
} from '../../../lib/html/index.ts'
import type { Document, Element, Node } from '../../../lib/html/index.ts'
import { blockElements, isFillable, urlAttributes } from './html/policy.ts'
import { mergeTexts } from './program.ts'
import type { EmptyList, EntityScope, Operation, Program, Scope } from './program.ts'
import { hashSource } from './html/styles.ts'
import { isLocalPath } from '../../../lib/web-text/index.ts'

const pageNames: ReadonlySet<string> = new Set(['@previous', '@next', '@page', '@pages'])
const asideElements: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside'])
const maxEntities = 200
const maxSlots = 2000
const maxProblems = 200
const maxMessage = 300

/**
 * Parse, sanitise and prepare a template. Pure: results can be cached for each version of a template and its theme. A template that is too large
 * or too deeply nested becomes an empty page with the problem `too-large`; nothing is thrown.
 */
export function compileTemplate(html: string, options: CompileOptions): CompiledTemplate {
  const assembler = new Assembler(html, options)
  try {
    const document = assembler.assemble()
    return new Compiler(options, assembler.problems).compile(document)
  } catch (error) {
    if (!(error instanceof HtmlTooLarge)) throw error
    const problem: TemplateProblem = { kind: 'too-large', message: `the template has ${error.message}` }
    return new Compiler(options, [problem]).compile(parseHtmlDocument('<!doctype html>'))
  }
}

/** The context of an element. */
interface ElementContext {
  scope: Scope
  /** Index of the surrounding entity; undefined at the top. */
  entity: number | undefined
  /** Inside an `a`, `button` or `label`. */
  inLink: boolean
  inNav: boolean
  /** In a part of the page that accompanies its content. */
  isAside: boolean
  inHead: boolean
  /** Inside an element that is repeated. */
  inList: boolean
  parent: string
}

interface WaitingEmpty {
  operation: EmptyList
  scope: Scope
  name: string
  /** The number of earlier lists in the scope. */
  listsBefore: number
  element: Element
}

class Compiler {
  readonly #options: CompileOptions
  readonly #problems: TemplateProblem[]
  readonly #entities: TemplateEntity[] = []
  readonly #slots: TemplateSlot[] = []
  readonly #styleHashes = new Set<string>()
  readonly #scriptHashes = new Set<string>()
  readonly #empties: WaitingEmpty[] = []
  #styles = ''
  #language: string | undefined
  #main: { scope: EntityScope; isNamed: boolean } | undefined
  /** The first element that shows a part of the position in the main list. */
  #paged: { element: Element; name: string } | undefined
  #isCounted = false

  constructor(options: CompileOptions, problems: TemplateProblem[]) {
    this.#options = options
    this.#problems = problems
  }

  compile(document: Document): CompiledTemplate {
    dropPlaceholders(document)
    this.#styles = extractStyles(document)
    this.#styleHashes.add(hashSource(this.#styles))
    const root: Scope = { paths: [], entities: [] }
    const around: ElementContext = {
      scope: root,
      entity: undefined,
      inLink: false,
      inNav: false,
      isAside: false,
      inHead: false,
      inList: false,
      parent: '',
    }
    const html = document.childNodes.find(node => isElement(node))
    const operations: Operation[] = ['<!DOCTYPE html>']
    if (html !== undefined && isElement(html)) this.#element(html, around, operations)
    for (const waiting of this.#empties) this.#connect(waiting)
    this.#decidePaging()
    const program: Program = { root, operations: mergeTexts(operations) }
    return {
      entities: this.#entities,
      slots: this.#slots,
      problems: this.#problems,
      head: describeHead(document),
      hasPages: this.#main?.scope.paging?.hasPages === true,
      language: this.#language,
      styleHashes: [...this.#styleHashes],
      scriptHashes: [...this.#scriptHashes],
      program,
    }
  }

  /** A list has pages if the template leads to them. */
  #decidePaging(): void {
    const hasPages = this.#main?.isNamed === true || this.#paged !== undefined
    if (this.#main !== undefined && (hasPages || this.#isCounted))
      this.#main.scope.paging = { hasPages, isCounted: this.#isCounted }
    if (this.#main !== undefined || this.#paged === undefined) return
    const { element, name } = this.#paged
    if (readPlace(attributeOf(element, placeAttribute)).fragment !== undefined) return
    this.#report(element, `${name} needs a list with pages: add data-svc-pages to one`)
  }

  #report(element: Element, message: string): void {
    if (this.#problems.length >= maxProblems) return
    this.#problems.push({
      kind: 'invalid-binding',
      message: message.slice(0, maxMessage),
      ...readPlace(attributeOf(element, placeAttribute)),
    })
  }

  #nodes(nodes: readonly Node[], around: ElementContext, out: Operation[]): void {
    for (const node of nodes) {
      if (isText(node)) out.push(escapeHtml(node.value))
      else if (isElement(node)) this.#element(node, around, out)
    }
  }

  #element(element: Element, around: ElementContext, out: Operation[]): void {
    const report = (attribute: string, message: string): void => this.#report(element, `${attribute} ${message}`)
    const binding = readBinding(element.attrs, name => isFillable(element, name), report)
    if (binding === undefined) this.#write(element, undefined, around, out)
    else if (binding.empty !== undefined) this.#emptyList(element, binding, around, out)
    else if (binding.entity !== undefined) this.#entity(element, binding, binding.entity, around, out)
    else this.#write(element, binding, around, out)
  }

  #emptyList(element: Element, binding: ElementBinding, around: ElementContext, out: Operation[]): void {
    const body: Operation[] = []
    const listsBefore = around.scope.entities.filter(({ list }) => list !== undefined).length
    if (binding.entity !== undefined)
      this.#report(element, 'data-svc-empty is on an element without data-svc-entity or data-svc-path')
    this.#write(element, { ...binding, entity: undefined }, around, body)
    const operation: EmptyList = { kind: 'empty', place: -1, body: mergeTexts(body) }
    this.#empties.push({ operation, scope: around.scope, name: binding.empty ?? '', listsBefore, element })
    out.push(operation)
  }

  /** Find the list that an element replaces when empty: the nearest one before it, else the first one after it. */
  #connect({ operation, scope, name, listsBefore, element }: WaitingEmpty): void {
    const lists = scope.entities
      .map((entity, place) => ({ entity, place }))
      .filter(({ entity }) => entity.list !== undefined)
    const isMeant = ({ entity }: (typeof lists)[number]): boolean => name === '' || entity.entity === name
    const found = lists.slice(0, listsBefore).findLast(isMeant) ?? lists.slice(listsBefore).find(isMeant)
    if (found === undefined) this.#report(element, 'data-svc-empty has no list beside it')
    else operation.place = found.place
  }

  #entity(element: Element, binding: ElementBinding, entity: string, around: ElementContext, out: Operation[]): void {
    const index = this.#entities.length
    const { tagName: tag } = element
    const { isPath } = binding
    if (index >= maxEntities) {
      this.#report(element, `at most ${maxEntities} elements are bound`)
      this.#write(element, undefined, around, out)
      return
    }
    const list = ['html', 'head', 'title', 'body'].includes(tag) ? undefined : binding.list
    if (list !== binding.list) this.#report(element, `<${tag}> cannot be a list`)
    const scope: EntityScope = {
      index,
      entity,
      isPath,
      list,
      parameters: binding.parameters,
      paging: undefined,
      paths: [],
      entities: [],
    }
    const place = around.scope.entities.push(scope) - 1
    const { fragment, ...at } = readPlace(attributeOf(element, placeAttribute))
    const inHead = around.inHead || tag === 'html' || tag === 'head'
    const { entity: parent } = around
    const isAside = around.isAside || asideElements.has(tag)
    this.#entities.push({
      entity,
      isPath,
      list,
      parent,
      inHead,
      isAside,
      ...(fragment !== undefined && { fragment }),
      ...at,
    })
    this.#considerMain(element, scope, binding, around)
    const body: Operation[] = []
    this.#write(
      element,
      binding,
      { ...around, scope, entity: index, inList: around.inList || list !== undefined },
      body,
    )
    out.push({ kind: 'entity', place, body: mergeTexts(body) })
  }

  #considerMain(element: Element, scope: EntityScope, binding: ElementBinding, around: ElementContext): void {
    if (binding.pages) {
      const problem = this.#reasonNotPaginated(scope, around)
      if (problem === undefined) this.#main = { scope, isNamed: true }
      else this.#report(element, `data-svc-pages ${problem}`)
    }
    const { fragment } = readPlace(attributeOf(element, placeAttribute))
    const isUsual = around.entity === undefined && !around.isAside && !around.inHead && fragment === undefined
    if (isUsual && scope.list !== undefined) this.#main ??= { scope, isNamed: false }
  }

  #reasonNotPaginated(scope: EntityScope, around: ElementContext): string | undefined {
    if (scope.list === undefined) return 'needs data-svc-list beside it'
    if (around.inList) return 'cannot be inside a list: each of its items would have pages'
    return this.#main?.isNamed === true ? 'can be on one list of a page' : undefined
  }

  #usePath(path: SlotPath, element: Element, around: ElementContext): void {
    around.scope.paths.push(path)
    const { reserved } = path
    if (reserved === '@total' || reserved === '@pages') this.#isCounted = true
    if (reserved !== undefined && pageNames.has(reserved)) this.#paged ??= { element, name: reserved }
    if (path.names.length === 0 || this.#slots.length >= maxSlots) return
    this.#slots.push({
      path: path.names,
      entity: around.entity,
      inHead: around.inHead,
      ...readPlace(attributeOf(element, placeAttribute)),
    })
  }

  /** Write an element in its scope: its tag with filled attributes, and its content. */
  #write(element: Element, binding: ElementBinding | undefined, around: ElementContext, out: Operation[]): void {
    const { tagName: tag } = element
    const plan =
      binding === undefined
        ? undefined
        : planSlots(element, binding, around.parent, message => this.#report(element, message))
    const filled = new Set(plan?.attributes.map(({ name }) => name))
    const hasAriaCurrent = filled.has('aria-current') || attributeOf(element, 'aria-current') !== undefined
    const setsAriaCurrent = tag === 'a' && around.inNav && !hasAriaCurrent
    for (const { path } of plan?.attributes ?? []) this.#usePath(path, element, around)
    if (plan?.content !== undefined) this.#usePath(plan.content, element, around)
    out.push(`<${tag}`)
    this.#staticAttributes(element, filled, setsAriaCurrent, out)
    if (plan !== undefined && (plan.attributes.length > 0 || plan.content !== undefined || plan.hidesUnbound)) {
      const { attributes, content, hidesWhenEmpty, hidesUnbound } = plan
      const canHide =
        !filled.has('hidden') &&
        attributeOf(element, 'hidden') === undefined &&
        !['title', 'meta', 'option', 'html', 'head', 'body'].includes(tag)
      const hasAlt = filled.has('alt') || attributeOf(element, 'alt') !== undefined
      out.push({
        kind: 'attributes',
        tag,
        attributes,
        hasAlt,
        setsAriaCurrent,
        hidesWhenEmpty,
        hidesUnbound,
        canHide,
        content,
      })
    }
    if (binding?.entity !== undefined) {
      const hasLanguage = filled.has('lang') || attributeOf(element, 'lang') !== undefined
      if (!hasLanguage && !['html', 'head', 'title', 'meta'].includes(tag)) out.push({ kind: 'work-language' })
      if (this.#options.annotate === true) out.push({ kind: 'resource-id' })
    }
    out.push('>')
    if (voidElements.has(tag)) return
    if (tag === 'head') out.push('<meta charset="utf-8">')
    this.#content(element, plan?.content, around, out)
    if (tag === 'head') out.push(`<style>${this.#styles}</style>`, { kind: 'head' })
    out.push(`</${tag}>`)
  }

  #content(element: Element, path: SlotPath | undefined, around: ElementContext, out: Operation[]): void {
    const { tagName: tag } = element
    if (isRaw(tag)) {
      const text = serializeNodes(element)
      if (tag === 'style') this.#styleHashes.add(hashSource(text))
      else if (attributeOf(element, 'src') === undefined) this.#scriptHashes.add(hashSource(text))
      out.push(text)
      return
    }
    const within: ElementContext = {
      ...around,
      parent: tag,
      inLink: around.inLink || ['a', 'button', 'label', 'summary'].includes(tag),
      inNav: around.inNav || tag === 'nav',
      inHead: around.inHead || tag === 'head',
      isAside: around.isAside || asideElements.has(tag),
    }
    const own: Operation[] = []
    if (path === undefined) {
      const first = element.childNodes[0]
      if (dropsFirstLineFeed(tag) && first !== undefined && isText(first) && first.value.startsWith('\n'))
        out.push('\n')
      this.#nodes(element.childNodes, within, out)
      return
    }
    const bindings = this.#slots.length + this.#entities.length
    this.#nodes(element.childNodes, within, own)
    if (this.#slots.length + this.#entities.length > bindings) {
      this.#report(element, 'the slot fills the element, so that what is bound in it is not shown')
    }
    out.push({
      kind: 'content',
      path,
      block: blockElements.has(tag),
      inLink: within.inLink,
      date: tag === 'time',
      doublesLineFeed: dropsFirstLineFeed(tag),
      own: mergeTexts(own),
    })
  }

  #staticAttributes(element: Element, filled: ReadonlySet<string>, setsAriaCurrent: boolean, out: Operation[]): void {
    const isHtml = element.tagName === 'html'
    if (isHtml) {
      this.#language = languageOf(element)
      out.push({ kind: 'language' })
    }
    for (const { name, value } of element.attrs) {
      if (filled.has(name) || name === placeAttribute || (isHtml && name === 'lang')) continue
      if (name.startsWith('data-svc-') && this.#options.annotate !== true) continue
      if (name.startsWith('on')) {
        this.#scriptHashes.add("'unsafe-hashes'")
        this.#scriptHashes.add(hashSource(value))
      }
      if (urlAttributes.has(name) && isLocalPath(value)) {
        out.push(` ${name}="`, { kind: 'link', path: value, setsAriaCurrent: setsAriaCurrent && name === 'href' }, '"')
      } else out.push(attributeText(name, value))
    }
  }
}
