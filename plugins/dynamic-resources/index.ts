import { definePlugin } from '../../kernel/index.ts'
import { openCursors, requestDeadline } from '../../lib/query/index.ts'
import { Behaviours, checkBehaviours } from './writing/behaviours.ts'
import { claimRecords } from './writing/scope.ts'
import { checkFlatShapes, flatViews } from './flat/routes.ts'
import { addResourceRoutes } from './routes/routes.ts'
import { ResourceService } from './writing/service.ts'
import type { Access } from '../../kernel/index.ts'
import type { ResourceReader } from './reading/contract.ts'
import { readLabels } from './reading/labels.ts'
import { findByValues, relatedTo, selectResources } from './reading/list.ts'
import type { ListParts } from './reading/list.ts'
import { accountScope, callerScope } from './reading/scopes.ts'
import { SlowListLog } from './reading/slow-list-log.ts'
import { readTargets } from './reading/targets.ts'

/** Resources of every type: create, get, list, change, archive, restore, versions, in bulk, as JSON and as JSON-LD. */
export default definePlugin({
  name: 'dynamic-resources',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'typeRegistry', 'access', 'events'],
  optional: ['agents'],
  provides: ['resources', 'resourceReader', 'flatViews'],
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      behaviourTimeout: {
        type: 'integer',
        minimum: 1,
        maximum: 600_000,
        description: 'How long a behaviour may take, ms',
      },
    },
  },
  contributes: {
    commands: async (...args) => (await import('./commands/commands.ts')).resourceCommands(...args),
    jsonMediaTypes: ['application/ld+json'],
  },
  extensionPoints: { behaviours: checkBehaviours, 'flat-shapes': checkFlatShapes },
  async register({ app, contracts, optional, contributions, options }) {
    const { config, documentStore: store, typeRegistry: registry, access, events } = contracts
    const behaviours = new Behaviours(contributions('behaviours'))
    await store.define(claimRecords.definition)
    const service = new ResourceService({
      store,
      registry,
      access,
      events,
      behaviours,
      archivingPlans: [],
      behaviourTimeoutMs: typeof options['behaviourTimeout'] === 'number' ? options['behaviourTimeout'] : 10_000,
      plugin: 'dynamic-resources',
      maxResourceBytes: config.http.bodyLimit,
    })
    const { maxPageBytes, maxFilterValues } = config.http
    const cursors = await openCursors(store)
    const slowLists = new SlowListLog(store, app.log)
    app.addHook('onClose', () => slowLists.flush())
    const parts = { store, registry, access, cursors, maxPageBytes, slowLists, agents: optional('agents') }
    const reader = resourceReader(parts)
    addResourceRoutes(app, service, { ...parts, reader, service, maxFilterValues }, config)
    return { resources: service, resourceReader: reader, flatViews: flatViews(service, { reader, maxFilterValues }) }
  },
})

/** Make the contract `resourceReader`. */
const resourceReader = (parts: ListParts & { access: Access }): ResourceReader => ({
  callerScope: (caller, perspective) => callerScope(parts.access, caller, perspective),
  accountScope,
  select: (scope, type, query = {}) => selectResources(parts, scope, type, query),
  getMany: (scope, ids, options) => readTargets(parts, scope, ids, options),
  findByValues: (scope, type, property, values, options) => findByValues(parts, scope, type, property, values, options),
  related: (scope, resources, request, options) => relatedTo(parts, scope, resources, request, options),
  labels: (scope, resources, { languages = [], deadline = requestDeadline() } = {}) =>
    readLabels(parts, scope, resources, deadline, languages),
})
