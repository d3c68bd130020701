import { definePlugin } from '../../kernel/index.ts'
import { organizationCommands } from './commands.ts'
import { memberRoutes } from './member-routes.ts'
import { memberShape, organization } from './shape.ts'

const text = { type: 'string', minLength: 1 } as const

/** The contribution `flat-shapes` of a plugin. */
const flatShapes = {
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

/** Organizations and their members, in a flat shape under separate paths. */
export default definePlugin({
  name: 'organizations',
  version: '1.0.0',
  requires: ['access', 'flatViews', 'resources', 'resourceReader', 'typeRegistry'],
  provides: [],
  contributes: {
    segments: ['organizations'],
    'core-types': ['organization'],
    'flat-shapes': [organization],
    commands: organizationCommands,
  },
  extensionPoints: { 'flat-shapes': flatShapes },
  register({ app, contracts, contributions }) {
    contracts.flatViews.serve(app, organization)
    const shape = memberShape(contributions('flat-shapes'))
    if (shape !== undefined) memberRoutes(app, contracts, shape)
    return {}
  },
})
