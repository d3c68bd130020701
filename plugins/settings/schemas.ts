const slugs = { type: 'array', items: { type: 'string' }, maxItems: 1000, uniqueItems: true } as const

/** Body of PUT of a sidebar; what is not sent is empty. */
export interface SidebarBody {
  hidden_slugs?: string[]
  menu_groups?: Record<string, string[]>
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

/** The list of roles, as it is sent and shown. */
export const roleList = {
  type: 'object',
  additionalProperties: false,
  required: ['roles'],
  properties: {
    roles: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 200,
      uniqueItems: true,
      description: '`admin` and `member` are always among them',
    },
  },
} as const

/** Body of PUT of the role-access map. */
export interface RoleAccessBody {
  roles: Record<string, Record<string, string[]>>
}

/** The role-access map, as it is sent and shown. */
export const roleAccess = {
  type: 'object',
  additionalProperties: false,
  required: ['roles'],
  properties: {
    roles: {
      type: 'object',
      description: 'Name of a role to slugs of types (`*` for every type) to actions',
      maxProperties: 200,
      additionalProperties: {
        type: 'object',
        maxProperties: 1000,
        additionalProperties: { type: 'array', items: { type: 'string' }, maxItems: 3, uniqueItems: true },
      },
    },
  },
} as const
