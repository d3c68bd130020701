import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  BadRequest,
  Conflict,
  Forbidden,
  ServiceError,
  httpStatusOf,
  keepAnswer,
  queryFlag,
} from '../../../../kernel/index.ts'
import type { StoredDocument } from '../../../../kernel/index.ts'
import type { BulkOperation, BulkResult } from '../../contract.ts'
import type { ResourceService } from '../service.ts'
import * as schemas from '../../schemas.ts'
import { toUrn } from '../../../../lib/store-kit/index.ts'
import { actionOf } from './bulk-operation.ts'
import { resultOf } from './bulk-write.ts'

const maxBodyBytes = 8 * 1024 * 1024

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
      const { operations, atomic = true } = request.body
      const copy = queryFlag(request, 'copy')
      const checkReadOnly = queryFlag(request, 'check_read_only')
      const force = queryFlag(request, 'force')
      if (copy && checkReadOnly) throw new BadRequest('copy: does not go with check_read_only')
      if (copy) await service.requireAdministrator(request.caller, 'copy resources')
      if (force) await service.requireAdministrator(request.caller)
      const mode = copy ? 'copy' : checkReadOnly ? 'import' : undefined
      const answerTo = (results: readonly BulkResult[]): object => ({
        results: operations.map((operation, index) => answerOf(operation, results[index])),
      })
      const kept = (results: readonly BulkResult[]) => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: String(reply.serialize(answerTo(results))),
      })
      const beside = keepAnswer(request, (documents: readonly StoredDocument[]) =>
        kept(documents.map((document, index) => resultOf(operations[index]?.op, document))),
      )
      const dryRun = isCheck || queryFlag(request, 'dry_run')
      const options = { atomic, dryRun, force, mode, beside: atomic ? beside : undefined } as const
      try {
        const results = await service.bulk(request.caller, request.params.typeSlug, operations, options)
        // Whoever repeats the request may not be allowed to read the holders of values any more.
        if (!atomic) await keepAnswer(request, () => kept(results.map(withoutHolder)))?.(undefined)
        return answerTo(results)
      } catch (error) {
        throw naming(error)
      }
    },
  )
}

/** The rights that the operations require, as far as they can be checked before they are read. */
async function authorizeAll({ access }: ResourceService, request: FastifyRequest): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked the body against its schema
  const { caller, params, body } = request as FastifyRequest<BulkRoute>
  const { typeSlug } = params
  for (const operation of body.operations) {
    const id = operation.op === 'create' ? undefined : toUrn(typeSlug, operation.id ?? '')
    await access.authorize(caller, actionOf(operation), typeSlug, id)
  }
}

/** The result of an operation, with the status that the single request would have had. */
function answerOf({ op }: BulkOperation, { id, etag, error }: BulkResult = {}): object {
  if (error !== undefined) {
    const { message, code, problems, resource } = error
    return { status: httpStatusOf(error), id, message, code, ...(problems.length > 0 && { problems }), resource }
  }
  return { status: op === 'create' ? 201 : op === 'delete' ? 204 : 200, id, etag }
}

/** A result that does not name the resource that has a value already. */
function withoutHolder(result: BulkResult): BulkResult {
  const { error } = result
  if (error?.resource === undefined) return result
  const { message, code, problems } = error
  return { ...result, error: new Conflict(message, { code, problems }) }
}

/** The error that refuses the whole bulk write; its message names the operation. */
function naming(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.part === undefined) return error
  const message = `operations[${error.part}]: ${error.message}`
  return error instanceof Forbidden ? new Forbidden(message, error) : new BadRequest(message, error)
}
