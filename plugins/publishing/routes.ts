import type { FastifyInstance, FastifyRequest } from 'fastify'
import { queryPairs, replyJson, replyItems } from '../../kernel/index.ts'
import { pageOf, pageQuery, readPageParameters } from '../../lib/query/index.ts'
import type { PageParameters } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import { scheduleBody, scheduleStates } from './records.ts'
import type { ScheduleState } from './records.ts'
import type { Schedules, PublicationTarget, WantedSchedule } from './service.ts'

interface OfResource {
  Params: { typeSlug: string; id: string }
}

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['action', 'at'],
  properties: {
    action: { type: 'string', enum: ['publish', 'unpublish'] },
    at: { type: 'string', maxLength: 40, description: 'RFC 3339 with an offset, in whole seconds' },
    sequence_no: { type: 'integer', minimum: 1, description: 'The version to publish; the current one by default' },
  },
} as const

const answer = {
  type: 'object',
  required: ['id', 'resource_id', 'type_slug', 'action', 'at', 'sequence_no', 'state', 'message', 'created_by'],
  properties: {
    id: { type: 'string' },
    resource_id: { type: 'string' },
    type_slug: { type: 'string' },
    action: body.properties.action,
    at: { type: 'string', format: 'date-time' },
    sequence_no: { type: ['integer', 'null'] },
    state: { type: 'string', enum: scheduleStates },
    message: { type: ['string', 'null'], description: 'Why it failed' },
    created_by: { type: 'string' },
  },
} as const

/** What `state` selects: one state, or all that is not done. */
const selections: Readonly<Record<string, readonly ScheduleState[]>> = {
  waiting: ['waiting'],
  failed: ['failed'],
  done: ['done'],
  open: ['waiting', 'failed'],
}

/** @param usual what is listed without the parameter */
const listQuery = (usual: string) =>
  ({
    type: 'object',
    properties: {
      ...pageQuery.properties,
      state: {
        type: 'string',
        enum: Object.keys(selections),
        description: `Only these; \`open\` are those that wait or failed. Default: ${usual}`,
      },
    },
  }) as const

const readPage = (request: FastifyRequest): PageParameters => readPageParameters(queryPairs(request), ['state'])
const readStates = (page: PageParameters, usual: readonly ScheduleState[]): readonly ScheduleState[] =>
  selections[page.others.get('state') ?? ''] ?? usual

const path = '/api/:typeSlug/:id/schedule'
const targetOf = ({ params: { typeSlug, id } }: FastifyRequest<OfResource>): PublicationTarget => ({
  type: typeSlug,
  id: toUrn(typeSlug, id),
})

/** The routes of schedules. */
export function scheduleRoutes(app: FastifyInstance, schedules: Schedules): void {
  app.post<OfResource & { Body: WantedSchedule }>(
    path,
    {
      config: { access: 'odrl:distribute' },
      schema: {
        summary: 'Schedule to publish a version, or to end a publication',
        description: 'Needs `odrl:distribute` and `odrl:modify`, now and at that time. Late means at once.',
        body,
        response: { 201: answer },
      },
    },
    async (request, reply) => {
      const schedule = await schedules.create(request.caller, targetOf(request), request.body)
      return replyJson(reply.code(201), JSON.stringify(scheduleBody(schedule)))
    },
  )
  app.get<OfResource>(
    path,
    {
      config: { access: 'odrl:modify' },
      schema: {
        summary: 'List the schedules of a resource',
        querystring: listQuery('all'),
        response: { 200: pageOf(answer) },
      },
    },
    async (request, reply) => {
      const page = readPage(request)
      const found = await schedules.list(request.caller, targetOf(request), readStates(page, scheduleStates), page)
      return replyItems(reply, found, scheduleBody)
    },
  )
  app.delete<{ Params: OfResource['Params'] & { scheduleId: string } }>(
    `${path}/:scheduleId`,
    {
      config: { access: 'odrl:distribute' },
      schema: { summary: 'Remove a schedule that waits, or has failed', response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      const { typeSlug, id, scheduleId } = request.params
      await schedules.remove(request.caller, { type: typeSlug, id: toUrn(typeSlug, id) }, toUrn('schedule', scheduleId))
      return reply.code(204).send()
    },
  )
  app.get(
    '/api/schedules',
    {
      config: { access: 'signed-in', tokenLimits: { types: false } },
      schema: {
        summary: 'List what is scheduled, of resources that the caller may modify',
        querystring: listQuery('those that wait'),
        response: { 200: pageOf(answer) },
      },
    },
    async (request, reply) => {
      const page = readPage(request)
      return replyItems(
        reply,
        await schedules.listAll(request.caller, readStates(page, ['waiting']), page),
        scheduleBody,
      )
    },
  )
}
