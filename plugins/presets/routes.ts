import type { FastifyInstance } from 'fastify'
import { BadRequest, replyEnvelope, queryFlag, queryPairs, sharedAccount } from '../../kernel/index.ts'
import { isRecord } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { pageByKey, pageQuery, readPageParameters } from '../../lib/query/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import * as schemas from './schemas.ts'
import type { Job } from '../jobs/contract.ts'
import type { InstallResult, PresetNote, PresetService } from './install/service.ts'

const path = '/api/resource-types/presets'
const list = { account_id: sharedAccount, list: 'presets' } as const

/** Which preset is installed, and what of it. */
export interface InstallInput {
  name: string
  update: boolean
  samples: boolean
}

/** The job that installs a preset, when it takes long; undefined when no plugin provides jobs. */
export type InstallJob = Job<InstallInput, InstallResult> | undefined

/** The routes of presets. */
export function presetRoutes(app: FastifyInstance, service: PresetService, job: InstallJob, cursors: Cursors): void {
  app.get(
    path,
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'List presets, by name',
        querystring: pageQuery,
        response: { 200: schemas.listAnswer },
      },
    },
    async (request, reply) => {
      const parameters = readPageParameters(queryPairs(request))
      const { items, cursor, total } = pageByKey(cursors, list, await service.list(), ({ name }) => name, parameters)
      return replyEnvelope(reply, items, cursor, total)
    },
  )
  app.get<{ Params: { name: string } }>(
    `${path}/:name/copy`,
    {
      config: { access: 'administrator' },
      schema: {
        summary:
          'Get what a copy of this service takes over: whether the preset is installed, and which samples are loaded',
        response: { 200: schemas.noteAnswer },
      },
    },
    async request => noteBody(await service.read(request.caller, request.params.name)),
  )
  app.put<{ Params: { name: string }; Body: { samples?: Record<string, string> } }>(
    `${path}/:name/copy`,
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Note a preset as installed in a copy of another service: behaviours on, no type created or changed',
        body: schemas.noteBody,
        response: { 200: schemas.noteAnswer },
      },
    },
    async request => {
      const { caller, params, body } = request
      await service.recordCopy(caller, params.name, new Map(Object.entries(body.samples ?? {})))
      return noteBody(await service.read(caller, params.name))
    },
  )
  installRoute(app, service, job, `${path}/:name`, 'Install a preset, or what is missing of it')
  installRoute(app, service, undefined, `${path}/:name/_check`, 'Check what installing a preset would do')
}

function installRoute(
  app: FastifyInstance,
  service: PresetService,
  job: InstallJob,
  address: string,
  summary: string,
): void {
  const isCheck = address.endsWith('/_check')
  app.post<{ Params: { name: string } }>(
    address,
    {
      config: {
        access: 'administrator',
        ...(isCheck ? { idempotency: false } : { deferrable: true, idempotency: 'answer' }),
      },
      schema: {
        summary,
        querystring: schemas.installQuery,
        response: { 200: schemas.installAnswer },
      },
    },
    async (request, reply) => {
      const { name } = request.params
      const options = {
        update: queryFlag(request, 'update'),
        samples: queryFlag(request, 'samples'),
        drafts: queryFlag(request, 'drafts'),
      }
      const dryRun = isCheck || queryFlag(request, 'dry_run')
      refuseBody(request.body)
      if (job === undefined || dryRun) return service.install(request.caller, name, { ...options, dryRun })
      return job.answer(request, reply, { name, ...options }, { key: name, answer: result => reply.send(result) })
    },
  )
}

const noteBody = ({ samples, ...note }: PresetNote): Json => ({ ...note, samples: Object.fromEntries(samples) })

function refuseBody(body: unknown): void {
  if (body === undefined || body === null || (isRecord(body) && Object.keys(body).length === 0)) return
  throw new BadRequest('an install takes no body; its options are the parameters update, samples, drafts and dry_run')
}
