import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BadRequest,
  etagOf,
  ifMatch,
  queryFlag,
  queryPairs,
  queryParameter,
  replyEnvelope,
  replyJson,
  replyTagged,
} from '../../kernel/index.ts'
import type { Caller, Condition, DocumentStore } from '../../kernel/index.ts'
import { isRecord } from '../../lib/json/index.ts'
import { invalidParameter, readBoolean, readCursorPage, readPageParameters } from '../../lib/query/index.ts'
import type { CursorPage, Cursors, PageParameters, PageSource } from '../../lib/query/index.ts'
import { slugOfId, typeId } from './registry/slugs.ts'
import { dryRunBody, problemsBody } from './impact/type-problems.ts'
import { typeBody, typeRecords } from './registry/type-record.ts'
import type { StoredType } from './registry/type-record.ts'
import * as schemas from './schemas.ts'
import type { TypeBody } from './schemas.ts'
import type { TypeService } from './edit/service.ts'
import { idCondition, textCondition } from '../../lib/store-kit/index.ts'

/** What the routes need. */
interface TypeRouteParts {
  service: TypeService
  store: DocumentStore
  cursors: Cursors
}

interface OfType {
  Params: { id: string }
}

const path = '/api/resource-types'

/** The routes of resource types. */
export function typeRoutes(app: FastifyInstance, parts: TypeRouteParts): void {
  reads(app, parts)
  creation(app, parts.service)
  changes(app, parts.service)
  checks(app, parts.service)
}

function reads(app: FastifyInstance, { service, store, cursors }: TypeRouteParts): void {
  app.get(
    path,
    {
      config: { access: 'signed-in', tokenLimits: { types: false } },
      schema: {
        summary: 'List resource types, newest first',
        querystring: schemas.listQuery,
        response: { 200: schemas.typesAnswer },
      },
    },
    async (request, reply) => {
      const { others, ...page } = readPageParameters(queryPairs(request), ['include_all', 'includeAll'])
      const all = ['include_all', 'includeAll'].some(name => readBoolean(name, others.get(name)))
      const { items, cursor, total } = await listTypes({ store, cursors }, request.caller, { ...page, all })
      return replyEnvelope(
        reply,
        items.map(type => JSON.stringify(typeBody(type))),
        cursor,
        total,
      )
    },
  )
  app.get<OfType>(
    `${path}/:id`,
    {
      config: { access: 'signed-in', typeParameter: 'id', tagged: true },
      schema: { summary: 'Get a resource type, archived ones too', response: { 200: schemas.typeAnswer } },
    },
    async (request, reply) => {
      return replyType(request, reply, await service.get(slugOfId(request.params.id)))
    },
  )
}

function creation(app: FastifyInstance, service: TypeService): void {
  app.post<{ Body: TypeBody }>(
    path,
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Create a resource type',
        querystring: schemas.dryRunQuery,
        body: schemas.createBody,
        response: { 201: schemas.typeAnswer },
      },
    },
    async (request, reply) => {
      const type = await service.create(request.caller, request.body, { dryRun: queryFlag(request, 'dry_run') })
      if (type === undefined) return replyJson(reply, JSON.stringify(dryRunBody([])))
      reply.code(201).header('location', `${path}/${encodeURIComponent(type.id)}`)
      return replyType(request, reply, type)
    },
  )
}

function changes(app: FastifyInstance, service: TypeService): void {
  app.put<OfType & { Body: TypeBody }>(
    `${path}/:id`,
    {
      config: { access: 'administrator', typeParameter: 'id', tagged: true },
      schema: {
        summary: 'Change fields of a resource type',
        querystring: schemas.changeQuery,
        body: schemas.updateBody,
        response: { 200: schemas.typeAnswer },
      },
    },
    async (request, reply) => {
      const options = changeOptions(request)
      const { type, problems } = await service.change(
        request.caller,
        slugOfId(request.params.id),
        request.body,
        options,
      )
      return options.dryRun ? replyJson(reply, JSON.stringify(dryRunBody(problems))) : replyType(request, reply, type)
    },
  )
  app.delete<OfType>(
    `${path}/:id`,
    {
      config: { access: 'administrator', typeParameter: 'id', tagged: true },
      schema: {
        summary: 'Archive a resource type',
        operationId: 'archiveResourceType',
        querystring: schemas.changeQuery,
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      const options = changeOptions(request)
      const body: TypeBody = { status: 'archived' }
      const { problems } = await service.change(request.caller, slugOfId(request.params.id), body, options)
      if (!options.dryRun) return reply.code(204).send()
      return replyJson(reply, JSON.stringify({ problems: problemsBody(problems) }))
    },
  )
}

/** Routes that check what a change would do, and change nothing. */
function checks(app: FastifyInstance, service: TypeService): void {
  app.post<{ Body: TypeBody }>(
    `${path}/_check`,
    {
      config: { access: 'administrator', idempotency: false },
      schema: {
        summary: 'Check whether a resource type can be created',
        body: schemas.createBody,
        response: { 200: schemas.dryRunAnswer },
      },
    },
    async (request, reply) => {
      await service.create(request.caller, request.body, { dryRun: true })
      return replyJson(reply, JSON.stringify(dryRunBody([])))
    },
  )
  app.post<OfType & { Body: TypeBody | null | undefined }>(
    `${path}/:id/_check`,
    {
      config: { access: 'administrator', typeParameter: 'id', idempotency: false },
      schema: {
        summary: 'Check what a change of a resource type would do to its resources',
        description: 'The body is that of the change; archiving has none.',
        querystring: schemas.checkQuery,
        body: schemas.checkBody,
        response: { 200: schemas.dryRunAnswer },
      },
    },
    async (request, reply) => {
      const options = { ...changeOptions(request), dryRun: true }
      const body = checkedBody(queryParameter(request, 'action'), request.body)
      const { problems } = await service.change(request.caller, slugOfId(request.params.id), body, options)
      return replyJson(reply, JSON.stringify(dryRunBody(problems)))
    },
  )
}

/** The change that a check is about. @throws `BadRequest` */
function checkedBody(action: string | undefined, body: TypeBody | null | undefined): TypeBody {
  if (action === 'archive') return { status: 'archived' }
  if (action !== 'replace' && action !== 'update')
    throw invalidParameter('action must be replace, update or archive', 'action')
  if (isRecord(body)) return body
  throw new BadRequest('body must be object', {
    code: 'validation-failed',
    problems: [{ pointer: '', code: 'type', message: 'must be object' }],
  })
}

function changeOptions(request: FastifyRequest): { ifMatch: string | undefined; force: boolean; dryRun: boolean } {
  return { ifMatch: ifMatch(request), force: queryFlag(request, 'force'), dryRun: queryFlag(request, 'dry_run') }
}

const replyType = (request: FastifyRequest, reply: FastifyReply, type: StoredType): FastifyReply =>
  replyTagged(request, reply, etagOf(type.id, type.meta.sequence_no), JSON.stringify(typeBody(type)))

const listed: Condition = {
  target: { path: ['hidden'] },
  kind: 'boolean',
  operator: 'eq',
  operands: [false],
  field: 'hidden',
}

const inUse = textCondition('collection', 'exists', true)

/** The condition by which an API token for some types limits the types that its owner sees. */
function reachedBy({ token }: Caller): Condition[] {
  if (token === undefined || token.type_slugs === null) return []
  return [idCondition('in', ...token.type_slugs.map(typeId))]
}

/**
 * A page of the types that the caller's API token allows, newest first: the active ones that lists show, or with `all` every type.
 * @throws `BadRequest` when the cursor belongs to another list
 */
function listTypes(
  source: PageSource,
  caller: Caller,
  { all, ...page }: Pick<PageParameters, 'limit' | 'cursor' | 'count'> & { all: boolean },
): Promise<CursorPage<StoredType>> {
  const status = all ? 'any' : 'active'
  const query = typeRecords.query([all ? inUse : listed, ...reachedBy(caller)], { status })
  const list = { ...query, list: 'resource-types', further: [status] }
  return readCursorPage(source, list, page, document => typeRecords.parse(document))
}
