import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, contentCoding, isStillAuthorized, queryPairs, type Caller } from '../../kernel/index.ts'
import { readBoolean } from '../../lib/query/index.ts'
import { sendCopy, type ExportJob } from './export-job.ts'
import { ndjson, type ImportJob } from './import-job.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { limitBytes, readBodyBytes } from './body-bytes.ts'
import * as schemas from './schemas.ts'
import { readFirst, readingOf, readImportParameters, type ImportRequest, type ReadingLimits } from './prepare-body.ts'
import type { CopyContracts } from './copy/copy-import.ts'
import { copyText } from './copy/write-copy.ts'
import { inferFromRows, prepareImport, previewImport } from './importing.ts'

const maxInferredBytes = 8 * 1024 * 1024
/** The rows of a preview are all in memory. */
const maxPreviewBytes = 1024 * 1024

/** In the descriptions of imports. */
const keptBodies =
  'The whole body is kept, then a run imports it, which continues without its client and survives a restart. The answer is the report, or after ten seconds 202 with the run, whose `result` is the same lines as a list. A body that is cut off is not imported.'

/** Limits of files and imports. */
interface TransferLimits extends ReadingLimits {
  /** How many imports of a user can run at once, and how many exports. */
  maxImportsPerUser: number
}

/** Work that is done by runs. */
interface TransferJobs {
  imports: ImportJob
  exports: ExportJob
}

/** What the routes use. */
interface TransferRouteParts {
  jobs: TransferJobs
  /** Called before everything is exported. */
  noteExport: (request: FastifyRequest) => Promise<void>
}

/** The routes of imports and exports. */
export function addTransferRoutes(
  app: FastifyInstance,
  contracts: CopyContracts,
  { maxImportsPerUser, ...limits }: TransferLimits,
  { jobs, noteExport }: TransferRouteParts,
): void {
  const exportSlots = new ConcurrencyLimit(maxImportsPerUser)
  const whole = { consumes: schemas.mediaTypes, streamsBody: true, handlerTimeout: false } as const
  const imported = { ...whole, deferrable: true, produces: 'application/x-ndjson', idempotency: 'answer' } as const

  const importBody = (
    request: FastifyRequest,
    reply: FastifyReply,
    type_slug: string | null,
  ): Promise<FastifyReply> => {
    const wanted: ImportRequest = { ...sentBy(request), type_slug, rejects: isSet(request, 'rejects') }
    return jobs.imports.answer(request, reply, wanted, bytesOf(request))
  }

  app.post<{ Params: { typeSlug: string } }>(
    '/api/:typeSlug/_import',
    {
      config: { ...imported, access: 'odrl:modify' },
      schema: {
        summary: 'Import a file',
        description:
          'Read a file and create a resource of each row, in the order of the file. A row that does not fit is refused, the others are loaded. ' +
          'Rows without `@id` get ids that follow from their content, so that a repeat creates nothing twice. With `preview` only look at the beginning of a file. ' +
          keptBodies,
        querystring: schemas.importQuery,
        body: schemas.file,
        response: { 200: schemas.importLine },
      },
    },
    async (request, reply) => {
      const { typeSlug } = request.params
      const parameters = readImportParameters(queryPairs(request))
      if (isPreview(queryPairs(request))) {
        const reading = readingOf(sentBy(request), { ...limits, isBeginning: !isSet(request, 'whole') })
        const bytes = limitBytes(bytesOf(request), maxPreviewBytes)
        const preview = await previewImport(contracts, request.caller, typeSlug, bytes, reading, parameters)
        return reply.header('content-type', ndjson).send(`${JSON.stringify({ preview })}\n`)
      }
      readingOf(sentBy(request), limits)
      await prepareImport(contracts, typeSlug, parameters) // wrong parameters are refused before the body is read
      return importBody(request, reply, typeSlug)
    },
  )
  app.post(
    '/api/_import',
    {
      config: { ...imported, access: 'administrator', consumes: ['application/x-ndjson'] },
      schema: {
        summary: 'Import a copy of a service',
        description:
          'Read everything that `plinth export --all` wrote: types, presets and resources, one file after the other. Types and presets are tried before anything is ' +
          'written; then each resource is created. A row that does not fit is refused, the others are loaded. Repeating it creates nothing twice. ' +
          keptBodies,
        querystring: schemas.copyQuery,
        body: schemas.copy,
        response: { 200: schemas.importLine },
      },
    },
    (request, reply) => importBody(request, reply, null),
  )
  const download = {
    access: 'administrator',
    cacheControl: 'no-store',
    produces: 'application/x-ndjson',
    handlerTimeout: false,
  } as const
  app.get(
    '/api/_export',
    {
      exposeHeadRoute: false,
      config: { ...download, deferrable: true },
      schema: {
        summary: 'Export a copy of the service',
        description:
          "All types, the installed presets and the resources of the caller's account, archived ones included, in the form that `POST /api/_import` reads. It is answered as it is read. " +
          'What a run has written is downloaded at its `href`.',
        response: { 200: schemas.copyLine },
      },
    },
    async (request, reply) => {
      await noteExport(request)
      if (jobs.exports.takes(request)) return jobs.exports.answer(request, reply)
      reply.raw.once('close', exportSlots.take(request.caller))
      const admit = async (): Promise<Caller> => {
        await isStillAuthorized(request)
        return request.caller
      }
      return sendCopy(reply, await readFirst(copyText(contracts, { admit })))
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/_export/:id',
    {
      exposeHeadRoute: false,
      config: download,
      schema: {
        summary: 'Download what a run has exported',
        operationId: 'downloadExport',
        description: 'For the user who started the run, for a day after its end or until that user starts another one.',
        response: { 200: schemas.copyLine },
      },
    },
    (request, reply) => jobs.exports.download(request, reply, request.params.id),
  )
  app.post(
    '/api/resource-types/_infer',
    {
      config: { ...whole, access: 'administrator', idempotency: false },
      schema: {
        summary: 'Infer a type from a file',
        description:
          'Derive the schema of a type from the rows of a file, or of its beginning: up to 8 MiB. A row that is cut off at the end is left out. Nothing is written.',
        querystring: schemas.inferQuery,
        body: schemas.file,
        response: { 200: schemas.inferAnswer },
      },
    },
    async request => {
      const isBeginning = !isSet(request, 'whole')
      const reading = readingOf(sentBy(request), { ...limits, numberHeadings: true, isBeginning })
      const bytes = limitBytes(bytesOf(request), maxInferredBytes)
      try {
        return await inferFromRows(bytes, reading)
      } finally {
        await isStillAuthorized(request)
      }
    },
  )
}

/** Whether a parameter is `true`. */
const isSet = (request: FastifyRequest, name: string): boolean =>
  readBoolean(name, new Map(queryPairs(request)).get(name))

const ofPreviews = /^(?:preview|whole|delimiter|decimal|mapping(?:\[.+\])?)$/su

/** @throws BadRequest for parameters that would have no effect */
function isPreview(pairs: readonly (readonly [string, string])[]): boolean {
  const given = new Map(pairs)
  const isAsked = readBoolean('preview', given.get('preview'))
  const other = pairs.find(([name]) => !ofPreviews.test(name))?.[0]
  if (isAsked && other !== undefined) throw new BadRequest(`preview does not go with ${other}`)
  if (!isAsked && given.has('whole')) throw new BadRequest('whole goes with preview alone')
  return isAsked
}

/** The properties of a request that describe its body. */
const sentBy = (request: FastifyRequest): Pick<ImportRequest, 'query' | 'content_type'> => ({
  query: [...queryPairs(request)],
  content_type: request.headers['content-type'] ?? '',
})

function bytesOf({ body, headers }: FastifyRequest): AsyncIterable<Uint8Array> {
  if (body instanceof Readable) return readBodyBytes(body, contentCoding(headers['content-encoding']) === 'gzip')
  throw new BadRequest('a file is needed as the body')
}
