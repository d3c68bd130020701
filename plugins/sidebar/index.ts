import { definePlugin } from '../../kernel/index.ts'
import type { Screen } from '../admin/contract.ts'
import { sidebarRoutes } from './routes.ts'

const screens: readonly Screen[] = [
  {
    name: 'sidebar',
    path: '/sidebar',
    title: 'Sidebar',
    icon: 'panel-left',
    section: 'system',
    access: 'administrator',
    component: 'SidebarPage',
  },
]

/** The contents of the admin's sidebar: in general, and for each role. */
export default definePlugin({
  name: 'sidebar',
  version: '1.0.0',
  requires: ['access', 'documentStore', 'settings', 'typeRegistry'],
  provides: [],
  optional: ['agents', 'rolePolicies'],
  contributes: { segments: ['settings'], screens },
  register({ app, contracts: { access, documentStore: store, settings, typeRegistry: registry }, optional }) {
    sidebarRoutes(
      app,
      { store, settings, registry, policies: optional('rolePolicies') },
      { access, agents: optional('agents') },
    )
    return {}
  },
})
