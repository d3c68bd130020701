const properties = {
  id: { type: 'string', description: 'URN' },
  name: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  status: { type: 'string', enum: ['active', 'disabled'] },
  account_id: { type: 'string', description: 'URN of the account that the user works in' },
  created_at: { type: 'string', format: 'date-time' },
} as const

/** Someone who can act here. */
export const userAnswer = { type: 'object', required: Object.keys(properties), properties } as const

/** Who is asking. */
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
