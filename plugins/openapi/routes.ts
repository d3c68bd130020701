import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, defaultAccount, mediaType, systemUser } from '../../kernel/index.ts'
import type { Caller, RouteAccess } from '../../kernel/index.ts'
import { parseJson } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { chain } from './contained.ts'
import type { OperationContext, OperationServices } from './contract.ts'
import { ProblemAt } from './document/problem.ts'
import { itemGuard } from './items/item-guard.ts'
import type { ItemGuard } from './items/item-guard.ts'
import { answerChecker } from './operations/answer-check.ts'
import type { AnswerCheck } from './operations/answer-check.ts'
import { acceptForms, acceptJson, bodyReader } from './operations/bodies/bodies.ts'
import { isForm, isReadable } from './operations/bodies/media-types.ts'
import { parameterReader } from './operations/parameters/parameter-reader.ts'
import type { Parameter } from './operations/parameters/parameters.ts'
import type { PlannedRoute } from './plan.ts'
import type { SchemaTranslator } from './schemas/translate.ts'

/** The caller of public operations: the service itself, in the default account. */
const publicCaller: Caller = { id: systemUser, account_id: defaultAccount }

/** Maximum size of bodies of operations that accept none. */
const maxUnusedBodyBytes = 1024

/** The input for creating routes. */
interface RouteParts {
  translator: SchemaTranslator
  services: OperationServices
  answers: AnswerCheck
  timeoutMs: number
}

/** Serve the planned operations. Everything that can be compiled is compiled now. @throws ProblemAt for parts that cannot */
export async function addOperationRoutes(
  app: FastifyInstance,
  operations: readonly PlannedRoute[],
  parts: RouteParts,
): Promise<void> {
  acceptTokenHeaders(app, operations)
  acceptJson(app, new Set(operations.flatMap(({ bodyTypes }) => [...bodyTypes.keys()])))
  const ownHeads = new Set(operations.filter(({ method }) => method === 'head').map(({ path }) => path))
  const add = (instance: FastifyInstance, operation: PlannedRoute): void => {
    try {
      addRoute(instance, operation, parts, operation.method === 'get' && !ownHeads.has(operation.path))
    } catch (error) {
      // A schema of a parameter, a body or an answer that cannot be compiled.
      throw error instanceof BadRequest ? new ProblemAt(operation.pointer, error.message) : error
    }
  }
  for (const operation of operations) if (!takesForm(operation)) add(app, operation)
  if (!operations.some(takesForm)) return
  await app.register(async instance => {
    await acceptForms(instance)
    for (const operation of operations) if (takesForm(operation)) add(instance, operation)
  })
}

/** An API token in a header that the document declares (`apiKey`) counts as one in `Authorization`, which takes precedence. */
function acceptTokenHeaders(app: FastifyInstance, operations: readonly PlannedRoute[]): void {
  const taking = operations.filter(({ security }) => security.tokenHeaders.length > 0)
  if (taking.length === 0) return
  const declared = new Map<string, readonly string[]>(
    taking.map(({ method, route, security }) => [`${method} ${route.url}`, security.tokenHeaders]),
  )
  app.addHook('onRequest', ({ method, headers, routeOptions: { url } }, _reply, done) => {
    const names = declared.get(`${method === 'HEAD' ? 'get' : method.toLowerCase()} ${url}`) ?? []
    const token = names.map(name => headers[name]).find(value => typeof value === 'string')
    if (token !== undefined && !/^bearer(?:\s|$)/i.test(headers.authorization ?? ''))
      headers.authorization = `Bearer ${token.trim()}`
    done()
  })
}

const takesForm = ({ controller, bodyTypes }: PlannedRoute): boolean =>
  controller !== undefined && [...bodyTypes.keys()].some(isForm)

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** @param answersHead whether it also answers HEAD */
function addRoute(app: FastifyInstance, operation: PlannedRoute, parts: RouteParts, answersHead: boolean): void {
  const { route, method, item, bodyTypes, controller, security } = operation
  const isAnswered = controller !== undefined
  const readDeclared = valuesReader(operation)
  const readValues = isAnswered ? readDeclared : () => ({ ...operation.contextDefaults })
  const guard = itemGuard(operation, parts.services, readValues)
  const { admit } = guard
  app.route({
    method: method.toUpperCase(),
    url: route.url,
    exposeHeadRoute: answersHead,
    config: {
      access: accessOf(operation),
      // What the controller checks itself is not checked before an answer is repeated. A public operation has no caller whose key it is.
      ...(security.isPublic ? {} : { idempotency: accessOf(operation) === 'signed-in' ? 'key' : 'answer' }),
      ...(item === undefined ? {} : { typeSlug: item.slug }),
      tagged: true, // controllers evaluate preconditions
      ...(operation.answerType === 'application/json' ? {} : { produces: operation.answerType }),
      consumes: [...bodyTypes.keys()].filter(type => !isAnswered || isReadable(type)),
      streamsBody: !isAnswered, // the body is not read
      envelopeDepth: operation.body === 'items' ? 1 : 0,
    },
    ...(bodyTypes.size === 0 ? { bodyLimit: maxUnusedBodyBytes } : {}),
    ...(admit === undefined ? {} : { onRequest: admit }),
    schema: { hide: true, querystring: { type: 'object', patternProperties: { '': {} } } },
    handler: responder(operation, parts, guard),
  })
}

/** The gate checks only what does not require finding the item. */
function accessOf({ security, controller, item }: PlannedRoute): RouteAccess {
  if (security.isPublic) return 'public'
  const access = controller?.access
  return access?.of === 'type' && item !== undefined ? access.action : 'signed-in'
}

/** Reads the values of a request: defaults of the document, overridden by the parameters. */
function valuesReader(operation: PlannedRoute): (request: FastifyRequest) => Record<string, Json> {
  const { controller, contextDefaults, item } = operation
  const declared = new Set(operation.parameters.flatMap(one => [one.name, one.valueName]))
  const further = Object.entries(controller?.queryParameters ?? {}).filter(([name]) => !declared.has(name))
  return parameterReader({
    defaults: contextDefaults,
    parameters: [...operation.parameters, ...further.map(([name, schema]) => ownParameter(name, schema))],
    route: operation.route,
    isReadElsewhere: name => controller?.takesQueryParameter?.(name) ?? false,
    freed: {
      by: controller?.freesIdentifier,
      valueNames: new Set(item?.identifier.flatMap(({ valueName }) => valueName ?? [])),
    },
  })
}

const ownParameter = (name: string, schema: Parameter['schema']): Parameter => ({
  pointer: '',
  name,
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  allowEmpty: schema['type'] === 'string',
  allowReserved: false,
  schema,
  valueName: name,
  defaultValue: undefined,
})

function responder(operation: PlannedRoute, { translator, answers, timeoutMs }: RouteParts, guard: ItemGuard): Handler {
  const { controller, security } = operation
  const readDeclared = bodyReader(operation, translator, controller?.invalidBodyStatus ?? 400)
  const readBody = controller === undefined ? noBody : readDeclared
  const run = chain(finished(operation, answers !== 'off'), timeoutMs)
  const isAsDocumented = answerChecker(operation, translator, answers)
  const success = successOf(operation)
  const contentType = `${operation.answerType}; charset=utf-8`
  return async (request, reply) => {
    const { values, found } = await guard.read(request)
    const context: OperationContext = {
      request,
      reply,
      operation,
      caller: security.isPublic ? publicCaller : request.caller,
      values,
      found,
      body: readBody(request.body, mediaType(request.headers['content-type'] ?? ''), values),
      log: request.log,
    }
    const answer = await run(context)
    const { status = success, headers, body, text } = answer
    if (!isAsDocumented(answer, status, request.log)) throw new Error('the answer does not fit the OpenAPI document')
    reply.code(status)
    if (headers !== undefined) reply.headers(headers)
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    if (sent === undefined || status === 204 || status === 304) return reply.send()
    if (!reply.hasHeader('content-type')) reply.header('content-type', contentType)
    return reply.send(sent)
  }
}

/** The body of an operation without a controller is not read. */
const noBody = (): undefined => undefined

const successOf = ({ status, controller }: PlannedRoute): number => status ?? controller?.defaultStatus ?? 200

/**
 * The links of an operation; middleware around the controller, and the check of answers, see the final status and body.
 * @param isChecked whether the body is checked even without middleware
 */
function finished(operation: PlannedRoute, isChecked: boolean): PlannedRoute['links'] {
  if (!isChecked && operation.links.length === 1) return operation.links
  const success = successOf(operation)
  return operation.links.map((link, index) => {
    if (index < operation.links.length - 1) return link
    return {
      ...link,
      run: async (context, next) => {
        const answer = await link.run(context, next)
        if (typeof answer !== 'object') return answer // a plugin can return anything
        const { text, ...rest } = answer
        return { ...rest, ...(text !== undefined && { body: parseJson(text) }), status: answer.status ?? success }
      },
    }
  })
}
