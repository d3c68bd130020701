import type { FastifyInstance } from 'fastify'
import { StoreUnavailable, notReady, queryPairs, replyJson, sharedAccount, replyEnvelope } from '../../kernel/index.ts'
import type { DocumentStore, Readiness } from '../../kernel/index.ts'
import { readLastBackup } from '../../lib/backup/last-backup.ts'
import { openCursors, pageByKey, pageQuery, readPageParameters, readSlowLists } from '../../lib/query/index.ts'
import type { Checks } from './checks.ts'
import type { Heartbeat } from './heartbeat.ts'
import { historyAnswer, instancesAnswer, reportSchema, statusSchema } from './schemas.ts'

/** The parts that the routes use. */
interface HealthParts {
  store: DocumentStore
  readiness: Readiness
  heartbeat: Heartbeat
  checks: Checks
}

/** Probes add parameters of their own to get past caches. */
const anyQuery = { type: 'object', patternProperties: { '': {} } }

/** Liveness (the process answers) and readiness (it should get requests), public, because load balancers do not sign in; details for administrators. */
export function addHealthRoutes(app: FastifyInstance, { store, readiness, heartbeat, checks }: HealthParts): void {
  const config = { access: 'public', rateLimit: { groupId: 'probe' } } as const
  app.get(
    '/api/health',
    {
      config,
      schema: {
        summary: 'Whether the process is alive',
        tags: ['health'],
        querystring: anyQuery,
        response: { 200: statusSchema },
      },
    },
    () => ({ status: 'ok' }),
  )
  app.get(
    '/api/health/ready',
    {
      config,
      schema: {
        summary: 'Whether the service should get requests',
        description: 'It should not while it is being stopped, or while the store cannot be reached or written to.',
        tags: ['health'],
        querystring: anyQuery,
        response: { 200: statusSchema },
      },
    },
    async () => {
      heartbeat.ensure()
      readiness.check()
      await store.ping().catch((error: unknown) => {
        throw error instanceof StoreUnavailable ? notReady(error) : error
      })
      return { status: 'ok' }
    },
  )
  const details = { access: 'administrator', cacheControl: 'no-store' } as const
  app.get(
    '/api/health/checks',
    {
      config: details,
      schema: { summary: 'The state of the parts of the service', tags: ['health'], response: { 200: reportSchema } },
    },
    async (_request, reply) => replyJson(reply, JSON.stringify(await checks.report())),
  )
  app.get(
    '/api/health/store',
    {
      config: details,
      schema: {
        summary: 'The last backup of the store, the last conversion of its format, and lists that took long',
        tags: ['health'],
        response: { 200: historyAnswer },
      },
    },
    async (_request, reply) => replyJson(reply, JSON.stringify(await historyOf(store))),
  )
  app.get(
    '/api/health/instances',
    {
      config: details,
      schema: {
        summary: 'The running instances of the service',
        tags: ['health'],
        querystring: pageQuery,
        response: { 200: instancesAnswer },
      },
    },
    async (request, reply) => {
      const parameters = readPageParameters(queryPairs(request))
      const scope = { account_id: sharedAccount, list: 'instances' }
      const running = await heartbeat.list()
      const { items, cursor, total } = pageByKey(await openCursors(store), scope, running, ({ id }) => id, parameters)
      return replyEnvelope(reply, items, cursor, total)
    },
  )
}

async function historyOf(store: DocumentStore): Promise<object> {
  const [backup, format, slow] = await Promise.all([
    readLastBackup(store),
    store.operations?.format?.(),
    readSlowLists(store),
  ])
  return { last_backup: backup ?? null, last_conversion: format?.conversion ?? null, slow_lists: slow }
}
