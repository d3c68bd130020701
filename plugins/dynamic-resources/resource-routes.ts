import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ifMatch, queryPairs, replyJson } from '../../kernel/index.ts'
import type { StoredDocument } from '../../kernel/index.ts'
import { readBoolean, requestDeadline } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { ResourceType } from '../types/contract.ts'
import { formOf, replyPage, replyRelated, replyResource, replyWritten } from './answers.ts'
import { readBody, readObject, writable } from './body-input.ts'
import type { ListParts } from './list.ts'
import { readRelated } from './references/related.ts'
import { readWanted } from './references/wanted-relations.ts'
import * as schemas from './schemas.ts'
import type { ResourceService } from './service.ts'
import { findVersion, listVersions } from './versions.ts'

interface OfResource {
  Params: { typeSlug: string; id: string }
}

type ResourceRequest = FastifyRequest<OfResource>

const path = '/api/:typeSlug/:id'

/** Get, change, archive and restore one resource. */
export function resourceRoutes(app: FastifyInstance, parts: ListParts): void {
  reads(app, parts)
  changes(app, parts.service)
  archiving(app, parts.service)
}

const idOf = ({ params: { typeSlug, id } }: ResourceRequest): string => toUrn(typeSlug, id)

function reads(app: FastifyInstance, parts: ListParts): void {
  const { service } = parts
  app.get<OfResource>(
    path,
    {
      config: { access: 'odrl:read', typed: { answer: 'resource' } },
      schema: { summary: 'Get a resource, or one of its versions', querystring: schemas.resourceQuery },
    },
    async (request, reply) => {
      const type = await service.type(request.params.typeSlug, 0)
      const pairs = queryPairs(request)
      if (pairs.length > 0) return replyAsked(parts, request, reply, type, new Map(pairs))
      const { document } = await service.find(request.caller, type, idOf(request), 'active')
      return replyResource(request, reply, type, document)
    },
  )
  app.get<OfResource>(
    `${path}/versions`,
    {
      config: { access: 'odrl:read', typed: { answer: 'resources' } },
      schema: { summary: 'List the versions of a resource, newest first', querystring: schemas.pageQuery },
    },
    async (request, reply) => {
      const type = await service.type(request.params.typeSlug, 0)
      const page = await listVersions(parts, request.caller, type, idOf(request), queryPairs(request))
      return replyPage(reply, page.resources, page)
    },
  )
}

/** Answer with a resource that parameters ask more of: another version, what it refers to. */
async function replyAsked(
  { service }: ListParts,
  request: ResourceRequest,
  reply: FastifyReply,
  type: ResourceType,
  query: ReadonlyMap<string, string>,
): Promise<FastifyReply> {
  const { caller } = request
  const form = formOf(request)
  const relations = readWanted([type], query, form)
  const version = query.get('sequence_no')
  const document =
    version === undefined
      ? (await service.find(caller, type, idOf(request), 'active')).document
      : await findVersion(service, caller, type, idOf(request), version)
  if (relations === undefined) return replyResource(request, reply, type, document)
  const bounds = { form, maxBytes: service.parts.maxPageBytes, deadline: requestDeadline() }
  const resource = { type, document }
  return replyRelated(request, reply, resource, await readRelated(service.parts, caller, [resource], relations, bounds))
}

function changes(app: FastifyInstance, service: ResourceService): void {
  app.put<OfResource>(
    path,
    {
      config: { access: 'odrl:modify', consumes: writable, typed: { body: 'data', answer: 'resource' } },
      schema: { summary: 'Replace the data of a resource' },
    },
    async (request, reply) => {
      const { typeSlug } = request.params
      const type = await service.type(typeSlug, 0)
      const id = idOf(request)
      const data = await readBody(request, type, { id, readOnly: () => service.readOnly(request.caller, type, id) })
      const document = await service.replace(request.caller, typeSlug, id, data, { ifMatch: ifMatch(request) })
      return replyChanged(service, request, reply, document)
    },
  )
  app.patch<OfResource>(
    path,
    {
      config: {
        access: 'odrl:modify',
        consumes: ['application/merge-patch+json'],
        typed: { body: 'patch', answer: 'resource' },
      },
      schema: { summary: 'Change properties of a resource (JSON Merge Patch)' },
    },
    async (request, reply) => {
      const patch = readObject(request)
      const options = { ifMatch: ifMatch(request) }
      const document = await service.patch(request.caller, request.params.typeSlug, idOf(request), patch, options)
      return replyChanged(service, request, reply, document)
    },
  )
}

function archiving(app: FastifyInstance, service: ResourceService): void {
  app.delete<OfResource>(
    path,
    {
      config: { access: 'odrl:delete' },
      schema: {
        summary: 'Archive a resource',
        querystring: schemas.archiveQuery,
        response: { 200: schemas.problemsAnswer, 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      const query = new Map(queryPairs(request))
      const options = { ifMatch: ifMatch(request), force: readBoolean('force', query.get('force')) }
      if (options.force) await service.requireAdministrator(request.caller)
      if (readBoolean('dry_run', query.get('dry_run'))) {
        const problems = await service.tryArchive(request.caller, request.params.typeSlug, idOf(request), options)
        return replyJson(reply, JSON.stringify({ problems }))
      }
      await service.archive(request.caller, request.params.typeSlug, idOf(request), options)
      return reply.code(204).send()
    },
  )
  app.post<OfResource>(
    `${path}/restore`,
    {
      config: { access: 'odrl:modify', typed: { answer: 'resource' } },
      schema: { summary: 'Restore an archived resource' },
    },
    async (request, reply) => {
      const document = await service.restore(request.caller, request.params.typeSlug, idOf(request))
      return replyChanged(service, request, reply, document)
    },
  )
}

/** Answer with a resource after a change, in the words of the type as it is now. */
async function replyChanged(
  service: ResourceService,
  request: ResourceRequest,
  reply: FastifyReply,
  document: StoredDocument,
): Promise<FastifyReply> {
  const type = await service.type(request.params.typeSlug, 0)
  return replyWritten(service.parts.access, request, reply, type, document)
}
