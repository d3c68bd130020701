import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions, onSendHookHandler } from 'fastify'

/** Smaller answers fit into one packet anyway. */
const minBytes = 1024

/** Quality 4 is about as fast as gzip and smaller; a window of 256 KiB bounds the memory of each answer under way. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }

/**
 * Compress the answers of all routes that are added from now on, for clients that accept it. Left out are answers of up to 1 KiB, already encoded
 * ones, media types that do not get smaller, event streams, NDJSON, and routes whose answers are never stored (`no-store`): those can contain
 * secrets, whose length must not be observable. A route opts out with `compress: false`.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  const headHandlers = new WeakMap<RouteOptions, onSendHookHandler[]>()
  app.addHook('onRoute', route => {
    if (route.config?.cacheControl === 'no-store') route.compress ??= false
    if (route.method !== 'HEAD') return
    headHandlers.set(route, [route.onSend ?? []].flat())
    route.onSend = []
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: minBytes,
    brotliOptions: brotli,
    globalDecompression: false, // bodies are read within limits of their own, which count what arrives
  })
  app.addHook('onRoute', route => {
    // The handler of HEAD that Fastify adds drops the body, so it comes last: the headers are then those of GET.
    if (route.compress !== false) {
      const handlers = [route.onSend ?? []].flat()
      const compressAnswer = handlers.pop() // @fastify/compress has added it
      if (compressAnswer !== undefined) route.onSend = [...handlers, ifCompressible(compressAnswer), describeCompressed]
    }
    const own = headHandlers.get(route)
    if (own !== undefined) route.onSend = [route.onSend ?? [], own].flat()
  })
}

/**
 * Leave out a handler for answers that it would not change: to clients that accept no compression, and short ones. It uses the class `Response`, and
 * Node then loads `fetch`, which takes a tenth of a start.
 */
const ifCompressible = (handler: onSendHookHandler): onSendHookHandler =>
  function (this: FastifyInstance, request, reply, payload, done) {
    const isShort = (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) < minBytes
    if (isShort || request.headers['accept-encoding'] === undefined) done()
    else handler.call(this, request, reply, payload, done)
  }

/**
 * Complete the headers of an answer that was compressed: its tag applies to every encoding of the content, so it is a weak one (RFC 9110, 8.8.1).
 * Such an answer is recognised by `Vary`, to which @fastify/compress appended a field in lower case; files that are stored in a compressed form
 * have a strong tag for each form.
 */
const describeCompressed: onSendHookHandler = (_request, reply, _payload, done) => {
  const vary = String(reply.getHeader('vary') ?? '')
  if (vary.endsWith('accept-encoding')) {
    reply.header('vary', vary.replace(/(?:(Accept-Encoding), )?accept-encoding$/, 'Accept-Encoding'))
    const etag = reply.getHeader('etag')
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`)
  }
  done()
}
