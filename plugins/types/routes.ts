import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BadRequest,
  etagOf,
  preconditionsOf,
  queryFlag,
  queryPairs,
  queryParameter,
  replyJson,
  replyTagged,
  replyItems,
} from '../../kernel/index.ts'
import type { Caller, Condition, DocumentStore, Problem } from '../../kernel/index.ts'
import { findForbiddenDefaults, rewriteSchema } from '../../lib/json-schema/index.ts'
import type { DroppedKeyword, RewrittenPart } from '../../lib/json-schema/index.ts'
import { isRecord } from '../../lib/json/index.ts'
import { invalidParameter, readBoolean, readCursorPage, readListParameters } from '../../lib/query/index.ts'
import type { CursorPage, Cursors, ListParameters, PageSource } from '../../lib/query/index.ts'
import { slugOfId, typeId } from './registry/slugs.ts'
import { conversionBody, dryRunBody, problemsBody } from './impact/type-problems.ts'
import type { Conversion } from './impact/type-problems.ts'
import { typeBody, typeFields, typeRecords } from './registry/type-record.ts'
import type { StoredType } from './registry/type-record.ts'
import * as schemas from './schemas.ts'
import type { TypeBody, TypeChangeBody } from './schemas.ts'
import { editOf } from './edit/change-job.ts'
import type { ChangeAction, ChangeJob } from './edit/change-job.ts'
import type { ChangeOptions, ChangeOutcome, TypeService } from './edit/service.ts'
import { idCondition, textCondition } from '../../lib/store-kit/index.ts'
import type { ResourceType, TypeProblem } from './contract.ts'

/** What the routes need. */
interface TypeRouteParts {
  service: TypeService
  /** Undefined when no plugin provides jobs: then changes are made while the client waits. */
  changeJob: ChangeJob | undefined
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
  changes(app, parts)
  checks(app, parts.service)
}

function reads(app: FastifyInstance, { service, store, cursors }: TypeRouteParts): void {
  app.get(
    path,
    {
      config: { access: 'signed-in', tokenLimits: { types: false } },
      schema: {
        summary: 'List resource types, newest first',
        description:
          'Filters and orders name `name`, `slug`, `description` and the standard columns; `q` finds words anywhere in a type.',
        querystring: schemas.typeListQuery,
        response: { 200: schemas.typesAnswer },
      },
    },
    async (request, reply) => {
      const parameters = readListParameters(queryPairs(request), typeFields, ['include_all', 'includeAll'])
      const all = ['include_all', 'includeAll'].some(name => readBoolean(name, parameters.others.get(name)))
      return replyItems(reply, await listTypes({ store, cursors }, request.caller, parameters, all), typeBody)
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
      config: { access: 'administrator', idempotency: 'answer' },
      schema: {
        summary: 'Create a resource type',
        description: schemas.foreignDescription,
        querystring: schemas.createQuery,
        body: schemas.typeCreateBody,
        response: { 201: schemas.changedTypeAnswer },
      },
    },
    async (request, reply) => {
      const dryRun = queryFlag(request, 'dry_run')
      const { body, report } = readForeign(request, request.body)
      const type = await service.create(request.caller, body, { dryRun })
      if (dryRun) return replyJson(reply, JSON.stringify({ ...dryRunBody([]), ...warningsOf(type), ...report }))
      reply.code(201).header('location', `${path}/${encodeURIComponent(type.id)}`)
      return replyType(request, reply, type, report)
    },
  )
}

function changes(app: FastifyInstance, { service, changeJob }: TypeRouteParts): void {
  const config = { access: 'administrator', typeParameter: 'id', tagged: true, deferrable: true } as const
  /** Make a change; one that takes long continues as a run of a job. */
  const change = async (
    request: FastifyRequest<OfType & { Body: TypeChangeBody }>,
    reply: FastifyReply,
    action: ChangeAction,
    answers: {
      checked: (outcome: ChangeOutcome, report: SchemaReport) => FastifyReply
      made: (outcome: ChangeOutcome, report: SchemaReport) => FastifyReply
    },
  ): Promise<FastifyReply> => {
    const { caller, params } = request
    const slug = slugOfId(params.id)
    const { body, report } = action === 'archive' ? { body: {}, report: {} } : readForeign(request, request.body)
    const options = changeOptions(request)
    if (changeJob === undefined || options.dryRun || slug === undefined) {
      const outcome = await service.change(caller, slug, editOf(action, body), options)
      return options.dryRun ? answers.checked(outcome, report) : answers.made(outcome, report)
    }
    const conditions = { if_match: options.ifMatch ?? null, if_none_match: options.ifNoneMatch ?? null }
    const input = { slug, action, body, convert: options.convert, force: options.force, ...conditions }
    return changeJob.answer(request, reply, input, { key: slug, answer: outcome => answers.made(outcome, report) })
  }
  const changeBy =
    (action: ChangeAction) =>
    (request: FastifyRequest<OfType & { Body: TypeChangeBody }>, reply: FastifyReply): Promise<FastifyReply> =>
      change(request, reply, action, {
        checked: ({ type, problems, drafts }, report) =>
          replyJson(
            reply,
            JSON.stringify({ ...dryRunBody(problems, changeOptions(request)), drafts, ...warningsOf(type), ...report }),
          ),
        made: ({ type, problems, drafts }, report) =>
          replyType(request, reply, type, { ...report, ...conversionBody(problems, changeOptions(request)), drafts }),
      })
  app.put<OfType & { Body: TypeChangeBody }>(
    `${path}/:id`,
    {
      config,
      schema: {
        summary: 'Change fields of a resource type',
        description: schemas.foreignDescription,
        querystring: schemas.replaceQuery,
        body: schemas.typeUpdateBody,
        response: { 200: schemas.changedTypeAnswer },
      },
    },
    changeBy('replace'),
  )
  app.patch<OfType & { Body: TypeChangeBody }>(
    `${path}/:id`,
    {
      config: { ...config, consumes: ['application/merge-patch+json', 'application/json'] },
      schema: {
        summary: 'Change fields of a resource type (JSON Merge Patch)',
        description: 'Members of `context` and `schema` are merged too; null removes one.',
        querystring: schemas.changeQuery,
        body: schemas.typePatchBody,
        response: { 200: schemas.typeAnswer },
      },
    },
    changeBy('update'),
  )
  app.delete<OfType & { Body: TypeChangeBody }>(
    `${path}/:id`,
    {
      config,
      schema: {
        summary: 'Archive a resource type',
        operationId: 'archiveResourceType',
        querystring: schemas.changeQuery,
        response: { 204: { type: 'null' } },
      },
    },
    (request, reply) =>
      change(request, reply, 'archive', {
        checked: ({ problems }) => replyJson(reply, JSON.stringify({ problems: problemsBody(problems) })),
        made: () => reply.code(204).send(),
      }),
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
        querystring: schemas.foreignQuery,
        body: schemas.typeCreateBody,
        response: { 200: schemas.dryRunAnswer },
      },
    },
    async (request, reply) => {
      const { body, report } = readForeign(request, request.body)
      const type = await service.create(request.caller, body, { dryRun: true })
      return replyJson(reply, JSON.stringify(checkBody(type, [], report)))
    },
  )
  app.post<OfType & { Body: TypeChangeBody | null | undefined }>(
    `${path}/:id/_check`,
    {
      config: { access: 'administrator', typeParameter: 'id', idempotency: false, tagged: true },
      schema: {
        summary: 'Check what a change of a resource type would do to its resources',
        description: 'The body is that of the change; archiving has none.',
        querystring: schemas.typeCheckQuery,
        body: schemas.checkBody,
        response: { 200: schemas.dryRunAnswer },
      },
    },
    async (request, reply) => {
      const options = { ...changeOptions(request), dryRun: true }
      const action = queryParameter(request, 'action')
      const { body, report } = readForeign(request, request.body)
      if (action !== 'replace' && 'dropped' in report)
        throw invalidParameter('unknown is only for creating and replacing', 'unknown')
      const edit = checkedEdit(action, body)
      const { type, problems, drafts } = await service.change(
        request.caller,
        slugOfId(request.params.id),
        edit,
        options,
      )
      return replyJson(reply, JSON.stringify({ ...checkBody(type, problems, report, options), drafts }))
    },
  )
}

/** The change that a check is about. @throws `BadRequest` */
function checkedEdit(
  action: string | undefined,
  body: TypeChangeBody | null | undefined,
): (current: ResourceType) => TypeBody {
  if (action === 'archive') return editOf(action, {})
  if (action !== 'replace' && action !== 'update')
    throw invalidParameter('action must be replace, update or archive', 'action')
  if (isRecord(body)) return editOf(action, body)
  throw new BadRequest('body must be object', {
    code: 'validation-failed',
    problems: [{ pointer: '', code: 'type', message: 'must be object' }],
  })
}

function changeOptions(request: FastifyRequest): ChangeOptions {
  const [convert, force, dryRun] = ['convert', 'force', 'dry_run'].map(name => queryFlag(request, name))
  return { ...preconditionsOf(request), convert: convert === true, force: force === true, dryRun: dryRun === true }
}

const replyType = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: StoredType,
  further: object = {},
): FastifyReply =>
  replyTagged(request, reply, etagOf(type.id, type.meta.sequence_no), JSON.stringify({ ...typeBody(type), ...further }))

/** What was left out of the schema in a body, and what was rewritten, with pointers into the body; empty unless it was asked for. */
type SchemaReport = { dropped: DroppedKeyword[]; rewritten: RewrittenPart[] } | Record<string, never>

/** A body whose schema other tools wrote, as types take it, with `unknown=drop`. */
function readForeign<Body extends TypeChangeBody | null | undefined>(
  request: FastifyRequest,
  body: Body,
): { body: Body; report: SchemaReport } {
  if (queryParameter(request, 'unknown') === undefined) return { body, report: {} }
  if (!body?.schema) return { body, report: { dropped: [], rewritten: [] } }
  const { schema, dropped, rewritten } = rewriteSchema(body.schema)
  const inBody = <Part extends { pointer: string }>(part: Part): Part => ({
    ...part,
    pointer: `/schema${part.pointer}`,
  })
  return { body: { ...body, schema }, report: { dropped: dropped.map(inBody), rewritten: rewritten.map(inBody) } }
}

/** What the author of a schema should know, although it is accepted. */
function warningsOf({ data: { schema } }: StoredType): { warnings?: Problem[] } {
  const found = schema === null ? [] : findForbiddenDefaults(schema)
  if (found.length === 0) return {}
  return { warnings: found.map(one => ({ ...one, pointer: `/schema${one.pointer}` })) }
}

/** The answer to a check; with the schema as it would be stored if it was rewritten. */
const checkBody = (
  type: StoredType,
  problems: readonly TypeProblem[],
  report: SchemaReport,
  conversion: Conversion = {},
) => ({
  ...dryRunBody(problems, conversion),
  ...warningsOf(type),
  ...report,
  ...('dropped' in report && { schema: type.data.schema }),
})

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
 * A page of the types that the caller's API token allows: the active ones that lists show, or with `all` every type.
 * @param parameters read with {@link typeFields}
 * @throws `BadRequest` when the cursor belongs to another list
 */
function listTypes(
  source: PageSource,
  caller: Caller,
  parameters: ListParameters,
  all: boolean,
): Promise<CursorPage<StoredType>> {
  const status = all ? 'any' : 'active'
  const { conditions, groups, words, sort, now } = parameters
  const query = typeRecords.query([all ? inUse : listed, ...reachedBy(caller), ...conditions], { status })
  const anyOf = groups.length === 0 ? {} : { anyOf: groups.map(group => group.conditions) }
  const list = { ...query, ...anyOf, words, sort, now, list: 'resource-types', further: [status] }
  return readCursorPage(source, list, parameters, document => typeRecords.parse(document))
}
