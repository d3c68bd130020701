import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Total } from '../../lib/query/index.ts'
import { BadRequest, PreconditionFailed } from '../errors.ts'
import { json } from './media-type.ts'

/**
 * Entity tag of a resource: `"<id>.<sequence_no>"`, with `.<variant>` for another representation of it.
 * @param variant changes with whatever else the representation depends on
 */
export function etagOf(id: string, sequenceNo: number, variant?: string): string {
  return variant === undefined ? `"${id}.${sequenceNo}"` : `"${id}.${sequenceNo}.${variant}"`
}

/**
 * Weak entity tag of an answer that is made of many things, such as a list.
 * @param basis texts that change whenever the answer does
 */
export const weakTagOf = (basis: readonly string[]): string => `W/"${hash('sha1', basis.join('\0'), 'base64url')}"`

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

/**
 * Find a tag in a header, in any form: as it is, weak, or with the suffix that proxies add to the tags of answers that they compress (`"x-gzip"`).
 * @returns the tag as written in the header; anything in it that is no tag is ignored
 */
function findTag(header: string, ...wanted: readonly string[]): string | undefined {
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  const strong = new Set(wanted.map(tag => tag.replace(/^W\//, '')))
  return tags.find(tag => strong.has(tag.replace(/^W\//, '')) || strong.has(withoutEncoding(tag)))
}

const withoutEncoding = (tag: string): string =>
  tag.replace(/^W\//, '').replace(/-{1,2}(?:gzip|br|deflate|zstd)"$/, '"')

/** A list of entity tags (RFC 9110, 8.8.3). */
const tagList = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/

/** The value of `If-Match`, for `ChangeOptions.ifMatch`. */
export const ifMatch = (request: FastifyRequest): string | undefined => request.headers['if-match']

/**
 * Check `If-Match` (RFC 9110, 13.1.1) against the current state of a resource: a list, `*`, the tag of either representation. Unlike in the RFC weak
 * tags match: that of a compressed answer names the same state.
 * @param variant of the current state of the other representation, if there is one
 * @throws PreconditionFailed when it names another state; BadRequest when it is no list of tags
 */
export function checkIfMatch(header: string | undefined, id: string, sequenceNo: number, variant?: string): void {
  if (header === undefined || header.trim() === '*') return
  if (!tagList.test(header))
    throw new BadRequest(`If-Match must be * or a list of quoted tags, such as ${etagOf(id, 1)}`)
  const plain = etagOf(id, sequenceNo)
  if (findTag(header, plain, etagOf(id, sequenceNo, variant)) !== undefined) return
  // The message does not say which state is current: a caller who can change the resource is not always allowed to read it.
  throw new PreconditionFailed('If-Match names another state: the resource was changed meanwhile')
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
