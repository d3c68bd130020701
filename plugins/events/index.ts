import { definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { continueUlidsAfter } from '../../lib/store-kit/index.ts'
import type { Screen } from '../admin/contract.ts'
import { eventRecords, record } from './record.ts'
import { eventRoutes } from './routes.ts'
import { startRetention } from './retention.ts'
import { Streams } from './streams.ts'
import { decodeTime, encodeTime } from 'ulid'
import type { DocumentStore } from '../../kernel/index.ts'

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
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      retentionDays: {
        type: 'integer',
        minimum: 1,
        description: 'Events that are older are removed. Default: none are',
      },
    },
  },
  contributes: {
    segments: ['events'],
    commands: async (...args) => (await import('./commands.ts')).eventCommands(...args),
    screens,
  },
  async register({ app, contracts: { documentStore: store }, options: { retentionDays }, onReady, onClose }) {
    await store.define(eventRecords.definition)
    const newest = await newestAfter(store, Date.now())
    if (newest !== undefined) continueUlidsAfter(newest)
    if (typeof retentionDays === 'number') {
      const parts = { store, log: app.log, retentionDays }
      let stop = (): Promise<void> => Promise.resolve()
      onReady(() => {
        stop = startRetention(parts)
      })
      onClose(() => stop())
    }
    const streams = new Streams(store, (error, message) => app.log.warn({ err: error }, message))
    app.addHook('preClose', done => {
      streams.endAll()
      done()
    })
    eventRoutes(app, { store, cursors: await openCursors(store), streams })
    return { events: { record } }
  },
})

const maxTime = 2 ** 48 - 1

/**
 * The time of the newest stored event, if it is later than the present: the clock was ahead, or is behind now. Usually one query, which finds nothing;
 * else a search by halves, because a store can only be read in ascending order across all accounts.
 * @param now in milliseconds since 1970
 */
async function newestAfter(store: DocumentStore, now: number): Promise<number | undefined> {
  let newest: number | undefined
  for (let [low, high] = [now, maxTime]; ;) {
    const from = newest === undefined ? low : Math.ceil((low + high) / 2)
    const found = await firstFrom(store, from)
    if (found === undefined) high = from - 1
    else low = newest = found
    if (newest === undefined || low >= high) return newest
  }
}

/** The time of the first event of this time or later. */
async function firstFrom(store: DocumentStore, time: number): Promise<number | undefined> {
  const after = encodeTime(time, 10)
  for await (const portion of store.scan(eventRecords.name, { after, size: 1 })) {
    const [first] = portion
    if (first !== undefined) return decodeTime(first.id)
  }
  return undefined
}
