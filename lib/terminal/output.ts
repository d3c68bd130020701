import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Writable } from 'node:stream'

const usualWidth = 80

/**
 * Write to a stream and wait until it accepts more.
 * @returns false when the reader has closed the stream (`plinth export movie | head`), so that the writer can stop
 */
export async function writeText(stream: NodeJS.WritableStream, text: string): Promise<boolean> {
  if (isGone(stream)) return false
  if (stream.write(text)) return true
  await movement(stream)
  return !isGone(stream)
}

/** Resolves when the stream accepts more, or when it is closed. */
function movement(stream: NodeJS.WritableStream): Promise<void> {
  const events = ['drain', 'error', 'close']
  return new Promise(resolve => {
    const done = (): void => {
      for (const event of events) stream.off(event, done)
      resolve()
    }
    for (const event of events) stream.on(event, done)
  })
}

const isGone = (stream: NodeJS.WritableStream): boolean =>
  !stream.writable || (stream instanceof Writable && stream.errored !== null)

/** The number of columns if the stream is a terminal; `Infinity` for anything else. */
export function widthOfStream(stream: NodeJS.WritableStream): number {
  if (!('isTTY' in stream && stream.isTTY === true)) return Infinity
  const columns = 'columns' in stream ? Number(stream.columns) : 0
  return columns > 0 ? columns : usualWidth // a terminal of unknown width reports 0
}

/** A closed standard output or error is no failure of the command: the command ends as soon as it notices. */
export function tolerateClosedPipes(streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/**
 * The name, beside the file, of one that is renamed to it when it is whole.
 * @throws Error where the file is something else, such as `/dev/stdout`, which would be replaced
 */
export function nameUntilWhole(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new Error('it is not a regular file')
  return join(dirname(file), `.${basename(file)}.${randomUUID()}.part`)
}
