import { definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { CompiledPolicies } from './compiled-policies.ts'
import { openRights } from './development.ts'
import { explainRoute } from './explain-route.ts'
import { grantsCollection } from './grant-record.ts'
import { HeldGrants } from './held-grants.ts'
import { Ownership } from './ownership.ts'
import { permissionRoutes } from './permission-routes.ts'
import { Rights } from './rights.ts'
import { accessScreens } from './screens.ts'

/** Who may do what: policies of roles, ownership, and grants on single resources. */
export default definePlugin({
  name: 'rbac',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'events', 'agents', 'settings', 'typeRegistry'],
  provides: ['access'],
  contributes: { segments: ['access', 'resources'], screens: accessScreens },
  async register({ app, contracts, onClose }) {
    const { config, documentStore: store, events, agents, settings, typeRegistry: registry } = contracts
    await store.define(grantsCollection)
    const grants = new HeldGrants(store)
    await grants.start()
    onClose(() => grants.close())
    const compiled = new CompiledPolicies(settings)
    const ownership = new Ownership(store, registry)
    const access = config.mode === 'production' ? new Rights({ agents, compiled, ownership, grants }) : openRights
    const cursors = await openCursors(store)
    permissionRoutes(app, { store, registry, events, agents, access, grants, cursors })
    explainRoute(app, { store, registry, agents, access })
    return { access }
  },
})
