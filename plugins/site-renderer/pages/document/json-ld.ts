import { documentText } from '../../../../lib/json-ld/index.ts'
import { isObject } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import type { SiteResource } from '../../contract.ts'
import { scriptJson } from '../../template/index.ts'

/** The input for the linked data of a page. */
export interface LinkedDataParts {
  /** The subject of the page. */
  main: SiteResource
  page: SiteResource
  /** The resources that elements of the template are bound to. */
  bound: readonly SiteResource[]
  /** The full address of a path on the site. */
  absolute: (path: string) => string
  /** The path of a resource's own page on the site, if it has one. */
  pathOf: (resource: SiteResource) => string | undefined
}

/** Approximate maximum size of linked data on a page, in bytes; the subject comes first. */
const maxLength = 262_144
/** Longer texts are only included on the resource's own page. */
const maxTextLength = 500

/** Types whose resources are on every page and have no meaning as linked data. */
const left: ReadonlySet<string> = new Set(['menu', 'menu-item', 'web-page-element', 'web-page-template', 'theme'])
/** These come last. */
const around: ReadonlySet<string> = new Set(['web-site', 'breadcrumb-list'])

/** The resources that a page shows as JSON-LD documents, each in a script element that browsers do not run. */
export function linkedDataScripts(parts: LinkedDataParts): string {
  const { main, page, bound } = parts
  const content = bound.filter(({ type }) => !around.has(type.slug) && !left.has(type.slug))
  const rest = bound.filter(({ type }) => around.has(type.slug))
  const first = main === page ? [] : [main]
  const resources = new Map([...first, ...content, page, ...rest].map(one => [one.id, one]))
  const counts = new Map<string, number>()
  for (const { type } of content) counts.set(type.slug, (counts.get(type.slug) ?? 0) + 1)
  let scripts = ''
  for (const resource of resources.values()) {
    const isWhole = resource === main || resource === page || counts.get(resource.type.slug) === 1
    const text = scriptJson(textOf(resource, isWhole, parts))
    if (scripts.length + text.length > maxLength) continue
    scripts += `<script type="application/ld+json">${text}</script>\n`
  }
  return scripts
}

/** @param isWhole whether it is the subject of the page; otherwise it is one of many */
function textOf(resource: SiteResource, isWhole: boolean, { absolute, pathOf }: LinkedDataParts): string {
  const { id, type, data } = resource
  const shown = isWhole ? data : Object.fromEntries(Object.entries(data).filter(([, value]) => isShort(value)))
  const path = pathOf(resource)
  const isSchemaOrg = /^https?:\/\/schema\.org\/?$/.test(String(type.context['@vocab']))
  const address = path === undefined || !isSchemaOrg || shown['url'] !== undefined ? {} : { url: absolute(path) }
  const full = withAddresses({ ...shown, ...address }, absolute)
  return documentText(type.linkedData, id, JSON.stringify(full))
}

const isShort = (value: Json): boolean =>
  typeof value === 'string' ? value.length <= maxTextLength : JSON.stringify(value).length <= 2 * maxTextLength

/** Converts paths on the site to full addresses. */
function withAddresses(value: Json, absolute: (path: string) => string): Json {
  if (typeof value === 'string') return /^\/(?!\/)\S*$/.test(value) ? absolute(value) : value
  if (Array.isArray(value)) return value.map(item => withAddresses(item, absolute))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]): [string, Json] => [name, withAddresses(member, absolute)])
  return Object.fromEntries(members) satisfies JsonObject
}
