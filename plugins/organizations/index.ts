import { definePlugin, flatRoutes } from '../../kernel/index.ts'
import { organizationCommands } from './commands.ts'
import { memberRoutes } from './member-routes.ts'
import { organizationScreens } from './screens.ts'
import { memberShape, organization } from './shape.ts'

/** Organizations and their members, in a flat shape under addresses of their own. */
export default definePlugin({
  name: 'organizations',
  version: '1.0.0',
  requires: ['access', 'resources', 'typeRegistry'],
  provides: [],
  contributes: {
    segments: ['organizations'],
    'core-types': ['organization'],
    'flat-shapes': [organization],
    commands: organizationCommands,
    screens: organizationScreens,
  },
  register({ app, contracts: { access, resources, typeRegistry: registry }, contributions }) {
    flatRoutes(app, { access, resources, registry }, organization)
    const shape = memberShape(contributions('flat-shapes'))
    if (shape !== undefined) memberRoutes(app, { access, resources }, shape)
    return {}
  },
})
