import { Readable } from 'node:stream'
import {
  isStillAuthorized,
  NotFound,
  preferencesOf,
  type FastifyReply,
  type FastifyRequest,
} from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { Job, JobContext, Jobs } from '../jobs/contract.ts'
import type { CopyContracts } from './copy/copy-import.ts'
import { copyText, countCopied } from './copy/write-copy.ts'
import { maxAttempts, ndjson } from './import-job.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'

/** How long an export can be downloaded. */
const readableMs = 24 * 60 * 60 * 1000
/** A client that has read nothing for this time gets nothing more; Node notices that after once to twice this time. */
const maxStallMs = 60_000

/** What exports that are done by runs need. */
interface ExportJobParts {
  files: KeptFiles
  contracts: CopyContracts
}

/** The input of a run. */
interface ExportInput {
  /** The id of the file that it writes. */
  file: string
}

/** Exports of everything that survive the end of the process: a run of a job writes the copy to a kept file. */
export class ExportJob {
  readonly #parts: ExportJobParts
  readonly #job: Job<ExportInput, JsonObject>

  constructor(jobs: Jobs, parts: ExportJobParts) {
    this.#parts = parts
    this.#job = jobs.define<ExportInput, JsonObject>({
      name: 'export',
      maxAttempts,
      right: () => 'administrator',
      run: (input, context) => this.#run(input, context),
      ending: ({ file }, result) =>
        result === undefined ? parts.files.removal(file) : parts.files.publication(file, String(result['expires_at'])),
    })
  }

  /** Whether a run is to write the copy: the client prefers that. */
  takes = (request: FastifyRequest): boolean => preferencesOf(request).has('respond-async')

  /** Start an export, in place of the last one of the caller. The answer is the address of the run, or the copy if the client waits for it. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { files } = this.#parts
    const { caller } = request
    const { id: file } = await files.create(caller)
    try {
      return await this.#job.answer(
        request,
        reply,
        { file },
        {
          key: file,
          answer: ({ bytes }) => sendCopy(reply, this.#content(request, file), Number(bytes)),
        },
      )
    } catch (error) {
      await files.remove(file)
      throw error
    }
  }

  /**
   * Answer with what a run of the caller has exported.
   * @throws `NotFound`, also when it has expired or is that of another user
   */
  async download(request: FastifyRequest, reply: FastifyReply, id: string): Promise<FastifyReply> {
    const { bytes } = await this.#find(request, id)
    return sendCopy(reply, this.#content(request, id), bytes)
  }

  /** Whether a run is to write the file with this id. */
  isOpen = (file: string): Promise<boolean> => this.#job.isOpen(file)

  async #find({ caller }: FastifyRequest, id: string): Promise<KeptFile> {
    const file = await this.#parts.files.find(toUrn('transfer-file', id), caller)
    if (file === undefined) throw new NotFound('there is no such export')
    return file
  }

  async *#content(request: FastifyRequest, id: string): AsyncGenerator<Buffer> {
    const file = await this.#find(request, id)
    for await (const bytes of file.read()) {
      await isStillAuthorized(request)
      yield bytes
    }
  }

  /** An attempt begins again with an empty file: the copy is then no older than the attempt. */
  async #run(input: ExportInput, context: JobContext): Promise<JsonObject> {
    const { files, contracts } = this.#parts
    const { caller, admit } = context
    const file = await files.open(input.file)
    await files.removeReadable(caller)
    await file.clear()
    const total = await countCopied(contracts, await admit())
    let [resources, damaged] = [0, 0]
    const onResources = (written: number, left: number): void => {
      resources += written
      damaged += left
      context.progress(resources, total === undefined ? undefined : Math.max(resources, total))
    }
    let left_out: JsonObject | undefined
    const onLeftOut = (counts: ReadonlyMap<string, number>): void => {
      if (counts.size > 0) left_out = Object.fromEntries(counts)
    }
    await files.fill(file, bytesOf(copyText(contracts, { admit, onResources, onLeftOut })))
    const href = `/api/_export/${encodeURIComponent(file.id)}`
    const expires_at = new Date(Date.now() + readableMs).toISOString()
    const result = {
      href,
      expires_at,
      bytes: file.bytes,
      resources,
      damaged,
      ...(left_out !== undefined && { left_out }),
    }
    await admit()
    return result
  }
}

/** Answer with a copy as it is read. @param bytes its size, if that is known */
export function sendCopy(
  reply: FastifyReply,
  content: AsyncIterable<string | Uint8Array>,
  bytes?: number,
): FastifyReply {
  reply.raw.setTimeout(maxStallMs, () => {
    reply.log.warn('an export was ended: its client reads nothing')
    reply.raw.destroy()
  })
  const name = `plinth-export-${new Date().toISOString().slice(0, 10)}.ndjson`
  if (bytes !== undefined) reply.header('content-length', bytes)
  return reply
    .header('content-type', ndjson)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content, { objectMode: false, highWaterMark: 1 }))
}

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of text) yield Buffer.from(part)
}
