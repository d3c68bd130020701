import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FileHandle } from 'node:fs/promises'
import type { CommandContext } from '../../kernel/contracts/commands.ts'
import { exitCode } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import { CommandFailed, reasonOf, systemCodeOf } from '../../kernel/errors.ts'
import { release } from '../../kernel/package-root.ts'
import { createStore } from '../../kernel/store.ts'
import {
  BackupDamaged,
  isOutside,
  recordBackup,
  verifyBackup,
  withOutsideData,
  writeBackup,
} from '../../lib/backup/index.ts'
import type { BackupManifest } from '../../lib/backup/index.ts'
import { releaseText } from '../../lib/store-kit/store-format.ts'
import { nameUntilWhole } from '../../lib/terminal/output.ts'
import { countText, sizeText, thousands } from '../../lib/terminal/text.ts'
import { outsideDataOf } from '../contributions.ts'
import type { GlobalOptions } from '../options.ts'
import { addressOfService } from '../transport/connect.ts'
import { ownerIn } from '../transport/owner.ts'
import { urlDownload } from '../transport/url-transport.ts'

/** What a backup command works with. */
export interface BackupPlace {
  /** Reads the configuration. */
  config: () => Config
  /** Global options, completed by the environment. */
  options: GlobalOptions
  signal: AbortSignal
}

/** `plinth backup <file>`: of the service of `--url`, else of the store of the configuration, else, in development mode, of the service that owns it. */
export async function backup(context: CommandContext, place: BackupPlace, file: string): Promise<void> {
  const started = performance.now()
  const { unfinished, handle } = await createUnfinished(file).catch((error: unknown) => {
    throw fileError('write', file, error)
  })
  const progress = context.progress('backup')
  const onRows = (rows: number): void => progress.update(rows)
  try {
    await handle.chmod(0o600) // whatever the umask
    const { manifest, record } = await writeInto(context, place, { handle, name: basename(file), onRows })
    const { size } = await handle.stat()
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
    const seconds = Math.round(performance.now() - started) / 1000
    const rows = rowsOf(manifest)
    progress.finish()
    await record({ at: new Date().toISOString(), file: basename(file), bytes: size, rows, seconds }).catch(
      (error: unknown) =>
        context.report(`the backup is complete, but could not be recorded in the store: ${reasonOf(error)}`),
    )
    context.print(
      {
        file,
        bytes: size,
        seconds,
        manifest,
      },
      () => `${file}: ${countText(rows, 'document')}, ${sizeText(size)}, in ${seconds.toFixed(1)} s`,
    )
  } catch (error) {
    progress.finish()
    await handle.close().catch(() => undefined) // the error that ended the backup matters
    await rm(unfinished, { force: true })
    throw isSystemError(error) ? fileError('write', file, error) : error
  }
}

async function createUnfinished(file: string): Promise<{ unfinished: string; handle: FileHandle }> {
  const unfinished = nameUntilWhole(file)
  return { unfinished, handle: await open(unfinished, 'wx', 0o600) }
}

interface Output {
  handle: FileHandle
  name: string
  onRows: (rows: number) => void
}

interface Written {
  manifest: BackupManifest
  /** Record the backup in the store, unless the service does. */
  record: (record: Parameters<typeof recordBackup>[1]) => Promise<void>
}

async function writeInto(context: CommandContext, place: BackupPlace, output: Output): Promise<Written> {
  const { options, config: read, signal } = place
  if (options.url !== undefined) return download(options.url, place, output)
  const config = read()
  const outside = await outsideDataOf(config)
  const store = await createStore(config.store, config)
  try {
    const ofStore = await store.operations?.snapshot?.()
    if (ofStore === undefined) throw new CommandFailed(`the store ${store.kind} has no backups`, exitCode.failed)
    const snapshot = withOutsideData(ofStore, outside)
    let manifest: BackupManifest | undefined
    async function* lines(): AsyncGenerator<string> {
      manifest = yield* writeBackup(snapshot, store.kind, release, output.onRows)
    }
    try {
      const file = createWriteStream('', { fd: output.handle.fd, autoClose: false })
      await pipeline(Readable.from(lines(), { objectMode: false }), createGzip({ level: 1 }), file, { signal })
    } finally {
      await snapshot.close()
    }
    if (manifest === undefined) throw new TypeError('a backup ends with a manifest')
    const isCurrent = snapshot.format.number === snapshot.format.current
    return {
      manifest,
      async record(record) {
        if (!isCurrent) return // the store is left as it is
        const recording = await createStore(config.store, config)
        await recording.open()
        try {
          await recordBackup(recording, record)
        } finally {
          await recording.close()
        }
      },
    }
  } catch (error) {
    const owner = ownerIn(error)
    if (owner === undefined) throw signal.aborted ? signal.reason : error
    const address = addressOfService(config.mode, owner)
    context.report(`a running service owns the store: going through it, at ${address}`)
    return download(address, place, output)
  } finally {
    await store.close()
  }
}

/** The service streams the file. It is checked while it is written. */
async function download(
  url: string,
  { options, signal }: BackupPlace,
  { handle, name, onRows }: Output,
): Promise<Written> {
  const bytes = await urlDownload(url, options, signal)(`/api/admin/backup?file=${encodeURIComponent(name)}`)
  async function* written(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      await handle.writeFile(chunk)
      yield chunk
    }
  }
  try {
    return { manifest: await verifyBackup(written(), onRows), record: async () => undefined }
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error
    throw new CommandFailed(
      `the service ended the backup before it was complete (${error.message}); see its log`,
      exitCode.failed,
    )
  }
}

/** `plinth backup --verify <file>`. */
export async function verify(context: CommandContext, file: string, signal: AbortSignal): Promise<void> {
  const progress = context.progress('verify')
  const manifest = await verifyBackup(fileBytes(file, signal), rows => progress.update(rows)).finally(() =>
    progress.finish(),
  )
  const { collections, created_at, kind, format } = manifest
  context.print({ file, ok: true, manifest }, () =>
    [
      context.table(
        [
          { heading: 'collection' },
          { heading: 'rows', align: 'right' },
          { heading: 'versions', align: 'right' },
          { heading: 'sha256' },
        ],
        collections.map(({ name, rows, versions, sha256 }) => [
          name,
          thousands(rows),
          thousands(versions),
          sha256.slice(0, 16),
        ]),
      ),
      '',
      `${file} is whole: ${countText(rowsOf(manifest), 'document')} in ${countText(collections.length, 'collection')}, made ${created_at} by Plinth ${releaseText(manifest)} of a store of kind ${kind}, format ${format}.`,
    ].join('\n'),
  )
}

/** How many documents of the store a backup has. */
export const rowsOf = ({ collections }: BackupManifest): number =>
  collections.reduce((sum, entry) => sum + (isOutside(entry) ? 0 : entry.rows), 0)

/** The bytes of a file. @throws CommandFailed when it cannot be read */
export async function* fileBytes(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024, signal })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw isSystemError(error) ? fileError('read', file, error) : error
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error

function fileError(what: 'read' | 'write', file: string, error: unknown): CommandFailed {
  const code = systemCodeOf(error) || reasonOf(error)
  const reason = code === 'ENOENT' ? `there is no such ${what === 'read' ? 'file' : 'folder'}` : code
  return new CommandFailed(`cannot ${what} ${file}: ${reason}`, exitCode.failed)
}
