import type { FastifyReply, FastifyRequest } from 'fastify'
import { canRead, replyEnvelope, etagOf, replyTagged } from '../../../kernel/index.ts'
import type { Access, KeptAnswer, StoredDocument } from '../../../kernel/index.ts'
import { flatAddress, flatObject } from '../../../lib/flat/index.ts'
import type { FlatShape } from '../../../lib/flat/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourcePage } from '../contract.ts'

const tagOf = (document: StoredDocument): string => etagOf(document.id, readMeta(document).sequence_no)

/** Answer with one resource in its flat shape, or 304 when the client already has it. */
export const replyFlat = (
  request: FastifyRequest,
  reply: FastifyReply,
  shape: FlatShape,
  document: StoredDocument,
): FastifyReply => replyTagged(request, reply, tagOf(document), JSON.stringify(flatObject(shape, document)))

/** Answer with a resource that was just written. A caller who is not allowed to read it gets its id and its ETag. */
export async function replyFlatWritten(
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  shape: FlatShape,
  document: StoredDocument,
): Promise<FastifyReply> {
  const { id } = document
  if (await canRead(access, request.caller, shape.typeSlug, id)) return replyFlat(request, reply, shape, document)
  return replyTagged(request, reply, tagOf(document), JSON.stringify({ id }))
}

/** The answer to a creation, to be kept for requests with an `Idempotency-Key`. */
export const keptFlat = (shape: FlatShape, document: StoredDocument): KeptAnswer => ({
  status: 201,
  headers: {
    etag: tagOf(document),
    location: flatAddress(shape, document.id),
    'content-type': 'application/json; charset=utf-8',
  },
  body: JSON.stringify(flatObject(shape, document)),
  shows: { type: shape.typeSlug, id: document.id, otherwise: JSON.stringify({ id: document.id }) },
})

/** Answer with a page of resources in their flat shape. */
export function replyFlatPage(reply: FastifyReply, shape: FlatShape, page: ResourcePage): FastifyReply {
  const items = page.resources.map(({ document }) => JSON.stringify(flatObject(shape, document)))
  return replyEnvelope(reply, items, page.cursor, page.total)
}
