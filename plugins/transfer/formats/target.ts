import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CommandFailed, exitCode, writeText } from '../../../kernel/index.ts'
import { createOutput } from './output-file.ts'

/** What an export writes to. A file appears whole or not at all. */
export interface ExportTarget {
  /** Resolves when more can be written; false when nobody reads it any more. */
  write(text: string): Promise<boolean>
  commit(): Promise<void>
  discard(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

/** A file, written beside its place and moved there at the end, or standard output (`-`). */
export async function openTarget(file: string, stdout: NodeJS.WritableStream): Promise<ExportTarget> {
  if (file === '-') return { write: text => writeText(stdout, text), commit: nothing, discard: nothing }
  const unfinished = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`)
  const output = await createOutput(unfinished, file, 'wx')
  return {
    async write(text) {
      await output.write(text)
      return true
    },
    async commit() {
      await output.end()
      await rename(unfinished, file).catch((error: unknown) => {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
        throw new CommandFailed(`cannot write ${file} (${reason})`, exitCode.failed)
      })
    },
    async discard() {
      output.abandon()
      await rm(unfinished, { force: true })
    },
  }
}
