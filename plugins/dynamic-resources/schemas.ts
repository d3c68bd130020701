import { filterPatterns, pageProperties, selectionProperties, perspectiveParameter } from '../../lib/query/index.ts'
import { archiveQuery } from '../../lib/flat/index.ts'

/** What an answer contains about referenced resources. */
const relations = {
  include: {
    type: 'string',
    description: 'Names of references, separated by commas: what they refer to follows as further nodes of the graph',
  },
  labels: {
    anyOf: [{ type: 'boolean' }, { type: 'string', const: 'all' }],
    description:
      'Add `labels`: label and status of what is referred to, and of who created it, by URN; with `all` also those of the resources themselves',
  },
} as const

/** Which properties an answer shows. */
const selections = {
  fields: {
    type: 'string',
    description:
      'Only these properties, separated by commas. `fields[<reference>]` selects those of what `include` adds for it',
  },
} as const
const selectionsOfIncluded = { '^fields\\[': { type: 'string' } } as const

/** Parameters of a list, in addition to filters (`_filter[field][operator]`). */
export const resourceListQuery = {
  type: 'object',
  properties: {
    ...pageProperties,
    ...selectionProperties,
    status: { type: 'string', enum: ['active', 'archived'], default: 'active' },
    perspective: perspectiveParameter,
    skip_damaged: {
      type: 'boolean',
      description:
        'Leave out resources that cannot be read because the store is damaged, and count them in `skipped`; for lists in the order of a standard column',
    },
    copy: {
      type: 'boolean',
      description:
        'Also of an archived type, to copy the service (administrators); `left_out` is the number of values that are never shown (`writeOnly`, `format: password`)',
    },
    ...relations,
    ...selections,
  },
  patternProperties: { ...filterPatterns, ...selectionsOfIncluded },
} as const

const texts = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } as const

/** Body of a query: the parameters of the list. */
export const queryBody = {
  type: 'object',
  examples: [{ _filter: { created_at: { gte: 'today-7d' } }, sort_by: 'created_at', limit: 100 }],
  additionalProperties: false,
  properties: {
    cursor: { type: 'string', description: 'Token of the previous page' },
    limit: resourceListQuery.properties.limit,
    count: resourceListQuery.properties.count,
    sort_by: resourceListQuery.properties.sort_by,
    sort_order: resourceListQuery.properties.sort_order,
    _filter: {
      type: 'object',
      description:
        'Conditions by property and operator, all of which must match, as must those of at least one of the objects in `or`: `{"dueDate": {"lt": "today"}, "or": [{…}, {…}]}`',
    },
    filter_field: resourceListQuery.properties.filter_field,
    filter_value: resourceListQuery.properties.filter_value,
    q: resourceListQuery.properties.q,
    status: resourceListQuery.properties.status,
    perspective: perspectiveParameter,
    skip_damaged: resourceListQuery.properties.skip_damaged,
    include: { ...texts, description: resourceListQuery.properties.include.description },
    labels: resourceListQuery.properties.labels,
    fields: { ...texts, description: resourceListQuery.properties.fields.description },
  },
  patternProperties: { '^fields\\[': texts },
} as const

/** Parameters of a query besides its body. */
export const queryQuery = {
  type: 'object',
  properties: { cursor: { type: 'string', description: 'Token of the previous page, in place of that in the body' } },
} as const

/** Parameters of a write by key. */
export const upsertQuery = {
  type: 'object',
  required: ['key'],
  properties: {
    key: { type: 'string', description: 'A property that is unique (`x-unique`) and that the body contains' },
    restore: { type: 'boolean', description: 'Restore the resource with this value if it is archived' },
  },
} as const

/** Parameters of the list of resources that refer to a resource. */
export const referrersQuery = {
  type: 'object',
  properties: {
    ...pageProperties,
    type_slug: { type: 'string', description: 'Only resources of this type' },
    perspective: perspectiveParameter,
    ...relations,
  },
} as const

/** Parameters of one resource. */
export const resourceQuery = {
  type: 'object',
  properties: {
    sequence_no: { type: 'integer', minimum: 1, description: 'The version wanted; the current one by default' },
    perspective: perspectiveParameter,
    ...relations,
    ...selections,
  },
  patternProperties: selectionsOfIncluded,
} as const

/** Parameters of checking a new resource. */
export const checkNewQuery = {
  type: 'object',
  properties: {
    for: {
      type: 'string',
      enum: ['save', 'publish'],
      description: 'Of types with `x-drafts`: whether what publishing requires is checked too. Default: `save`',
    },
  },
} as const

/** Parameters of a check of one resource. */
export const resourceCheckQuery = {
  type: 'object',
  required: ['action'],
  properties: {
    ...checkNewQuery.properties,
    action: { type: 'string', enum: ['replace', 'update', 'archive'], description: 'The change to be checked' },
    force: archiveQuery.properties.force,
  },
} as const

/** Parameters of a bulk write. */
export const bulkQuery = {
  type: 'object',
  properties: {
    publish: {
      type: 'boolean',
      description: 'Of types with `x-drafts`: what is written becomes public (`odrl:distribute` on the type)',
    },
    ...archiveQuery.properties,
    check_read_only: {
      type: 'boolean',
      description:
        'Data may name properties that the service sets; an operation whose values differ from what the service sets is refused',
    },
    copy: {
      type: 'boolean',
      description:
        'The resources come from another service (administrators): behaviours do not run, values that the service sets are kept, ' +
        'references do not keep a resource from being archived, and the events have `copy: true` in their data',
    },
  },
} as const

const idText = { type: 'string', minLength: 1, maxLength: 512 } as const

/** A list of what a request does. */
const listOf = (required: readonly string[], properties: Readonly<Record<string, object>>) => ({
  type: 'array',
  minItems: 1,
  maxItems: 1000,
  items: { type: 'object', additionalProperties: false, required, properties },
})

/** Body of a bulk write. */
export const bulkBody = {
  type: 'object',
  additionalProperties: false,
  required: ['operations'],
  properties: {
    operations: listOf(['op'], {
      op: { type: 'string', enum: ['create', 'update', 'patch', 'delete', 'restore'] },
      id: idText,
      data: { type: 'object' },
      if_match: { type: 'string', maxLength: 1024 },
    }),
    atomic: { type: 'boolean', default: true },
  },
} as const

/** Answer to a bulk write. */
export const bulkAnswer = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'integer', description: 'The status that the single request would have had' },
          id: { type: 'string' },
          etag: { type: 'string', description: 'The ETag of the resource after the operation' },
          message: { type: 'string', description: 'What is wrong' },
          code: { type: 'string', description: 'The code of the error' },
          resource: {
            type: 'object',
            description: 'Where a value is not unique: the resource that has it, if the caller can read that',
            required: ['id', 'status'],
            properties: { id: { type: 'string' }, status: { type: 'string', enum: ['active', 'archived'] } },
          },
          problems: {
            type: 'array',
            description: 'What is wrong with the data',
            items: {
              type: 'object',
              required: ['pointer', 'code', 'message'],
              properties: { pointer: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  },
} as const

/** Answer to a dry run of archiving. */
export const archiveProblemsAnswer = {
  type: 'object',
  required: ['problems'],
  properties: {
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'property', 'count', 'ids'],
        properties: {
          kind: { type: 'string', enum: ['referred-to'] },
          property: { type: 'string', description: 'With which others refer to it' },
          count: { type: 'integer' },
          ids: { type: 'array', items: { type: 'string' }, description: 'At most ten of them' },
        },
      },
    },
  },
} as const

/** Parameters of a list of versions. */
export const versionsQuery = {
  type: 'object',
  properties: { ...pageProperties, perspective: perspectiveParameter },
} as const

const urns = (description: string) => ({ type: 'array', items: { type: 'string' }, description }) as const

/** Body of publishing one resource. */
export const publishBody = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    sequence_no: {
      type: 'integer',
      minimum: 1,
      description: 'The version that becomes public; the current one by default',
    },
  },
} as const

/** Answer to publishing one resource: the resource as editors see it, and what it refers to. */
export const publishAnswer = {
  type: 'object',
  additionalProperties: true,
  required: ['id'],
  properties: {
    id: { type: 'string' },
    published_no: { type: ['integer', 'null'] },
    publication: { type: 'string', enum: ['draft', 'published', 'changed'] },
    unpublished: urns('What it refers to that is not public'),
  },
} as const

/** Answer to unpublishing one resource. */
export const unpublishAnswer = {
  ...publishAnswer,
  properties: {
    ...publishAnswer.properties,
    unpublished: urns(''),
    referrers: urns('Public resources that refer to it; at most 100'),
  },
} as const

/** Body of publishing several resources. */
export const publishManyBody = {
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: {
    items: listOf(['id', 'action'], {
      id: { ...idText, description: 'URN' },
      action: { type: 'string', enum: ['publish', 'unpublish', 'discard'] },
      sequence_no: { type: 'integer', minimum: 1, description: 'The version to publish; the current one by default' },
    }),
    dry_run: { type: 'boolean', default: false, description: 'Check everything, change nothing' },
  },
} as const

/** Answer to publishing several resources. */
export const publishManyAnswer = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'published_no', 'publication'],
        properties: {
          id: { type: 'string' },
          published_no: { type: ['integer', 'null'] },
          publication: { type: 'string', enum: ['draft', 'published', 'changed'] },
        },
      },
    },
    unpublished: urns('What the resources refer to that is not public'),
    problems: {
      type: 'array',
      description: 'With `dry_run`: what would refuse it',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          index: { type: 'integer' },
          id: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
} as const
