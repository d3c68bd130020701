import type { FastifyInstance, FastifyRequest } from 'fastify'
import { preconditionsOf, queryFlag, queryParameter } from '../../../kernel/index.ts'
import { invalidParameter } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { ArchiveOperation, ReferredTo } from '../contract.ts'
import * as schemas from '../schemas.ts'
import type { ResourceService } from '../writing/service.ts'
import { patchMediaTypes, readBody, readObject, readOnlyValues, writableMediaTypes } from './request-body.ts'
import type { OfResource, OfType } from './request-body.ts'

const mediaTypes = [...new Set([...writableMediaTypes, ...patchMediaTypes])]
const response = { 200: schemas.archiveProblemsAnswer }

/**
 * Routes that check what a change of one resource would do, and change nothing. What is wrong with a body is answered as the change itself would
 * answer it.
 */
export function checkRoutes(app: FastifyInstance, service: ResourceService): void {
  app.post<OfType>(
    '/api/:typeSlug/_check',
    {
      config: { access: 'odrl:modify', consumes: writableMediaTypes, typed: { body: 'data' }, idempotency: false },
      schema: {
        summary: 'Check whether a resource can be created',
        description: 'Everything that creating it checks, with the same body; nothing is written.',
        querystring: schemas.checkNewQuery,
        response,
      },
    },
    async request => {
      const { typeSlug } = request.params
      const data = await readBody(request, await service.type(typeSlug))
      await service.try(request.caller, { op: 'create', type: typeSlug, data, publish: isForPublish(request) })
      return { problems: [] }
    },
  )
  app.post<OfResource>(
    '/api/:typeSlug/:id/_check',
    {
      config: {
        access: ['odrl:modify', 'odrl:delete'],
        consumes: mediaTypes,
        typed: { body: 'patch' },
        idempotency: false,
        tagged: true,
      },
      schema: {
        summary: 'Check whether a resource can be replaced, changed or archived',
        description:
          'The body is that of the change; archiving has none. For archiving the answer names the resources whose references prevent it.',
        querystring: schemas.resourceCheckQuery,
        response,
      },
      preValidation: request => authorizeAction(service, request),
    },
    async request => {
      const { caller, params } = request
      const { typeSlug } = params
      const id = toUrn(typeSlug, params.id)
      const target = { type: typeSlug, id, ...preconditionsOf(request) }
      const action = queryParameter(request, 'action')
      if (action === 'archive') return { problems: await checkArchiving(service, request, target) }
      const type = await service.type(typeSlug)
      const publish = isForPublish(request)
      if (action === 'update') await service.try(caller, { op: 'patch', ...target, data: readObject(request), publish })
      else if (action === 'replace') {
        const data = await readBody(request, type, { id, readOnly: () => readOnlyValues(service, caller, type, id) })
        await service.try(caller, { op: 'replace', ...target, data, publish })
      } else throw invalidParameter('action must be replace, update or archive', 'action')
      return { problems: [] }
    },
  )
}

/** Whether what publishing requires is checked too. */
const isForPublish = (request: FastifyRequest): boolean => queryParameter(request, 'for') === 'publish'

/** The required right is that of the change. */
async function authorizeAction({ access }: ResourceService, request: FastifyRequest<OfResource>): Promise<void> {
  const { typeSlug, id } = request.params
  const action = queryParameter(request, 'action') === 'archive' ? 'odrl:delete' : 'odrl:modify'
  await access.authorize(request.caller, action, typeSlug, toUrn(typeSlug, id))
}

async function checkArchiving(
  service: ResourceService,
  request: FastifyRequest<OfResource>,
  target: Omit<ArchiveOperation, 'op'>,
): Promise<ReferredTo[]> {
  const force = queryFlag(request, 'force')
  if (force) await service.requireAdministrator(request.caller)
  return service.tryArchive(request.caller, { op: 'archive', ...target }, { force })
}
