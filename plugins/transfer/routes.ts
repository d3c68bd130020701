import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BadRequest,
  isStillAdmitted,
  mediaType,
  OutcomeUnknown,
  queryPairs,
  ServiceError,
  StoreUnavailable,
  type Caller,
} from '../../kernel/index.ts'
import { readBoolean } from '../../lib/query/index.ts'
import { isDelimiter, readRows, TabularError, type Format, type Reading, type Rows } from '../../lib/tabular/index.ts'
import { ImportAnswer } from './answer.ts'
import { ImportSlots } from './import-slots.ts'
import { limitBytes, readBodyBytes } from './body-bytes.ts'
import * as schemas from './schemas.ts'
import { refuseUnreadable, type ImportParameters, type TransferService } from './service.ts'

const maxInferredBytes = 8 * 1024 * 1024
/** The rows of a preview are all in memory. */
const maxPreviewBytes = 1024 * 1024

/** Limits of files and imports. */
export interface TransferLimits extends Required<Pick<Reading, 'maxColumns' | 'maxObjectMembers'>> {
  /** How many imports of a user can run at once. */
  maxImportsPerUser: number
}

/** The routes of imports. */
export function addRoutes(
  app: FastifyInstance,
  service: TransferService,
  { maxImportsPerUser, ...limits }: TransferLimits,
): void {
  const slots = new ImportSlots(maxImportsPerUser)
  const whole = { consumes: schemas.mediaTypes, streamsBody: true, acceptsGzip: true, handlerTimeout: false } as const
  app.post<{ Params: { typeSlug: string } }>(
    '/api/:typeSlug/_import',
    {
      config: { ...whole, access: 'odrl:modify', produces: 'application/x-ndjson' },
      schema: {
        summary: 'Import a file',
        description:
          'Read a file of any size as it arrives and create a resource of each row. A row that does not fit is refused, the others are loaded. ' +
          'Rows without `@id` get ids that follow from their content, so that a repeat creates nothing twice. With `preview` only look at the beginning of a file.',
        querystring: schemas.importQuery,
        body: schemas.file,
        response: { 200: schemas.importLine },
      },
    },
    async (request, reply) => {
      const parameters = readParameters(queryPairs(request))
      if (isPreview(queryPairs(request))) {
        const reading = readingOf(request, { ...limits, isBeginning: !isSet(request, 'whole') })
        const bytes = limitBytes(bytesOf(request), maxPreviewBytes)
        const { typeSlug } = request.params
        const preview = await service.preview(request.caller, typeSlug, bytes, reading, parameters)
        return reply.header('content-type', ndjson).send(`${JSON.stringify({ preview })}\n`)
      }
      const reading = readingOf(request, { ...limits, numberHeadings: parameters.byTitle })
      const prepared = await service.prepareImport(request.params.typeSlug, parameters)
      const bytes = bytesOf(request)
      const release = slots.take(request.caller)
      const rows = await readFirst(readRows(bytes, reading)).catch((error: unknown) => {
        release()
        return refuseUnreadable(error)
      })
      const { format } = reading
      return answer(request, reply, release, (admit, lines) =>
        prepared.run({ format, rows, admit, tally: lines.tallyFor({ hasLines: format !== 'json' }) }),
      )
    },
  )
  app.post(
    '/api/_import',
    {
      config: {
        ...whole,
        consumes: ['application/x-ndjson'],
        access: 'administrator',
        produces: 'application/x-ndjson',
      },
      schema: {
        summary: 'Import a copy of a service',
        description:
          'Read everything that `plinth export --all` wrote: types, presets and resources, one file after the other. Types and presets are tried before anything is ' +
          'written; then each resource is created. A row that does not fit is refused, the others are loaded. Repeating it creates nothing twice.',
        querystring: schemas.copyQuery,
        body: schemas.copy,
        response: { 200: schemas.importLine },
      },
    },
    async (request, reply) => {
      const { maxObjectMembers } = limits
      const rows = readRows(bytesOf(request), { format: 'ndjson', maxObjectMembers })
      const options = { update: isSet(request, 'update'), dryRun: isSet(request, 'dry_run'), maxObjectMembers }
      const release = slots.take(request.caller)
      const prepared = await service.prepareCopy(request.caller, rows, options).catch(async (error: unknown) => {
        release()
        await isStillAdmitted(request) // most of the body has been read since the caller was admitted
        throw error
      })
      return answer(request, reply, release, (admit, lines) => prepared.run(admit, lines))
    },
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
    request => {
      const isBeginning = !isSet(request, 'whole')
      const reading = readingOf(request, { ...limits, numberHeadings: true, isBeginning })
      const bytes = limitBytes(bytesOf(request), maxInferredBytes)
      return service.infer(bytes, reading)
    },
  )
}

/** Answer with the lines of an import while it runs. @param release called when it has ended */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  release: () => void,
  run: (admit: () => Promise<Caller>, lines: ImportAnswer) => Promise<void>,
): FastifyReply {
  const lines = new ImportAnswer(isSet(request, 'rejects'))
  const admit = async (): Promise<Caller> => {
    if (reply.raw.destroyed) throw new ConnectionEnded()
    await isStillAdmitted(request)
    return request.caller
  }
  const { ip: address } = request // unknown after the connection has ended
  let isFinished = false
  reply.raw.once('close', () => {
    if (!isFinished)
      request.log.warn(
        { address },
        'an import was cut off: its connection ended, by its client or the stop of the service',
      )
  })
  void run(admit, lines)
    .then(
      () => lines.finish(),
      (error: unknown) => lines.finish(explain(error, request)),
    )
    .finally(() => {
      isFinished = true
      release()
    })
  return reply.header('content-type', ndjson).send(lines.stream)
}

/** The client has closed the connection. */
class ConnectionEnded extends Error {}

const ndjson = 'application/x-ndjson; charset=utf-8'

/** Whether a parameter is `true`. */
const isSet = (request: FastifyRequest, name: string): boolean =>
  readBoolean(name, new Map(queryPairs(request)).get(name))

const ofPreviews = /^(?:preview|whole|delimiter|mapping(?:\[.+\])?)$/su

/** @throws BadRequest for parameters that would have no effect */
function isPreview(pairs: readonly (readonly [string, string])[]): boolean {
  const given = new Map(pairs)
  const isAsked = readBoolean('preview', given.get('preview'))
  const other = pairs.find(([name]) => !ofPreviews.test(name))?.[0]
  if (isAsked && other !== undefined) throw new BadRequest(`preview does not go with ${other}`)
  if (!isAsked && given.has('whole')) throw new BadRequest('whole goes with preview alone')
  return isAsked
}

const mappingName = /^mapping\[(.+)\]$/su

function readParameters(pairs: readonly (readonly [string, string])[]): ImportParameters {
  const given = new Map(pairs)
  const mode = given.get('mapping')
  const text = (name: string): string | undefined => {
    const value = given.get(name)
    if (value === '') throw new BadRequest(`${name} must name a property`)
    return value
  }
  const mapping = pairs.flatMap(([name, value]): [string, string][] => {
    const column = mappingName.exec(name)?.[1]
    return column === undefined ? [] : [[column, value]]
  })
  return {
    mapping: new Map(mapping),
    byTitle: mode === 'titles',
    listedOnly: mode === 'listed',
    key: text('key'),
    restore: readBoolean('restore', given.get('restore')),
    match: text('match'),
    update: readBoolean('update', given.get('update')),
    dryRun: readBoolean('dry_run', given.get('dry_run')),
  }
}

const formats: ReadonlyMap<string, Format> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['text/csv', 'csv'],
])

function readingOf(request: FastifyRequest, more: Partial<Reading>): Reading {
  const format = formats.get(mediaType(request.headers['content-type'] ?? ''))
  if (format === undefined) throw new BadRequest('a file is needed as the body')
  const delimiter = new Map(queryPairs(request)).get('delimiter')
  if (delimiter !== undefined && !isDelimiter(delimiter))
    throw new BadRequest('delimiter must be one character, neither a quote nor the end of a line')
  return { ...more, format, delimiter }
}

function bytesOf({ body, headers }: FastifyRequest): AsyncIterable<Uint8Array> {
  if (body instanceof Readable) return readBodyBytes(body, headers['content-encoding'] === 'gzip')
  throw new BadRequest('a file is needed as the body')
}

/** The same rows. Problems with the beginning of the file are thrown before the answer has begun. */
async function readFirst(rows: Rows): Promise<Rows> {
  const portions = rows[Symbol.asyncIterator]()
  const first = await portions.next()
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; next.done !== true; next = await portions.next()) yield next.value
      } finally {
        await portions.return?.()
      }
    },
  }
}

/** What the answer says about a failure: errors of the file or the caller, and no internals of the service. */
function explain(error: unknown, request: FastifyRequest): string {
  if (error instanceof StoreUnavailable || error instanceof OutcomeUnknown)
    return `the store failed (${error.code}); what is loaded stays, and repeating the import creates no duplicates`
  if (error instanceof TabularError || error instanceof ServiceError) return error.message
  if (error instanceof ConnectionEnded || request.raw.destroyed) return 'the connection ended'
  request.log.error({ err: error }, 'an import failed')
  return 'the import failed; the log of the service says why'
}
