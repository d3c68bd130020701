import { createWriteStream, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { CommandFailed, exitCode, writeText } from '../../../kernel/index.ts'

/** What an export writes to. A file appears whole or not at all. */
export interface ExportTarget {
  /** Resolves when more can be written; false when nobody reads it any more. */
  write(text: string): Promise<boolean>
  commit(): Promise<void>
  discard(): Promise<void>
}

/** A file, written beside its place and moved there at the end, or standard output (`-`). */
export async function openTarget(file: string, stdout: NodeJS.WritableStream): Promise<ExportTarget> {
  if (file === '-')
    return { write: text => writeText(stdout, text), commit: async () => undefined, discard: async () => undefined }
  const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}.part`)
  const stream = createWriteStream(unfinished, { flags: 'wx' })
  await opened(stream, file)
  const failed = (error: unknown): never => {
    throw cannotWrite(file, error)
  }
  return {
    async write(text) {
      if (await writeText(stream, text)) return true
      throw cannotWrite(file, stream.errored)
    },
    async commit() {
      stream.end()
      await finished(stream).catch(failed)
      await rename(unfinished, file).catch(failed)
    },
    async discard() {
      stream.destroy()
      await rm(unfinished, { force: true })
    },
  }
}

function opened(stream: WriteStream, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve())
    // Later errors also reach whoever writes next.
    stream.on('error', error => reject(cannotWrite(file, error)))
  })
}

const cannotWrite = (file: string, error: unknown): CommandFailed => {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new CommandFailed(`cannot write ${file}${code}`, exitCode.failed)
}
