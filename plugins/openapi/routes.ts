import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultAccount, mediaType, systemUser } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import type { OperationAnswer, OperationContext, OperationHandler } from './contract.ts'
import { answerChecker } from './operations/answer-check.ts'
import type { AnswerCheck } from './operations/answer-check.ts'
import { addBodyParsers, bodyReader, isReadable } from './operations/bodies.ts'
import { parameterReader } from './operations/parameter-reader.ts'
import type { Parameter } from './operations/parameters.ts'
import type { PlannedOperation } from './plan.ts'
import type { SchemaTranslator } from './schemas/translate.ts'

/** Who reads what is open to everybody: the service, in the default account. */
const publicCaller: Caller = { id: systemUser, account_id: defaultAccount }

/** Serve the planned operations. Everything that can be compiled is compiled now. */
export function addRoutes(
  app: FastifyInstance,
  operations: readonly PlannedOperation[],
  translator: SchemaTranslator,
  check: AnswerCheck,
): void {
  addBodyParsers(app, new Set(operations.flatMap(({ bodyTypes }) => [...bodyTypes.keys()].filter(isReadable))))
  for (const operation of operations) addRoute(app, operation, responder(operation, translator, check))
}

function addRoute(app: FastifyInstance, operation: PlannedOperation, handler: Handler): void {
  const { route, method, security, item, bodyTypes } = operation
  app.route({
    method: method.toUpperCase(),
    url: route.url,
    config: {
      access: security.isPublic ? 'public' : 'signed-in',
      ...(item === undefined ? {} : { typeSlug: item.slug }),
      consumes: [...bodyTypes.keys()].filter(isReadable),
    },
    schema: { hide: true, querystring: { type: 'object', patternProperties: { '': {} } } },
    handler,
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function responder(operation: PlannedOperation, translator: SchemaTranslator, check: AnswerCheck): Handler {
  const { controller, security, contextDefaults, bodyTypes } = operation
  const queryParameters = Object.entries(controller?.queryParameters ?? {}).map(([name, schema]) =>
    ownParameter(name, schema),
  )
  const takesOther = (name: string): boolean => controller?.takesQueryParameter?.(name) ?? false
  const readParameters = parameterReader(
    [...operation.parameters, ...queryParameters],
    operation.route.names,
    takesOther,
  )
  const readBody = bodyReader(operation, translator, controller?.invalidBodyStatus ?? 400)
  const [onlyType] = bodyTypes.keys()
  const handle = withMiddleware(operation)
  const isAsDocumented = answerChecker(operation, translator, check)
  const success = operation.status ?? controller?.defaultStatus ?? 200
  return async (request, reply) => {
    const type = request.headers['content-type']
    const context: OperationContext = {
      request,
      reply,
      operation,
      caller: security.isPublic ? publicCaller : request.caller,
      values: { ...contextDefaults, ...readParameters(request) },
      body: readBody(request.body ?? undefined, type === undefined ? (onlyType ?? '') : mediaType(type)),
      log: request.log,
    }
    const answer = await handle(context)
    const { status = success, headers, body } = answer
    if (!isAsDocumented(answer, status, request.log)) throw new Error('the answer does not fit the OpenAPI document')
    if (headers !== undefined) reply.headers(headers)
    reply.code(status)
    if (body === undefined || status === 204 || status === 304) return reply.send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
  }
}

const ownParameter = (name: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  allowEmpty: false,
  schema,
  valueName: name,
  defaultValue: undefined,
})

/** The controller with its middleware around it, the first one outermost. */
function withMiddleware({
  handler,
  middleware,
}: PlannedOperation): (context: OperationContext) => Promise<OperationAnswer> {
  const run: OperationHandler = handler
  return middleware.reduceRight<(context: OperationContext) => Promise<OperationAnswer>>(
    (next, around) => context => around(context, () => next(context)),
    async context => run(context),
  )
}
