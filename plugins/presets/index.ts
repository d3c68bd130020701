import { join } from 'node:path'
import { definePlugin, packageRoot } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { presetCommands } from './commands.ts'
import type { Presets } from './contract.ts'
import { coreName, installCore } from './core.ts'
import { presetsCollection } from './record.ts'
import { presetRoutes } from './routes.ts'
import { presetScreens } from './screens.ts'
import { PresetService } from './service.ts'
import { findPresets } from './sources.ts'

/** Presets: bundles of types that belong together, with their part of the sidebar, behaviours and sample data. */
export default definePlugin({
  name: 'presets',
  version: '1.0.0',
  requires: ['documentStore', 'events', 'resources', 'typeEditor'],
  provides: ['presets'],
  optional: ['settings'],
  contributes: { segments: ['presets'], commands: presetCommands, screens: presetScreens },
  async register({ app, contracts, optional, contributions }) {
    const { documentStore: store, events, resources, typeEditor: types } = contracts
    await store.define(presetsCollection)
    const sources = await findPresets(join(packageRoot, 'presets'), contributions('presets'))
    const behaviours = new Set(contributions('behaviours').flatMap(({ value }) => namesOf(value)))
    const settings = optional('settings')
    const service = new PresetService({ store, events, resources, types, settings, sources, behaviours })
    await installCore(store, service, message => app.log.warn(message))
    presetRoutes(app, { service, store, sources, cursors: await openCursors(store) })
    const presets: Presets = { coreTypes: await service.typesOf(coreName) }
    return { presets }
  },
})

/** Names in a contribution of behaviours. */
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one: { name?: unknown }) => String(one.name)) : []
