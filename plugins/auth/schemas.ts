import { pageOf, pageProperties } from '../../lib/query/index.ts'

const properties = {
  id: { type: 'string', description: 'URN' },
  name: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  status: { type: 'string', enum: ['active', 'disabled'] },
  account_id: { type: 'string', description: 'URN of the account that the user works in' },
  created_at: { type: 'string', format: 'date-time' },
} as const

/** An agent: a user, or the service itself. */
const userAnswer = { type: 'object', required: Object.keys(properties), properties } as const

/** The current user. */
export const meAnswer = {
  type: 'object',
  required: [...Object.keys(properties), 'mode', 'permissions', 'impersonator'],
  properties: {
    ...properties,
    mode: { type: 'string', enum: ['development', 'production'] },
    permissions: {
      type: 'object',
      description: 'Slug of a type, or `*` for every type, to actions',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    impersonator: { oneOf: [userAnswer, { type: 'null' }] },
  },
} as const

export const loginQuery = {
  type: 'object',
  properties: {
    return_to: { type: 'string', description: 'Path to open after signing in; `/` by default' },
    invitation: { type: 'string', description: 'The code of an invitation, from its link' },
  },
} as const

/** Identity providers add parameters of their own. */
export const callbackQuery = { type: 'object', patternProperties: { '': { type: 'string' } } } as const

const moment = { type: 'string', format: 'date-time' } as const
const orNull = (schema: object): object => ({ oneOf: [schema, { type: 'null' }] })

export const sessionsAnswer = pageOf({
  type: 'object',
  required: ['id', 'created_at', 'last_seen_at', 'expires_at', 'user_agent', 'current'],
  properties: {
    id: { type: 'string', description: 'URN' },
    created_at: moment,
    last_seen_at: moment,
    expires_at: { ...moment, description: 'When it ends if it is not used again' },
    user_agent: { type: 'string' },
    current: { type: 'boolean', description: 'Whether the request came with it' },
  },
})

const slugs = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1000, uniqueItems: true } as const
const actions = {
  type: 'array',
  items: { enum: ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute'] },
  minItems: 1,
  uniqueItems: true,
} as const

/** Body of POST of a token. */
export interface TokenBody {
  name: string
  type_slugs?: string[] | null
  actions?: ('odrl:read' | 'odrl:modify' | 'odrl:delete' | 'odrl:distribute')[] | null
  expires_at?: string | null
}

export const tokenBody = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200, description: 'What it is for' },
    type_slugs: { ...slugs, type: ['array', 'null'], description: 'The types that it reaches; all by default' },
    actions: { ...actions, type: ['array', 'null'], description: 'What it may be used for; everything by default' },
    expires_at: {
      type: ['string', 'null'],
      description: 'RFC 3339, in the future; in 90 days by default, null for never',
    },
  },
} as const

const tokenProperties = {
  id: { type: 'string', description: 'URN' },
  name: { type: 'string' },
  type_slugs: orNull(slugs),
  actions: orNull(actions),
  expires_at: orNull(moment),
  created_at: moment,
  last_used_at: orNull(moment),
}
const tokenAnswer = { type: 'object', required: Object.keys(tokenProperties), properties: tokenProperties }

/** A token with its secret, which is shown only once. */
export const newTokenAnswer = {
  type: 'object',
  required: [...tokenAnswer.required, 'token'],
  properties: { ...tokenProperties, token: { type: 'string', description: 'For `Authorization: Bearer`; shown once' } },
}

export const tokensAnswer = pageOf(tokenAnswer)

const agent = {
  type: 'string',
  description: 'URN of the user whose tokens are meant; for the command line on the store, which is no user itself',
} as const

export const tokensQuery = { type: 'object', properties: { ...pageProperties, agent } } as const
export const tokenQuery = { type: 'object', properties: { agent } } as const

/** Body of POST of an impersonation. */
export interface ImpersonateBody {
  agent_id: string
}

export const impersonateBody = {
  type: 'object',
  additionalProperties: false,
  required: ['agent_id'],
  properties: { agent_id: { type: 'string', minLength: 1, maxLength: 300, description: 'URN of the user to act as' } },
} as const

export const impersonationAnswer = {
  type: 'object',
  required: ['active'],
  properties: { active: { type: 'boolean' }, agent: userAnswer, impersonator: userAnswer },
} as const
