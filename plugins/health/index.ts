import { definePlugin } from '../../kernel/index.ts'
import type { Screen } from '../admin/contract.ts'
import { Checks, checkWrites } from './checks.ts'
import { Heartbeat } from './heartbeat.ts'
import { addHealthRoutes } from './routes.ts'

const screens: readonly Screen[] = [
  {
    name: 'system',
    path: '/system',
    title: 'System',
    icon: 'server',
    section: 'system',
    access: 'administrator',
    component: 'SystemPage',
  },
]

/** Reports whether the service works, and which instances of it run. */
export default definePlugin({
  name: 'health',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'readiness'],
  provides: [],
  contributes: { segments: ['health'], screens },
  extensionPoints: {
    healthChecks: value => (typeof value === 'function' ? undefined : 'healthChecks must be a function'),
  },
  register({ app, contracts: { config, documentStore: store, readiness }, contributions, onClose }) {
    const heartbeat = new Heartbeat(store, readiness, app.log)
    app.addHook('onListen', async () => heartbeat.begin(app.listeningOrigin))
    onClose(() => heartbeat.stop())
    const contributed = contributions('healthChecks').map(({ plugin, value }) => ({
      name: plugin,
      run: () => value({ config, store }),
    }))
    const ofStore = { name: 'store', run: () => store.operations?.checks?.() ?? [] }
    const ofWrites = { name: 'store', run: () => [checkWrites(readiness)] }
    const checks = new Checks([ofStore, ofWrites, ...contributed], app.log)
    addHealthRoutes(app, { store, readiness, heartbeat, checks })
    return {}
  },
})
