import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import { attempt, reasonOf, systemCodeOf } from '../../../lib/errors/index.ts'
import { nameUntilWhole, writeText } from '../../../lib/terminal/index.ts'
import { isGzipName } from './source.ts'

/** A file that is open for writing. */
export interface OutputFile {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>
  /** Resolves when everything is written to the file. */
  end(): Promise<void>
  /** Stop writing; the file can be incomplete. */
  abandon(): void
}

/**
 * Open a file for writing; one whose name ends in `.gz` is compressed.
 * @param name how messages name it
 * @param mode `replace` empties an existing file, `create` refuses to; links are not followed
 * @param permissions of a new file; default: those of the process
 * @throws `CommandFailed` when it cannot be opened; `write` and `end` throw it too
 */
export async function createOutputFile(
  path: string,
  name: string,
  mode: 'replace' | 'create',
  permissions?: number,
): Promise<OutputFile> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NOFOLLOW } = constants
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (mode === 'create' ? O_EXCL : O_TRUNC)
  const file = await open(path, flags, permissions).catch((error: unknown) => {
    throw cannotWrite(name, error)
  })
  const stream = file.createWriteStream()
  // Errors are thrown by the next write.
  stream.on('error', () => undefined)
  const gzip = isGzipName(name) ? createGzip() : undefined
  gzip?.pipe(stream)
  const input = gzip ?? stream
  return {
    async write(text) {
      if (!(await writeText(input, text))) throw cannotWrite(name, stream.errored ?? new Error('it was closed'))
    },
    async end() {
      input.end()
      await finished(stream).catch((error: unknown) => {
        throw cannotWrite(name, error)
      })
    },
    abandon() {
      gzip?.destroy()
      stream.destroy()
    },
  }
}

/** The destination of an export. A file appears as a whole or not at all. */
interface ExportOutput {
  /** Resolves when more can be written; false when the reader of the output has stopped. */
  write(text: string): Promise<boolean>
  commit(): Promise<void>
  discard(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

/** Open a temporary file next to the file, renamed at the end, or standard output (`-`). */
export async function openExportOutput(
  file: string,
  stdout: NodeJS.WritableStream,
  permissions?: number,
): Promise<ExportOutput> {
  if (file === '-') return { write: text => writeText(stdout, text), commit: nothing, discard: nothing }
  const unfinished = attempt(
    () => nameUntilWhole(file),
    error => {
      throw cannotWrite(file, error)
    },
  )
  const output = await createOutputFile(unfinished, file, 'create', permissions)
  return {
    async write(text) {
      await output.write(text)
      return true
    },
    async commit() {
      await output.end()
      await rename(unfinished, file).catch((error: unknown) => {
        throw cannotWrite(file, error)
      })
    },
    async discard() {
      output.abandon()
      await rm(unfinished, { force: true })
    },
  }
}

/** The error for a file or folder that cannot be written. */
export function cannotWrite(name: string, error: unknown): CommandFailed {
  const code = systemCodeOf(error)
  const why = code === '' ? reasonOf(error) : code === 'ELOOP' ? 'it is a link; links are not followed' : code
  return new CommandFailed(`cannot write ${name}: ${why}`, exitCode.failed)
}
