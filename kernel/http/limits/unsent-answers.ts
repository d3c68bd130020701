import type { FastifyInstance, FastifyReply } from 'fastify'

/** Smaller answers fit into the buffer of the operating system. */
const minTrackedBytes = 16_384

/**
 * Limit the bytes of answers that clients do not read. A client that requests large answers and does not read them makes the process buffer
 * them: when all of them together exceed the limit, the connections whose answers have waited longest are closed.
 * @param maxBytes for the whole process
 */
export function boundUnsentAnswers(app: FastifyInstance, maxBytes: number): void {
  const unsent = new Map<FastifyReply, number>() // with the bytes of their content, in the order of the answers
  let unsentBytes = 0 // of all of them: an upper limit of what is buffered
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes >= minTrackedBytes && !reply.raw.destroyed) {
      unsentBytes += bytes
      const closed = unsentBytes > maxBytes ? closeOldest(unsent, maxBytes - bytes) : 0
      if (closed > 0)
        request.log.warn({ closed, limit: maxBytes }, 'connections that do not read their answers were closed')
      unsent.set(reply, bytes)
      reply.raw.once('close', () => {
        unsent.delete(reply)
        unsentBytes -= bytes
      })
    }
    done(null, payload)
  })
}

/** @returns how many connections were closed */
function closeOldest(unsent: ReadonlyMap<FastifyReply, number>, maxBytes: number): number {
  let bytes = 0
  for (const [reply, content] of unsent) bytes += bufferedBytes(reply, content)
  let closed = 0
  for (const [reply, content] of unsent) {
    if (bytes <= maxBytes) break
    const buffered = bufferedBytes(reply, content)
    if (buffered === 0) continue
    bytes -= buffered
    closed += 1
    reply.raw.destroy()
  }
  return closed
}

/** What is compressed while the client reads it stays in memory as a whole until the end. */
const bufferedBytes = (reply: FastifyReply, content: number): number =>
  reply.hasHeader('content-encoding') ? content : reply.raw.writableLength
