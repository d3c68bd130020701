import { definePlugin, openCursors } from '../../kernel/index.ts'
import { Behaviours } from './behaviours/behaviours.ts'
import { claimsCollection } from './behaviours/claims.ts'
import { resourceCommands } from './commands.ts'
import { referencesCollection } from './references/reference-index.ts'
import { addRoutes } from './routes.ts'
import { ResourceService } from './service.ts'

/** Resources of every type: create, get, list, change, archive, restore, versions, in bulk, as JSON and as JSON-LD. */
export default definePlugin({
  name: 'dynamic-resources',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'typeRegistry', 'access', 'events'],
  provides: ['resources'],
  contributes: { commands: resourceCommands },
  async register({ app, contracts, contributions }) {
    const { config, documentStore: store, typeRegistry: registry, access, events } = contracts
    const behaviours = new Behaviours(contributions('behaviours'))
    await store.define(claimsCollection)
    await store.define(referencesCollection)
    const cursors = await openCursors(store)
    const largest = config.http.bodyLimit
    const maxPageBytes = maxPageBytesOf(config.http)
    const parts = { store, registry, access, events, cursors, behaviours, largest, maxPageBytes }
    const service = new ResourceService(parts)
    addRoutes(app, { service, cursors })
    return { resources: service }
  },
})

const maxPageBytesOf = (http: object): number =>
  'maxPageBytes' in http && typeof http.maxPageBytes === 'number' ? http.maxPageBytes : 16 * 1024 * 1024
