import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Smaller answers fit into the buffer of the operating system. */
const minTrackedBytes = 16_384

/**
 * Limit the bytes of answers that clients do not read. A client that requests large answers and does not read them makes the process buffer
 * them: when all of them together exceed the limit, the connections whose answers have waited longest are closed.
 * @param maxBytes for the whole process
 */
export function boundUnsentAnswers(app: FastifyInstance, maxBytes: number): void {
  const unsent = new Set<ServerResponse>() // in the order of their answers
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes >= minTrackedBytes) {
      const closed = closeOldest(unsent, maxBytes - bytes)
      if (closed > 0)
        request.log.warn({ closed, limit: maxBytes }, 'connections that do not read their answers were closed')
      unsent.add(raw)
      raw.once('close', () => unsent.delete(raw))
    }
    done(null, payload)
  })
}

/** @returns how many connections were closed */
function closeOldest(unsent: ReadonlySet<ServerResponse>, maxBytes: number): number {
  let bytes = 0
  for (const { writableLength } of unsent) bytes += writableLength
  let closed = 0
  for (const response of unsent) {
    if (bytes <= maxBytes) break
    if (response.writableLength === 0) continue
    bytes -= response.writableLength
    closed += 1
    response.destroy()
  }
  return closed
}
