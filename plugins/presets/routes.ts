import type { FastifyInstance } from 'fastify'
import { BadRequest, envelopeText, queryPairs, replyJson } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { readBoolean, readOnce, readPageParameters, totalOf } from '../../lib/query/index.ts'
import { listPresets } from './list.ts'
import type { ListParts } from './list.ts'
import * as schemas from './schemas.ts'
import type { PresetNote, PresetService } from './service.ts'

const path = '/api/resource-types/presets'

/** The routes of presets. */
export function presetRoutes(app: FastifyInstance, parts: ListParts & { service: PresetService }): void {
  app.get(
    path,
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'List presets, by name',
        querystring: schemas.listQuery,
        response: { 200: schemas.listAnswer },
      },
    },
    async (request, reply) => {
      const { count, ...page } = readPageParameters(queryPairs(request))
      const { presets, cursor } = await listPresets(parts, page)
      const texts = presets.map(preset => JSON.stringify(preset))
      return replyJson(reply, envelopeText(texts, cursor, totalOf(count, parts.sources.size)))
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
    async request => noteBody(await parts.service.read(request.caller, request.params.name)),
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
      const copyOf = { samples: new Map(Object.entries(body.samples ?? {})) }
      await parts.service.install(caller, params.name, { copyOf, withoutBehaviours: true })
      return noteBody(await parts.service.read(caller, params.name))
    },
  )
  app.post<{ Params: { name: string } }>(
    `${path}/:name`,
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Install a preset, or what is missing of it',
        querystring: schemas.installQuery,
        response: { 200: schemas.installAnswer },
      },
    },
    async request => {
      const given = readOnce(queryPairs(request), ['update', 'samples', 'dry_run'])
      const options = {
        update: readBoolean('update', given.get('update')),
        samples: readBoolean('samples', given.get('samples')),
        dryRun: readBoolean('dry_run', given.get('dry_run')),
      }
      refuseBody(request.body as Json | undefined) // the kernel's parser gives nothing else
      return parts.service.install(request.caller, request.params.name, options)
    },
  )
}

const noteBody = ({ samples, ...note }: PresetNote): Json => ({ ...note, samples: Object.fromEntries(samples) })

function refuseBody(body: Json | undefined): void {
  if (body === undefined || body === null || (isObject(body) && Object.keys(body).length === 0)) return
  throw new BadRequest('an install takes no body; say what is wanted with update, samples and dry_run')
}
