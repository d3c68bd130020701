import type { JsonObject } from '../../lib/json/index.ts'
import { filterPatterns, pageOf, pageProperties, selectionProperties } from '../../lib/query/index.ts'

/** The fields of a type that a caller can send. */
export interface TypeBody {
  name?: string
  slug?: string
  description?: string
  context?: JsonObject
  /** JSON Schema; null removes the schema of an existing type. */
  schema?: JsonObject | null
  status?: 'active' | 'archived'
}

/** A body that changes a type: in a patch null removes a value, and what an answer shows besides can be repeated. */
export interface TypeChangeBody extends Omit<TypeBody, 'description' | 'context'> {
  description?: string | null
  context?: JsonObject | null
  id?: string
  plural?: string
  created_at?: string
}

const name = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'What people call the type',
} as const
const slug = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  description: 'The name in addresses: lower-case words joined by hyphens',
} as const
const description = { type: 'string', maxLength: 10_000 } as const
const context = {
  type: 'object',
  description: 'JSON-LD context; `@type` in it is the `@type` of the resources',
} as const
const schema = {
  type: 'object',
  description:
    'JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47)',
} as const
const status = { type: 'string', enum: ['active', 'archived'] } as const

/** Body of POST. */
export const typeCreateBody = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'slug'],
  properties: { name, slug, description, context, schema },
} as const

const repeated = { type: 'string', description: 'Only as it was read, with `id` beside it' } as const
const shown = { id: repeated, plural: repeated, created_at: repeated } as const
const nullableSchema = { ...schema, type: ['object', 'null'] } as const

/** Body of PUT: the fields to change. */
export const typeUpdateBody = {
  type: 'object',
  additionalProperties: false,
  properties: { name, slug, description, context, schema: nullableSchema, status, ...shown },
} as const

/** Body of PATCH: a merge patch of the fields, `context` and `schema` included. */
export const typePatchBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name,
    slug,
    description: { ...description, type: ['string', 'null'] },
    context: { ...context, type: ['object', 'null'] },
    schema: nullableSchema,
    status,
    ...shown,
  },
} as const

const conversionCounts = {
  converted: { type: 'integer', description: 'With `convert` or `force`: how many values were converted' },
  removed: { type: 'integer', description: 'With `convert` or `force`: how many values were removed' },
} as const

/** A resource type in answers. */
export const typeAnswer = {
  type: 'object',
  required: ['id', 'name', 'plural', 'slug', 'description', 'context', 'status', 'created_at'],
  properties: {
    id: { type: 'string', description: '`urn:type:<slug>`' },
    name,
    plural: {
      type: 'string',
      description: 'What people call several of them: `x-plural` of the schema, else the English plural of the name',
    },
    slug,
    description,
    context,
    schema,
    status,
    created_at: { type: 'string', format: 'date-time' },
    ...conversionCounts,
  },
} as const

const changedPart = {
  type: 'object',
  required: ['pointer'],
  properties: {
    pointer: { type: 'string', description: 'JSON Pointer into the body' },
    keyword: { type: 'string' },
    value: {},
    code: { type: 'string' },
    message: { type: 'string' },
  },
} as const

/** What `unknown=drop` adds to an answer. */
const report = {
  dropped: {
    type: 'array',
    items: { ...changedPart, required: ['pointer', 'keyword', 'value'] },
    description: 'With `unknown=drop`: the keywords that were left out',
  },
  rewritten: {
    type: 'array',
    items: { ...changedPart, required: ['pointer', 'code', 'message'] },
    description: 'With `unknown=drop`: the parts that were written in another form',
  },
} as const

/** What becomes of the resources of a type that gets `x-drafts`. */
const draftCounts = {
  drafts: {
    type: 'object',
    required: ['published', 'draft'],
    properties: { published: { type: 'integer' }, draft: { type: 'integer' } },
    description: 'Of a type that gets `x-drafts`: how many of its resources are published, and how many are drafts',
  },
} as const

/** A type in the answer to a change. */
export const changedTypeAnswer = {
  ...typeAnswer,
  properties: { ...typeAnswer.properties, ...report, ...draftCounts },
} as const

/** The answer to a dry run. */
export const dryRunAnswer = {
  type: 'object',
  required: ['compatible', 'problems'],
  properties: {
    compatible: { type: 'boolean' },
    ...conversionCounts,
    ...draftCounts,
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'property', 'count', 'ids'],
        properties: {
          kind: { type: 'string' },
          property: { type: 'string' },
          count: { type: 'integer' },
          converted: { type: 'integer', description: 'Of `type-changed`: resources whose values can be converted' },
          lost: { type: 'integer', description: 'Of `type-changed`: resources with a value that would be lost' },
          ids: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    warnings: {
      type: 'array',
      items: { ...changedPart, required: ['pointer', 'code', 'message'] },
      description:
        'What is accepted and probably wrong: a `default` that the schema forbids. Absent if there is nothing',
    },
    ...report,
    schema: { type: ['object', 'null'], description: 'With `unknown=drop`: the schema as it would be stored' },
  },
} as const

/** A page of types. */
export const typesAnswer = pageOf(typeAnswer)

/** Parameters of the list. */
export const typeListQuery = {
  type: 'object',
  properties: {
    ...pageProperties,
    ...selectionProperties,
    includeAll: { type: 'boolean', description: 'Also archived, abstract and value-object types' },
    include_all: { type: 'boolean', description: 'Another name of `includeAll`' },
  },
  patternProperties: filterPatterns,
} as const

const unknown = {
  type: 'string',
  enum: ['drop'],
  description:
    'Take a schema that was written for other tools: leave out unknown keywords and formats, rewrite older drafts',
} as const

/** Parameters of a check of a new type. */
export const foreignQuery = { type: 'object', properties: { unknown } } as const

export const foreignDescription =
  'With `unknown=drop`, keywords and formats of the schema that are not known are left out and listed in `dropped`; draft-04, draft-06, 2019-09, components of OpenAPI 3.0 and a root that is no object are rewritten, which `rewritten` lists. Without it they are 400.'

const dryRun = { dry_run: { type: 'boolean', description: 'Check everything, change nothing' } } as const

/** Parameters of POST. */
export const createQuery = { type: 'object', properties: { ...dryRun, unknown } } as const

/** Body of a check of a change: that of the change; archiving has none. */
export const checkBody = { ...typePatchBody, type: ['object', 'null'] } as const

/** Parameters of a check of a change. */
export const typeCheckQuery = {
  type: 'object',
  required: ['action'],
  properties: {
    action: { type: 'string', enum: ['replace', 'update', 'archive'], description: 'The change to be checked' },
    convert: { type: 'boolean', description: 'Check as if values were converted (administrators)' },
    force: { type: 'boolean', description: 'Check as if the change was forced (administrators)' },
    unknown,
  },
} as const

/** Parameters of PATCH and DELETE. */
export const changeQuery = {
  type: 'object',
  properties: {
    ...dryRun,
    convert: {
      type: 'boolean',
      description:
        'Write the values of a column whose type changes as the new type, if none loses anything (administrators)',
    },
    force: {
      type: 'boolean',
      description:
        'Like `convert`; values that cannot be converted are removed from the current versions (administrators)',
    },
  },
} as const

/** Parameters of PUT. */
export const replaceQuery = { type: 'object', properties: { ...changeQuery.properties, unknown } } as const
