import type { FastifyInstance } from 'fastify'
import { queryPairs } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readBoolean } from '../../../lib/query/index.ts'
import { slugOf } from '../schemas/slug.ts'
import { identifierKeyword, originKeyword } from '../schemas/stored-schema.ts'
import { applySchemas, examineSchemas, blocksChange } from './apply.ts'
import type { ApplyParts, SchemaReport } from './apply.ts'

interface WantedBody {
  schemas: { name: string; schema: JsonObject }[]
}

/** The path at which schemas of a document are applied once, or only checked. */
export const schemasPath = '/api/openapi/schemas'

const maxBodyBytes = 16 * 1024 * 1024

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['schemas'],
  properties: {
    schemas: {
      type: 'array',
      maxItems: 10_000,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'schema'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 200 },
          schema: {
            type: 'object',
            description: 'The schema of its resource type, as `plinth openapi` makes it of the component',
            required: [originKeyword, identifierKeyword],
          },
        },
      },
    },
  },
} as const

const querystring = {
  type: 'object',
  properties: { dry_run: { type: 'string' }, force: { type: 'string' } },
} as const

const answer = {
  type: 'object',
  required: ['compatible', 'schemas'],
  properties: {
    compatible: { type: 'boolean' },
    schemas: {
      type: 'array',
      items: {
        type: 'object',
        required: ['schema', 'slug', 'change', 'problems'],
        properties: {
          schema: { type: 'string' },
          slug: { type: 'string' },
          change: { type: 'string', enum: ['created', 'updated', 'revived', 'unchanged', 'refused'] },
          problems: { type: 'array', items: { type: 'object', additionalProperties: true } },
        },
      },
    },
  },
} as const

/** The route that `plinth openapi check --store` and `plinth openapi apply` use. */
export function schemaRoutes(app: FastifyInstance, parts: ApplyParts): void {
  app.post<{ Body: WantedBody }>(
    schemasPath,
    {
      bodyLimit: maxBodyBytes,
      config: { access: 'administrator', handlerTimeout: false, envelopeDepth: 3, idempotency: 'answer' },
      schema: {
        summary: 'Make the resource types match the schemas of an OpenAPI document, all or none',
        querystring,
        body,
        response: { 200: answer },
      },
    },
    async (request, reply) => {
      const given = new Map(queryPairs(request))
      const force = readBoolean('force', given.get('force'))
      const isDryRun = readBoolean('dry_run', given.get('dry_run'))
      const reports = await run(parts, request.caller, request.body, { force, isDryRun })
      const compatible = !reports.some(report => blocksChange(report, force))
      return reply.send({ compatible, schemas: reports })
    },
  )
}

function run(
  parts: ApplyParts,
  caller: Caller,
  { schemas }: WantedBody,
  { force, isDryRun }: { force: boolean; isDryRun: boolean },
): Promise<SchemaReport[]> {
  const wanted = schemas.map(({ name, schema }) => ({ name, slug: slugOf(name), schema }))
  return isDryRun
    ? examineSchemas(parts, caller, wanted, { thorough: true })
    : applySchemas(parts, caller, wanted, { force })
}
