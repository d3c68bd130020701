import { definePlugin } from '../../kernel/index.ts'
import { settingsCommands } from './commands.ts'
import { followLogLevel } from './log-level.ts'
import { followRename } from './rename.ts'
import { settingsRoutes } from './routes.ts'
import { SettingsService } from './service.ts'
import { seedSettings } from './values.ts'

/** Settings of the whole instance: the sidebar of the admin, the roles, and their policies. */
export default definePlugin({
  name: 'settings',
  version: '1.0.0',
  requires: ['documentStore', 'events', 'logLevel', 'typeRegistry'],
  provides: ['settings'],
  contributes: { segments: ['settings'], commands: settingsCommands },
  async register({ app, contracts: { documentStore: store, events, logLevel, typeRegistry: registry }, onClose }) {
    await seedSettings(store)
    const service = new SettingsService(store, events)
    await service.start()
    onClose(() => service.close())
    onClose(await followLogLevel(store, service, { logLevel, log: app.log }))
    registry.onRename(followRename(service))
    settingsRoutes(app, { service, registry })
    return { settings: service }
  },
})
