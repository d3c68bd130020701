import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Conflict, release, writeFor } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { isOutside, recordBackup, withOutsideData, writeBackup } from '../../lib/backup/index.ts'
import type { OutsideDataByPlugin } from '../../lib/backup/index.ts'
import type { Events } from '../events/contract.ts'

/** The query of a backup. */
const backupQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    file: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'The name of the file that the backup is written to, for the record of the last backup',
    },
  },
} as const

/** What backups are made of. */
interface BackupParts {
  store: DocumentStore
  outside: OutsideDataByPlugin
  events: Events | undefined
}

/**
 * Backups of the whole service, for administrators. One at a time: each needs room for a copy of the store.
 * @param maxStallMs a client that has read nothing for this time does not keep others from making a backup, nor the copy of the store on the disk;
 *   Node notices that after once to twice this time
 */
export function addBackupRoutes(app: FastifyInstance, parts: BackupParts, maxStallMs = 30_000): void {
  let isRunning = false
  app.post<{ Querystring: { file?: string } }>(
    '/api/admin/backup',
    {
      config: {
        access: 'administrator',
        cacheControl: 'no-store',
        produces: 'application/gzip',
        handlerTimeout: false,
        idempotency: 'key',
      },
      schema: {
        summary: 'A backup of the whole service, as a file',
        tags: ['administration'],
        querystring: backupQuery,
      },
    },
    async (request, reply) => {
      if (parts.store.operations?.snapshot === undefined) throw new Conflict('this store has no backups')
      if (isRunning) throw new Conflict('another backup is being made; wait until it is complete')
      isRunning = true
      try {
        const { file = 'backup.plinth' } = request.query
        const bytes = await startBackup(request, parts, file, () => (isRunning = false))
        reply.raw.setTimeout(maxStallMs, () => {
          request.log.warn('a backup was ended: its client reads nothing')
          reply.raw.destroy()
        })
        return await reply
          .header('content-type', 'application/gzip')
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
          .send(bytes)
      } catch (error) {
        isRunning = false
        throw error
      }
    },
  )
}

/**
 * Take a snapshot, and stream it as a backup, as fast as the client reads it.
 * @param ended called when the stream is closed, complete or not
 */
async function startBackup(
  { caller, log }: FastifyRequest,
  { store, outside, events }: BackupParts,
  file: string,
  ended: () => void,
): Promise<Readable> {
  const started = performance.now()
  const snapshot = await store.operations?.snapshot?.()
  if (snapshot === undefined) throw new Conflict('this store has no backups')
  const event = { type: 'Store.BackedUp', subject: `urn:store:${store.kind}`, caller, account_id: null }
  if (events !== undefined)
    await writeFor(store, caller, [events.record(event)]).catch((error: unknown) => {
      log.warn({ err: error }, 'the event of a backup could not be recorded') // a backup must be possible on a full disk
    })
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    if (snapshot === undefined) return
    const { collections } = yield* writeBackup(withOutsideData(snapshot, outside), store.kind, release)
    rows = collections.reduce((sum, entry) => sum + (isOutside(entry) ? 0 : entry.rows), 0)
  }
  const text = Readable.from(lines(), { objectMode: false, highWaterMark: 1 })
  const compressed = createGzip({ level: 1 })
  let bytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of text.pipe(compressed)) {
      const piece = Buffer.from(chunk)
      bytes += piece.length
      yield piece
    }
    const seconds = Math.round(performance.now() - started) / 1000
    log.info({ file, bytes, rows, seconds, user: caller.id }, 'a backup was made')
    await recordBackup(store, { at: new Date().toISOString(), file, bytes, rows, seconds }).catch((error: unknown) =>
      log.warn({ err: error }, 'the record of the last backup could not be written'),
    )
  }
  text.on('error', error => {
    log.error({ err: error }, 'a backup was ended')
    compressed.destroy(error)
  })
  const answer = Readable.from(counted(), { objectMode: false, highWaterMark: 1 })
  answer.once('close', () => {
    text.destroy()
    void snapshot.close().finally(ended)
  })
  return answer
}
