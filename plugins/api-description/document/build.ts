import { createHash } from 'node:crypto'
import { version as serviceVersion } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import type { RouteDescription } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ComponentNames, IncludedDocument } from '../contract.ts'
import { anyDescribedType, valuesOf } from './described-type.ts'
import type { OpenApiVersion } from './dialect.ts'
import { namesOfDocument, writeIncluded } from './included.ts'
import { operationIdsOfService, operationIdsOfTypes } from './operation-ids.ts'
import { operationOf } from './operation.ts'
import type { Media, OperationOptions } from './operation.ts'
import { securitySchemes, sharedSchemas } from './protocol.ts'
import type { ErrorForm } from './protocol.ts'
import { schemasOfService } from './service-schemas.ts'
import { place, templateOf } from './template.ts'
import { nameForType, schemasOfAnyType, schemasOfLists, schemasOfType } from './type-schemas.ts'

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

/** The addition of a type, or of the service itself, to the document, as the bytes of members of an object: `"a":1,"b":2`. */
export interface DocumentPart {
  paths: Buffer
  schemas: Buffer
  /** The hash of both. */
  hash: string
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
  const options: OperationOptions = { version, media, errors, referenceTo: service.referenceTo }
  const describePlain = (route: RouteDescription): JsonObject =>
    operationOf(route, ids.get(route) ?? '', undefined, options)
  // Under the address of a type there can be routes of its own, which add to those with a parameter, or take their place.
  const ofOneType = routes.filter(({ config }) => config.sharesSegment === true)
  const others = routes.filter(route => !ofOneType.includes(route))
  const paths = await describeRoutes(others, describePlain)
  const typed = routes.filter(({ path }) => path.includes('{typeSlug}'))
  const idsOfType = operationIdsOfTypes(typed, takenIds)
  const placesOfIds = new Map([...typed, ...ofOneType].map((route, index) => [route, `operationId${index}`]))
  const describeTyped = (route: RouteDescription): JsonObject =>
    operationOf(route, place(placesOfIds.get(route) ?? ''), anyDescribedType, options)
  const pathsOfType = templateOf(await describeRoutes(typed, describeTyped, place('slug')))
  const listsOfType = templateOf(schemasOfLists(anyDescribedType.name, anyDescribedType.nameOf, version))
  const all = { ...own, ...included.schemas }
  const used = await membersOf([...Object.entries(paths), ...Object.entries(included.paths)])
  const ofIncluded = await membersOf(Object.entries(included.schemas))
  const usedByOne = JSON.stringify(await describeRoutes(ofOneType, describePlain))
  const kept = await referredTo(all, [used, ofIncluded, usedByOne])
  const schemas = { ...Object.fromEntries(kept), ...included.schemas, ...sharedSchemas(errors) }
  const tags = Array.isArray(document?.root['tags']) ? document.root['tags'] : []
  return {
    root: rootOf(parts, version, document),
    securitySchemes: { ...document?.components['securitySchemes'], ...securitySchemes(parts.cookie) },
    part: createPart(used, await membersOf(Object.entries(schemas)), tags),
    async sharedBy(types) {
      const texts = types.flatMap(part => [part.paths.toString(), part.schemas.toString()])
      return createPart('', await membersOf(await referredTo(all, texts)))
    },
    async ofType(type) {
      const nameOfRole = nameForType(type.slug, reserved)
      const values = valuesOf(type, nameOfRole)
      const typeIds = idsOfType(type.slug)
      for (const [index, [route, name]] of [...placesOfIds].entries())
        values.set(name, typeIds[index] ?? ids.get(route) ?? '')
      const itsOwn = ofOneType.filter(({ config }) => config.typeSlug === type.slug)
      const fill =
        itsOwn.length === 0
          ? pathsOfType
          : templateOf(await describeRoutes([...typed, ...itsOwn], describeTyped, type.slug))
      return createPart(
        fill(values).slice(1, -1),
        [
          await membersOf(Object.entries(schemasOfType(type, nameOfRole, version, reserved))),
          listsOfType(values).slice(1, -1),
        ].join(','),
        [{ name: type.slug, description: type.name }],
      )
    },
  }
}

/** @param pathsText members of `paths`, without the braces @param schemasText those of `components.schemas` */
export function createPart(pathsText: string, schemasText: string, tags: readonly Json[] = []): DocumentPart {
  const [paths, schemas] = [Buffer.from(pathsText), Buffer.from(schemasText)]
  return { paths, schemas, hash: createHash('sha256').update(paths).update(schemas).digest('base64url'), tags }
}

/** The schemas that parts refer to, and those to which these refer. */
async function referredTo(schemas: JsonObject, texts: readonly string[]): Promise<[string, Json][]> {
  const found = new Map<string, Json>()
  const note = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
      if (schema !== undefined && !found.has(name)) found.set(name, schema)
    }
  }
  for (const text of texts) {
    await yieldIfLong()
    note(text)
  }
  for (const [, schema] of found) {
    await yieldIfLong()
    note(JSON.stringify(schema))
  }
  return [...found]
}

/** The description as bytes to be concatenated. */
export function documentBytes({ root, securitySchemes: schemes }: ServiceBase, all: readonly DocumentPart[]): Buffer[] {
  return [
    Buffer.from(`${JSON.stringify({ ...root, tags: tagsIn(all) }).slice(0, -1)},"paths":{`),
    ...joined(all.map(({ paths }) => paths)),
    Buffer.from('},"components":{"schemas":{'),
    ...joined(all.map(({ schemas }) => schemas)),
    Buffer.from(`},"securitySchemes":${JSON.stringify(schemes)}}}`),
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

const comma = Buffer.from(',')

const joined = (all: readonly Buffer[]): Buffer[] =>
  all.filter(bytes => bytes.length > 0).flatMap((bytes, index) => (index === 0 ? [bytes] : [comma, bytes]))

/**
 * The operations of routes by their paths.
 * @param slug the slug of the type for `:typeSlug`
 */
async function describeRoutes(
  routes: readonly RouteDescription[],
  describe: (route: RouteDescription) => JsonObject,
  slug = '{typeSlug}',
): Promise<JsonObject> {
  const paths = new Map<string, JsonObject>()
  for (const route of routes) {
    await yieldIfLong()
    const path = route.path.replace('{typeSlug}', slug)
    paths.set(path, { ...paths.get(path), [route.method]: describe(route) })
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)))
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
