import type { RouteDescription } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { DescribedType } from './described-type.ts'
import { writeSchema } from './dialect.ts'
import type { OpenApiVersion } from './dialect.ts'
import { parametersOf } from './parameters.ts'
import { answerHeaders, errorAnswers, isTagged, securityOf } from './protocol.ts'
import type { ErrorForm } from './protocol.ts'
import { isNamed } from './service-schemas.ts'
import { nameForAnyType, typedReference } from './type-schemas.ts'

const json = 'application/json'
const linkedData = 'application/ld+json'

/** Which media types of bodies and answers are described. */
export type Media = 'json' | 'all'

/** How operations are described. */
export interface OperationOptions {
  version: OpenApiVersion
  media: Media
  errors: ErrorForm
  /** The reference to a schema that a route declares. */
  referenceTo(schema: JsonObject): JsonObject
}

/**
 * An operation of the description.
 * @param type the type for `:typeSlug`, or undefined if the path has none or leaves it open
 */
export function operationOf(
  route: RouteDescription,
  operationId: string,
  type: DescribedType | undefined,
  options: OperationOptions,
): JsonObject {
  const body = bodyOf(route, type, options)
  const security = securityOf(route)
  return {
    operationId,
    summary: type === undefined ? route.summary : `${type.name}: ${route.summary}`,
    description: descriptionOf(route),
    tags: type === undefined ? tagsOf(route) : [type.slug],
    ...(route.deprecated ? { deprecated: true } : {}),
    security,
    parameters: parametersOf(route, type, options.version),
    ...(body === undefined ? {} : { requestBody: { required: !isOptional(route), content: body } }),
    responses: {
      ...successOf(route, type, options),
      ...(isTagged(route) && route.method === 'get' ? { 304: { description: 'The client has this answer' } } : {}),
      ...errorAnswers(route, options.errors),
    },
  }
}

const deferral = (method: string): string =>
  `${method === 'get' ? 'With `Prefer: respond-async` it' : 'A change that takes longer than ten seconds'} is answered with 202: \`Location\` is the run that continues it, where progress, result and errors are read (\`GET /api/admin/jobs/{id}\`).`

function descriptionOf({ method, summary, description, config }: RouteDescription): string {
  const own = description ?? `${summary}.`
  return config.deferrable === true ? `${own} ${deferral(method)}` : own
}

/** A check has the body of what it checks; archiving has none. */
const isOptional = ({ body, path }: RouteDescription): boolean =>
  path.endsWith('/{id}/_check') || (Array.isArray(body?.['type']) && body['type'].includes('null'))

const tagsOf = ({ tags }: RouteDescription): string[] => (tags.length === 0 ? ['resources of any type'] : [...tags])

function plainSchema(
  schema: JsonObject,
  { version, referenceTo }: OperationOptions,
  defaults: 'keyword' | 'sentence',
): JsonObject {
  return isNamed(schema) ? referenceTo(schema) : writeSchema(schema, { version, defaults })
}

function bodyOf(
  route: RouteDescription,
  type: DescribedType | undefined,
  options: OperationOptions,
): JsonObject | undefined {
  const { body, consumes } = route
  const typed = route.config.typed?.body
  const schema =
    typed !== undefined
      ? typedReference(typed, type?.nameOf ?? nameForAnyType)
      : body === undefined
        ? undefined
        : route.config.streamsBody === true && body['properties'] === undefined
          ? { type: 'string', format: 'binary', ...body }
          : plainSchema(body, options, 'sentence')
  if (schema === undefined) return undefined
  // Generators take the first media type that they support, or assume JSON.
  const ordered = [...consumes].sort((a, b) => Number(b === json) - Number(a === json))
  const described = ordered.filter(media => options.media === 'all' || media !== linkedData)
  return Object.fromEntries(
    described.map(media => [
      media,
      { schema: media === linkedData ? { type: 'object', additionalProperties: {} } : schema },
    ]),
  )
}

/** The answer when all went well: the status that a client should expect, with one schema. */
function successOf(route: RouteDescription, type: DescribedType | undefined, options: OperationOptions): JsonObject {
  const successes = [...route.answers].filter(([status]) => status.startsWith('2'))
  const usual: [string, JsonObject | null] = ['200', {}]
  const [status, schema] = successes.find(([, one]) => one === null) ?? successes.at(-1) ?? usual
  const headers = answerHeaders(route, status)
  const rest = Object.keys(headers).length === 0 ? {} : { headers }
  if (schema === null) return { [status]: { description: 'Done; no content', ...rest } }
  const { description } = schema
  return {
    [status]: {
      description: typeof description === 'string' ? description : 'Success',
      ...rest,
      content: contentOf(route, schema, type, options),
    },
  }
}

function contentOf(
  route: RouteDescription,
  schema: JsonObject,
  type: DescribedType | undefined,
  options: OperationOptions,
): JsonObject {
  const answer = route.config.typed?.answer
  const { produces } = route
  const shape =
    answer === undefined
      ? plainSchema(schema, options, 'keyword')
      : typedReference(answer, type?.nameOf ?? nameForAnyType)
  if (produces === json) {
    const linked = answer !== undefined && route.config.typed?.plain !== true && options.media === 'all'
    return {
      [json]: { schema: shape },
      ...(linked
        ? { [linkedData]: { schema: { type: 'object', required: ['@context'], properties: { '@context': {} } } } }
        : {}),
    }
  }
  if (produces === 'application/x-ndjson') {
    const lines = { type: 'string', description: 'An object on each line' }
    return { [produces]: { schema: lines, 'x-item-schema': shape } }
  }
  const isBinary = Object.keys(schema).every(name => name === 'description') && produces !== 'text/event-stream'
  return { [produces]: { schema: isBinary ? { type: 'string', format: 'binary' } : shape } }
}
