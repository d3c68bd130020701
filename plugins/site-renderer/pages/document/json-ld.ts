import { protectedData } from '../../../../lib/json-ld/index.ts'
import { equalJson, isObject, setOwn, mapValues } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import type { ResourceType } from '../../../types/contract.ts'
import { propertyFactsOf } from '../../binding/facts.ts'
import type { Lookup } from '../../binding/paths.ts'
import {
  addressProperties,
  innerProperties,
  namedParties,
  resultProperties,
  usualClasses,
} from '../../binding/rich-results.ts'
import { classIriOf, classOf, classesOf, isText } from '../../binding/schema-org.ts'
import type { SiteResource } from '../../contract.ts'
import { plainText } from '../../markdown/index.ts'
import { safeUrl } from '../../../../lib/web-text/index.ts'
import { scriptJson } from '../../template/index.ts'
import { mergePaths } from '../../template/shown-paths.ts'
import type { ShownPaths } from '../../template/shown-paths.ts'

/** The input for the linked data of a page. */
export interface LinkedDataParts {
  /** The subject of the page. */
  main: SiteResource
  page: SiteResource
  /** What the template shows of the page, and whether any of it is in the body. */
  ofPage: { shown: ShownPaths; isInBody: boolean }
  /** The resources that elements of the template are bound to, and what they show of each. */
  shown: ReadonlyMap<SiteResource, ShownPaths>
  lookup: Lookup
  /** The full address of a path on the site, or of any address in data. */
  absolute: (path: string) => string
  /** The path of a resource's own page on the site, if it has one. */
  pathOf: (resource: SiteResource) => string | undefined
}

/** Approximate maximum size of linked data on a page, in bytes; the subject comes first. */
const maxLength = 262_144
/** Longer texts are only included on the resource's own page. */
const maxTextLength = 500
const maxDepth = 8

/** Types whose resources are on every page and have no meaning as linked data. */
const left: ReadonlySet<string> = new Set(['menu', 'menu-item', 'web-page-element', 'web-page-template', 'theme'])
/** These come last. */
const around: ReadonlySet<string> = new Set(['web-site', 'breadcrumb-list'])

const nothing: ShownPaths = new Map()

/**
 * The resources that a page shows as JSON-LD documents, each in a script element that browsers do not run. They contain what the template shows of them,
 * and what schema.org needs for a search result: of the subject, and of what has no page of its own.
 */
export function linkedDataScripts(parts: LinkedDataParts): string {
  const { main, page, shown, ofPage, pathOf } = parts
  const emitter = new Emitter(parts)
  const bound = [...shown.keys()].filter(one => !left.has(one.type.slug) && one !== main && one !== page)
  const questions = main === page ? bound.filter(isAnswered) : []
  const content = bound.filter(one => !around.has(one.type.slug) && !questions.includes(one))
  const rest = bound.filter(({ type }) => around.has(type.slug))
  const documents: (() => JsonObject)[] = []
  if (main !== page) documents.push(() => emitter.document(main, { isWhole: true, needsResult: true }))
  const pagePaths = mergePaths([ofPage.shown, shown.get(page) ?? nothing])
  const pageDocument = (): JsonObject => emitter.page(pagePaths, questions)
  if (main === page) documents.push(pageDocument)
  for (const one of content)
    documents.push(() => emitter.document(one, { isWhole: false, needsResult: pathOf(one) === undefined }))
  if (main !== page && ofPage.isInBody) documents.push(pageDocument)
  for (const one of rest) documents.push(() => emitter.document(one, { isWhole: false, needsResult: true }))
  let scripts = ''
  for (const make of documents) {
    if (scripts.length > maxLength) break
    const text = scriptJson(JSON.stringify(make()))
    if (scripts.length + text.length <= maxLength) scripts += `<script type="application/ld+json">${text}</script>\n`
  }
  return scripts
}

const isAnswered = ({ type, data }: SiteResource): boolean =>
  data['acceptedAnswer'] !== undefined && classesOf(type).includes('Question')

/** How much of a resource is included. */
interface Extent {
  /** Whether it is the subject of the page, so that long texts are included. */
  isWhole: boolean
  /** Whether the properties are included that a search result needs. */
  needsResult: boolean
  /** Whether it is part of another node: then it leads to further resources only where the template does. */
  isPart?: boolean
}

/** A value in the data of a resource. */
interface Spot {
  owner: SiteResource
  path: readonly string[]
  /** Name of the property; for an item of an array, that of the array. */
  name: string
  shown: ShownPaths | undefined
  isWhole: boolean
  isPart: boolean
}

class Emitter {
  readonly #parts: LinkedDataParts

  constructor(parts: LinkedDataParts) {
    this.#parts = parts
  }

  /** A resource as a JSON-LD document. */
  document(resource: SiteResource, extent: Extent): JsonObject {
    const { type } = resource
    const members = carried(type, this.#members(resource, this.#parts.shown.get(resource) ?? nothing, extent))
    return { '@context': usedContext(type, members), '@id': resource.id, '@type': type.linkedData.type, ...members }
  }

  /** The page itself. Questions with answers make it a page of frequent questions. */
  page(shown: ShownPaths, questions: readonly SiteResource[]): JsonObject {
    const { main, page } = this.#parts
    const isSubject = main === page
    const all = this.#members(page, shown, { isWhole: isSubject, needsResult: isSubject })
    if (!isSubject) delete all['url']
    const members = carried(page.type, all)
    const context = usedContext(page.type, members)
    const isFaq = questions.length > 0 && isSchemaOrg(page.type) && classOf(page.type) === 'WebPage'
    const mainEntity = questions.map(one => this.#question(one))
    const type = isFaq ? 'FAQPage' : page.type.linkedData.type
    return { '@context': context, '@id': page.id, '@type': type, ...members, ...(isFaq && { mainEntity }) }
  }

  #question(question: SiteResource): JsonObject {
    const { '@context': context, ...node } = this.document(question, { isWhole: false, needsResult: true })
    const own = isObject(context)
      ? Object.fromEntries(Object.entries(context).filter(([name]) => name !== '@vocab'))
      : {}
    return { ...(Object.keys(own).length > 0 && { '@context': own }), ...node }
  }

  #members(owner: SiteResource, shown: ShownPaths, { isWhole, needsResult, isPart = false }: Extent): JsonObject {
    const { type, data } = owner
    const isKnown = isSchemaOrg(type)
    const needed = isKnown ? resultProperties(type) : new Set<string>()
    const members: JsonObject = {}
    for (const [name, value] of Object.entries(data)) {
      const isNeeded = needed.has(name) && (needsResult || name === 'name' || name === 'headline')
      const isDescription = isKnown && isWhole && name === 'description'
      if (name.startsWith('@') || value === undefined || !(shown.has(name) || isNeeded || isDescription)) continue
      const spot = { owner, path: [name], name, shown: shown.get(name), isWhole, isPart }
      const json = this.#value(value, spot, 0)
      if (json !== undefined) members[name] = json
    }
    const path = this.#parts.pathOf(owner)
    if (isKnown && path !== undefined) members['url'] = this.#parts.absolute(path)
    if (classOf(type) === 'WebSite') members['url'] ??= this.#parts.absolute('/')
    if (isKnown && isWhole && isText(type)) members['dateModified'] ??= owner.updated_at
    return members
  }

  /** @returns undefined for a value that is not shown */
  #value(value: Json, spot: Spot, depth: number): Json | undefined {
    if (value === null || depth > maxDepth) return undefined
    if (typeof value === 'string') return this.#text(value, spot)
    if (Array.isArray(value)) {
      const items = value.flatMap((item, index) => {
        const json = this.#value(item, spot, depth + 1)
        if (json === undefined) return []
        return spot.name === 'itemListElement' && isObject(json) && isSchemaOrg(spot.owner.type)
          ? [{ position: index + 1, ...json }]
          : [json]
      })
      return items.length === 0 ? undefined : items
    }
    return isObject(value) ? this.#object(value, spot, depth) : value
  }

  #object(value: JsonObject, spot: Spot, depth: number): JsonObject | undefined {
    const { owner, path, name, shown = nothing } = spot
    const isKnown = isSchemaOrg(owner.type)
    const found: JsonObject = {}
    for (const [inner, member] of Object.entries(value)) {
      if (inner.startsWith('@') || member === undefined) continue
      if (!shown.has(inner) && !(isKnown && innerProperties.has(inner))) continue
      const at = { ...spot, path: [...path, inner], name: inner, shown: shown.get(inner) }
      const json = this.#value(member, at, depth + 1)
      if (json !== undefined) found[inner] = json
    }
    if (Object.keys(found).length === 0) return undefined
    const { '@type': own } = value
    const type = typeof own === 'string' && /^[\w:/.#-]+$/.test(own) ? own : isKnown ? usualClasses[name] : undefined
    return { ...(type !== undefined && { '@type': type }), ...found }
  }

  #text(value: string, spot: Spot): Json | undefined {
    const { owner, path, name, isWhole } = spot
    const { isReference, mediaType, isAddress } = propertyFactsOf(owner.type, path)
    const slug = /^urn:([a-z][a-z0-9-]{0,62}):/.exec(value)?.[1]
    if (slug !== undefined && (isReference || this.#parts.lookup.shows(slug))) return this.#reference(value, spot)
    if (isAddress || addressProperties.has(name)) {
      const url = safeUrl(value, true)
      return url === undefined || url === '' ? undefined : this.#absolute(url)
    }
    if (isSchemaOrg(owner.type) && namedParties.has(name) && value !== '' && !/^https?:/.test(value))
      return { '@type': usualClasses[name] ?? 'Person', name: value }
    const text = mediaType === undefined ? value : plainText(value, mediaType)
    return text.length > maxTextLength && !isWhole ? undefined : this.#absolute(text)
  }

  #absolute(text: string): string {
    return /^\/(?!\/)\S*$/.test(text) ? this.#parts.absolute(text) : text
  }

  /**
   * Another resource, with its name; with what is shown of it, if it has no document of its own. Of what is around the content, such as the trail to
   * the page, the document has all that search engines need: a second node without that would be reported as incomplete.
   * @returns undefined if the site does not show it
   */
  #reference(id: string, { owner, shown, isPart }: Spot): Json | undefined {
    const resource = this.#parts.lookup.resource(id)
    if (resource === undefined || resource === null || (isPart && shown === undefined)) return undefined
    const { type, data } = resource
    const hasDocument = this.#parts.shown.has(resource)
    if (!isSchemaOrg(owner.type) || !isSchemaOrg(type) || (hasDocument && around.has(type.slug))) return { '@id': id }
    const extent = { isWhole: false, needsResult: true, isPart: true }
    const all = hasDocument ? {} : this.#members(resource, shown ?? nothing, extent)
    const name = type.compiled.labelOf(data)
    if (name !== undefined) all['name'] ??= name
    const path = this.#parts.pathOf(resource)
    if (path !== undefined) all['url'] = this.#parts.absolute(path)
    const members = carried(type, all)
    const context = innerContext(owner.type, type, members)
    if (context === undefined) return { '@id': id }
    const className = classOf(type) ?? classIriOf(type)
    return { ...context, '@id': id, ...(className !== undefined && { '@type': className }), ...members }
  }
}

const schemaOrg: ReadonlySet<unknown> = new Set(
  ['http', 'https'].flatMap(scheme => [`${scheme}://schema.org`, `${scheme}://schema.org/`]),
)
const isSchemaOrg = (type: ResourceType): boolean => schemaOrg.has(type.context['@vocab'])

/**
 * The members of a node as its context carries them. A resource inside of them has a context of its own, by which its members were checked; here it is
 * an address.
 */
function carried({ linkedData }: ResourceType, members: JsonObject): JsonObject {
  if (Object.values(members).every(value => typeof value !== 'object')) return protectedData(linkedData, members)
  const outline: JsonObject = {}
  for (const [name, value] of Object.entries(members)) setOwn(outline, name, outlineOf(value))
  const found = protectedData(linkedData, outline)
  if (found === outline) return members
  const isKept = (name: string): boolean => found[name] === outline[name]
  return mapValues(found, (value, name) => (isKept(name) ? (members[name] ?? null) : value))
}

/** A value in which the resources are their ids alone: only they have an `@id`. */
function outlineOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(outlineOf)
  if (!isObject(value)) return value
  if (value['@id'] !== undefined) return { '@id': value['@id'] }
  return mapValues(value, outlineOf)
}

/** The names of all members of objects in a value, and of their classes. */
function namesIn(value: Json | undefined, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesIn(item, found)
  else if (isObject(value) && value['@context'] === undefined && value['@value'] === undefined) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '@type' && typeof member === 'string') found.add(member)
      namesIn(member, name.startsWith('@') ? found : found.add(name))
    }
  }
  return found
}

/** The texts in the definition of a term. */
const textsIn = (definition: Json | undefined): string[] =>
  typeof definition === 'string'
    ? [definition]
    : isObject(definition)
      ? Object.entries(definition).flatMap(([name, inner]) => [name, ...textsIn(inner)])
      : []

/** For each type the context of the document before: the items of a list have the same members. */
const lastUsed = new WeakMap<ResourceType, { names: readonly string[]; used: JsonObject }>()

/** The part of a type's context that some members need. */
function usedContext(type: ResourceType, members: JsonObject): JsonObject {
  const names = [...namesIn(members, new Set())]
  const last = lastUsed.get(type)
  if (last?.names.length === names.length && names.every((name, at) => name === last.names[at])) return last.used
  const used = findUsed(type, names)
  lastUsed.set(type, { names, used })
  return used
}

function findUsed({ linkedData: { context, type } }: ResourceType, names: readonly string[]): JsonObject {
  const used: JsonObject = {}
  const waiting = [type, ...names, ...Object.keys(context).filter(name => name.startsWith('@'))]
  for (const text of waiting) {
    for (const term of [text, text.split(':')[0] ?? '']) {
      if (!Object.hasOwn(context, term) || Object.hasOwn(used, term)) continue
      used[term] = context[term] ?? null
      waiting.push(...textsIn(context[term]))
    }
  }
  return used
}

/**
 * The context of a node inside one of another type: the terms that mean something else there.
 * @returns undefined when the outer context cannot be changed
 */
function innerContext(outer: ResourceType, inner: ResourceType, members: JsonObject): JsonObject | undefined {
  const own: JsonObject = {}
  for (const name of namesIn(members, new Set())) {
    const [meaning, around] = [meaningOf(inner, name), meaningOf(outer, name)]
    if (meaning === undefined) return undefined
    if (equalJson(meaning, around ?? false)) continue
    own[name] = isObject(meaning) && isObject(around) ? withoutShared(meaning, around) : meaning
  }
  if (Object.keys(own).length === 0) return {}
  return outer.linkedData.contextText.includes('"@protected"') ? undefined : { '@context': own }
}

/** The definition of a term of a type, which means the same inside of any other context; undefined for one that has a context for its values. */
function meaningOf({ linkedData }: ResourceType, name: string): Json | undefined {
  const { iri, isReverse, containers, type, language, direction, index, scoped } = linkedData.root.context.term(name)
  if (scoped !== undefined) return undefined
  if (iri === undefined) return null
  return {
    [isReverse ? '@reverse' : '@id']: iri,
    ...(type !== undefined && { '@type': type }),
    ...(containers.size > 0 && { '@container': [...containers] }),
    ...(index !== undefined && { '@index': index }),
    '@language': language ?? null,
    '@direction': direction ?? null,
  }
}

/** A definition without what the context around it already defines for texts. */
const withoutShared = (meaning: JsonObject, around: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(meaning).filter(([key, value]) => value !== null || (around[key] ?? null) !== null))
