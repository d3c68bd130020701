import { definePlugin } from '../../kernel/index.ts'
import { memberRoutes } from './member-routes.ts'
import { memberShape, organization } from './shape.ts'

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
  },
  register({ app, contracts, contributions }) {
    contracts.flatViews.serve(app, organization)
    const shape = memberShape(contributions('flat-shapes'))
    if (shape !== undefined) memberRoutes(app, contracts, shape)
    return {}
  },
})
