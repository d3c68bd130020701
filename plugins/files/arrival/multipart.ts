import { Readable } from 'node:stream'
import type { Busboy, BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { BadRequest, contentCoding, RequestTimeout, UnsupportedMediaType } from '../../../kernel/index.ts'
import { isObject, parseJson, setOwn } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { fileTypeDraft } from '../file-type.ts'

/** A body of several parts: one file, and properties before or after it. */
interface SentFile<Received> {
  received: Received
  properties: JsonObject
}

const maxFieldBytes = 64 * 1024
const maxNesting = 20

/** How long nothing may arrive, ms. */
const maxIdleMs = 120_000
/** How long to read on when the rest is not needed any more, so that its sender sees the answer, ms. */
const maxDiscardMs = 10_000

/** The stream of a body. @throws UnsupportedMediaType for one that is compressed; BadRequest where there is none */
function bodyStream({ body, headers, raw }: FastifyRequest): Readable {
  if (contentCoding(headers['content-encoding']) !== 'identity')
    throw new UnsupportedMediaType('send the bytes of a file as they are, without Content-Encoding')
  if (!(body instanceof Readable)) throw new BadRequest('a file is needed as the body')
  let before = -1
  const timer = setInterval(() => {
    if (raw.socket.bytesRead === before) body.destroy(new RequestTimeout())
    before = raw.socket.bytesRead
  }, maxIdleMs).unref()
  body.once('close', () => clearInterval(timer))
  return body
}

/** Read a body as it arrives. What is refused is read on for a while, so that its sender sees the answer. */
export async function readMultipartBody<Read>(
  request: FastifyRequest,
  read: (body: Readable) => Promise<Read>,
): Promise<Read> {
  const body = bodyStream(request)
  try {
    return await read(body)
  } catch (error) {
    discardRest(body)
    throw error
  }
}

/** Read what is left of a body that was refused, for a while. */
function discardRest(body: Readable): void {
  if (body.readableEnded || body.destroyed) return
  const timer = setTimeout(() => body.destroy(), maxDiscardMs).unref()
  body.once('close', () => clearTimeout(timer))
  body.on('error', () => undefined) // the connection ended, which is no fault any more
  body.resume()
}

/**
 * Read a multipart body as it arrives (RFC 7578).
 * @param receive takes the bytes of the file; what it throws ends the reading at once
 * @param discard called with what it returned, when the rest of the body is refused
 * @throws BadRequest for a body that is damaged, or has another number of files than one
 */
export async function readMultipart<Received>(
  request: FastifyRequest,
  receive: (bytes: Readable, name: string) => Promise<Received>,
  discard: (received: Received) => Promise<void>,
): Promise<SentFile<Received>> {
  const busboy = await import('@fastify/busboy')
  const body = bodyStream(request)
  const { 'content-type': type = '' } = request.headers
  const parser = openParser(busboy.Busboy, type)
  const properties: JsonObject = {}
  let file: Promise<Received> | undefined
  let bytes: Readable | undefined
  const whole = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value, isNameCut, isCut, coding) => {
      try {
        if (!plainCodings.has(coding.toLowerCase())) throw new BadRequest(wrongCoding(coding))
        if (isNameCut || isCut) throw new BadRequest(`${name}: is longer than ${maxFieldBytes} bytes`)
        // The parser puts U+FFFD in place of bytes that are not UTF-8.
        if (value.includes('\uFFFD')) throw new BadRequest(`${name}: is not valid UTF-8, or contains U+FFFD`)
        addProperty(properties, name, value)
      } catch (error) {
        reject(asError(error))
      }
    })
    parser.on('file', (part, stream, filename, coding) => {
      stream.on('error', reject) // it can end when nothing reads it any more
      const refuse = (message: string): void => {
        reject(new BadRequest(message))
        stream.resume()
      }
      if (part !== 'file') return refuse(`the part of the file is called file, not ${part}`)
      if (file !== undefined) return refuse('send one file in each request')
      if (!plainCodings.has(coding.toLowerCase())) return refuse(wrongCoding(coding))
      bytes = stream
      file = receive(stream, fileName(unescaped(filename)))
      file.catch((error: unknown) => {
        reject(asError(error))
        stream.resume()
      })
    })
    for (const limit of ['fieldsLimit', 'partsLimit'])
      parser.on(limit, () => reject(new BadRequest('there are too many parts')))
    parser.on('error', () => reject(new BadRequest('the body is no complete multipart/form-data')))
    parser.on('finish', resolve)
    body.on('error', reject)
    body.on('close', () => {
      if (!body.readableEnded) reject(new BadRequest('the body was cut off'))
    })
  })
  body.pipe(parser)
  try {
    await whole
    const received = await file
    if (received === undefined) throw new BadRequest('a part "file" with the bytes is missing')
    return { received, properties }
  } catch (error) {
    body.unpipe(parser)
    parser.destroy()
    bytes?.destroy(asError(error)) // or what receives the file would wait for the rest for ever
    discardRest(body)
    const received = await file?.catch(() => undefined) // the first error is the reason
    if (received !== undefined) await discard(received)
    throw error
  }
}

/** Whether the body of a request is a form, whose part `file` has the bytes. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '')

/** Read a form with the part `file` and no properties, as {@link readMultipart} does. */
export async function readFileAlone<Received>(
  request: FastifyRequest,
  receive: (bytes: Readable) => Promise<Received>,
  discard: (received: Received) => Promise<void>,
): Promise<Received> {
  const { received, properties } = await readMultipart(request, receive, discard)
  const [name] = Object.keys(properties)
  if (name === undefined) return received
  await discard(received)
  throw new BadRequest(`${name}: only the part file is read here; change properties by PATCH`)
}

function openParser(Parser: typeof Busboy, type: string): BusboyInstance {
  try {
    return new Parser({
      headers: { 'content-type': type },
      isPartAFile: (part, _type, name) => part === 'file' || name !== undefined,
      limits: { fields: 50, files: 2, parts: 60, fieldSize: maxFieldBytes, fieldNameSize: 200 },
    })
  } catch {
    throw new BadRequest('the header Content-Type has no boundary')
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Content-Transfer-Encodings in which the bytes are themselves; RFC 7578 (4.7) has deprecated the header. */
const plainCodings: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary'])
const wrongCoding = (coding: string): string =>
  `a part in the Content-Transfer-Encoding ${JSON.stringify(coding.slice(0, 40))} is not read; send its bytes as they are`

/** Browsers write a quote and line ends of a name so, and nothing else (WHATWG HTML, multipart/form-data). */
const unescaped = (name: string | undefined): string | undefined =>
  name?.replaceAll(/%(?:22|0D|0A)/gi, one => decodeURIComponent(one))

const loneSurrogate = /\p{Surrogate}/gu

/** A name is only a name: its last part, without what no name contains. */
export function fileName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[/\\]/).pop() ?? ''
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  const clean = last
    .replaceAll(loneSurrogate, '')
    .normalize('NFC')
    .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return [...clean].slice(0, 255).join('').replaceAll(loneSurrogate, '') || 'file'
}

const schemas: Readonly<Record<string, Json>> = fileTypeDraft.schema.properties

/** Add a part to the properties: texts as they are, others as JSON, a list also as its words. */
export function addProperty(properties: JsonObject, name: string, value: string): void {
  const schema = schemas[name]
  if (!isObject(schema)) throw new BadRequest(`${name}: files have no such property`)
  if (schema['readOnly'] === true) throw new BadRequest(`${name}: is set by the service`)
  if (value.includes('\0')) throw new BadRequest(`${name}: must not contain U+0000`)
  const { type } = schema
  const before = properties[name]
  if (type === 'array') {
    const items = value.trimStart().startsWith('[')
      ? readJsonPart(name, value)
      : value
          .split(',')
          .map(word => word.trim())
          .filter(word => word !== '')
    properties[name] = [...(Array.isArray(before) ? before : []), ...(Array.isArray(items) ? items : [items])]
    return
  }
  if (Object.hasOwn(properties, name)) throw new BadRequest(`${name}: is there twice`)
  setOwn(properties, name, type === 'object' ? readJsonPart(name, value) : value)
}

function readJsonPart(name: string, value: string): Json {
  try {
    return parseJson(value, maxNesting, 1000)
  } catch (error) {
    throw error instanceof BadRequest ? new BadRequest(`${name}: ${error.message}`) : error
  }
}
