/** Body of a new membership. */
export const memberBody = {
  type: 'object',
  additionalProperties: false,
  required: ['person_id'],
  properties: {
    person_id: { type: 'string', minLength: 1, maxLength: 512, description: 'URN of the person, or its last part' },
  },
} as const
