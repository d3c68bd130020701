import type { FastifyInstance } from 'fastify'
import { queryPairs } from '../../kernel/index.ts'
import { flatAddress, flatAnswer, flatPage } from '../../lib/flat/index.ts'
import type { FlatShape } from '../../lib/flat/index.ts'
import { pageQuery, readPageParameters } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { FlatViews } from '../dynamic-resources/contract.ts'
import { addMember, listMembers, removeMember } from './members.ts'
import type { MemberParts } from './members.ts'

interface OfOrganization {
  Params: { id: string }
}

/** Body of a new membership. */
const memberBody = {
  type: 'object',
  additionalProperties: false,
  required: ['person_id'],
  properties: {
    person_id: { type: 'string', minLength: 1, maxLength: 512, description: 'URN of the person, or its last part' },
  },
} as const

const path = '/api/organizations/:id/members'
const config = { access: 'odrl:read', typeSlug: 'organization' } as const
const organizationId = (id: string): string => toUrn('organization', id)

/** @param shape the flat shape of members */
export function memberRoutes(
  app: FastifyInstance,
  parts: MemberParts & { flatViews: FlatViews },
  shape: FlatShape,
): void {
  app.get<OfOrganization>(
    path,
    {
      config,
      schema: {
        summary: 'List the members of an organization, newest first',
        querystring: pageQuery,
        response: { 200: flatPage(shape) },
      },
    },
    async (request, reply) => {
      const { limit, cursor, count } = readPageParameters(queryPairs(request))
      const id = organizationId(request.params.id)
      return parts.flatViews.replyPage(
        reply,
        shape,
        await listMembers(parts, request.caller, id, { limit, cursor, count }),
      )
    },
  )
  app.post<OfOrganization & { Body: { person_id: string } }>(
    path,
    {
      config: {
        ...config,
        idempotency: ({ body, caller }) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked the body against its schema
          const { person_id } = body as { person_id: string }
          return parts.access.authorize(caller, 'odrl:modify', 'person', toUrn(shape.typeSlug, person_id))
        },
      },
      schema: { summary: 'Add a member', body: memberBody, response: { 201: flatAnswer(shape) } },
    },
    async (request, reply) => {
      const personId = toUrn(shape.typeSlug, request.body.person_id)
      const document = await addMember(parts, request.caller, organizationId(request.params.id), personId)
      reply.code(201).header('location', flatAddress(shape, document.id))
      return parts.flatViews.replyWritten(request, reply, shape, document)
    },
  )
  app.delete<{ Params: { id: string; personId: string } }>(
    `${path}/:personId`,
    { config, schema: { summary: 'Remove a member', response: { 204: { type: 'null' } } } },
    async (request, reply) => {
      const { id, personId } = request.params
      await removeMember(parts, request.caller, organizationId(id), toUrn(shape.typeSlug, personId))
      return reply.code(204).send()
    },
  )
}
