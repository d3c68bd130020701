import { perspectiveParameter } from '../../lib/query/index.ts'

/** The maximum and the default number of resources that are returned of each type, and how many better ones can be left out. */
export const searchLimits = { most: 20, usual: 5, mostBefore: 900 } as const

/** The same of the newest. */
export const newestLimits = { most: 100, usual: 5 } as const

/** Parameters of a search. */
export const searchQuery = {
  type: 'object',
  required: ['q'],
  properties: {
    q: { type: 'string', description: 'Words that must each begin a word of the data, or of the label' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: searchLimits.most,
      default: searchLimits.usual,
      description: 'Resources of each type',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      maximum: searchLimits.mostBefore,
      default: 0,
      description: 'How many of the best resources of each type are left out: those of the portions before',
    },
    excerpts: {
      type: 'boolean',
      default: false,
      description: 'Add `excerpt` to each result whose label does not contain all words',
    },
    perspective: perspectiveParameter,
    type_slug: { type: 'array', items: { type: 'string' }, description: 'Only these types, the parameter repeated' },
  },
} as const

const id = { type: 'string', description: 'URN' } as const
const label = {
  type: 'string',
  description: 'The label, in the language of `Accept-Language` if the type has it',
} as const

const publication = {
  type: 'string',
  enum: ['draft', 'changed', 'published'],
  description: 'Of types with drafts',
} as const

/** A list of types, each with some resources; it is whole. @param members of a type, beside its slug */
const listOfTypes = <Members extends object>(description: string, members: Members) =>
  ({
    type: 'object',
    required: ['data', 'cursor', 'has_more'],
    properties: {
      data: {
        type: 'array',
        description,
        items: {
          type: 'object',
          required: ['type_slug', ...Object.keys(members)],
          properties: { type_slug: { type: 'string' }, ...members },
        },
      },
      cursor: { const: '' },
      has_more: { const: false },
    },
  }) as const

/** The results. */
export const searchAnswer = listOfTypes(
  'Types with matches: first those with a label that is `q`, then those with one that begins with it, then most matches first; at the end those that there was no time for',
  {
    resources: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'label', 'status'],
        properties: {
          id,
          label,
          status: { const: 'active' },
          publication,
          excerpt: { type: 'string', description: 'Plain text around the first word that the label does not contain' },
        },
      },
    },
    has_more: { type: 'boolean', description: 'Whether there are more matches, or may be' },
  },
)

/** Parameters of the newest resources. */
export const newestQuery = {
  type: 'object',
  properties: {
    by: { enum: ['changed', 'created'], default: 'changed', description: 'By which time they are the newest' },
    created_by: { type: 'string', description: 'URN of a user: only what this user created' },
    id: {
      type: 'array',
      items: { type: 'string' },
      maxItems: newestLimits.most,
      description: 'Only the resources with these URNs, the parameter repeated',
    },
    limit: { ...searchQuery.properties.limit, maximum: newestLimits.most },
    perspective: perspectiveParameter,
    type_slug: searchQuery.properties.type_slug,
  },
} as const

const time = { type: 'string', format: 'date-time' } as const
const hasMore = { type: 'boolean', description: 'Whether the type has more, or may have' } as const

/** The newest resources of each type. */
export const newestAnswer = listOfTypes(
  'Types with resources, the one with the newest first; at the end those that there was no time for',
  {
    resources: {
      type: 'array',
      description: 'The newest first',
      items: {
        type: 'object',
        required: ['id', 'label', 'created_at', 'created_by', 'updated_at'],
        properties: {
          id,
          label,
          created_at: time,
          created_by: { type: 'string', description: 'URN of a user' },
          updated_at: time,
          publication,
        },
      },
    },
    has_more: hasMore,
  },
)

/** The same of what is to be done. */
export const dueLimits = { most: 20, usual: 5 } as const

/** Parameters of what is to be done. */
export const dueQuery = {
  type: 'object',
  properties: {
    assigned_to: {
      type: 'string',
      description: 'Only what refers to a resource with this e-mail address; what has no date is listed last',
    },
    not_assigned_to: { type: 'string', description: 'Leave that out' },
    until: { type: 'string', format: 'date', description: 'Only what is due by this day, or was due before' },
    limit: { ...searchQuery.properties.limit, maximum: dueLimits.most },
    perspective: perspectiveParameter,
    type_slug: searchQuery.properties.type_slug,
  },
} as const

/** What is to be done of each type. */
export const dueAnswer = listOfTypes('Types with resources, the one with the nearest date first', {
  filter: {
    type: 'object',
    additionalProperties: true,
    description: 'The `_filter` with which the list of the type has all of them',
  },
  resources: {
    type: 'array',
    description: 'The nearest date first, then what has none',
    items: {
      type: 'object',
      required: ['id', 'label', 'due'],
      properties: { id, label, due: { type: ['string', 'null'], format: 'date' } },
    },
  },
  has_more: hasMore,
})
