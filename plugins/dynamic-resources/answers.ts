import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  envelopeText,
  etagOf,
  isNotModified,
  readAccept,
  replyJson,
  replyLinkedData,
  replyNotModified,
} from '../../kernel/index.ts'
import type { Page, ResourceType, StoredDocument } from '../../kernel/index.ts'
import type { ListResult } from './list.ts'
import type { Related } from './references/related.ts'
import { linkedDataListText, linkedDataText, resourceText, resourceWithText, withLabels } from './text.ts'
import { sequenceNo } from './versions.ts'

const linkedData = 'application/ld+json'

/** Whether the caller wants JSON-LD. */
const wantsLinkedData = (request: FastifyRequest): boolean =>
  readAccept(request.headers.accept).preferred === linkedData

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Answer with one resource in the form that the caller wants, or 304 when that is what the caller has.
 * @param related what the answer says of resources that it refers to. These change without it, so that it then has no tag
 */
export function replyResource(
  request: FastifyRequest,
  reply: FastifyReply,
  type: ResourceType,
  document: StoredDocument,
  related?: Related,
): FastifyReply {
  const linked = wantsLinkedData(request)
  if (related !== undefined) {
    if (!linked) return replyJson(reply, withLabels(resourceWithText(type, document, related), related.labels))
    const graph = related.included(document).length > 0
    return replyLinkedData(
      reply,
      graph ? linkedDataListText(type, [document], related) : linkedDataText(type, document),
    )
  }
  const etag = etagOf(document.id, sequenceNo(document), linked ? type.sequence_no : undefined)
  if (isRead(request) && isNotModified(request, etag)) return replyNotModified(reply, etag)
  reply.header('etag', etag)
  return linked
    ? replyLinkedData(reply, linkedDataText(type, document))
    : replyJson(reply, resourceText(type, document))
}

/** Answer with a page of a list in the form that the caller wants. JSON-LD has no envelope, so that the next page is in `Link`. */
export function replyList(
  request: FastifyRequest,
  reply: FastifyReply,
  type: ResourceType,
  result: ListResult,
): FastifyReply {
  const { page, cursor, total, related } = result
  if (!wantsLinkedData(request)) {
    if (related === undefined && total === undefined) return replyJson(reply, pageText(type, page, cursor))
    const text = related === undefined ? resourceText : resourceWithRelated(related)
    const items = page.documents.map(document => text(type, document))
    return replyJson(reply, withLabels(envelopeText(items, cursor, total), related?.labels))
  }
  if (cursor !== '') reply.header('link', `<${nextAddress(request.url, cursor)}>; rel="next"`)
  return replyLinkedData(reply, linkedDataListText(type, page.documents, related))
}

interface WrittenPage {
  type: ResourceType
  cursor: string
  bytes: Buffer
}

const written = new WeakMap<Page, WrittenPage>()

/** The answer with a page. One that the store keeps is written once. */
function pageText(type: ResourceType, page: Page, cursor: string): string | Buffer {
  const known = page.kept === true ? written.get(page) : undefined
  if (known !== undefined && known.type === type && known.cursor === cursor) return known.bytes
  const items = page.documents.map(document => resourceText(type, document))
  const text = envelopeText(items, cursor)
  if (page.kept !== true) return text
  const bytes = Buffer.from(text)
  written.set(page, { type, cursor, bytes })
  return bytes
}

const resourceWithRelated =
  (related: Related) =>
  (type: ResourceType, document: StoredDocument): string =>
    resourceWithText(type, document, related)

/** The address of a list with another cursor. */
function nextAddress(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter(pair => pair !== '' && !pair.startsWith('cursor='))
  return `${path}?${[...kept, `cursor=${cursor}`].join('&')}`
}
