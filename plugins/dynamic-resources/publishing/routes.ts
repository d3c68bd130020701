import type { FastifyInstance } from 'fastify'
import {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  ServiceError,
  canRead,
  preconditionsOf,
  queryFlag,
  replyJson,
} from '../../../kernel/index.ts'
import type { Caller, StoredDocument } from '../../../kernel/index.ts'
import { isRecord } from '../../../lib/json/index.ts'
import { publicationIn, toUrn } from '../../../lib/store-kit/index.ts'
import type { ResourceOperation } from '../contract.ts'
import type { ListRoutes } from '../reading/list.ts'
import { keptText } from '../routes/replies.ts'
import * as schemas from '../schemas.ts'
import type { ResourceService } from '../writing/service.ts'
import { listPublicReferrers, unpublishedTargets } from './related.ts'

interface OfResource {
  Params: { typeSlug: string; id: string }
  Body: { sequence_no?: number } | null | undefined
}

type Op = 'publish' | 'unpublish' | 'discard'

interface PublishItem {
  id: string
  action: Op
  sequence_no?: number
}

const descriptions: Record<Op, { summary: string; description: string }> = {
  publish: {
    summary: 'Publish a version of a resource',
    description:
      'Needs `odrl:distribute` and `odrl:modify`. The content gets no new version; its ETag changes. `If-Match` takes the whole ETag. What is published already stays as it is.',
  },
  unpublish: {
    summary: 'End the publication of a resource',
    description: 'Needs `odrl:distribute` and `odrl:modify`. It stays as a draft.',
  },
  discard: {
    summary: 'Discard the changes that are not public',
    description: 'What is public becomes the draft, as a new version. Needs `odrl:modify`.',
  },
}

/** The routes that change what is public, of types with `x-drafts`. */
export function publishRoutes(app: FastifyInstance, service: ResourceService, lists: ListRoutes): void {
  for (const op of ['publish', 'unpublish', 'discard'] as const) oneRoute(app, service, lists, op)
  manyRoute(app, service, lists)
}

function oneRoute(app: FastifyInstance, service: ResourceService, lists: ListRoutes, op: Op): void {
  app.post<OfResource>(
    `/api/:typeSlug/:id/${op}`,
    {
      config: { access: op === 'discard' ? 'odrl:modify' : 'odrl:distribute', tagged: true },
      schema: {
        ...descriptions[op],
        ...(op === 'publish' && { body: schemas.publishBody }),
        response: { 200: op === 'unpublish' ? schemas.unpublishAnswer : schemas.publishAnswer },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const type = await service.type(params.typeSlug)
      const id = toUrn(type.slug, params.id)
      refuseBody(op, body)
      const target = { type: type.slug, id, ...preconditionsOf(request) }
      const operation = readOperation(op, target, body?.sequence_no)
      const { document } = await service.writeOne(caller, operation, { authorizes: true })
      const { etag, text } = keptText(type, document)
      reply.header('etag', etag)
      if (!(await canRead(service.access, caller, type.slug, id))) return replyJson(reply, JSON.stringify({ id }))
      const related =
        op === 'unpublish'
          ? { referrers: await listPublicReferrers(lists, caller, type, id) }
          : { unpublished: await unpublishedTargets(lists, caller, [{ type, id }]) }
      return replyJson(reply, `${text.slice(0, -1)},${JSON.stringify(related).slice(1)}`)
    },
  )
}

/** Nothing in a body belongs to unpublishing and discarding. */
function refuseBody(op: Op, body: unknown): void {
  if (op === 'publish' || !isRecord(body) || Object.keys(body).length === 0) return
  throw new BadRequest(`${op} takes no body`)
}

function readOperation(
  op: Op,
  target: { type: string; id: string },
  sequence_no: number | undefined,
): ResourceOperation {
  if (op === 'publish') return { op, ...target, sequence_no }
  if (sequence_no !== undefined) throw new BadRequest(`sequence_no: is only for publish`)
  return { op, ...target }
}

function manyRoute(app: FastifyInstance, service: ResourceService, lists: ListRoutes): void {
  app.post<{ Body: { items: PublishItem[]; dry_run?: boolean } }>(
    '/api/_publish',
    {
      bodyLimit: 1024 * 1024,
      config: {
        access: 'signed-in',
        tokenLimits: { types: false, actions: false },
        envelopeDepth: 3,
      },
      schema: {
        summary: 'Publish, unpublish and discard several resources, all or none',
        description:
          'Of any types with `x-drafts`. Each action needs the rights of the single request. Unique values are compared after all of them. Refusals begin with `items[<index>]: `.',
        querystring: { type: 'object', properties: { dry_run: schemas.publishManyBody.properties.dry_run } },
        body: schemas.publishManyBody,
        response: { 200: schemas.publishManyAnswer },
      },
    },
    async request => {
      const { caller, body } = request
      const dryRun = body.dry_run === true || queryFlag(request, 'dry_run')
      const operations = body.items.map(operationOf)
      if (dryRun) return { problems: await problemsOf(service, caller, operations) }
      const results = await service.write(caller, operations, { authorizes: true }).catch((error: unknown) => {
        throw naming(error)
      })
      const published = body.items.filter(({ action }) => action === 'publish')
      const resources = await Promise.all(
        published.map(async ({ id }) => ({ type: await service.type(slugOf(id)), id })),
      )
      return {
        results: results.map(({ document }) => document && resultOf(document)),
        unpublished: await unpublishedTargets(lists, caller, resources),
      }
    },
  )
}

const slugOf = (urn: string): string => /^urn:([^:]+):/.exec(urn)?.[1] ?? ''

function operationOf({ id, action, sequence_no }: PublishItem, index: number): ResourceOperation {
  try {
    const type = slugOf(id)
    if (type === '') throw new BadRequest('id: must be the URN of a resource')
    return readOperation(action, { type, id }, sequence_no)
  } catch (error) {
    throw naming(error, index)
  }
}

/** What would refuse the whole, for each item. */
async function problemsOf(
  service: ResourceService,
  caller: Caller,
  operations: readonly ResourceOperation[],
): Promise<object[]> {
  const results = await service.write(caller, operations, { authorizes: true, atomic: false, dryRun: true })
  return results.flatMap(({ error }, index) => {
    if (error === undefined) return []
    const operation = operations[index]
    const id = operation !== undefined && 'id' in operation ? operation.id : undefined
    return [{ index, id, code: error.code, message: `items[${index}]: ${error.message}` }]
  })
}

function resultOf(document: StoredDocument): object {
  const { published_no, publication } = publicationIn(document)
  return { id: document.id, published_no, publication }
}

/** The error of an item, whose message names it. A status of 403, 404 or 409 stays, any other becomes 400. */
function naming(error: unknown, index?: number): unknown {
  if (!(error instanceof ServiceError)) return error
  const part = error.part ?? index
  if (part === undefined) return error
  const cause = error.cause instanceof ServiceError ? error.cause : error
  const options = { code: cause.code, problems: cause.problems, resource: cause.resource, part }
  const message = `items[${part}]: ${cause.message}`
  if (cause instanceof Forbidden) return new Forbidden(message, options)
  if (cause instanceof NotFound) return new NotFound(message, options)
  if (cause instanceof Conflict) return new Conflict(message, options)
  return new BadRequest(message, options)
}
