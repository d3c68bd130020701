import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queryPairs, replyJson, replyItems } from '../../../kernel/index.ts'
import { pageQuery, readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import { grantAnswer, grantBody, grantPage } from '../schemas.ts'
import { authorizeManagement, findResourceName } from './management.ts'
import type { ManagedResource, ManagementParts, ResourceName } from './management.ts'
import { grant, listGrants, revoke } from './permissions.ts'
import type { GrantBody, PermissionParts } from './permissions.ts'

interface OfResource {
  Params: { typeSlug?: string; id: string; agentId?: string }
}

type Parts = PermissionParts & ManagementParts

/** The resources whose management was authorized: at the beginning of the request, and again after its body was read. */
const managed = new WeakMap<object, ManagedResource>()

/** The permissions of single resources: under the path of the resource, and under a path that needs only its id. */
export function permissionRoutes(app: FastifyInstance, parts: Parts): void {
  routesUnder(app, parts, '/api/:typeSlug/:id/permissions')
  routesUnder(app, parts, '/api/resources/:id/permissions')
}

function routesUnder(app: FastifyInstance, parts: Parts, path: string): void {
  const types = path.includes(':typeSlug') // otherwise the id names the type, and the look-up checks it
  const config = { access: 'signed-in', tokenLimits: { types } } as const
  const named = (operationId: string): { operationId?: string } => (types ? {} : { operationId })
  const checked = (changes: boolean) => {
    const check = async (request: FastifyRequest<OfResource>): Promise<void> => {
      const name = await readResourceName(parts, request)
      managed.set(request, await authorizeManagement(parts, request.caller, name, changes))
    }
    return { onRequest: check, preHandler: changes ? [check] : [] }
  }
  app.post<OfResource & { Body: GrantBody }>(
    path,
    {
      config: { ...config, idempotency: 'answer' },
      ...checked(true),
      schema: {
        ...named('createPermission'),
        summary: 'Grant a user actions on a resource, in place of those granted before',
        body: grantBody,
        response: { 201: grantAnswer },
      },
    },
    async (request, reply) => {
      const resource = managedBy(request)
      const granted = await grant(parts, request.caller, resource, request.body)
      const location = `/api/${resource.type.slug}/${encodeURIComponent(resource.id)}/permissions/${encodeURIComponent(granted.agent_id)}`
      return replyJson(reply.code(201).header('location', location), JSON.stringify(granted))
    },
  )
  app.get<OfResource>(
    path,
    {
      config,
      ...checked(false),
      schema: {
        ...named('listPermissions'),
        summary: 'List the grants on a resource, newest first',
        querystring: pageQuery,
        response: { 200: grantPage },
      },
    },
    async (request, reply) => {
      const page = readPageParameters(queryPairs(request))
      return replyItems(reply, await listGrants(parts, request.caller, managedBy(request), page))
    },
  )
  app.delete<OfResource>(
    `${path}/:agentId`,
    {
      config,
      ...checked(true),
      schema: {
        ...named('deletePermission'),
        summary: 'Take away what a user was granted on a resource',
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply): Promise<FastifyReply> => {
      await revoke(parts, request.caller, managedBy(request), toUrn('user', request.params.agentId ?? ''))
      return reply.code(204).send()
    },
  )
}

async function readResourceName(
  parts: Parts,
  { params: { typeSlug, id }, caller }: FastifyRequest<OfResource>,
): Promise<ResourceName> {
  return typeSlug === undefined ? findResourceName(parts, caller, id) : { slug: typeSlug, id: toUrn(typeSlug, id) }
}

function managedBy(request: object): ManagedResource {
  const resource = managed.get(request)
  if (resource === undefined) throw new Error('the route did not check whether the caller manages the resource')
  return resource
}
