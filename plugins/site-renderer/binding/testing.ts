import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import type { DocumentStore } from '../../../kernel/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceReader } from '../../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../../types/contract.ts'
import type { TestApp } from '../../../testing/index.ts'
import type {
  CompileOptions,
  CompiledTemplate,
  PageData,
  RenderOptions,
  SiteReader,
  SiteResource,
  TemplateBinding,
} from '../contract.ts'
import { compileTemplate, renderTemplate } from '../template/index.ts'
import { bindTemplate, createSiteReader } from './index.ts'

type Element = DefaultTreeAdapterTypes.Element

/** A page and its source. */
export interface RenderedPage {
  html: string
  template: CompiledTemplate
  binding: TemplateBinding
  document: DefaultTreeAdapterTypes.Document
  /** The parse errors that a strict parser reports. */
  errors: string[]
  /** Elements with this tag or attribute, in order. */
  all(name: string): Element[]
  /** The text in the elements with this id or tag, trimmed. */
  texts(name: string): string[]
}

/** The engine on a service's store. */
export class SiteKit {
  readonly reader: SiteReader
  readonly #app: TestApp

  constructor(app: TestApp, types: readonly string[] | '*' = '*') {
    this.#app = app
    const reader = app.app.diContainer.resolve<ResourceReader>('resourceReader')
    const registry = app.app.diContainer.resolve<TypeRegistry>('typeRegistry')
    this.reader = createSiteReader({ reader, registry, types })
  }

  /** Create a type. @param type its `@type` */
  async type(slug: string, type: string, properties: JsonObject, more: JsonObject = {}): Promise<void> {
    const schema: JsonObject = { type: 'object', properties, ...more }
    const context = { '@vocab': 'https://schema.org/', '@type': type }
    await this.#send('POST', '/api/resource-types', { name: type, slug, context, schema })
  }

  /** @returns the id */
  async create(slug: string, data: JsonObject): Promise<string> {
    const { id } = await this.#send('POST', `/api/${slug}`, data)
    return String(id)
  }

  async change(slug: string, id: string, data: JsonObject): Promise<void> {
    await this.#send('PUT', `/api/${slug}/${id}`, data)
  }

  async remove(slug: string, id: string): Promise<void> {
    await this.#send('DELETE', `/api/${slug}/${id}`, undefined)
  }

  async #send(method: string, url: string, body: Json | undefined): Promise<JsonObject> {
    const answer = await this.#app.request(method, url, body)
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer.body === '' ? {} : answer.json<JsonObject>()
  }

  /** A resource as it is stored, whether or not the site can show it. */
  async resource(slug: string, id: string): Promise<SiteResource> {
    const type = await this.#app.app.diContainer.resolve<TypeRegistry>('typeRegistry').active(slug)
    const document = await this.#app.app.diContainer.resolve<DocumentStore>('documentStore').get(type.collection, id)
    if (document === undefined) throw new Error(`there is no ${id}`)
    const { sequence_no, created_at, updated_at } = readMeta(document)
    return { id, type, sequence_no, created_at, updated_at, data: readData(document) }
  }

  async render(
    html: string,
    page: PageData,
    { compile, render }: { compile?: Partial<CompileOptions>; render?: RenderOptions } = {},
  ): Promise<RenderedPage> {
    const template = compileTemplate(html, { allowScripts: false, ...compile })
    const binding = await bindTemplate(template, page, this.reader)
    return inspect(renderTemplate(template, binding, render), template, binding)
  }
}

function inspect(html: string, template: CompiledTemplate, binding: TemplateBinding): RenderedPage {
  const errors: string[] = []
  const document = parse(html, {
    onParseError: ({ code, startOffset }) =>
      errors.push(`${code} at ${html.slice(Math.max(0, startOffset - 60), startOffset + 20)}`),
  })
  const all = (name: string): Element[] =>
    elementsIn(document).filter(
      ({ tagName, attrs }) =>
        tagName === name || attrs.some(one => one.name === name || (one.name === 'id' && one.value === name)),
    )
  return {
    html,
    template,
    binding,
    document,
    errors,
    all,
    texts: name => all(name).map(element => textOf(element).trim()),
  }
}

/** Every element of a document, in order. */
export function elementsIn(parent: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return parent.childNodes.flatMap(node => ('tagName' in node ? [node, ...elementsIn(node)] : []))
}

const textOf = (node: DefaultTreeAdapterTypes.ChildNode): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

/** The value of an attribute. */
export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find(one => one.name === name)?.value

const text = { type: 'string' }

/** Types of a small site; `web-page` accepts any property. */
export async function makeSite(kit: SiteKit): Promise<void> {
  await kit.type('web-page', 'WebPage', { name: text, slug: text })
  await kit.type('article', 'Article', {
    headline: text,
    status: { type: ['string', 'null'] },
    articleBody: { type: 'string', contentMediaType: 'text/markdown' },
    datePublished: { type: 'string', format: 'date' },
    author: { type: 'string', 'x-resource-type': 'person' },
    keywords: { type: 'array', items: text },
    wordCount: { type: 'integer' },
    price: { type: 'number' },
    isFeatured: { type: 'boolean' },
    image: { type: 'object', properties: { url: text, caption: text } },
  })
  await kit.type('news', 'NewsArticle', { headline: text })
  await kit.type('menu', 'ItemList', { name: text, area: text })
  await kit.type('menu-item', 'SiteNavigationElement', {
    name: text,
    url: text,
    position: { type: 'integer' },
    menu: { type: 'string', 'x-resource-type': 'menu' },
    parent: { type: 'string', 'x-resource-type': 'menu-item' },
  })
}

export async function makePage(kit: SiteKit, data: Record<string, string> = {}): Promise<PageData> {
  const id = await kit.create('web-page', { name: 'The page', slug: 'page', ...data })
  return { page: await kit.resource('web-page', id) }
}
