import { version as serviceVersion } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import type { RouteDescription } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ComponentNames, IncludedDocument } from '../contract.ts'
import type { OpenApiVersion } from './dialect.ts'
import { namesOfDocument, writeIncluded } from './included.ts'
import { operationIdOfType, operationIdsOfService } from './operation-ids.ts'
import { operationOf } from './operation.ts'
import type { Media, OperationOptions } from './operation.ts'
import { securitySchemes, sharedSchemas } from './protocol.ts'
import type { ErrorForm } from './protocol.ts'
import { schemasOfService } from './service-schemas.ts'
import { schemasOfAnyType, schemasOfType } from './type-schemas.ts'

/** The form in which the description is requested. */
export interface DocumentForm {
  version: OpenApiVersion
  media: Media
}

/** What the description of the service is made from, besides its types. */
export interface ServiceParts {
  routes: readonly RouteDescription[]
  /** Describes the document from which a part of the service is built, if there is one. */
  included: ((nameOf: ComponentNames) => IncludedDocument) | undefined
  errors: ErrorForm
  /** Where clients reach the service. */
  address: string
  /** Name of the session cookie. */
  cookie: string
}

/** The addition of a type, or of the service itself, to the document, as the text of members of an object: `"a":1,"b":2`. */
export interface DocumentPart {
  paths: string
  schemas: string
  /** The list of tags: the types, with their names, and those of the included document. */
  tags?: readonly Json[]
}

/** The description of the service without its types, in one form; types are added to it. */
export interface ServiceBase {
  /** Everything but paths and schemas. */
  root: JsonObject
  securitySchemes: JsonObject
  part: DocumentPart
  /** The schemas in {@link part} that parts of types refer to, directly or not. */
  sharedBy(types: readonly DocumentPart[]): Promise<DocumentPart>
  /** The addition of a type. */
  ofType(type: ResourceType): Promise<DocumentPart>
}

/**
 * Describe the service itself: every route as it is, and the included document. Names are given in this order: those of the service, of the document, of
 * types. The names of a type depend on its slug alone and on the names before, so that adding or changing a type changes no other name. Gives the event
 * loop back between its steps.
 */
export async function describeService(parts: ServiceParts, { version, media }: DocumentForm): Promise<ServiceBase> {
  const { routes, errors } = parts
  const ids = operationIdsOfService(routes)
  const service = await schemasOfService(routes, ids, version)
  const own = { ...service.schemas, ...schemasOfAnyType(version), ...sharedSchemas(errors) }
  const { nameOf, taken: reserved } = namesOfDocument(new Set(Object.keys(own)))
  const takenIds = new Set(ids.values())
  const document = parts.included?.(nameOf)
  const security = [{ bearerAuth: [] }, { sessionCookie: [] }]
  const included =
    document === undefined
      ? { paths: {}, schemas: {} }
      : await writeIncluded(document, { version, takenNames: reserved, takenIds, security })
  const options: OperationOptions = { version, media, errors, reserved, referenceTo: service.referenceTo }
  // The address of a type can have a route of its own, which takes the place of the one with a parameter.
  const ofOneType = routes.filter(({ config, path }) => config.sharesSegment === true && /^\/api\/[^/]+$/.test(path))
  const others = routes.filter(route => !ofOneType.includes(route))
  const paths = await pathsOf(others, undefined, options, route => ids.get(route) ?? '')
  const typed = routes.filter(({ path }) => path.includes('{typeSlug}'))
  const all = { ...own, ...included.schemas }
  const used = await membersOf([...paths, ...Object.entries(included.paths)])
  const ofIncluded = await membersOf(Object.entries(included.schemas))
  const kept = await referredTo(all, [{ paths: used, schemas: ofIncluded }])
  const schemas = { ...Object.fromEntries(kept), ...included.schemas, ...sharedSchemas(errors) }
  return {
    root: rootOf(parts, version, document),
    securitySchemes: { ...document?.components['securitySchemes'], ...securitySchemes(parts.cookie) },
    part: {
      paths: used,
      schemas: await membersOf(Object.entries(schemas)),
      tags: Array.isArray(document?.root['tags']) ? document.root['tags'] : [],
    },
    sharedBy: async types => ({ paths: '', schemas: await membersOf(await referredTo(all, types)) }),
    async ofType(type) {
      const replacing = ofOneType.filter(({ path }) => path === `/api/${type.slug}`)
      const idOf = (route: RouteDescription): string =>
        replacing.includes(route) ? (ids.get(route) ?? '') : operationIdOfType(route, type.slug, takenIds)
      return {
        paths: await membersOf(await pathsOf([...typed, ...replacing], type, options, idOf)),
        schemas: await membersOf(Object.entries(schemasOfType(type, version, reserved))),
        tags: [{ name: type.slug, description: type.name }],
      }
    },
  }
}

/** The schemas that parts refer to, and those to which these refer. */
async function referredTo(schemas: JsonObject, parts: readonly DocumentPart[]): Promise<[string, Json][]> {
  const found = new Map<string, Json>()
  const note = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
      if (schema !== undefined && !found.has(name)) found.set(name, schema)
    }
  }
  for (const part of parts) {
    await yieldIfLong()
    note(part.paths)
    note(part.schemas)
  }
  for (const [, schema] of found) {
    await yieldIfLong()
    note(JSON.stringify(schema))
  }
  return [...found]
}

/** The description as texts to be concatenated. */
export function documentTexts({ root, securitySchemes: schemes }: ServiceBase, all: readonly DocumentPart[]): string[] {
  return [
    `${JSON.stringify({ ...root, tags: tagsIn(all) }).slice(0, -1)},"paths":{`,
    ...joined(all.map(({ paths }) => paths)),
    '},"components":{"schemas":{',
    ...joined(all.map(({ schemas }) => schemas)),
    `},"securitySchemes":${JSON.stringify(schemes)}}}`,
  ]
}

/** The tags of types come first; a name has one tag. */
function tagsIn([service, ...types]: readonly DocumentPart[]): Json[] {
  const all = [...types.flatMap(({ tags = [] }) => tags), ...(service?.tags ?? [])]
  const named = all.map((tag): [Json, Json] => [isObject(tag) ? (tag['name'] ?? null) : null, tag])
  return [...new Map(named.toReversed()).values()].toReversed()
}

function rootOf(
  { address }: ServiceParts,
  version: OpenApiVersion,
  document: IncludedDocument | undefined,
): JsonObject {
  return {
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    info: infoOf(document),
    servers: [{ url: address }],
    ...document?.root,
  }
}

function infoOf(document: IncludedDocument | undefined): JsonObject {
  const own = 'The API of this service as it is now, its types included.'
  const license = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' }
  if (document === undefined) return { title: 'Plinth', version: serviceVersion, description: own, license }
  const { prefix, ...info } = document.info
  const added = `Under \`${prefix}\` it serves ${info.title} ${info.version}.`
  const description = [`${own} ${added}`, info.description].filter(text => text !== '').join('\n\n')
  return { title: 'Plinth', version: serviceVersion, description, license, 'x-openapi-document': { ...info, prefix } }
}

const joined = (texts: readonly string[]): string[] =>
  texts.filter(text => text !== '').flatMap((text, index) => (index === 0 ? [text] : [',', text]))

async function pathsOf(
  routes: readonly RouteDescription[],
  type: ResourceType | undefined,
  options: OperationOptions,
  idOf: (route: RouteDescription) => string,
): Promise<[string, JsonObject][]> {
  const paths = new Map<string, JsonObject>()
  for (const route of routes) {
    await yieldIfLong()
    const path = type === undefined ? route.path : route.path.replace('{typeSlug}', type.slug)
    paths.set(path, { ...paths.get(path), [route.method]: operationOf(route, idOf(route), type, options) })
  }
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The members of an object as text, without the braces. */
async function membersOf(entries: readonly [string, Json][]): Promise<string> {
  const texts: string[] = []
  for (const [name, value] of entries) {
    await yieldIfLong()
    texts.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
  }
  return texts.join(',')
}
