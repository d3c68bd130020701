import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queryPairs, replyJson, envelopeText } from '../../kernel/index.ts'
import { readPageParameters } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import { nameResource } from './bare-id.ts'
import type { Named } from './bare-id.ts'
import { manage } from './management.ts'
import type { Managed, ManagementParts } from './management.ts'
import { grant, listGrants, revoke } from './permissions.ts'
import type { Given, PermissionParts } from './permissions.ts'
import { grantAnswer, grantBody, grantPage, pageQuery } from './schemas.ts'

interface OfResource {
  Params: { typeSlug?: string; id: string; agentId?: string }
}

type Parts = PermissionParts & ManagementParts

/** Rights do not depend on the form of a request, so that they are looked at before it is; and again when the body has been read. */
const managed = new WeakMap<object, Managed>()

/** The permissions of single resources: under the address of the resource, and under one that needs nothing but its id. */
export function permissionRoutes(app: FastifyInstance, parts: Parts): void {
  routesUnder(app, parts, '/api/:typeSlug/:id/permissions')
  routesUnder(app, parts, '/api/resources/:id/permissions')
}

function routesUnder(app: FastifyInstance, parts: Parts, path: string): void {
  const types = path.includes(':typeSlug') // else the id says it, and whoever looks it up checks it
  const config = { access: 'signed-in', tokenLimits: { types } } as const
  const checked = (changes: boolean) => {
    const check = async (request: FastifyRequest<OfResource>): Promise<void> => {
      const { slug, id } = await named(parts, request)
      managed.set(request, await manage(parts, request.caller, slug, id, changes))
    }
    return { onRequest: check, preHandler: changes ? [check] : [] }
  }
  app.post<OfResource & { Body: Given }>(
    path,
    {
      config,
      ...checked(true),
      schema: {
        summary: 'Grant a user actions on a resource, in place of those granted before',
        body: grantBody,
        response: { 201: grantAnswer },
      },
    },
    async (request, reply) => {
      const of = managedBy(request)
      const granted = await grant(parts, request.caller, of, request.body)
      const location = `/api/${of.type.slug}/${encodeURIComponent(of.id)}/permissions/${encodeURIComponent(granted.agent_id)}`
      return replyJson(reply.code(201).header('location', location), JSON.stringify(granted))
    },
  )
  app.get<OfResource>(
    path,
    {
      config,
      ...checked(false),
      schema: {
        summary: 'List the grants on a resource, newest first',
        querystring: pageQuery,
        response: { 200: grantPage },
      },
    },
    async (request, reply) => {
      const page = await listGrants(parts, request.caller, managedBy(request), readPageParameters(queryPairs(request)))
      return replyJson(
        reply,
        envelopeText(
          page.grants.map(one => JSON.stringify(one)),
          page.cursor,
          page.total,
        ),
      )
    },
  )
  app.delete<OfResource>(
    `${path}/:agentId`,
    {
      config,
      ...checked(true),
      schema: { summary: 'Take away what a user was granted on a resource', response: { 204: { type: 'null' } } },
    },
    async (request, reply): Promise<FastifyReply> => {
      await revoke(parts, request.caller, managedBy(request), toUrn('user', request.params.agentId ?? ''))
      return reply.code(204).send()
    },
  )
}

async function named(parts: Parts, { params: { typeSlug, id }, caller }: FastifyRequest<OfResource>): Promise<Named> {
  return typeSlug === undefined ? nameResource(parts, caller, id) : { slug: typeSlug, id: toUrn(typeSlug, id) }
}

function managedBy(request: object): Managed {
  const found = managed.get(request)
  if (found === undefined) throw new Error('nobody looked whether the caller manages the resource')
  return found
}
