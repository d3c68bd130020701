import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound, NotReady, problemOf, queryPairs, replyJson, replyItems } from '../../kernel/index.ts'
import type { Access, Caller, DocumentStore } from '../../kernel/index.ts'
import { invalidParameter, quote, readCursorPage, readPageParameters } from '../../lib/query/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { JobRun } from './contract.ts'
import { inState, named, runBody, runRecords, states } from './records.ts'
import type { StoredRun } from './records.ts'
import type { JobRunner } from './runner.ts'
import { runAnswer, runsAnswer, runsQuery } from './schemas.ts'

/** What the routes use. */
interface JobRouteParts {
  store: DocumentStore
  cursors: Cursors
  runner: Pick<JobRunner, 'isDefined' | 'cancel' | 'mayRead'>
  /** Rights: of a plugin that starts after this one. */
  access: () => Access
}

interface OneRun {
  Params: { id: string }
}

/** A run that the caller may see. */
interface FoundRun {
  run: StoredRun
  isAdministrator: boolean
}

const maxPageBytes = 16 * 1024 * 1024

/** The routes of runs. */
export function jobRoutes(app: FastifyInstance, { store, cursors, runner, access }: JobRouteParts): void {
  const show = (run: StoredRun): JobRun => {
    const body = runBody(run)
    if (body.state !== 'waiting' || body.error !== null || runner.isDefined(body.name)) return body
    return { ...body, error: notDefined(body.name) }
  }
  app.get(
    '/api/admin/jobs',
    {
      config: { access: 'administrator', cacheControl: 'no-store' },
      schema: {
        summary: 'List runs of jobs, newest first',
        operationId: 'listJobRuns',
        tags: ['jobs'],
        querystring: runsQuery,
        response: { 200: runsAnswer },
      },
    },
    async (request, reply) => {
      const { others, ...page } = readPageParameters(queryPairs(request), ['state', 'name'])
      const [state, name] = [readState(others.get('state')), others.get('name')]
      const conditions = [
        ...(state === undefined ? [] : [inState(state)]),
        ...(name === undefined ? [] : [named(name)]),
      ]
      const list = { ...runRecords.query(conditions, { account_id: null }), list: 'jobs', maxBytes: maxPageBytes }
      const runs = await readCursorPage({ store, cursors }, list, page, document => runRecords.parse(document))
      return replyItems(reply, runs, show)
    },
  )
  app.get<OneRun>(
    '/api/admin/jobs/:id',
    {
      config: { access: 'signed-in', cacheControl: 'no-store' },
      schema: {
        summary: 'Get a run of a job',
        description:
          'For administrators, and for the user who started it. Only that user gets the `result`, for as long as the right is there that the run needed.',
        operationId: 'getJobRun',
        tags: ['jobs'],
        response: { 200: runAnswer },
      },
    },
    async (request, reply) => replyRun(request, reply, await find(request)),
  )
  app.post<OneRun>(
    '/api/admin/jobs/:id/cancel',
    {
      config: { access: 'signed-in', cacheControl: 'no-store', idempotency: 'key' },
      schema: {
        summary: 'Cancel a run of a job',
        description:
          'For administrators, and for the user who started it. A run that is waiting or running is `dead` from now on, with the code `job-cancelled`; its work stops as soon as it can. ' +
          'What it has written until then stays, as far as the job does not undo it. A recurring job is done again at its next time.',
        operationId: 'cancelJobRun',
        tags: ['jobs'],
        response: { 200: runAnswer },
      },
    },
    async (request, reply) => {
      const { run, isAdministrator } = await find(request)
      return replyRun(request, reply, { run: await runner.cancel(request.caller, run.id), isAdministrator })
    },
  )

  /** @throws `NotFound`, also when the caller may not read the run */
  async function find({ caller, params }: FastifyRequest<OneRun>): Promise<FoundRun> {
    const run = await runRecords.find(store, toUrn('job-run', params.id))
    const isAdministrator = run !== undefined && (await access().isAdministrator(caller))
    if (run === undefined || !(isAdministrator || isStarter(caller, run))) throw new NotFound('there is no such run')
    return { run, isAdministrator }
  }

  async function replyRun(
    { caller }: FastifyRequest,
    reply: FastifyReply,
    { run, isAdministrator }: FoundRun,
  ): Promise<FastifyReply> {
    const body = show(run)
    const { state, result } = run.data
    const showsResult = state === 'done' && isStarter(caller, run) && (await runner.mayRead(caller, run))
    const { error } = body
    const hidesDetails = !isAdministrator && error !== null && error['code'] === 'internal-error'
    const shown = { ...body, ...(hidesDetails && { error: problemOf(undefined) }), ...(showsResult && { result }) }
    return replyJson(reply, JSON.stringify(shown))
  }
}

/** An administrator who acts for a user sees what that user sees. */
const isStarter = ({ id, account_id }: Caller, { meta }: StoredRun): boolean =>
  meta.created_by === id && meta.account_id === account_id

function readState(text: string | undefined): (typeof states)[number] | undefined {
  if (text === undefined) return undefined
  const state = states.find(one => one === text)
  if (state !== undefined) return state
  throw invalidParameter(`state must be ${states.join(', ')}, not ${quote(text)}`, 'state')
}

/** Why a run waits whose plugin is off. */
const notDefined = (name: string) =>
  problemOf(
    new NotReady(`no plugin that is switched on defines the job ${name}; the run waits until one does`, {
      code: 'job-not-defined',
    }),
  )
