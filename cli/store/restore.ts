import { exitCode, type CommandContext } from '../../kernel/contracts/commands.ts'
import { CommandFailed } from '../../kernel/errors.ts'
import { createStore } from '../../kernel/store.ts'
import { divertOutsideData, readBackup } from '../../lib/backup/index.ts'
import type { BackupManifest } from '../../lib/backup/index.ts'
import type { SnapshotPart } from '../../lib/store-kit/document-store.ts'
import { releaseText } from '../../lib/store-kit/store-format.ts'
import { countText } from '../../lib/terminal/text.ts'
import { outsideDataOf } from '../contributions.ts'
import { fileBytes, rowsOf, type BackupPlace } from './backup.ts'

/** `plinth restore <file>`: into the store of the configuration, which no service uses. All or nothing. */
export async function restore(
  context: CommandContext,
  { config: read, options, signal }: BackupPlace,
  file: string,
  { replace = false }: { replace?: boolean },
): Promise<void> {
  if (options.url !== undefined)
    throw new CommandFailed(
      'restore works on the store of the configuration, while no service uses it; not with --url',
      exitCode.usage,
    )
  const config = read()
  const { header, parts } = await readBackup(fileBytes(file, signal))
  const outside = await outsideDataOf(config)
  const store = await createStore(config.store, config)
  const progress = context.progress('restore')
  try {
    if (store.operations?.restore === undefined)
      throw new CommandFailed(`the store ${store.kind} cannot be restored`, exitCode.failed)
    const current = (await store.operations?.format?.())?.current
    if (header.kind === store.kind && current !== undefined && header.format > current) {
      throw new CommandFailed(
        `${file} was written by Plinth ${releaseText(header)}, format ${header.format}; this one knows format ${current}: restore it with that version`,
        exitCode.failed,
      )
    }
    let manifest: BackupManifest | undefined
    let rows = 0
    async function* counted(): AsyncGenerator<SnapshotPart> {
      for (let next = await parts.next(); ; next = await parts.next()) {
        signal.throwIfAborted()
        if (next.done === true) {
          manifest = next.value
          return
        }
        if ('documents' in next.value) progress.update((rows += next.value.documents.length))
        yield next.value
      }
    }
    await store.operations.restore(divertOutsideData(counted(), outside), { replace })
    progress.finish()
    if (manifest === undefined) throw new TypeError('a backup ends with a manifest')
    const whole = manifest
    context.print(
      { file, manifest: whole },
      () =>
        `Restored ${countText(rowsOf(whole), 'document')} in ${countText(whole.collections.length, 'collection')} from ${file}.`,
    )
  } finally {
    progress.finish()
    await store.close()
  }
}
