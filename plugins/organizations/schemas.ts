const text = { type: 'string', minLength: 1 } as const

/** The contribution `flat-shapes` of a plugin. */
export const flatShapes = {
  type: 'array',
  items: {
    type: 'object',
    required: ['typeSlug', 'segment', 'fields'],
    properties: {
      typeSlug: text,
      segment: text,
      fields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'property', 'description'],
          properties: { name: text, property: text, description: text },
        },
      },
    },
  },
} as const
