import { version } from '../../kernel/index.ts'
import type { RouteDescription } from '../../kernel/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { ResourceType } from '../types/contract.ts'
import type { IncludedDocument } from './contract.ts'
import { operationOf } from './operation.ts'
import { typedSchemas } from './typed-schemas.ts'

/** The addition of a type, or of the service itself, to the document, as the text of members of an object: `"a":1,"b":2`. */
export interface DocumentPart {
  paths: string
  schemas: string
}

/** The addition of the OpenAPI document in force, the largest parts as text. */
export interface IncludedTexts extends Omit<IncludedDocument, 'paths'>, DocumentPart {}

export function textsOf({ paths, components, ...rest }: IncludedDocument): IncludedTexts {
  const { schemas = {}, ...others } = components
  return {
    ...rest,
    paths: membersOf(Object.entries(paths)),
    schemas: membersOf(Object.entries(schemas)),
    components: others,
  }
}

/** The addition of the service that does not depend on types: every route as it is. */
export const partOfService = (routes: readonly RouteDescription[], taken: ReadonlySet<string>): DocumentPart => ({
  paths: membersOf(pathsOf(routes, undefined, taken)),
  schemas: '',
})

/** The addition of a type: every route with `:typeSlug` again, with the type's schemas. */
export const partOfType = (
  routes: readonly RouteDescription[],
  type: ResourceType,
  taken: ReadonlySet<string>,
): DocumentPart => ({
  paths: membersOf(
    pathsOf(
      routes.filter(({ path }) => path.includes('{typeSlug}')),
      type,
      taken,
    ),
  ),
  schemas: membersOf(typedSchemas(type)),
})

/** The description of the service (OpenAPI 3.1) as texts to be concatenated. */
export function documentTexts(parts: readonly DocumentPart[], included: IncludedTexts | undefined): string[] {
  const { responses, ...components } = included?.components ?? {}
  const root: JsonObject = { openapi: '3.1.0', info: infoOf(included), ...included?.root }
  const further = { responses: { Error: errorResponse, ...responses }, ...components }
  const all = included === undefined ? parts : [...parts, included]
  return [
    `{${membersOf(Object.entries(root))},"paths":{`,
    ...joined(all.map(({ paths }) => paths)),
    '},"components":{"schemas":{',
    ...joined(all.map(({ schemas }) => schemas)),
    `},${membersOf(Object.entries(further))}}}`,
  ]
}

function infoOf(included: IncludedTexts | undefined): JsonObject {
  const own = 'The API of this service as it is now, its types included.'
  if (included === undefined) return { title: 'Plinth', version, description: own }
  const { prefix, ...info } = included.info
  const added = `Under \`${prefix}\` it serves ${info.title} ${info.version}.`
  const description = [`${own} ${added}`, info.description].filter(text => text !== '').join('\n\n')
  return { title: 'Plinth', version, description, 'x-openapi-document': { ...info, prefix } }
}

const joined = (texts: readonly string[]): string[] =>
  texts.filter(text => text !== '').flatMap((text, index) => (index === 0 ? [text] : [',', text]))

function pathsOf(
  routes: readonly RouteDescription[],
  type: ResourceType | undefined,
  taken: ReadonlySet<string>,
): [string, JsonObject][] {
  const paths = new Map<string, JsonObject>()
  for (const route of routes) {
    const path = type === undefined ? route.path : route.path.replace('{typeSlug}', type.slug)
    paths.set(path, { ...paths.get(path), [route.method]: operationOf(route, type, taken) })
  }
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The members of an object as text, without the braces. */
const membersOf = (entries: readonly [string, Json][]): string =>
  entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')

const pointer = { type: 'string', description: 'JSON Pointer (RFC 6901) into the body' }
const text = { type: 'string' }

const errorResponse: JsonObject = {
  description: 'What is wrong',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message'],
        properties: { message: text },
        additionalProperties: false,
      },
    },
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['type', 'title', 'status', 'detail', 'code'],
        properties: {
          type: text,
          title: text,
          status: { type: 'integer' },
          detail: text,
          code: text,
          problems: {
            type: 'array',
            items: {
              type: 'object',
              required: ['pointer', 'code', 'message'],
              properties: { pointer, code: text, message: text },
            },
          },
        },
      },
    },
  },
}
