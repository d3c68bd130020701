import { Readable } from 'node:stream'
import { isStillAuthorized, type FastifyReply, type FastifyRequest } from '../../kernel/index.ts'
import { jsonText, type JsonObject } from '../../lib/json/index.ts'
import type { Job, JobContext, Jobs } from '../jobs/contract.ts'
import type { KeptFiles } from './kept-files.ts'
import type { CopyContracts } from './copy/copy-import.ts'
import { importBody, type ImportRequest, type ReadingLimits } from './prepare-body.ts'
import { ImportReport } from './report.ts'
import { refuseUnreadable } from './importing.ts'

/** How often a run is tried while the store or the service fails. */
export const maxAttempts = 10

/** The input of a run. */
interface ImportInput extends ImportRequest {
  /** The id of the kept body. */
  file: string
  /** When the import began, RFC 3339: no attempt changes it. */
  started_at: string
}

/** What imports need. */
interface ImportJobParts {
  files: KeptFiles
  contracts: CopyContracts
  limits: ReadingLimits
}

/** The media type of reports. */
export const ndjson = 'application/x-ndjson; charset=utf-8'

/** Imports: each body is kept in the store, and a run of a job imports it. */
export class ImportJob {
  readonly #parts: ImportJobParts
  readonly #job: Job<ImportInput, JsonObject[]>

  constructor(jobs: Jobs, parts: ImportJobParts) {
    this.#parts = parts
    this.#job = jobs.define<ImportInput, JsonObject[]>({
      name: 'import',
      maxAttempts,
      right: ({ type_slug: type }) => (type === null ? 'administrator' : { action: 'odrl:modify', type }),
      run: (input, context) => this.#run(input, context),
      ending: ({ file }) => parts.files.removal(file),
    })
  }

  /** Keep a body and import it. The answer is the report, or after a while the address of the run that continues it. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: ImportRequest,
    body: AsyncIterable<Uint8Array>,
  ): Promise<FastifyReply> {
    const { files } = this.#parts
    const file = await files.keep(request.caller, body, lengthOf(request)).catch(refuseUnreadable)
    try {
      await isStillAuthorized(request) // the body can have taken long to arrive
      const input = { ...wanted, file, started_at: new Date(Date.now()).toISOString() }
      return await this.#job.answer(request, reply, input, {
        key: file,
        answer: lines =>
          reply.header('content-type', ndjson).send(Readable.from(lines.map(line => `${jsonText(line)}\n`))),
      })
    } catch (error) {
      await files.remove(file)
      throw error
    }
  }

  /** Whether a run is to import the file with this id. */
  isOpen = (file: string): Promise<boolean> => this.#job.isOpen(file)

  async #run(input: ImportInput, { caller, admit, progress }: JobContext): Promise<JsonObject[]> {
    const { files, contracts, limits } = this.#parts
    const report = new ImportReport(input.rejects)
    await importBody(contracts, limits, input, {
      open: async function* () {
        yield* (await files.open(input.file)).read()
      },
      caller,
      admit,
      report,
      startedAt: Date.parse(input.started_at),
      onRows: progress,
    }).catch(refuseUnreadable)
    await admit()
    return report.lines()
  }
}

/** The length of a body, if it is known; otherwise 0. */
const lengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)
