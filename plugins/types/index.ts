import { definePlugin } from '../../kernel/index.ts'
import type { PluginContext } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { Catalogue } from './catalogue.ts'
import { typeCommands } from './commands.ts'
import { reservedSlugs } from './names.ts'
import type { TypeParts } from './parts.ts'
import { makeReady, settleAll } from './reconcile.ts'
import type { PluginSegments } from './reconcile.ts'
import { typesCollection } from './record.ts'
import { Registry } from './registry.ts'
import { typeRoutes } from './routes.ts'
import { typeScreens } from './screens.ts'
import { TypeService } from './service.ts'

/** Resource types: what kinds of things there are, described while the service runs. */
export default definePlugin({
  name: 'types',
  version: '1.0.0',
  requires: ['documentStore', 'events'],
  provides: ['typeRegistry', 'typeEditor'],
  contributes: { segments: ['resource-types'], commands: typeCommands, screens: typeScreens },
  async register({ app, contracts: { documentStore: store, events }, contributions, onReady, onClose }) {
    const warn = (error: unknown, message: string): void => app.log.error({ err: error }, message)
    await store.define(typesCollection)
    const registry = new Registry(store, warn)
    const segments = pluginSegments(contributions('segments'))
    const known = reservedSlugs(segments.flatMap(one => one.segments))
    const reserved = { has: (slug: string) => known.has(slug) || app.servesSegment(slug) }
    const parts: TypeParts = { store, events, catalogue: new Catalogue(store), registry, reserved, rules: [] }
    await makeReady(parts, segments)
    await registry.start()
    let settled = Promise.resolve()
    let closing = false
    onReady(() => {
      settled = settleAll(parts, warn, () => closing).catch((error: unknown) => warn(error, 'types could not be read'))
    })
    onClose(async () => {
      closing = true
      registry.close()
      await settled
    })
    const service = new TypeService(parts)
    typeRoutes(app, { service, store, cursors: await openCursors(store) })
    return { typeRegistry: registry, typeEditor: service }
  },
})

/** The path segments that plugins say they serve. */
function pluginSegments(contributed: ReturnType<PluginContext<never>['contributions']>): PluginSegments[] {
  return contributed.map(({ plugin, value }) => ({
    plugin,
    segments: Array.isArray(value) ? value.filter(one => typeof one === 'string') : [],
  }))
}
