import { join } from 'node:path'
import { definePlugin, packageRoot, systemCaller } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Screen } from '../admin/contract.ts'
import type { Presets } from './contract.ts'
import { presetRecords, installedOf } from './install/records.ts'
import { presetRoutes } from './routes.ts'
import type { InstallInput, InstallJob } from './routes.ts'
import { PresetService } from './install/service.ts'
import { planUpgrades, runUpgrades } from './install/upgrades.ts'
import { checkPresets, findPresets } from './reading/sources.ts'
import type { DocumentStore } from '../../kernel/index.ts'

const screens: readonly Screen[] = [
  { name: 'presets', path: '/presets', title: 'Presets', icon: 'package', section: 'model', component: 'PresetsPage' },
]

/** Presets: bundles of related types, with sidebar entries, behaviours and sample data. */
export default definePlugin({
  name: 'presets',
  version: '1.0.0',
  requires: ['documentStore', 'events', 'resources', 'typeEditor', 'typeRegistry'],
  provides: ['presets'],
  optional: ['files', 'jobs', 'settings', 'views'],
  contributes: {
    segments: ['presets'],
    commands: async (...args) => (await import('./commands.ts')).presetCommands(...args),
    screens,
    upgrade: {
      plan: contract => contract('presets').planUpgrades(),
      run: contract => contract('presets').runUpgrades(),
    },
  },
  extensionPoints: { presets: checkPresets },
  async register({ app, contracts, optional, contributions }) {
    const { documentStore: store, events, resources, typeEditor: types, typeRegistry: registry } = contracts
    await store.define(presetRecords.definition)
    const sources = await findPresets(join(packageRoot, 'presets'), contributions('presets'))
    const behaviours = new Set(contributions('behaviours').flatMap(({ value }) => value.map(({ name }) => name)))
    const settings = optional('settings')
    const views = optional('views')
    const files = optional('files')
    const service = new PresetService({ store, events, resources, types, settings, views, files, sources, behaviours })
    await installCore(store, service, message => app.log.warn(message))
    const job: InstallJob = optional('jobs')?.define({
      name: 'install',
      right: () => 'administrator',
      run: ({ name, ...options }: InstallInput, { caller, signal, admit, progress }) =>
        service.install(caller, name, { ...options, signal, admit, onProgress: progress }),
    })
    presetRoutes(app, service, job, await openCursors(store))
    const presets: Presets = {
      coreTypes: service.typesOf(coreName),
      has: name => sources.has(name),
      recordCopy: (caller, name, samples) => service.recordCopy(caller, name, samples),
      readCopies: caller => service.readCopies(caller),
      planUpgrades: () => planUpgrades({ store, events, registry, sources }),
      runUpgrades: () => runUpgrades({ store, events, registry, sources }),
    }
    return { presets }
  },
})

/** The preset that every other one depends on. */
const coreName = 'core'

/**
 * Install the core preset if it was never installed. Behaviours whose plugins are switched off are skipped; they run as soon as the plugins
 * are switched on.
 * @param warn called with the skipped behaviours
 */
async function installCore(
  store: DocumentStore,
  service: PresetService,
  warn: (message: string) => void,
): Promise<void> {
  const missing = service.missingBehaviours(coreName)
  if (missing.length > 0)
    warn(`preset ${coreName}: no plugin that is switched on supplies the behaviours ${missing.join(', ')}`)
  if ((await installedOf(store, [coreName])).has(coreName)) return
  await service.install(systemCaller(), coreName, { withoutBehaviours: true })
}
