import { definePlugin } from '../../kernel/index.ts'
import { settingsCommands } from './commands.ts'
import { Memory } from './memory.ts'
import { seedSettings, settingsCollection } from './record.ts'
import { followRename } from './rename.ts'
import { settingsRoutes } from './routes.ts'
import { SettingsService } from './service.ts'

/** Settings of the whole instance: the sidebar of the admin, the roles that there are, and what each may do. */
export default definePlugin({
  name: 'settings',
  version: '1.0.0',
  requires: ['documentStore', 'events', 'typeRegistry'],
  provides: ['settings'],
  contributes: { segments: ['settings'], commands: settingsCommands },
  async register({ app, contracts: { documentStore: store, events, typeRegistry: registry }, onClose }) {
    await store.define(settingsCollection)
    await seedSettings(store)
    const memory = new Memory(store)
    await memory.start()
    onClose(() => memory.close())
    const service = new SettingsService({ store, events, memory })
    registry.onRename(followRename(service))
    settingsRoutes(app, { service, registry })
    return { settings: service }
  },
})
