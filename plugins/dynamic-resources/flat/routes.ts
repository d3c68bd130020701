import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canRead, keepAnswer, preconditionsOf, queryFlag, queryPairs } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import {
  archiveQuery,
  checkFields,
  checkRepeated,
  createBody,
  flatAddress,
  flatAnswer,
  flatFields,
  flatPage,
  flatQuery,
  patchBody,
  problemsAnswer,
  repeatsStored,
  updateBody,
  updateQuery,
  withFields,
} from '../../../lib/flat/index.ts'
import type { FlatBody, FlatShape } from '../../../lib/flat/index.ts'
import { isRecord } from '../../../lib/json/index.ts'
import { readListParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { EditOperation, FlatViews } from '../contract.ts'
import type { ListRoutes } from '../reading/list.ts'
import { replyArchived } from '../routes/replies.ts'
import { patchMediaTypes } from '../routes/request-body.ts'
import type { ResourceService } from '../writing/service.ts'
import { keptFlat, replyFlat, replyFlatPage, replyFlatWritten } from './replies.ts'

const text = { type: 'string', minLength: 1 } as const

/** The check of the contributions `flat-shapes`. */
export const checkFlatShapes = {
  type: 'array',
  items: {
    type: 'object',
    required: ['typeSlug', 'segment', 'fields'],
    properties: {
      typeSlug: text,
      segment: text,
      fields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'property', 'description'],
          properties: { name: text, property: text, description: text },
        },
      },
    },
  },
} as const

/** Make the contract `flatViews`. */
export const flatViews = (service: ResourceService, lists: Lists): FlatViews => ({
  serve: (app, shape) => flatRoutes(app, service, lists, shape),
  replyPage: replyFlatPage,
  replyWritten: (request, reply, shape, document) => replyFlatWritten(service.access, request, reply, shape, document),
})

type Lists = Pick<ListRoutes, 'reader' | 'maxFilterValues'>

interface OfOne {
  Params: { id: string }
}

interface ChangeOfOne extends OfOne {
  Body: FlatBody
}

/**
 * Serve the resources of a type in a flat shape: create, list, get, change the fields sent, archive. The same data, rights, versions and events as under
 * `/api/<slug of the type>`. While there is no such type every route answers 404 with this reason.
 */
function flatRoutes(app: FastifyInstance, service: ResourceService, lists: Lists, shape: FlatShape): void {
  reads(app, service, lists, shape)
  creation(app, service, shape)
  changes(app, service, shape)
}

function reads(app: FastifyInstance, service: ResourceService, lists: Lists, shape: FlatShape): void {
  const { typeSlug, segment } = shape
  const { reader, maxFilterValues } = lists
  const config = { access: 'odrl:read', typeSlug } as const
  app.get(
    `/api/${segment}`,
    {
      config,
      schema: {
        summary: `List ${segment}, newest first`,
        description: 'Filters and orders name the fields of this shape.',
        querystring: flatQuery,
        response: { 200: flatPage(shape) },
      },
    },
    async (request, reply) => {
      const type = await service.type(typeSlug)
      const fields = flatFields(shape, type.compiled)
      const parameters = readListParameters(queryPairs(request), fields, [], { maxFilterValues })
      const { limit, cursor, count } = parameters
      const selection = await reader.select(reader.callerScope(request.caller), type, parameters)
      return replyFlatPage(reply, shape, await selection.page({ list: segment, limit, cursor, count }))
    },
  )
  app.get<OfOne>(
    `/api/${segment}/:id`,
    {
      config: { ...config, tagged: true },
      schema: { summary: `Get one of the ${segment}`, response: { 200: flatAnswer(shape) } },
    },
    async (request, reply) => {
      const document = await service.get(request.caller, typeSlug, toUrn(typeSlug, request.params.id))
      return replyFlat(request, reply, shape, document)
    },
  )
}

function creation(app: FastifyInstance, service: ResourceService, shape: FlatShape): void {
  const { typeSlug, segment } = shape
  app.post<{ Body: FlatBody }>(
    `/api/${segment}`,
    {
      config: { access: 'odrl:modify', typeSlug, idempotency: 'answer' },
      schema: {
        summary: `Create one of the ${segment}`,
        body: createBody(shape),
        response: { 201: flatAnswer(shape) },
      },
    },
    async (request, reply) => {
      const data = withFields(shape, {}, request.body)
      checkFields(shape, (await service.registry.active(typeSlug)).compiled.validate, data)
      const extraOperations = keepAnswer(request, ([created]) => created && keptFlat(shape, created))
      const operation = { op: 'create', type: typeSlug, data } as const
      const { document } = await service.writeOne(request.caller, operation, { extraOperations })
      reply.code(201).header('location', flatAddress(shape, document.id))
      return replyFlatWritten(service.access, request, reply, shape, document)
    },
  )
}

function changes(app: FastifyInstance, service: ResourceService, shape: FlatShape): void {
  const { typeSlug, segment } = shape
  const config = { access: ['odrl:modify', 'odrl:delete'], typeSlug, tagged: true } as const
  const preValidation = (request: FastifyRequest<ChangeOfOne>) => authorizeUpdate(service, shape, request)
  const change = async (request: FastifyRequest<ChangeOfOne>, reply: FastifyReply): Promise<FastifyReply> => {
    const id = toUrn(typeSlug, request.params.id)
    const { caller, body } = request
    const target = { type: typeSlug, id, ...preconditionsOf(request) }
    const edit = await editOf(service, shape, caller, id, body)
    const { document } = await service.writeOne(
      caller,
      { op: 'edit', ...target, edit },
      { force: queryFlag(request, 'force') },
    )
    return replyFlatWritten(service.access, request, reply, shape, document)
  }
  const schema = { querystring: updateQuery, response: { 200: flatAnswer(shape) } }
  app.put<ChangeOfOne>(
    `/api/${segment}/:id`,
    {
      config,
      schema: { ...schema, summary: `Change fields of one of the ${segment}`, body: updateBody(shape) },
      preValidation,
    },
    change,
  )
  app.patch<ChangeOfOne>(
    `/api/${segment}/:id`,
    {
      config: { ...config, consumes: patchMediaTypes },
      schema: {
        ...schema,
        summary: `Change fields of one of the ${segment} (JSON Merge Patch)`,
        body: patchBody(shape),
      },
      preValidation,
    },
    change,
  )
  app.delete<OfOne>(
    `/api/${segment}/:id`,
    {
      config: { access: 'odrl:delete', typeSlug, tagged: true },
      schema: {
        summary: `Archive one of the ${segment}`,
        querystring: archiveQuery,
        response: { 200: problemsAnswer, 204: { type: 'null' } },
      },
    },
    (request, reply) => {
      const id = toUrn(typeSlug, request.params.id)
      return replyArchived(service, request, reply, { type: typeSlug, id, ...preconditionsOf(request) })
    },
  )
}

/** The required right depends on the effect: `status: "archived"` requires the right to delete, everything else the right to modify. */
async function authorizeUpdate(
  service: ResourceService,
  { typeSlug }: FlatShape,
  request: FastifyRequest<ChangeOfOne>,
): Promise<void> {
  const { access } = service
  const { caller, params, body } = request
  const id = toUrn(typeSlug, params.id)
  const { status, ...others } = isRecord(body) ? body : {}
  const archives = status === 'archived'
  if (archives) await access.authorize(caller, 'odrl:delete', typeSlug, id)
  if (!archives || Object.keys(others).length > 0) await access.authorize(caller, 'odrl:modify', typeSlug, id)
  if (queryFlag(request, 'force')) await service.requireAdministrator(caller)
}

/** Changes the fields sent, and archives with `status: "archived"`. */
async function editOf(
  service: ResourceService,
  shape: FlatShape,
  caller: Caller,
  id: string,
  body: FlatBody,
): Promise<EditOperation['edit']> {
  const archive = body['status'] === 'archived'
  const isReadable = !repeatsStored(shape, body) || (await canRead(service.access, caller, shape.typeSlug, id))
  return (data, type, meta) => {
    checkRepeated(shape, { id, meta, data }, body, isReadable)
    const changed = withFields(shape, data, body)
    if (changed === data) return archive ? { data, archive } : undefined
    checkFields(shape, type.compiled.validate, changed, data)
    return { data: changed, archive }
  }
}
