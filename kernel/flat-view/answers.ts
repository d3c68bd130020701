import type { FastifyReply, FastifyRequest } from 'fastify'
import { canRead } from '../can-read.ts'
import type { Access } from '../contracts/access.ts'
import type { StoredDocument } from '../../lib/store-kit/document-store.ts'
import type { ResourcePage } from '../../plugins/dynamic-resources/contract.ts'
import { envelopeText, etagOf, isNotModified, replyJson, replyNotModified } from '../http/conventions.ts'
import { readMeta } from '../../lib/store-kit/document-texts.ts'
import { flatObject } from './shape.ts'
import type { FlatShape } from './shape.ts'

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

/** The address of a resource in its flat shape. */
export const flatAddress = ({ segment }: FlatShape, id: string): string => `/api/${segment}/${encodeURIComponent(id)}`
