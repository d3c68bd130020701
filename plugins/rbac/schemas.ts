import { pageOf } from '../../lib/query/index.ts'
import { actions } from './policies.ts'

const action = { type: 'string', enum: actions } as const
const urn = { type: 'string', description: 'URN' } as const

/** A grant. */
export const grantAnswer = {
  type: 'object',
  required: ['resource_id', 'agent_id', 'actions', 'granted_by', 'granted_at'],
  properties: {
    resource_id: urn,
    agent_id: urn,
    actions: { type: 'array', items: action },
    granted_by: urn,
    granted_at: { type: 'string', format: 'date-time' },
  },
} as const

/** Body of a grant. The code that grants checks the actions, and names an unknown one. */
export const grantBody = {
  type: 'object',
  additionalProperties: false,
  required: ['agent_id', 'actions'],
  properties: {
    agent_id: { ...urn, maxLength: 200 },
    actions: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      items: { type: 'string', examples: actions, maxLength: 200 },
    },
  },
} as const

/** A page of grants. */
export const grantPage = pageOf(grantAnswer)

/** Parameters of an explanation. */
export const explainQuery = {
  type: 'object',
  required: ['agent', 'action', 'resource'],
  properties: {
    agent: { type: 'string', description: 'URN of a user' },
    action: { type: 'string', description: 'odrl:read, odrl:modify, odrl:delete or odrl:distribute' },
    resource: { type: 'string', description: 'URN of a resource, or slug of a type' },
  },
} as const

/** An explanation. */
export const explainAnswer = {
  type: 'object',
  required: ['allowed', 'agent', 'action', 'resource', 'rules', 'remedies'],
  properties: {
    allowed: { type: 'boolean' },
    agent: urn,
    action,
    resource: { type: 'string', description: 'URN of a resource, or slug of a type' },
    rules: {
      type: 'array',
      description: 'Every rule that allows it',
      items: {
        type: 'object',
        required: ['kind', 'detail'],
        properties: {
          kind: { type: 'string', enum: ['admin', 'role', 'wildcard', 'ownership', 'grant', 'default'] },
          detail: { type: 'string' },
        },
      },
    },
    remedies: { type: 'array', description: 'What would allow it', items: { type: 'string' } },
  },
} as const
