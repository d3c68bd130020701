import { definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { scheduleRoutes } from './routes.ts'
import { scheduleRecords } from './records.ts'
import { Schedules } from './service.ts'

/** Schedules: versions of resources of types with drafts are published, or their publication ends, at an instant. */
export default definePlugin({
  name: 'publishing',
  version: '1.0.0',
  requires: ['access', 'documentStore', 'jobs', 'resources', 'typeRegistry'],
  optional: ['agents'],
  provides: ['scheduleCopies'],
  contributes: { segments: ['schedules'] },
  async register({ app, contracts, optional }) {
    const { documentStore: store, access, jobs, resources, typeRegistry: registry } = contracts
    await store.define(scheduleRecords.definition)
    const cursors = await openCursors(store)
    const agents = optional('agents')
    const schedules = new Schedules({ store, access, jobs, resources, registry, cursors, agents })
    scheduleRoutes(app, schedules)
    return { scheduleCopies: schedules }
  },
})
