import { definePlugin } from '../../kernel/index.ts'
import { sidebarRoutes } from './routes.ts'
import { sidebarScreens } from './screens.ts'

/** What the sidebar of the admin shows: in general, and to each role. */
export default definePlugin({
  name: 'sidebar',
  version: '1.0.0',
  requires: ['access', 'documentStore', 'settings', 'typeRegistry'],
  provides: [],
  optional: ['agents'],
  contributes: { segments: ['settings'], screens: sidebarScreens },
  register({ app, contracts: { access, documentStore: store, settings, typeRegistry: registry }, optional }) {
    sidebarRoutes(app, { store, settings, registry }, { access, agents: optional('agents') })
    return {}
  },
})
