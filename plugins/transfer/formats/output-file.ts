import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandFailed, exitCode, writeText } from '../../../kernel/index.ts'

import { isGzip } from './format.ts'

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
export async function createOutput(path: string, name: string, flags: 'w' | 'wx'): Promise<OutputFile> {
  const stream = createWriteStream(path, { flags })
  const gzip = isGzip(name) ? createGzip() : undefined
  gzip?.pipe(stream)
  const input = gzip ?? stream
  const cannotWrite = (error: unknown): CommandFailed => {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return new CommandFailed(`cannot write ${name}${code}`, exitCode.failed)
  }
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    // Later errors also reach whoever writes next.
    stream.on('error', error => reject(cannotWrite(error)))
  })
  return {
    async write(text) {
      if (!(await writeText(input, text))) throw cannotWrite(stream.errored)
    },
    async end() {
      input.end()
      await finished(stream).catch((error: unknown) => {
        throw cannotWrite(error)
      })
    },
    abandon() {
      gzip?.destroy()
      stream.destroy()
    },
  }
}
