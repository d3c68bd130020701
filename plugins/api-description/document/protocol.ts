import type { RouteDescription } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { isList } from './operation-ids.ts'
import { componentReference } from './type-schemas.ts'

/** The form of errors for clients that accept plain JSON: a message alone, or the problem with a message. */
export type ErrorForm = 'message' | 'problem'

const text = { type: 'string' } as const

/** The components that all operations share. */
export function sharedSchemas(errors: ErrorForm): JsonObject {
  const fields = {
    type: { ...text, description: 'Identifies the kind of problem' },
    title: text,
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
    detail: { ...text, description: 'What is wrong, in a sentence' },
    code: { ...text, description: 'Stable, for programs' },
    problems: { type: 'array', items: componentReference('FieldProblem'), description: 'What is wrong with a body' },
    parameter: { ...text, description: 'The query parameter that is wrong' },
    fields: {
      type: 'array',
      items: text,
      description: 'With `query-too-slow`: the fields of filters that no index serves',
    },
    index: {
      type: 'array',
      items: text,
      description:
        'With `query-too-slow`: the index that would serve the list, as an item of `x-indexes` in the schema of the type',
    },
    id: { ...text, description: 'With `outcome-unknown`: the resource that was perhaps created' },
    resource: componentReference('ProblemResource'),
  }
  const required = ['type', 'title', 'status', 'detail', 'code']
  const problem: JsonObject = { type: 'object', description: 'A problem (RFC 9457)', required, properties: fields }
  const message = { ...text, description: 'What is wrong, in a sentence' }
  return {
    Problem: errors === 'problem' ? { ...problem, properties: { ...fields, message } } : problem,
    ...(errors === 'message' ? { Message: { type: 'object', required: ['message'], properties: { message } } } : {}),
    FieldProblem: {
      type: 'object',
      required: ['pointer', 'code', 'message'],
      properties: {
        pointer: { ...text, description: 'JSON Pointer (RFC 6901) into the body' },
        code: text,
        message: text,
      },
    },
    ProblemResource: {
      type: 'object',
      description: 'With `not-unique`: the resource that has the value, if the caller may read it',
      required: ['id', 'status'],
      properties: { id: text, status: { type: 'string', enum: ['active', 'archived'] } },
    },
    Label: {
      type: 'object',
      required: ['label', 'status'],
      properties: { label: text, status: { type: 'string', enum: ['active', 'archived'] } },
    },
  }
}

/** How callers identify themselves. @param cookie name of the session cookie */
export const securitySchemes = (cookie: string): JsonObject => ({
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token; the admin and `POST /api/auth/tokens` make them',
  },
  sessionCookie: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session of a browser that signed in' },
})

/** The requirement of a route; an empty list where no sign-in is needed. */
export function securityOf({ access }: Pick<RouteDescription, 'access'>): JsonObject[] {
  if (access === 'public') return []
  return access === 'session' ? [{ sessionCookie: [] }] : [{ bearerAuth: [] }, { sessionCookie: [] }]
}

const header = (name: string, description: string): JsonObject => ({ name, in: 'header', description, schema: text })

const isRead = ({ method }: RouteDescription): boolean => method === 'get'

/** Whether a request to a route can name the tag of a state: reads are answered with 304, changes and checks of them with 412. */
export const isTagged = (route: RouteDescription): boolean =>
  route.config.tagged ?? (isRead(route) && (route.config.typed?.answer !== undefined || isStoredList(route)))

const isStoredList = (route: RouteDescription): boolean => isList(route) && route.config.cacheControl !== 'no-store'

/** Whether it only checks a change. */
const isCheck = ({ path }: RouteDescription): boolean => path.endsWith('/_check')

/** Whether it creates what is not there, although it is not a POST. */
const isUpsert = ({ method, path }: RouteDescription): boolean => method === 'put' && path === '/api/{typeSlug}'

/** A POST that takes an `Idempotency-Key`. */
const isRepeatable = ({ method, config }: RouteDescription): boolean =>
  method === 'post' && config.idempotency !== undefined && config.idempotency !== false

/** Header parameters of a request. */
export function headerParameters(route: RouteDescription): JsonObject[] {
  const parameters: JsonObject[] = []
  if (isTagged(route)) {
    if (isRead(route))
      parameters.push(header('If-None-Match', 'Tags that the client has; 304 when the answer has one of them'))
    else {
      parameters.push(header('If-Match', 'The tag of the state that the change is based on; otherwise 412'))
      parameters.push(
        header(
          'If-None-Match',
          isUpsert(route) ? '`*`: only create; 412 when it exists' : '412 when it names the state, or is `*`',
        ),
      )
    }
  }
  if (route.config.deferrable === true)
    parameters.push(
      header('Prefer', '`respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240)'),
    )
  if (route.produces === 'text/event-stream')
    parameters.push(header('Last-Event-ID', 'The `id` of the last message that arrived'))
  if (isRepeatable(route)) {
    const schema = { ...text, minLength: 1, maxLength: 255 }
    const description = 'Chosen by the client: a repeated request with it gets the first answer again, and is done once'
    parameters.push({ ...header('Idempotency-Key', description), schema })
  }
  return parameters
}

/** Headers are described in the documentation: each operation spells them out, because generators read references to schemas alone. */
const headerOf = (schema: JsonObject): JsonObject => ({ schema })
const textHeader = headerOf(text)
const countHeader = headerOf({ type: 'integer', format: 'int64' })

const limitHeaders: JsonObject = {
  'RateLimit-Limit': countHeader,
  'RateLimit-Remaining': countHeader,
  'RateLimit-Reset': countHeader,
}

/** Headers of the answer of an operation that succeeded. */
export function answerHeaders(route: RouteDescription, status: string): JsonObject {
  const hasTag = status !== '204' && !isCheck(route) && (isTagged(route) || route.config.typed?.answer === 'resource')
  return {
    ...(hasTag ? { ETag: textHeader } : {}),
    ...(status === '201' || isUpsert(route) || route.config.deferrable === true ? { Location: textHeader } : {}),
    ...(route.config.typed?.answer === 'resources' && !route.config.typed.plain ? { Link: textHeader } : {}),
    ...(isRepeatable(route) ? { 'Idempotency-Replayed': textHeader } : {}),
    ...(route.access === 'public' ? {} : limitHeaders),
  }
}

const meanings: Readonly<Record<string, string>> = {
  400: 'Invalid request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  406: 'Not acceptable',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Body too large',
  415: 'Media type not accepted',
  422: '`Idempotency-Key` used with another body',
  429: 'Too many requests',
}

/** The statuses of 4xx that a route can answer. */
function clientErrors(route: RouteDescription): string[] {
  const isChange = !isRead(route)
  const hasBody = route.body !== undefined || route.config.typed?.body !== undefined
  const possible: [string, boolean][] = [
    ['400', true],
    ['401', route.access !== 'public'],
    ['403', route.access !== 'public'],
    ['404', route.path.includes('{')],
    ['406', route.produces === 'application/json'],
    ['409', isChange && route.config.typed?.answer !== 'resources'],
    ['412', isTagged(route) && isChange],
    ['413', hasBody],
    ['415', hasBody],
    ['422', isRepeatable(route)],
    ['429', true],
  ]
  return possible.filter(([, can]) => can).map(([status]) => status)
}

/** The answers of an operation that failed. */
export function errorAnswers(route: RouteDescription, errors: ErrorForm): JsonObject {
  const statuses = [...clientErrors(route), 'default']
  return Object.fromEntries(statuses.map(status => [status, errorAnswer(status, errors)]))
}

function errorAnswer(status: string, errors: ErrorForm): JsonObject {
  const retry = { 'Retry-After': countHeader }
  const headers = status === '429' ? { ...retry, ...limitHeaders } : status === 'default' ? retry : undefined
  return {
    description: meanings[status] ?? 'Error',
    ...(headers === undefined ? {} : { headers }),
    content: {
      'application/json': { schema: componentReference(errors === 'problem' ? 'Problem' : 'Message') },
      'application/problem+json': { schema: componentReference('Problem') },
    },
  }
}
