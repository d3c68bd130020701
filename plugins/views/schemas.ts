import { languageMapSchema } from '../../lib/language/index.ts'
import { pageOf, pageProperties } from '../../lib/query/index.ts'

const text = { type: 'string', minLength: 1, maxLength: 200 } as const

const propertyName = { ...text, description: 'Name of a property' } as const

const layoutOf = <Properties extends object>(kind: string, required: readonly string[], properties: Properties) =>
  ({
    type: 'object',
    additionalProperties: false,
    required: ['kind', ...required],
    properties: { kind: { const: kind }, ...properties },
  }) as const

const layout = {
  description: 'How the resources are laid out',
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: ['table', 'board', 'calendar', 'gallery', 'tree'] } },
  oneOf: [
    layoutOf('table', [], {}),
    layoutOf('board', ['property'], { property: { ...propertyName, description: 'A choice or a reference' } }),
    layoutOf('calendar', ['property'], {
      property: { ...propertyName, description: 'A date or a date-time' },
      end_property: { ...propertyName, description: 'A date or a date-time' },
    }),
    layoutOf('gallery', [], { property: propertyName }),
    layoutOf('tree', ['property'], { property: { ...propertyName, description: 'A reference to the own type' } }),
  ],
} as const

const properties = {
  type_slug: { ...text, description: 'Slug of the type whose list it is a view of' },
  name: text,
  titles: {
    ...languageMapSchema,
    minProperties: 0,
    description:
      'The name in other languages, by language tag (BCP 47); an empty object removes them. Absent when there are none',
  },
  shared: { type: 'boolean', description: 'Whether everyone in the account sees it; only administrators may set this' },
  query: {
    type: ['object', 'string'],
    description:
      'What the list is asked: its parameters by name, or as a query string. Checked against the type when it is saved, and kept as it is; what a later change of the type makes stale is marked',
    maxLength: 16_384,
    maxProperties: 200,
  },
  columns: {
    type: 'array',
    description: 'The columns shown, in their order',
    maxItems: 200,
    items: {
      oneOf: [
        text,
        {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: { name: text, width: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Pixels' } },
        },
      ],
    },
  },
  layout,
  default: {
    type: 'boolean',
    description:
      'Whether the list of the type opens with it: a shared view, one for each type; only administrators may set this',
  },
} as const

/** Body of POST. */
export const newView = {
  type: 'object',
  additionalProperties: false,
  required: ['type_slug', 'name'],
  properties,
} as const

/** Body of PUT; absent members stay unchanged. */
export const changedView = { type: 'object', additionalProperties: false, minProperties: 1, properties } as const

/** A view. */
export const viewAnswer = {
  type: 'object',
  required: ['id', 'type_slug', 'name', 'shared', 'query', 'columns', 'layout', 'default', 'owner'],
  properties: {
    id: { type: 'string', description: 'URN' },
    ...properties,
    owner: { type: 'string', description: 'URN of the user who saved it first' },
    stale: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Columns and query parameters that the type does not understand any more; absent when there are none',
    },
  },
} as const

/** A page of views. */
export const viewsAnswer = pageOf(viewAnswer)

/** Parameters of the list. */
export const viewsQuery = {
  type: 'object',
  properties: {
    type_slug: { type: 'string', description: 'Only views of this type' },
    ...pageProperties,
  },
} as const
