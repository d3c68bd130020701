import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden, ifMatch, queryPairs, replyJson } from '../../../kernel/index.ts'
import type { Access, Caller, StoredDocument } from '../../../kernel/index.ts'
import {
  archiveQuery,
  checkFields,
  createBody,
  flatAddress,
  flatAnswer,
  flatPage,
  problemsAnswer,
  updateBody,
  updateQuery,
  withFields,
} from '../../../lib/flat/index.ts'
import type { FlatBody, FlatShape } from '../../../lib/flat/index.ts'
import { isRecord } from '../../../lib/json/index.ts'
import { pageQuery, readBoolean, readOnce, readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { TypeRegistry } from '../../types/contract.ts'
import type { ChangeOptions, FlatViews, Resources } from '../contract.ts'
import { replyFlat, replyFlatPage, replyFlatWritten } from './replies.ts'

/** What flat views work with. */
export interface FlatViewParts {
  resources: Resources
  registry: TypeRegistry
  access: Access
}

/** Make the contract `flatViews`. */
export const flatViews = (parts: FlatViewParts): FlatViews => ({
  serve: (app, shape) => flatRoutes(app, parts, shape),
  replyPage: replyFlatPage,
  replyWritten: (request, reply, shape, document) => replyFlatWritten(parts.access, request, reply, shape, document),
})

interface OfOne {
  Params: { id: string }
}

/**
 * Serve the resources of a type in a flat shape: create, list, get, change the fields sent, archive. The same data, rights, versions and events as under
 * `/api/<slug of the type>`. While there is no such type every route answers 404 and says so.
 */
function flatRoutes(app: FastifyInstance, parts: FlatViewParts, shape: FlatShape): void {
  reads(app, parts, shape)
  creation(app, parts, shape)
  changes(app, parts, shape)
}

function reads(app: FastifyInstance, { resources }: FlatViewParts, shape: FlatShape): void {
  const { typeSlug, segment } = shape
  const config = { access: 'odrl:read', typeSlug } as const
  app.get(
    `/api/${segment}`,
    {
      config,
      schema: {
        summary: `List ${segment}, newest first`,
        querystring: pageQuery,
        response: { 200: flatPage(shape) },
      },
    },
    async (request, reply) => {
      const { limit, cursor, count } = readPageParameters(queryPairs(request))
      const page = await resources.page(request.caller, typeSlug, { list: segment, limit, cursor, count })
      return replyFlatPage(reply, shape, page)
    },
  )
  app.get<OfOne>(
    `/api/${segment}/:id`,
    { config, schema: { summary: `Get one of the ${segment}`, response: { 200: flatAnswer(shape) } } },
    async (request, reply) => {
      const document = await resources.get(request.caller, typeSlug, toUrn(typeSlug, request.params.id))
      return replyFlat(request, reply, shape, document)
    },
  )
}

function creation(app: FastifyInstance, { resources, registry, access }: FlatViewParts, shape: FlatShape): void {
  const { typeSlug, segment } = shape
  app.post<{ Body: FlatBody }>(
    `/api/${segment}`,
    {
      config: { access: 'odrl:modify', typeSlug },
      schema: {
        summary: `Create one of the ${segment}`,
        body: createBody(shape),
        response: { 201: flatAnswer(shape) },
      },
    },
    async (request, reply) => {
      const data = withFields(shape, {}, request.body)
      checkFields(shape, (await registry.active(typeSlug)).compiled.validate, data)
      const document = await resources.create(request.caller, typeSlug, data)
      reply.code(201).header('location', flatAddress(shape, document.id))
      return replyFlatWritten(access, request, reply, shape, document)
    },
  )
}

function changes(app: FastifyInstance, parts: FlatViewParts, shape: FlatShape): void {
  const { typeSlug, segment } = shape
  app.put<OfOne & { Body: FlatBody }>(
    `/api/${segment}/:id`,
    {
      config: { access: ['odrl:modify', 'odrl:delete'], typeSlug },
      schema: {
        summary: `Change fields of one of the ${segment}`,
        querystring: updateQuery,
        body: updateBody(shape),
        response: { 200: flatAnswer(shape) },
      },
      preValidation: request => authorizeUpdate(parts, shape, request),
    },
    async (request, reply) => {
      const id = toUrn(typeSlug, request.params.id)
      const options = { ifMatch: ifMatch(request), force: readForce(request) }
      const document = await update(parts, shape, request.caller, id, request.body, options)
      return replyFlatWritten(parts.access, request, reply, shape, document)
    },
  )
  app.delete<OfOne>(
    `/api/${segment}/:id`,
    {
      config: { access: 'odrl:delete', typeSlug },
      schema: {
        summary: `Archive one of the ${segment}`,
        querystring: archiveQuery,
        response: { 200: problemsAnswer, 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const id = toUrn(typeSlug, params.id)
      const given = readOnce(queryPairs(request), ['dry_run', 'force'])
      const options = { ifMatch: ifMatch(request), force: readForce(request) }
      if (options.force) await requireAdministrator(parts, caller)
      if (readBoolean('dry_run', given.get('dry_run'))) {
        const problems = await parts.resources.tryArchive(caller, typeSlug, id, options)
        return replyJson(reply, JSON.stringify({ problems }))
      }
      await parts.resources.archive(caller, typeSlug, id, options)
      return reply.code(204).send()
    },
  )
}

const readForce = (request: FastifyRequest): boolean => readBoolean('force', new Map(queryPairs(request)).get('force'))

async function requireAdministrator({ access }: FlatViewParts, caller: Caller): Promise<void> {
  if (await access.isAdministrator(caller)) return
  throw new Forbidden('only an administrator may force this')
}

/** Rights follow the effect: `status: "archived"` asks for the right to delete, everything else for that to modify. */
async function authorizeUpdate(
  parts: FlatViewParts,
  { typeSlug }: FlatShape,
  request: FastifyRequest<OfOne & { Body: unknown }>,
): Promise<void> {
  const { access } = parts
  const { caller, params, body } = request
  const id = toUrn(typeSlug, params.id)
  const { status, ...others } = isRecord(body) ? body : {}
  const archives = status === 'archived'
  if (archives) await access.authorize(caller, 'odrl:delete', typeSlug, id)
  if (!archives || Object.keys(others).length > 0) await access.authorize(caller, 'odrl:modify', typeSlug, id)
  if (readForce(request)) await requireAdministrator(parts, caller)
}

/** Change the fields sent, and archive with `status: "archived"`. */
async function update(
  { resources }: FlatViewParts,
  shape: FlatShape,
  caller: Caller,
  id: string,
  body: FlatBody,
  options: ChangeOptions,
): Promise<StoredDocument> {
  const archive = body['status'] === 'archived'
  return resources.change(
    caller,
    shape.typeSlug,
    id,
    (data, type) => {
      const changed = withFields(shape, data, body)
      if (changed === data) return archive ? { data, archive } : undefined
      checkFields(shape, type.compiled.validate, changed)
      return { data: changed, archive }
    },
    options,
  )
}
