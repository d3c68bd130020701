import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Total } from '../../lib/query/index.ts'
import { json } from './media-type.ts'
import { findTag, weakTagOf } from './preconditions.ts'

/** Whether a request changes nothing, whatever its method: a query in a body, or a check, is a POST. */
export const isReadOnly = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.config?.idempotency === false

/** The preferences of a client (`Prefer`, RFC 7240), by their names in lower case; the text of one without a value is empty. The first of a name counts. */
export function preferencesOf({ headers: { prefer = '' } }: FastifyRequest): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>()
  for (const preference of [prefer].flat().join(',').split(/[,;]/)) {
    const [name = '', value = ''] = preference.split('=', 2).map(part => part.trim())
    const key = name.toLowerCase()
    if (!preferences.has(key)) preferences.set(key, value.replace(/^"(.*)"$/, '$1'))
  }
  return preferences
}

/** Whether `If-None-Match` (RFC 9110, 13.1.2: a list, weak tags, `*`) names this tag, so that the answer is 304. */
export function isNotModified({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match']
  if (header === undefined) return false
  return header === etag || header.trim() === '*' || findTag(header, etag) !== undefined
}

/** Answer with JSON that is already a text or bytes. */
export function replyJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.header('content-type', `${json}; charset=utf-8`).send(text)
}

/**
 * Answer with a list envelope of items that are already texts; see {@link envelopeText}. The answer has a weak entity tag, and is 304 when the client
 * has it already, except under `Cache-Control: no-store`.
 */
export function replyEnvelope(
  reply: FastifyReply,
  items: readonly string[],
  cursor: string,
  total?: Total,
): FastifyReply {
  const text = envelopeText(items, cursor, total)
  if (reply.getHeader('cache-control') === 'no-store') return replyJson(reply, text)
  return replyTagged(reply.request, reply, weakTagOf([text]), text)
}

/** Answer with some items, or a page of them, each as `bodyOf` shows it; see {@link replyEnvelope}. */
export const replyItems = <Item>(
  reply: FastifyReply,
  { items, cursor = '', total }: { items: readonly Item[]; cursor?: string; total?: Total | undefined },
  bodyOf: (item: Item) => unknown = item => item,
): FastifyReply =>
  replyEnvelope(
    reply,
    items.map(item => JSON.stringify(bodyOf(item))),
    cursor,
    total,
  )

/** Answer with JSON that has an entity tag, or with 304 when the client has that version already. */
export function replyTagged(request: FastifyRequest, reply: FastifyReply, etag: string, text: string): FastifyReply {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isNotModified(request, etag)) return replyNotModified(reply, etag)
  return replyJson(reply.header('etag', etag), text)
}

/** Answer 304 without a body, with the tag in the form that the client has: a cache updates only what it stored under that tag. */
export function replyNotModified(reply: FastifyReply, etag: string): FastifyReply {
  return reply.code(304).header('etag', tagOfClient(reply.request, etag)).send()
}

/** A tag in the form in which `If-None-Match` names it. */
export const tagOfClient = ({ headers }: FastifyRequest, etag: string): string =>
  findTag(headers['if-none-match'] ?? '', etag) ?? etag

/**
 * The list envelope as text, from items that are already texts.
 * @param cursor token of the next page; empty on the last one
 * @param total the number of matches, if it was requested
 */
export function envelopeText(items: readonly string[], cursor: string, total?: Total): string {
  const count = total === undefined ? '' : `,${JSON.stringify(total).slice(1, -1)}`
  return `{"data":[${items.join(',')}],"cursor":${JSON.stringify(cursor)},"has_more":${cursor !== ''}${count}}`
}
