import { definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Screen } from '../admin/contract.ts'
import { eventRecords, record } from './record.ts'
import { eventRoutes } from './routes.ts'
import { eventCommands } from './commands.ts'
import { Streams } from './streams.ts'

const screens: readonly Screen[] = [
  {
    name: 'events',
    path: '/events',
    title: 'Events',
    icon: 'activity',
    section: 'system',
    access: 'administrator',
    component: 'EventsPage',
  },
]

/** Records events together with the changes that they describe, and serves them as a list and as a stream. */
export default definePlugin({
  name: 'events',
  version: '1.0.0',
  requires: ['documentStore'],
  provides: ['events'],
  contributes: { segments: ['events'], commands: eventCommands, screens },
  async register({ app, contracts: { documentStore: store } }) {
    await store.define(eventRecords.definition)
    const streams = new Streams(store, (error, message) => app.log.warn({ err: error }, message))
    app.addHook('preClose', done => {
      streams.endAll()
      done()
    })
    eventRoutes(app, { store, cursors: await openCursors(store), streams })
    return { events: { record } }
  },
})
