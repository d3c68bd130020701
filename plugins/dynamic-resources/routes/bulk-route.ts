import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BadRequest,
  Conflict,
  Forbidden,
  ServiceError,
  etagOf,
  httpStatusOf,
  keepAnswer,
  queryFlag,
} from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readMeta, toUrn } from '../../../lib/store-kit/index.ts'
import type { ResourceOperation, WriteResult } from '../contract.ts'
import * as schemas from '../schemas.ts'
import { tagOf } from '../publishing/sets.ts'
import type { ResourceService } from '../writing/service.ts'
import { actionOf } from '../writing/write-operations.ts'

const maxBodyBytes = 8 * 1024 * 1024

/** One operation of a bulk write, in the words of the API. */
interface BulkOperation {
  op: 'create' | 'update' | 'patch' | 'delete' | 'restore'
  id?: string
  data?: JsonObject
  if_match?: string
}

interface BulkRoute {
  Params: { typeSlug: string }
  Body: { operations: BulkOperation[]; atomic?: boolean }
}

/** Many changes at once. The route requires no rights, because each operation requires its own. */
export function bulkRoute(app: FastifyInstance, service: ResourceService): void {
  addBulkRoute(app, service, '/api/:typeSlug/_bulk', 'Create, change, archive and restore many resources at once')
  addBulkRoute(app, service, '/api/:typeSlug/_bulk/_check', 'Check what a bulk write would do')
}

function addBulkRoute(app: FastifyInstance, service: ResourceService, path: string, summary: string): void {
  const isCheck = path.endsWith('/_check')
  app.post<BulkRoute>(
    path,
    {
      bodyLimit: maxBodyBytes,
      // Three levels more: the body, its operations, and one of them.
      config: {
        access: 'signed-in',
        envelopeDepth: 3,
        tokenLimits: { actions: false },
        typed: { body: 'operations' },
        idempotency: isCheck ? false : request => authorizeAll(service, request),
      },
      schema: {
        summary,
        description:
          'All operations or, with `"atomic": false`, those that can be done. The results are in their order, each with the status that the single request would have had.',
        querystring: schemas.bulkQuery,
        body: schemas.bulkBody,
        response: { 200: schemas.bulkAnswer },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const { operations: sent, atomic = true } = body
      const copy = queryFlag(request, 'copy')
      const checkReadOnly = queryFlag(request, 'check_read_only')
      const force = queryFlag(request, 'force')
      if (copy && checkReadOnly) throw new BadRequest('copy: does not go with check_read_only')
      if (copy) await service.requireAdministrator(caller, 'copy resources')
      if (force) await service.requireAdministrator(caller)
      const mode = copy ? 'copy' : checkReadOnly ? 'import' : undefined
      const dryRun = isCheck || queryFlag(request, 'dry_run')
      const answerTo = (results: readonly WriteResult[]): object => ({
        results: sent.map((operation, index) => answerOf(operation, results[index])),
      })
      const extraOperations = atomic
        ? keepAnswer(request, documents =>
            keptAnswer(reply, answerTo(documents.map(document => ({ id: document.id, document })))),
          )
        : undefined
      await service.type(params.typeSlug)
      try {
        const publish = queryFlag(request, 'publish')
        if (publish) await service.access.authorize(caller, 'odrl:distribute', params.typeSlug)
        const operations = sent.map((operation, index) => ({
          ...readOperation(params.typeSlug, operation, index),
          ...(publish && operation.op !== 'delete' && { publish }),
        }))
        const options = { atomic, dryRun, force, mode, authorizes: true, extraOperations } as const
        const results = await service.write(caller, operations, options)
        // The caller who repeats the request may not be allowed to read the holders of values any more.
        if (!atomic) keepAnswer(request, () => keptAnswer(reply, answerTo(results.map(withoutHolder))))?.([])
        return answerTo(results)
      } catch (error) {
        throw naming(error)
      }
    },
  )
}

const keptAnswer = (reply: FastifyReply, answer: object) => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: String(reply.serialize(answer)),
})

/**
 * An operation as the contract `resources` takes it. A new resource gets the id as sent; existing ones can be named by the last part of the id.
 * @throws `BadRequest` for a malformed one, with its index
 */
function readOperation(type: string, operation: BulkOperation, part: number): ResourceOperation {
  const { op, data = {}, if_match: ifMatch } = operation
  const fault = malformation(operation)
  if (fault !== undefined) throw new BadRequest(fault, { part })
  if (op === 'create') return { op, type, data, id: operation.id }
  const target = { type, id: toUrn(type, operation.id ?? ''), ifMatch }
  if (op === 'delete') return { op: 'archive', ...target }
  if (op === 'restore') return { op, ...target }
  return { op: op === 'update' ? 'replace' : op, ...target, data }
}

function malformation({ op, id, data, if_match }: BulkOperation): string | undefined {
  const takesData = op === 'create' || op === 'update' || op === 'patch'
  if (takesData && data === undefined) return `data: is required for ${op}`
  if (!takesData && data !== undefined) return `data: is not for ${op}`
  if (op !== 'create' && id === undefined) return `id: is required for ${op}`
  if ((op === 'create' || op === 'restore') && if_match !== undefined) return `if_match: is not for ${op}`
  return undefined
}

/** The rights that the operations require, as far as they can be checked before they are read. */
async function authorizeAll({ access }: ResourceService, request: FastifyRequest): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked the body against its schema
  const { caller, params, body } = request as FastifyRequest<BulkRoute>
  const { typeSlug } = params
  for (const [index, sent] of body.operations.entries()) {
    const operation = readOperation(typeSlug, sent, index)
    const id = operation.op !== 'create' && 'id' in operation ? operation.id : undefined
    await access.authorize(caller, actionOf(operation), typeSlug, id)
  }
}

/** The result of an operation, with the status that the single request would have had. */
function answerOf({ op }: BulkOperation, { id, document, error }: WriteResult = {}): object {
  if (error !== undefined) {
    const { message, code, problems, resource } = error
    return { status: httpStatusOf(error), id, message, code, ...(problems.length > 0 && { problems }), resource }
  }
  if (op === 'delete') return { status: 204, id }
  const etag = document === undefined ? undefined : etagOf(document.id, readMeta(document).sequence_no, tagOf(document))
  return { status: op === 'create' ? 201 : 200, id, etag }
}

/** A result that does not name the resource that has a value already. */
function withoutHolder(result: WriteResult): WriteResult {
  const { error } = result
  if (error?.resource === undefined) return result
  const { message, code, problems } = error
  return { ...result, error: new Conflict(message, { code, problems }) }
}

/** The error that refuses the whole bulk write: its message names the operation, and its problems point into the body. */
function naming(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.part === undefined) return error
  const { code, resource, part } = error
  const message = `operations[${part}]: ${error.message}`
  const data = `/operations/${part}/data`
  const problems = error.problems.map(problem => ({ ...problem, pointer: data + problem.pointer }))
  const options = { code, problems, resource, part }
  return error instanceof Forbidden ? new Forbidden(message, options) : new BadRequest(message, options)
}
