import { languageMapSchema } from '../../lib/language/index.ts'
import { pageOf } from '../../lib/query/index.ts'

const slug = { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 63 } as const
const slugs = { type: 'array', items: slug, uniqueItems: true, maxItems: 200 } as const

const text = { type: 'string', minLength: 1, maxLength: 200 } as const

/** The body of POST of a view, without `shared`. */
const view = {
  type: 'object',
  additionalProperties: false,
  required: ['type_slug', 'name'],
  properties: {
    type_slug: slug,
    name: text,
    titles: languageMapSchema,
    query: { type: ['object', 'string'] },
    columns: { type: 'array', items: { type: ['string', 'object'] }, maxItems: 200 },
    layout: {
      type: 'object',
      additionalProperties: false,
      required: ['kind'],
      properties: {
        kind: { enum: ['table', 'board', 'calendar', 'gallery', 'tree'] },
        property: text,
        end_property: text,
      },
    },
    default: { type: 'boolean' },
  },
} as const

const upgrade = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description', 'types', 'property', 'value', 'choices'],
  properties: {
    name: slug,
    description: text,
    types: { ...slugs, minItems: 1 },
    property: text,
    value: { type: 'string' },
    choices: { type: 'array', items: { type: ['string', 'null'] }, minItems: 1, maxItems: 100 },
  },
} as const

/** `preset.json` */
export const manifest = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description', 'types'],
  properties: {
    name: slug,
    description: { type: 'string', minLength: 1, maxLength: 1000 },
    types: { ...slugs, minItems: 1 },
    sidebar: {
      type: 'object',
      additionalProperties: false,
      properties: {
        hidden_slugs: slugs,
        menu_groups: { type: 'object', additionalProperties: slugs },
        group_titles: { type: 'object', additionalProperties: languageMapSchema },
      },
    },
    behaviours: slugs,
    drafts: slugs,
    samples: slugs,
    sample_day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    views: { type: 'array', items: view, maxItems: 200 },
    upgrades: { type: 'array', items: upgrade, maxItems: 100 },
  },
} as const

/** `types/<slug>.json`: the body of POST of a type. */
export const type = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'slug'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    slug,
    description: { type: 'string', maxLength: 10_000 },
    context: { type: 'object' },
    schema: { type: 'object' },
  },
} as const

/** `seed/<slug>.json`: flat resources, each with a label as its `@id`. */
export const seed = {
  type: 'array',
  items: {
    type: 'object',
    required: ['@id'],
    properties: { '@id': { type: 'string', pattern: '^_:[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: 200 } },
  },
} as const

const result = { type: 'array', items: { type: 'string' } } as const

/** The answer to an install. */
export const installAnswer = {
  type: 'object',
  required: ['created', 'updated', 'skipped'],
  properties: { created: result, updated: result, skipped: result },
} as const

const samples = {
  type: 'object',
  description: 'Ids of the samples that the account of the caller has loaded, by label',
  maxProperties: 10_000,
  propertyNames: { maxLength: 200 },
  additionalProperties: { type: 'string', pattern: '^urn:', maxLength: 512 },
} as const

/** The record to be written for a preset. */
export const noteBody = { type: 'object', additionalProperties: false, properties: { samples } } as const

/** The record of a preset. */
export const noteAnswer = {
  type: 'object',
  required: ['name', 'installed', 'samples'],
  properties: { name: slug, installed: { type: 'boolean' }, samples },
} as const

/** The list of presets. */
export const listAnswer = pageOf({
  type: 'object',
  required: ['name', 'description', 'types', 'installed'],
  properties: {
    name: { type: 'string' },
    description: { type: 'string' },
    types: { type: 'array', items: { type: 'string' }, description: 'Slugs' },
    installed: { type: 'boolean' },
  },
})

/** Parameters of an install. */
export const installQuery = {
  type: 'object',
  properties: {
    update: { type: 'boolean', description: 'Also change types that exist: what the preset names is overwritten' },
    samples: { type: 'boolean', description: 'Load the sample data that was not loaded yet' },
    drafts: {
      type: 'boolean',
      description: 'The types of content get `x-drafts`: what is written is a draft until it is published',
    },
    dry_run: { type: 'boolean', description: 'Check everything, change nothing' },
  },
} as const
