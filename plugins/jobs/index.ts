import { definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Jobs } from './contract.ts'
import { runRecords } from './records.ts'
import { jobRoutes } from './routes.ts'
import { JobRunner } from './runner.ts'

/** The contract, for each plugin with its name. */
interface JobsPerPlugin extends Jobs {
  forPlugin(plugin: string): Jobs
}

const dayMs = 24 * 60 * 60 * 1000

/** Work that takes long, is done later or again and again, by one instance at a time. */
export default definePlugin({
  name: 'jobs',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'plugins'],
  provides: ['jobs'],
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      concurrency: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'How many runs an instance executes at the same time. Default: 4',
      },
      leaseSeconds: {
        type: 'integer',
        minimum: 1,
        maximum: 3600,
        description: 'After this time another instance takes over a run whose instance no longer reports. Default: 15',
      },
      deferAfterMs: {
        type: 'integer',
        minimum: 1,
        description:
          'How long a request waits for a long change before it is answered with 202. Default: 10000, or half of http.handlerTimeout if that is less',
      },
      historyDays: {
        type: 'integer',
        minimum: 1,
        description: 'Runs that ended longer ago are removed. Default: 30',
      },
      historyRuns: {
        type: 'integer',
        minimum: 1,
        description: 'How many runs that have ended are kept of each job, for each user who started them. Default: 200',
      },
    },
  },
  contributes: {
    segments: ['admin'],
    commands: async (...args) => (await import('./commands.ts')).jobCommands(...args),
  },
  async register({ app, container, contracts, options, onReady, onClose }) {
    const { config, documentStore: store, plugins } = contracts
    const number = (name: string, otherwise: number): number => {
      const { [name]: value } = options
      return typeof value === 'number' ? value : otherwise
    }
    const deferAfterMs = number('deferAfterMs', Math.min(10_000, config.http.handlerTimeout / 2))
    await runRecords.define(store)
    const runner = new JobRunner({
      store,
      plugins,
      log: app.log,
      // Plugins that decide about rights start later: they need types, which have jobs.
      guards: () => ({ identity: container.resolve('identity'), access: container.resolve('access') }),
      options: {
        concurrency: number('concurrency', 4),
        leaseMs: number('leaseSeconds', 15) * 1000,
        deferAfterMs,
        history: { maxAgeMs: number('historyDays', 30) * dayMs, maxRuns: number('historyRuns', 200) },
      },
    })
    onReady(() => runner.open())
    app.addHook('preClose', done => {
      runner.stop()
      done()
    })
    onClose(() => runner.close())
    jobRoutes(app, { store, cursors: await openCursors(store), runner, access: () => container.resolve('access') })
    const jobsOf = (plugin: string): Jobs => ({ deferAfterMs, define: definition => runner.define(plugin, definition) })
    const jobs: JobsPerPlugin = { ...jobsOf('jobs'), forPlugin: jobsOf }
    return { jobs }
  },
})
