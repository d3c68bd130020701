import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { TextParts } from './text.ts'

/** Characters that are written to a connection at once. */
const portionLength = 128 * 1024

/**
 * Answer with a text in parts. A large one is made and written portion by portion, as fast as it is read, so that it is never in memory as a whole.
 * @param maxBytes what the text may have
 */
export function sendParts(reply: FastifyReply, parts: TextParts, maxBytes: number): FastifyReply {
  if (maxBytes <= portionLength) return reply.send([...parts].join(''))
  return reply.send(Readable.from(portionsOf(parts), { objectMode: false }))
}

function* portionsOf(parts: TextParts): Generator<Buffer, void> {
  let portion = ''
  for (const part of parts) {
    portion += part
    if (portion.length < portionLength) continue
    yield Buffer.from(portion)
    portion = ''
  }
  if (portion !== '') yield Buffer.from(portion)
}
