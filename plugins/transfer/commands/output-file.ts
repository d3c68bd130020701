import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import { writeText } from '../../../lib/terminal/index.ts'
import { isGzipName } from './source.ts'

/** A file that is being written. */
export interface OutputFile {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>
  /** Resolves when everything is in the file. */
  end(): Promise<void>
  /** Stop writing, whatever is in it. */
  abandon(): void
}

/**
 * Open a file for writing; one whose name ends in `.gz` is compressed.
 * @param name how messages name it
 * @param flags `w` replaces what is there, `wx` refuses
 * @throws `CommandFailed` when it cannot be opened; `write` and `end` throw it too
 */
export async function createOutputFile(path: string, name: string, flags: 'w' | 'wx'): Promise<OutputFile> {
  const stream = createWriteStream(path, { flags })
  const gzip = isGzipName(name) ? createGzip() : undefined
  gzip?.pipe(stream)
  const input = gzip ?? stream
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    // Later errors also reach whoever writes next.
    stream.on('error', error => reject(cannotWrite(name, error)))
  })
  return {
    async write(text) {
      if (!(await writeText(input, text))) throw cannotWrite(name, stream.errored)
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

/** What an export writes to. A file appears whole or not at all. */
export interface ExportOutput {
  /** Resolves when more can be written; false when nobody reads it any more. */
  write(text: string): Promise<boolean>
  commit(): Promise<void>
  discard(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

/** A file, written beside its place and moved there at the end, or standard output (`-`). */
export async function openExportOutput(file: string, stdout: NodeJS.WritableStream): Promise<ExportOutput> {
  if (file === '-') return { write: text => writeText(stdout, text), commit: nothing, discard: nothing }
  const unfinished = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`)
  const output = await createOutputFile(unfinished, file, 'wx')
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

/** A file or folder that cannot be written. */
export function cannotWrite(name: string, error: unknown): CommandFailed {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new CommandFailed(`cannot write ${name}${code}`, exitCode.failed)
}
