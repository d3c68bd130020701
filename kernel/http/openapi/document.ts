import type { JsonObject } from '../../../lib/json/types.ts'
import type { ResourceType } from '../../contracts/type-registry.ts'
import { version } from '../../package-root.ts'
import { operationOf } from './operation.ts'
import type { DescribedRoute } from './routes.ts'
import { typedSchemas } from './typed-schemas.ts'

/** What a type, or the service itself, adds to the document, as the text of the members of an object: `"a":1,"b":2`. */
export interface DocumentPart {
  paths: string
  schemas: string
}

/** What the service adds to its description whatever types there are: every route as it is. */
export const partOfService = (routes: readonly DescribedRoute[]): DocumentPart => ({
  paths: membersOf(pathsOf(routes, undefined)),
  schemas: '',
})

/** What a type adds: every route with `:typeSlug` once more, with its own schemas. */
export const partOfType = (routes: readonly DescribedRoute[], type: ResourceType): DocumentPart => ({
  paths: membersOf(
    pathsOf(
      routes.filter(({ path }) => path.includes('{typeSlug}')),
      type,
    ),
  ),
  schemas: membersOf(typedSchemas(type)),
})

/** The description of the service (OpenAPI 3.1) as texts that follow each other. */
export function documentTexts(parts: readonly DocumentPart[]): string[] {
  const info = { title: 'Plinth', version, description: 'The API of this service as it is now, its types included.' }
  return [
    `{"openapi":"3.1.0","info":${JSON.stringify(info)},"paths":{`,
    ...joined(parts.map(({ paths }) => paths)),
    '},"components":{"schemas":{',
    ...joined(parts.map(({ schemas }) => schemas)),
    `},"responses":${JSON.stringify({ Error: errorResponse })}}}`,
  ]
}

const joined = (texts: readonly string[]): string[] =>
  texts.filter(text => text !== '').flatMap((text, index) => (index === 0 ? [text] : [',', text]))

function pathsOf(routes: readonly DescribedRoute[], type: ResourceType | undefined): [string, JsonObject][] {
  const paths = new Map<string, JsonObject>()
  for (const route of routes) {
    const path = type === undefined ? route.path : route.path.replace('{typeSlug}', type.slug)
    paths.set(path, { ...paths.get(path), [route.method]: operationOf(route, type) })
  }
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1))
}

const membersOf = (entries: readonly [string, JsonObject][]): string =>
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
