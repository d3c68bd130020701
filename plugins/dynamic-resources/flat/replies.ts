import type { FastifyReply, FastifyRequest } from 'fastify'
import { canRead, envelopeText, etagOf, isNotModified, replyJson, replyNotModified } from '../../../kernel/index.ts'
import type { Access, StoredDocument } from '../../../kernel/index.ts'
import { flatObject } from '../../../lib/flat/index.ts'
import type { FlatShape } from '../../../lib/flat/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourcePage } from '../contract.ts'

/** Answer with one resource in its flat shape, or 304 when a reader has it already. */
export function replyFlat(
  request: FastifyRequest,
  reply: FastifyReply,
  shape: FlatShape,
  document: StoredDocument,
): FastifyReply {
  const etag = etagOf(document.id, readMeta(document).sequence_no)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (reads && isNotModified(request, etag)) return replyNotModified(reply, etag)
  return replyJson(reply.header('etag', etag), JSON.stringify(flatObject(shape, document)))
}

/** Answer with a resource that was just written. Who may not read it gets its id and its tag. */
export async function replyFlatWritten(
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  shape: FlatShape,
  document: StoredDocument,
): Promise<FastifyReply> {
  const { id } = document
  if (await canRead(access, request.caller, shape.typeSlug, id)) return replyFlat(request, reply, shape, document)
  return replyJson(reply.header('etag', etagOf(id, readMeta(document).sequence_no)), JSON.stringify({ id }))
}

/** Answer with a page of resources in their flat shape. */
export function replyFlatPage(reply: FastifyReply, shape: FlatShape, page: ResourcePage): FastifyReply {
  const items = page.documents.map(document => JSON.stringify(flatObject(shape, document)))
  return replyJson(reply, envelopeText(items, page.cursor, page.total))
}
