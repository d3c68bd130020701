import { join } from 'node:path'
import { definePlugin, packageRoot } from '../../kernel/index.ts'
import { isRecord } from '../../lib/json/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Screen } from '../admin/contract.ts'
import { presetCommands } from './commands.ts'
import type { Presets } from './contract.ts'
import { coreName, installCore } from './install/core.ts'
import { presetRecords } from './install/records.ts'
import { presetRoutes } from './routes.ts'
import { PresetService } from './install/service.ts'
import { findPresets } from './reading/sources.ts'

const screens: readonly Screen[] = [
  { name: 'presets', path: '/presets', title: 'Presets', icon: 'package', section: 'model', component: 'PresetsPage' },
]

/** Presets: bundles of related types, with sidebar entries, behaviours and sample data. */
export default definePlugin({
  name: 'presets',
  version: '1.0.0',
  requires: ['documentStore', 'events', 'resources', 'typeEditor'],
  provides: ['presets'],
  optional: ['settings', 'views'],
  contributes: { segments: ['presets'], commands: presetCommands, screens },
  async register({ app, contracts, optional, contributions }) {
    const { documentStore: store, events, resources, typeEditor: types } = contracts
    await store.define(presetRecords.definition)
    const sources = await findPresets(join(packageRoot, 'presets'), contributions('presets'))
    const behaviours = new Set(contributions('behaviours').flatMap(({ value }) => namesOf(value)))
    const settings = optional('settings')
    const views = optional('views')
    const service = new PresetService({ store, events, resources, types, settings, views, sources, behaviours })
    await installCore(store, service, message => app.log.warn(message))
    presetRoutes(app, service, await openCursors(store))
    const presets: Presets = { coreTypes: await service.typesOf(coreName) }
    return { presets }
  },
})

/** The names in a contribution of behaviours. */
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(isRecord).map(({ name }) => String(name)) : []
