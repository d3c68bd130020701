import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepAnswer, preconditionsOf, queryFlag, queryPairs, queryParameter } from '../../../kernel/index.ts'
import type { Config, StoredDocument } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { invalidParameter, listLimits, readInteger, readPerspective } from '../../../lib/query/index.ts'
import type { QueryPair } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { checkRoutes } from './check-routes.ts'
import { bulkRoute } from './bulk-route.ts'
import { listResources } from '../reading/list.ts'
import type { ListRoutes } from '../reading/list.ts'
import { fieldParameters, readFieldSelection } from '../reading/fields.ts'
import { listReferrers } from '../reading/referrers.ts'
import { publishRoutes } from '../publishing/routes.ts'
import { readRelatedRequest } from '../reading/related.ts'
import { listVersions } from '../reading/versions.ts'
import * as schemas from '../schemas.ts'
import type { ResourceOperation, ResourceWriteOptions } from '../contract.ts'
import type { ResourceService } from '../writing/service.ts'
import {
  addServiceOrigin,
  formOf,
  keptResource,
  languagesOf,
  replyArchived,
  replyList,
  replyPage,
  replyRelated,
  replyResource,
  replySelected,
  replyWritten,
} from './replies.ts'
import { patchMediaTypes, readBody, readObject, readOnlyValues, writableMediaTypes } from './request-body.ts'
import type { OfResource, OfType } from './request-body.ts'
import { archiveQuery } from '../../../lib/flat/index.ts'

const collectionPath = '/api/:typeSlug'
const resourcePath = '/api/:typeSlug/:id'

const idOf = ({ params: { typeSlug, id } }: FastifyRequest<OfResource>): string => toUrn(typeSlug, id)

/** The resource that a request changes, and in which state. */
const targetOf = (request: FastifyRequest<OfResource>) => ({
  type: request.params.typeSlug,
  id: idOf(request),
  ...preconditionsOf(request),
})

/** The routes of resources, for types with any slug. */
export function addResourceRoutes(
  app: FastifyInstance,
  service: ResourceService,
  lists: ListRoutes,
  config: Config,
): void {
  addServiceOrigin(app, config)
  collectionRoutes(app, service, lists)
  keyedRoutes(app, service, lists)
  readRoutes(app, service, lists)
  changeRoutes(app, service)
  archiveRoutes(app, service)
  publishRoutes(app, service, lists)
  bulkRoute(app, service)
  checkRoutes(app, service)
}

function collectionRoutes(app: FastifyInstance, service: ResourceService, lists: ListRoutes): void {
  app.post<OfType>(
    collectionPath,
    {
      config: {
        access: 'odrl:modify',
        consumes: writableMediaTypes,
        typed: { body: 'data', answer: 'resource' },
        idempotency: 'answer',
      },
      schema: {
        summary: 'Create a resource',
        description:
          'The body has the properties of the type; its id is given by the service. `Location` is its address.',
        response: { 201: {} },
      },
    },
    async (request, reply) => {
      const { typeSlug } = request.params
      const type = await service.type(typeSlug)
      const perspective = type.drafts === undefined ? '' : '?perspective=draft'
      const address = ({ id }: StoredDocument): string => `/api/${typeSlug}/${encodeURIComponent(id)}${perspective}`
      const extraOperations = keepAnswer(
        request,
        ([created]) => created && keptResource(request, type, created, { status: 201, location: address(created) }),
      )
      const operation = { op: 'create', type: typeSlug, data: await readBody(request, type) } as const
      const { document } = await service.writeOne(request.caller, operation, { extraOperations })
      reply.code(201).header('location', address(document))
      return replyWritten(service.access, request, reply, type, document)
    },
  )
  app.get<OfType>(
    collectionPath,
    {
      config: { access: ['odrl:read', 'odrl:delete'], typed: { answer: 'resources', filters: true } },
      schema: {
        summary: 'List resources',
        description:
          'The active resources that the caller may read, newest first, in pages. Filters, words, order and the properties in the answer are parameters.',
        querystring: schemas.resourceListQuery,
      },
    },
    async (request, reply) => {
      const type = await listedType(service, request)
      const page = await listResources(
        lists,
        request.caller,
        type,
        { pairs: queryPairs(request) },
        formOf(request),
        languagesOf(request),
      )
      return replyList(request, reply, type, page)
    },
  )
}

/** Lists by a body, and writes by a unique property. */
function keyedRoutes(app: FastifyInstance, service: ResourceService, lists: ListRoutes): void {
  app.post<{ Params: OfType['Params']; Body: JsonObject }>(
    `${collectionPath}/_query`,
    {
      config: {
        access: ['odrl:read', 'odrl:delete'],
        idempotency: false,
        typed: { answer: 'resources' },
        envelopeDepth: 3,
      },
      bodyLimit: listLimits.bodyBytes,
      schema: {
        summary: 'List resources by a query in the body',
        description:
          'The parameters of the list as a JSON body, for filters that are too long for an address. Answers like the list.',
        querystring: schemas.queryQuery,
        body: schemas.queryBody,
      },
    },
    async (request, reply) => {
      const type = await service.type(request.params.typeSlug)
      const { _filter: filter, ...members } = request.body
      const pairs = pairsOf({ ...members, ...Object.fromEntries(queryPairs(request)) })
      const asked = { pairs, filter }
      const page = await listResources(lists, request.caller, type, asked, formOf(request), languagesOf(request))
      return replyList(request, reply, type, page)
    },
  )
  app.put<OfType>(
    collectionPath,
    {
      config: {
        access: 'odrl:modify',
        consumes: writableMediaTypes,
        typed: { body: 'data', answer: 'resource' },
        tagged: true,
      },
      schema: {
        summary: 'Create a resource, or replace the one with this value of a unique property',
        description:
          'With `key=sku` the resource whose `sku` is that of the body is replaced; where there is none, it is created, and its address is in `Location`.',
        querystring: schemas.upsertQuery,
      },
    },
    async (request, reply) => {
      const { typeSlug } = request.params
      const type = await service.type(typeSlug)
      const key = queryParameter(request, 'key') ?? ''
      const { document, isNew } = await service.writeOne(request.caller, {
        op: 'upsert',
        type: typeSlug,
        key,
        data: await readBody(request, type),
        restore: queryFlag(request, 'restore'),
        ...preconditionsOf(request),
      })
      const perspective = type.drafts === undefined ? '' : '?perspective=draft'
      if (isNew) reply.header('location', `/api/${typeSlug}/${encodeURIComponent(document.id)}${perspective}`)
      return replyWritten(service.access, request, reply, await service.type(typeSlug), document)
    },
  )
}

/** The members of a body as the parameters of a query string that mean the same. */
const pairsOf = (members: JsonObject): QueryPair[] =>
  Object.entries(members).map(([name, value]) => {
    if (typeof value === 'string') return [name, value]
    return [name, Array.isArray(value) ? value.join(',') : JSON.stringify(value)]
  })

/** The type of a list: an active one, or with `copy=true` (administrators) any. */
async function listedType(service: ResourceService, request: FastifyRequest<OfType>): Promise<ResourceType> {
  const { typeSlug } = request.params
  if (!queryFlag(request, 'copy')) return service.type(typeSlug)
  await service.requireAdministrator(request.caller, 'copy resources')
  return (await service.registry.find(typeSlug)) ?? service.type(typeSlug)
}

function readRoutes(app: FastifyInstance, service: ResourceService, lists: ListRoutes): void {
  app.get<OfResource>(
    resourcePath,
    {
      config: { access: 'odrl:read', typed: { answer: 'resource' }, tagged: true },
      schema: {
        summary: 'Get a resource, or one of its versions',
        description: 'Archived resources too. With `include` the resources that it refers to follow in the graph.',
        querystring: schemas.resourceQuery,
      },
    },
    async (request, reply) => {
      const type = await service.type(request.params.typeSlug)
      const query = new Map(queryPairs(request))
      const form = formOf(request)
      const related = readRelatedRequest([type], query, form, languagesOf(request))
      const fields = await readFieldSelection(lists.registry, type, fieldParameters(queryPairs(request)), related)
      const version = query.get('sequence_no')
      const perspective = readPerspective(query.get('perspective'))
      const { document, meta } =
        version === undefined
          ? await service.find(request.caller, type, idOf(request), 'active', perspective)
          : {
              document: await service.version(request.caller, type.slug, idOf(request), readVersion(version), {
                perspective,
              }),
              meta: undefined,
            }
      const resource = { type, document }
      if (related === undefined) {
        if (fields !== undefined) return replySelected(request, reply, resource, fields)
        return replyResource(request, reply, type, document, meta)
      }
      const scope = lists.reader.callerScope(request.caller, perspective)
      const found = await lists.reader.related(scope, [resource], related, { form })
      if (fields !== undefined) return replySelected(request, reply, resource, fields, found)
      return replyRelated(request, reply, resource, found)
    },
  )
  app.get<OfResource>(
    `${resourcePath}/versions`,
    {
      config: { access: 'odrl:read', typed: { answer: 'resources', plain: true } },
      schema: {
        summary: 'List the versions of a resource, newest first',
        description: 'Every state that the resource had, with who wrote it and when.',
        querystring: schemas.versionsQuery,
      },
    },
    async (request, reply) => {
      const type = await service.type(request.params.typeSlug)
      return replyPage(reply, await listVersions(lists, request.caller, type, idOf(request), queryPairs(request)))
    },
  )
  app.get<OfResource>(
    `${resourcePath}/referrers`,
    {
      config: { access: 'odrl:read', typed: { answer: 'resources-of-any-type', plain: true } },
      schema: {
        summary: 'List the resources that refer to a resource, newest first',
        description: 'Of all types, as far as the caller may read them.',
        querystring: schemas.referrersQuery,
      },
    },
    async (request, reply) => {
      const type = await service.type(request.params.typeSlug)
      const [id, pairs, languages] = [idOf(request), queryPairs(request), languagesOf(request)]
      return replyPage(reply, await listReferrers(lists, request.caller, type, id, pairs, languages))
    },
  )
}

function changeRoutes(app: FastifyInstance, service: ResourceService): void {
  app.put<OfResource>(
    resourcePath,
    {
      config: {
        access: 'odrl:modify',
        consumes: writableMediaTypes,
        typed: { body: 'data', answer: 'resource' },
        tagged: true,
      },
      schema: {
        summary: 'Replace the data of a resource',
        description: 'Properties that the body leaves out are removed.',
      },
    },
    async (request, reply) => {
      const { typeSlug } = request.params
      const type = await service.type(typeSlug)
      const id = idOf(request)
      const data = await readBody(request, type, {
        id,
        readOnly: () => readOnlyValues(service, request.caller, type, id),
      })
      return replyChanged(service, request, reply, { op: 'replace', ...targetOf(request), data })
    },
  )
  app.patch<OfResource>(
    resourcePath,
    {
      config: {
        access: 'odrl:modify',
        consumes: patchMediaTypes,
        typed: { body: 'patch', answer: 'resource' },
        tagged: true,
      },
      schema: {
        summary: 'Change properties of a resource (JSON Merge Patch)',
        description:
          'Properties that the body leaves out stay. null removes one; where it is required and allows null, null is stored.',
      },
    },
    async (request, reply) => {
      const data = readObject(request)
      return replyChanged(service, request, reply, { op: 'patch', ...targetOf(request), data })
    },
  )
}

function archiveRoutes(app: FastifyInstance, service: ResourceService): void {
  app.delete<OfResource>(
    resourcePath,
    {
      config: { access: 'odrl:delete', tagged: true },
      schema: {
        summary: 'Archive a resource',
        description:
          'It leaves the lists, and can be restored. Refused while others must not lose it (`x-on-archive`).',
        querystring: archiveQuery,
        response: { 200: schemas.archiveProblemsAnswer, 204: { type: 'null' } },
      },
    },
    (request, reply) => replyArchived(service, request, reply, targetOf(request)),
  )
  app.post<OfResource>(
    `${resourcePath}/restore`,
    {
      config: { access: 'odrl:modify', typed: { answer: 'resource' }, tagged: true, idempotency: 'answer' },
      schema: { summary: 'Restore an archived resource' },
    },
    async (request, reply) => {
      const type = await service.type(request.params.typeSlug)
      const extraOperations = keepAnswer(
        request,
        ([restored]) => restored && keptResource(request, type, restored, { status: 200 }),
      )
      return replyChanged(service, request, reply, { op: 'restore', ...targetOf(request) }, { extraOperations })
    },
  )
}

function readVersion(text: string): number {
  const number = readInteger(text, Number.MAX_SAFE_INTEGER)
  if (number === undefined) throw invalidParameter('sequence_no must be a positive integer', 'sequence_no')
  return number
}

/** Change a resource, and answer with it in the form of the current version of its type. */
async function replyChanged(
  service: ResourceService,
  request: FastifyRequest<OfResource>,
  reply: FastifyReply,
  operation: ResourceOperation,
  options?: ResourceWriteOptions,
): Promise<FastifyReply> {
  const { document } = await service.writeOne(request.caller, operation, options)
  const type = await service.type(request.params.typeSlug)
  return replyWritten(service.access, request, reply, type, document)
}
