import { createGunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import { PayloadTooLarge, RequestTimeout } from '../../kernel/index.ts'
import { TabularError } from '../../lib/tabular/index.ts'

/** How long to wait for the next bytes of a body, ms. */
const maxIdleMs = 120_000
/** How long to read on when the rest of a body is no longer needed, so that its sender sees the answer, ms. */
const maxDiscardMs = 30_000

/** A compressed body can always have this many bytes, and more only up to so many times its compressed size. */
const maxFreeBytes = 8 * 1024 * 1024
const maxRatio = 100

/**
 * The bytes of a body as they arrive, read only on demand. The rest is discarded when reading ends.
 * @param isGzip whether they are compressed (RFC 1952)
 * @throws RequestTimeout when nothing arrives for two minutes; TabularError for a compressed body that is damaged; PayloadTooLarge for one that is
 * compressed more than a hundredfold
 */
export async function* readBodyBytes(body: Readable, isGzip: boolean): AsyncIterable<Uint8Array> {
  let [packed, unpacked] = [0, 0]
  if (isGzip) body.on('data', (chunk: Uint8Array) => (packed += chunk.length))
  const source = isGzip ? body.pipe(createGunzip()) : body
  if (source !== body) body.once('error', error => source.destroy(error))
  const chunks: AsyncIterator<Uint8Array> = source.iterator({ destroyOnReturn: false })
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    const timer = setTimeout(() => source.destroy(new RequestTimeout()), maxIdleMs)
    try {
      return await chunks.next()
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    for (let read = await next(); read.done !== true; read = await next()) {
      unpacked += read.value.length
      if (isGzip && unpacked > Math.max(maxFreeBytes, maxRatio * packed))
        throw new PayloadTooLarge(
          `the body has more than ${maxRatio} times its compressed size; send it with less compression, or in parts`,
        )
      yield read.value
    }
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isDamaged ? new TabularError('the compressed file is damaged, or was cut off') : error
  } finally {
    await chunks.return?.()
    discard(body)
  }
}

function discard(body: Readable): void {
  if (body.readableEnded || body.destroyed) return
  const timer = setTimeout(() => body.destroy(), maxDiscardMs).unref()
  body.once('close', () => clearTimeout(timer))
  body.on('error', () => undefined) // the connection ended, which is no fault any more
  body.unpipe()
  body.resume()
}

/** The same bytes, up to a maximum. @throws PayloadTooLarge when there are more */
export async function* limitBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.length
    if (count > maxBytes) throw new PayloadTooLarge(`the body is larger than ${maxBytes} bytes; send its beginning`)
    yield chunk
  }
}
