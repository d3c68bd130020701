import type { RouteDescription } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { ResourceType } from '../types/contract.ts'
import { parametersOf } from './parameters.ts'
import { typedReference } from './typed-schemas.ts'

const json = 'application/json'
const linkedData = 'application/ld+json'

/**
 * An operation of the description.
 * @param type the type for `:typeSlug`, or undefined if the path has none or leaves it open
 * @param taken operation ids that others use
 */
export function operationOf(
  route: RouteDescription,
  type: ResourceType | undefined,
  taken: ReadonlySet<string>,
): JsonObject {
  const body = bodyOf(route, type)
  return {
    operationId: operationId(route, type, taken),
    summary: type === undefined ? route.summary : `${type.name}: ${route.summary}`,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: type === undefined ? tagsOf(route) : [type.slug],
    ...(route.deprecated ? { deprecated: true } : {}),
    parameters: parametersOf(route, type),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      ...Object.fromEntries([...route.answers].map(([status, schema]) => [status, answerOf(route, type, schema)])),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const tagsOf = ({ tags }: RouteDescription): string[] => (tags.length === 0 ? ['resources of any type'] : [...tags])

/** Unique and stable: the method and the path. */
function operationId(
  { method, path }: RouteDescription,
  type: ResourceType | undefined,
  taken: ReadonlySet<string>,
): string {
  const words = (type === undefined ? path : path.replace('{typeSlug}', type.slug)).match(/[A-Za-z0-9_]+/g) ?? []
  let id = [method, ...words.slice(1)].join('-')
  while (taken.has(id)) id = `service-${id}`
  return id
}

function bodyOf(route: RouteDescription, type: ResourceType | undefined): JsonObject | undefined {
  const { body, consumes } = route
  const typed = route.config.typed?.body
  const schema =
    typed === undefined ? body : type === undefined ? (body ?? { type: 'object' }) : typedReference(typed, type.slug)
  if (schema === undefined) return undefined
  return Object.fromEntries(
    consumes.map(media => [media, { schema: media === linkedData ? { type: 'object' } : schema }]),
  )
}

function answerOf(route: RouteDescription, type: ResourceType | undefined, schema: JsonObject | null): JsonObject {
  if (schema === null) return { description: 'Done; no content' }
  const answer = route.config.typed?.answer
  const { description, ...plain } = schema
  const shape = answer === undefined || type === undefined ? plain : typedReference(answer, type.slug)
  const media: [string, JsonObject][] = [[route.produces, { schema: shape }]]
  if (answer !== undefined && route.produces === json)
    media.push([linkedData, { schema: { type: 'object', required: ['@context'] } }])
  return { description: typeof description === 'string' ? description : 'Success', content: Object.fromEntries(media) }
}
