import { languageMapSchema } from '../../lib/language/index.ts'

const slugs = { type: 'array', items: { type: 'string' }, maxItems: 1000, uniqueItems: true } as const

/** Body of PUT of a sidebar; absent members are empty. */
export interface SidebarBody {
  hidden_slugs?: string[]
  menu_groups?: Record<string, string[]>
  group_titles?: Record<string, Record<string, string>>
}

const sidebarProperties = {
  hidden_slugs: { ...slugs, description: 'Slugs of types that the sidebar leaves out' },
  menu_groups: {
    type: 'object',
    description: 'Name of a group to the slugs of types in it; the others are in a group named Other',
    maxProperties: 200,
    propertyNames: { minLength: 1, maxLength: 100 },
    additionalProperties: slugs,
  },
  group_titles: {
    type: 'object',
    description: 'Name of a group in `menu_groups` to its names in other languages; absent when there are none',
    maxProperties: 200,
    additionalProperties: languageMapSchema,
  },
} as const

export const sidebarBody = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: sidebarProperties,
} as const

/** A sidebar. */
export const sidebarAnswer = {
  type: 'object',
  required: ['hidden_slugs', 'menu_groups'],
  properties: sidebarProperties,
} as const

/** Parameters of the sidebar. */
export const sidebarQuery = {
  type: 'object',
  properties: { role: { type: 'string', description: 'The sidebar of this role; the general one by default' } },
} as const
