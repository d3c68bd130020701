import type { JsonObject } from '../../../lib/json/types.ts'
import type { ResourceType } from '../../contracts/type-registry.ts'
import { json, linkedData } from '../media-type.ts'
import { parametersOf } from './parameters.ts'
import type { DescribedRoute } from './routes.ts'
import { typedReference } from './typed-schemas.ts'

/**
 * An operation of the description.
 * @param type the type that `:typeSlug` stands for, or undefined where the path has none or leaves it open
 */
export function operationOf(route: DescribedRoute, type: ResourceType | undefined): JsonObject {
  const body = bodyOf(route, type)
  return {
    operationId: operationId(route, type),
    summary: type === undefined ? route.summary : `${type.name}: ${route.summary}`,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: type === undefined ? [...route.tags] : [type.slug],
    ...(route.deprecated ? { deprecated: true } : {}),
    parameters: parametersOf(route, type),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      ...Object.fromEntries([...route.answers].map(([status, schema]) => [status, answerOf(route, type, schema)])),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

/** Unique and stable: the method and the path. */
function operationId({ method, path }: DescribedRoute, type: ResourceType | undefined): string {
  const words = (type === undefined ? path : path.replace('{typeSlug}', type.slug)).match(/[A-Za-z0-9_]+/g) ?? []
  return [method, ...words.slice(1)].join('-')
}

function bodyOf(route: DescribedRoute, type: ResourceType | undefined): JsonObject | undefined {
  const { body, typed, consumes } = route
  const schema =
    typed.body === undefined
      ? body
      : type === undefined
        ? (body ?? { type: 'object' })
        : typedReference(typed.body, type.slug)
  if (schema === undefined) return undefined
  return Object.fromEntries(
    consumes.map(media => [media, { schema: media === linkedData ? { type: 'object' } : schema }]),
  )
}

function answerOf(route: DescribedRoute, type: ResourceType | undefined, schema: JsonObject | null): JsonObject {
  if (schema === null) return { description: 'Done; no content' }
  const { answer } = route.typed
  const { description, ...plain } = schema
  const shape = answer === undefined || type === undefined ? plain : typedReference(answer, type.slug)
  const media: [string, JsonObject][] = [[route.produces, { schema: shape }]]
  if (answer !== undefined && route.produces === json)
    media.push([linkedData, { schema: { type: 'object', required: ['@context'] } }])
  return { description: typeof description === 'string' ? description : 'Success', content: Object.fromEntries(media) }
}
