import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, NotFound, isNotModified, replyNotModified } from '../../kernel/index.ts'
import type { ByteRange, FileStorage } from './storage/storage.ts'

/** A request for a range that the bytes do not have (RFC 9110, 15.5.17). */
class RangeNotSatisfiable extends HttpError {
  static override readonly code: string = 'range-not-satisfiable'
  readonly statusCode = 416
  constructor(size: number) {
    super(`there are ${size} bytes; the range asks for others`, { headers: { 'content-range': `bytes */${size}` } })
  }
}

/** Bytes of the storage, as they are answered. */
export interface Content {
  key: string
  mediaType: string
  /** For the header `ETag`, without quotes: other bytes have another one. */
  tag: string
  /** The name under which a browser saves them. */
  name: string
  /** Whether a browser saves them instead of showing them. */
  isDownload: boolean
  cacheControl: string
}

/** No answer can run anything: bytes of users are on the origin of the admin. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

/** What a browser shows safely: everything else is saved. SVG cannot run anything in the sandbox, nor in `<img>`. */
const shown = /^(?:image\/(?!svg)[a-z0-9.+-]+|image\/svg\+xml|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|text\/plain)$/

/** Types that contain text: they leave as plain text, so that no browser runs or formats them. */
const textual =
  /^(?:text\/.*|application\/(?:json|xml|javascript|ecmascript|xhtml\+xml|.*\+json|.*\+xml)|image\/(?!svg).*\+xml)$/

/** How a file of this media type is answered. */
export function servedAs(mediaType: string): { mediaType: string; isShown: boolean } {
  if (textual.test(mediaType)) return { mediaType: 'text/plain; charset=utf-8', isShown: mediaType === 'text/plain' }
  return { mediaType, isShown: shown.test(mediaType) }
}

/** Answer with bytes of the storage, or with a part of them, or with 304. */
export async function replyContent(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: FileStorage,
  content: Content,
): Promise<FastifyReply> {
  const etag = `"${content.tag}"`
  reply.headers({
    'cache-control': content.cacheControl,
    'content-security-policy': sandbox,
    'x-content-type-options': 'nosniff',
  })
  if (isNotModified(request, etag)) return replyNotModified(reply, etag)
  const size = await storage.size(content.key)
  if (size === undefined) throw new NotFound('the bytes of this file are missing')
  const range = rangeOf(request, etag, size)
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': content.mediaType,
    'content-disposition': disposition(content),
    'content-length': range === undefined ? size : range.last - range.first + 1,
  })
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
  if (request.method === 'HEAD') return reply.send(Readable.from([])) // a stream leaves the length as it is
  const bytes = size === 0 ? Buffer.alloc(0) : await storage.read(content.key, range)
  if (bytes === undefined) throw new NotFound('the bytes of this file are missing')
  return reply.send(bytes)
}

/**
 * The range that is requested, which only a GET can do (RFC 9110, 14.2). Several ranges at once are answered with all bytes, which RFC 9110 (14.2) allows.
 * @throws RangeNotSatisfiable
 */
function rangeOf({ method, headers }: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const { range, 'if-range': condition } = headers
  if (method !== 'GET' || range === undefined || (condition !== undefined && condition !== etag)) return undefined
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < first) return undefined // no valid range, which is ignored
  if (first >= size || (from === '' && Number(to) === 0)) throw new RangeNotSatisfiable(size)
  return { first, last }
}

/** The name in both forms of RFC 6266: browsers read the second one. */
function disposition({ name, isDownload }: Content): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '_')).replaceAll(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
