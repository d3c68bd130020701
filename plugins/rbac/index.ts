import { definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Screen } from '../admin/contract.ts'
import { RuleBasedAccess, openExplainedAccess } from './access.ts'
import { explainRoute } from './explain.ts'
import { HeldGrants, grantRecords } from './grants/held-grants.ts'
import { permissionRoutes } from './grants/routes.ts'
import { Ownership } from './ownership.ts'
import { policiesOf } from './policies.ts'

const screens: readonly Screen[] = [
  {
    name: 'role-access',
    path: '/role-access',
    title: 'Roles and access',
    icon: 'shield-check',
    section: 'access',
    access: 'administrator',
    component: 'RoleAccessPage',
  },
]

/** Rights: policies of roles, ownership, and grants on single resources. */
export default definePlugin({
  name: 'rbac',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'events', 'agents', 'settings', 'typeRegistry'],
  provides: ['access', 'rolePolicies'],
  contributes: { segments: ['access', 'resources'], screens },
  async register({ app, contracts, onClose }) {
    const { config, documentStore: store, events, agents, settings, typeRegistry: registry } = contracts
    await store.define(grantRecords.definition)
    const grants = new HeldGrants(store)
    await grants.start()
    onClose(() => grants.close())
    const ownership = new Ownership(store, registry)
    const access =
      config.mode === 'production' ? new RuleBasedAccess({ agents, settings, ownership, grants }) : openExplainedAccess
    const cursors = await openCursors(store)
    permissionRoutes(app, { store, registry, events, agents, access, cursors })
    explainRoute(app, { store, registry, agents, access })
    return {
      access,
      rolePolicies: {
        allows: (roleAccess, role, action, slug) => policiesOf(roleAccess).allowsOnType(role, slug, action),
      },
    }
  },
})
