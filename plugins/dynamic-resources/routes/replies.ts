import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import {
  canRead,
  etagOf,
  isNotModified,
  queryFlag,
  readAccept,
  replyJson,
  replyNotModified,
  weakTagOf,
} from '../../../kernel/index.ts'
import type { Access, Config, KeptAnswer, StoredDocument } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { readAcceptLanguage } from '../../../lib/language/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { DocumentMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import {
  linkedDataParts,
  linkedDataText,
  pageParts,
  relatedResourceParts,
  resourceText,
} from '../reading/answer-text.ts'
import type { TextParts } from '../reading/answer-text.ts'
import type { AnswerForm, RelatedResources, ResourcePage, TypedDocument } from '../reading/contract.ts'
import { selectFields } from '../reading/fields.ts'
import type { FieldSelection } from '../reading/fields.ts'
import { tagOf } from '../publishing/sets.ts'
import type { ArchiveOperation } from '../contract.ts'
import { linkedDataVariant } from '../writing/conflicts.ts'
import type { ResourceService } from '../writing/service.ts'

const linkedData = 'application/ld+json'
const mediaTypes: Record<AnswerForm, string> = { json: 'application/json; charset=utf-8', 'json-ld': linkedData }
const offered = ['application/json', linkedData]

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin at which users reach the service: in production mode the configured one, never one from a request. */
    serviceOrigin: string
  }
}

/** Add {@link FastifyRequest.serviceOrigin}. */
export function addServiceOrigin(app: FastifyInstance, { signIn }: Config): void {
  app.decorateRequest('serviceOrigin', {
    getter() {
      return signIn?.frontendUrl ?? `http://${this.host}`
    },
  })
}

/** The form that the caller requests. */
export const formOf = (request: FastifyRequest): AnswerForm =>
  readAccept(request.headers.accept, offered).preferred === linkedData ? 'json-ld' : 'json'

const replyLinkedData = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', linkedData).send(text)

/** The languages in which the caller reads labels, the preferred one first. */
export const languagesOf = (request: FastifyRequest): string[] => readAcceptLanguage(request.headers['accept-language'])

/** Labels depend on the language of the reader: caches must keep answers apart by it. */
const varyByLanguage = 'Accept, Accept-Language, Cookie, Authorization'

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** How many characters are written to a connection at once. */
const portionLength = 128 * 1024

/**
 * Answer with a text in parts. A large text is made and written portion by portion, as fast as the client reads it, so that it is never in memory
 * as a whole.
 */
async function replyParts(reply: FastifyReply, form: AnswerForm, parts: TextParts): Promise<FastifyReply> {
  reply.header('content-type', mediaTypes[form])
  const rest = parts[Symbol.iterator]()
  const first = await nextPortion(rest)
  if (first.length < portionLength) return reply.send(first)
  return reply.send(Readable.from(beginWith(first, rest), { objectMode: false }))
}

async function* beginWith(first: string, rest: Iterator<string>): AsyncGenerator<string, undefined> {
  for (let portion = first; portion !== ''; portion = await nextPortion(rest)) yield portion
}

/** Join parts to a portion, in turns: a part can take long to make, whatever its length. @returns the empty text at the end */
async function nextPortion(parts: Iterator<string>): Promise<string> {
  const portion: string[] = []
  let length = 0
  while (length < portionLength) {
    const part = parts.next()
    if (part.done === true) break
    portion.push(part.value)
    length += part.value.length
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
  }
  return portion.join('')
}

/** Its number, what publication changes, and for JSON-LD the version of its type. */
function etagOfResource(type: ResourceType, document: StoredDocument, meta: DocumentMeta, linked: boolean): string {
  const parts = [tagOf(document), linked ? linkedDataVariant(type) : undefined].filter(part => part !== undefined)
  return etagOf(document.id, meta.sequence_no, parts.length === 0 ? undefined : parts.join('.'))
}

/**
 * Answer with one resource in the form that the caller requests, or 304 when the caller already has it.
 * @param meta the standard columns of the document, if they have already been read
 */
export function replyResource(
  request: FastifyRequest,
  reply: FastifyReply,
  type: ResourceType,
  document: StoredDocument,
  meta: DocumentMeta = readMeta(document),
): FastifyReply {
  const linked = formOf(request) === 'json-ld'
  const etag = etagOfResource(type, document, meta, linked)
  if (isRead(request) && isNotModified(request, etag)) return replyNotModified(reply, etag)
  reply.header('etag', etag)
  return linked
    ? replyLinkedData(reply, linkedDataText(type, document, request.serviceOrigin))
    : replyJson(reply, resourceText({ type, document }))
}

/** A resource as JSON, and its entity tag. */
export const keptText = (type: ResourceType, document: StoredDocument): { etag: string; text: string } => ({
  etag: etagOfResource(type, document, readMeta(document), false),
  text: resourceText({ type, document }),
})

/** The answer of {@link replyWritten} to a caller who is allowed to read, to be kept for requests with an `Idempotency-Key`. */
export function keptResource(
  request: FastifyRequest,
  type: ResourceType,
  document: StoredDocument,
  { status, location }: { status: number; location?: string },
): KeptAnswer {
  const { id } = document
  const form = formOf(request)
  const etag = etagOfResource(type, document, readMeta(document), form === 'json-ld')
  return {
    status,
    headers: { etag, 'content-type': mediaTypes[form], ...(location !== undefined && { location }) },
    body: form === 'json' ? resourceText({ type, document }) : linkedDataText(type, document, request.serviceOrigin),
    shows: { type: type.slug, id, otherwise: idText(id, form) },
  }
}

/** Answer with a resource that was just written. A caller who is not allowed to read it gets its id and its ETag. */
export async function replyWritten(
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  type: ResourceType,
  document: StoredDocument,
): Promise<FastifyReply> {
  const { id } = document
  if (await canRead(access, request.caller, type.slug, id)) return replyResource(request, reply, type, document)
  const linked = formOf(request) === 'json-ld'
  reply.header('etag', etagOfResource(type, document, readMeta(document), linked))
  return linked ? replyLinkedData(reply, idText(id, 'json-ld')) : replyJson(reply, idText(id, 'json'))
}

/** What a caller who may write a resource, and not read it, gets of it. */
const idText = (id: string, form: AnswerForm): string => JSON.stringify(form === 'json' ? { id } : { '@id': id })

/** Archive a resource, or with `dry_run` find the resources that prevent it, and answer. */
export async function replyArchived(
  service: ResourceService,
  request: FastifyRequest,
  reply: FastifyReply,
  target: Omit<ArchiveOperation, 'op'>,
): Promise<FastifyReply> {
  const { caller } = request
  const operation = { op: 'archive', ...target } as const
  const force = queryFlag(request, 'force')
  if (force) await service.requireAdministrator(caller)
  if (queryFlag(request, 'dry_run')) {
    const problems = await service.tryArchive(caller, operation, { force })
    return replyJson(reply, JSON.stringify({ problems }))
  }
  await service.writeOne(caller, operation, { force })
  return reply.code(204).send()
}

/** Answer with the selected properties of one resource. Its tag is that of the whole resource, whose state it identifies. */
export async function replySelected(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: TypedDocument,
  selection: FieldSelection,
  related?: RelatedResources,
): Promise<FastifyReply> {
  const shown = selectFields({ resources: [resource], related }, selection)
  const [selected = resource] = shown.resources
  if (shown.related !== undefined) return replyRelated(request, reply, selected, shown.related)
  return replyResource(request, reply, selected.type, selected.document)
}

/** Answer with one resource and what it refers to. The answer has no ETag, because referenced resources change independently. */
export async function replyRelated(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: TypedDocument,
  related: RelatedResources,
): Promise<FastifyReply> {
  const { type, document } = resource
  if (related.labels !== undefined) reply.header('vary', varyByLanguage)
  if (formOf(request) === 'json') return replyParts(reply, 'json', relatedResourceParts(resource, related))
  if (related.included(document).length === 0)
    return replyLinkedData(reply, linkedDataText(type, document, request.serviceOrigin))
  return replyParts(reply, 'json-ld', linkedDataParts(type, [document], request.serviceOrigin, related))
}

/** Answer with a page of a list in the form that the caller requests. JSON-LD has no envelope, so that the next page is in `Link`. */
export async function replyList(
  request: FastifyRequest,
  reply: FastifyReply,
  type: ResourceType,
  page: ResourcePage,
): Promise<FastifyReply> {
  if (formOf(request) === 'json') return replyPage(reply, page)
  const { resources, cursor, related } = page
  if (isRead(request)) {
    const tag = tagOfPage(request.url, linkedDataVariant(type), page)
    if (isNotModified(request, tag)) return replyNotModified(reply, tag)
    reply.header('etag', tag)
  }
  if (cursor !== '') reply.header('link', `<${nextAddress(request.url, cursor)}>; rel="next"`)
  const documents = resources.map(({ document }) => document)
  return replyParts(reply, 'json-ld', linkedDataParts(type, documents, request.serviceOrigin, related))
}

/** Answer with the list envelope of resources. */
export async function replyPage(reply: FastifyReply, page: ResourcePage): Promise<FastifyReply> {
  if (page.related?.labels !== undefined) reply.header('vary', varyByLanguage)
  if (isRead(reply.request)) {
    const tag = tagOfPage(reply.request.url, 'json', page)
    if (isNotModified(reply.request, tag)) return replyNotModified(reply, tag)
    reply.header('etag', tag)
  }
  return replyParts(reply, 'json', pageParts(page))
}

/**
 * The entity tag of a page. Its address, and the states of the resources and of their types, determine what is shown of them, so their properties are
 * not read.
 */
function tagOfPage(address: string, form: string, page: ResourcePage): string {
  const { resources, related, cursor, total, skipped } = page
  const basis = [address, form, JSON.stringify([cursor, total, skipped])]
  for (const [id, { label, status }] of related?.labels ?? []) basis.push(id, label, status)
  const types = new Set<ResourceType>()
  const add = ({ type, document }: TypedDocument): void => {
    types.add(type)
    basis.push(document.id, document.meta)
  }
  for (const resource of resources) {
    add(resource)
    related?.included(resource.document).forEach(add)
  }
  for (const { id, sequence_no } of types) basis.push(`${id} ${sequence_no}`)
  return weakTagOf(basis)
}

/** The URL of a list with another cursor. */
function nextAddress(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter(pair => pair !== '' && !pair.startsWith('cursor='))
  return `${path}?${[...kept, `cursor=${cursor}`].join('&')}`
}
