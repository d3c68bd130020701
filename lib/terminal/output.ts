import { Writable } from 'node:stream'

const usualWidth = 80

/**
 * Write to a stream and wait until it takes more.
 * @returns false when nobody reads it any more (`plinth export movie | head`), so that there is no use in going on
 */
export async function writeText(stream: NodeJS.WritableStream, text: string): Promise<boolean> {
  if (isGone(stream)) return false
  if (stream.write(text)) return true
  await movement(stream)
  return !isGone(stream)
}

/** Resolves when the stream takes more, or will never. */
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

/** Columns of the terminal that a stream is; `Infinity` for anything else. */
export function widthOf(stream: NodeJS.WritableStream): number {
  if (!('isTTY' in stream && stream.isTTY === true)) return Infinity
  const columns = 'columns' in stream ? Number(stream.columns) : 0
  return columns > 0 ? columns : usualWidth // a terminal that does not know its width says 0
}

/** Nobody reading standard output or error any more is no failure of the command: it ends as soon as it notices. */
export function tolerateClosedPipes(streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
