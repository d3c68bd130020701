import { createGunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import { PayloadTooLarge, RequestTimeout } from '../../kernel/index.ts'
import { TabularError } from '../../lib/tabular/index.ts'

/** How long to wait for the next bytes of a body, ms. */
const maxIdleMs = 120_000
/** How long to read on when the rest of a body is no longer needed, so that its sender sees the answer, ms. */
const maxDiscardMs = 30_000

/**
 * The bytes of a body as they arrive, read only on demand. The rest is discarded when reading ends.
 * @param isGzip whether they are compressed (RFC 1952)
 * @throws RequestTimeout when nothing arrives for two minutes; TabularError for a compressed body that is damaged
 */
export async function* readBodyBytes(body: Readable, isGzip: boolean): AsyncIterable<Uint8Array> {
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
    for (let read = await next(); read.done !== true; read = await next()) yield read.value
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
