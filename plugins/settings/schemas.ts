import { logLevels } from '../../kernel/index.ts'

/** The list of roles, in bodies and answers. */
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

/** The setting of the log, in bodies and answers. */
export const logSetting = {
  type: 'object',
  additionalProperties: false,
  required: ['level'],
  properties: {
    level: {
      enum: [...logLevels, null],
      description: 'The least severe level that every instance logs; null for that of its configuration',
    },
  },
} as const

/** Body of PUT of the role-access map. */
export interface RoleAccessBody {
  roles: Record<string, Record<string, string[]>>
}

/** The role-access map, in bodies and answers. */
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
        additionalProperties: { type: 'array', items: { type: 'string' }, maxItems: 4, uniqueItems: true },
      },
    },
  },
} as const
