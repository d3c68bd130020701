import { isStillAuthorized, preferencesOf, type FastifyReply, type FastifyRequest } from '../../kernel/index.ts'
import { isObject, jsonText, type JsonObject } from '../../lib/json/index.ts'
import { TabularError } from '../../lib/tabular/index.ts'
import type { Job, JobContext, Jobs } from '../jobs/contract.ts'
import { KeptReport, type KeptReportState } from './answer.ts'
import type { KeptFiles } from './kept-files.ts'
import { defineKeptFileJob, type KeptFileInput } from './kept-job.ts'
import type { ImportRequest, PrepareBody } from './prepare-body.ts'
import type { ResumableRows } from './service.ts'

/** Bodies of more bytes are kept and imported by a run; smaller ones, and those of unknown length, are imported as they arrive. */
const minKeptBytes = 8 * 1024 * 1024

interface ImportInput extends ImportRequest, KeptFileInput {}

/** What imports that are done by runs need. */
export interface ImportJobParts {
  files: KeptFiles
  prepare: PrepareBody
}

/** The media type of reports. */
export const ndjson = 'application/x-ndjson; charset=utf-8'

/** Imports that survive the end of the process: their body is kept in the store, and a run of a job imports it. */
export class ImportJob {
  readonly #parts: ImportJobParts
  readonly #job: Job<ImportInput, readonly JsonObject[]>

  constructor(jobs: Jobs, parts: ImportJobParts) {
    this.#parts = parts
    this.#job = defineKeptFileJob<ImportInput, readonly JsonObject[]>(jobs, parts.files, {
      name: 'import',
      right: ({ type_slug: type }) => (type === null ? 'administrator' : { action: 'odrl:modify', type }),
      run: (input, context) => this.#run(input, context),
    })
  }

  /** Whether the body of a request is to be kept: the client prefers that, or it is large and something is written. */
  async takes(request: FastifyRequest, { query }: Pick<ImportRequest, 'query'>): Promise<boolean> {
    if (preferencesOf(request).has('respond-async')) return true
    const bytes = lengthOf(request)
    const isDryRun = new Map(query).get('dry_run') === 'true'
    return bytes > minKeptBytes && !isDryRun && (await this.#parts.files.hasRoomFor(request.caller, bytes))
  }

  /** Keep a body and import it. The answer is the report, or after a while the address of the run that goes on with it. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: ImportRequest,
    body: AsyncIterable<Uint8Array>,
  ): Promise<FastifyReply> {
    const { files } = this.#parts
    const file = await files.keep(request.caller, body, lengthOf(request))
    let hasEnded = true
    try {
      await isStillAuthorized(request) // the body can have taken long to arrive
      const input = { ...wanted, file }
      await this.#job.answer(request, reply, input, {
        key: file,
        answer: lines => reply.header('content-type', ndjson).send(lines.map(line => `${jsonText(line)}\n`).join('')),
      })
      hasEnded = reply.statusCode !== 202
      return reply
    } finally {
      if (hasEnded) await files.remove(file)
    }
  }

  /** Whether a run is to import the file with this id. */
  isOpen = (file: string): Promise<boolean> => this.#job.isOpen(file)

  async #run(input: ImportInput, context: JobContext): Promise<readonly JsonObject[]> {
    const { files, prepare } = this.#parts
    const { file: id, rejects } = input
    const { caller, admit, progress } = context
    const file = await files.open(id)
    const ended = await file.result()
    if (ended !== null) {
      await file.finish(ended)
      return Array.isArray(ended) ? ended.filter(isObject) : []
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what `note` below was given
    const { after = 0, ...before } = file.state as Partial<KeptReportState> & { after?: number }
    let readBytes = 0
    async function* bytes(): AsyncIterable<Uint8Array> {
      for await (const chunk of file.read()) {
        readBytes += chunk.length
        yield chunk
      }
    }
    const onRows = (rows: number): void =>
      progress(rows, readBytes === 0 ? undefined : Math.max(rows, Math.round((rows * file.bytes) / readBytes)))
    const report = new KeptReport(rejects, onRows, before)
    const resumable: ResumableRows = {
      since: file.resumedSince,
      after,
      onSettled: row => file.note({ ...report.state, after: row }),
    }
    try {
      const run = await prepare(input, caller, bytes())
      await run(admit, report, resumable)
      report.finish()
    } catch (error) {
      if (!(error instanceof TabularError)) throw error
      report.finish(error.message)
    }
    await admit()
    await file.finish(report.lines)
    return report.lines
  }
}

/** The length of a body, if it is known; otherwise 0. */
const lengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)
