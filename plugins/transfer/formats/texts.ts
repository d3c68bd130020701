import { TextDecoder } from 'node:util'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'

/**
 * Bytes as text (UTF-8, a byte order mark left out). Throws `CommandFailed` where they are not UTF-8:
 * replaced characters would be loaded as if they had been meant.
 */
export async function* texts(bytes: AsyncIterable<Buffer>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for await (const chunk of bytes) {
    const text = decode(decoder, chunk, line)
    line += chunk.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0)
    yield text
  }
  yield decode(decoder, undefined, line)
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, line: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandFailed(
      `the file is not UTF-8 (at line ${line} or soon after); convert it first, for example with iconv`,
      exitCode.failed,
    )
  }
}
