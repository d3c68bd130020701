import { definePlugin, type FastifyRequest } from '../../kernel/index.ts'
import type { Screen } from '../admin/contract.ts'
import { ExportJob } from './export-job.ts'
import { ImportJob } from './import-job.ts'
import { KeptFiles } from './kept-files.ts'
import { addTransferRoutes } from './routes.ts'

const screens: readonly Screen[] = [
  {
    name: 'transfer',
    path: '/transfer',
    title: 'Import and export',
    icon: 'arrow-left-right',
    section: 'content',
    component: 'TransferPage',
  },
]

/** How often files that are no longer needed are removed, ms. */
const cleanUpMs = 10 * 60 * 1000

/** Imports files into types, infers types from files, and exports everything; `plinth import` and `plinth export`, and their screens in the admin. */
export default definePlugin({
  name: 'transfer',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'resources', 'resourceReader', 'typeRegistry', 'typeEditor', 'access', 'jobs'],
  optional: ['presets', 'events', 'files', 'scheduleCopies'],
  provides: [],
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      maxColumns: {
        type: 'integer',
        minimum: 1,
        maximum: 100_000,
        description: 'How many columns a file can have, and members a row of JSON',
      },
      maxImportsPerUser: {
        type: 'integer',
        minimum: 1,
        maximum: 16,
        description: 'How many imports and exports of a user can be kept or run at once, on all instances together',
      },
      maxKeptBytes: {
        type: 'integer',
        minimum: 1,
        description:
          'How many bytes the files of imports and exports have together, which are kept in the store until they are imported, or a day; those of one user at most a quarter of it',
      },
      temporaryFolder: {
        type: 'string',
        minLength: 1,
        description: 'Has no effect any more: rows that have to wait for others are not written to a folder',
      },
    },
  },
  contributes: {
    commands: async (...args) => (await import('./commands/index.ts')).transferCommands(...args),
    screens,
  },
  async register({ app, contracts, optional, options, onClose }) {
    const numberOf = (name: string, initial: number): number => {
      const value = options[name]
      return typeof value === 'number' ? value : initial
    }
    const { config, documentStore: store } = contracts
    const limits = {
      maxColumns: numberOf('maxColumns', 1000),
      maxImportsPerUser: numberOf('maxImportsPerUser', 2),
      maxObjectMembers: config.http.maxObjectMembers,
    }
    const sources = {
      ...contracts,
      presets: optional('presets'),
      files: optional('files'),
      schedules: optional('scheduleCopies'),
    }
    const files = new KeptFiles(store, {
      maxBytes: numberOf('maxKeptBytes', 4 * 1024 ** 3),
      maxPerUser: limits.maxImportsPerUser,
      storePath: config.store.kind === 'sqlite' ? config.store.path : undefined,
    })
    await files.define()
    const jobs = {
      imports: new ImportJob(contracts.jobs, { files, contracts: sources, limits }),
      exports: new ExportJob(contracts.jobs, { files, contracts: sources }),
    }
    const events = optional('events')
    const noteExport = async ({ caller, log }: FastifyRequest): Promise<void> => {
      log.info({ user: caller.id }, 'everything is being exported')
      const event = { type: 'Store.Exported', subject: `urn:store:${store.kind}`, caller, account_id: null }
      if (events === undefined) return
      await store.write([events.record(event)]).catch((error: unknown) => {
        log.warn({ err: error }, 'the event of an export could not be recorded') // what is on a full disk can be exported
      })
    }
    addTransferRoutes(app, sources, limits, { jobs, noteExport })
    const isOpen = async (file: string): Promise<boolean> =>
      (await jobs.imports.isOpen(file)) || jobs.exports.isOpen(file)
    let cleaning = Promise.resolve()
    const timer = setInterval(() => {
      cleaning = files
        .removeAbandoned(isOpen)
        .catch((error: unknown) => app.log.warn({ err: error }, 'kept files were not removed'))
    }, cleanUpMs).unref()
    onClose(() => {
      clearInterval(timer)
      return cleaning
    })
    return {}
  },
})
