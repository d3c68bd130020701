import { definePlugin, openCursors } from '../../kernel/index.ts'
import { resourceCommands } from './commands.ts'
import { addRoutes } from './routes.ts'
import { ResourceService } from './service.ts'

/** Resources of every type: create, get, list, change, archive, restore, versions, in bulk, as JSON and as JSON-LD. */
export default definePlugin({
  name: 'dynamic-resources',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'typeRegistry', 'access', 'events'],
  provides: ['resources'],
  contributes: { commands: resourceCommands },
  async register({ app, contracts: { config, documentStore: store, typeRegistry: registry, access, events } }) {
    const cursors = await openCursors(store)
    const service = new ResourceService({ store, registry, access, events, cursors, largest: config.http.bodyLimit })
    addRoutes(app, { service, cursors })
    return { resources: service }
  },
})
