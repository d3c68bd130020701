import { isUtf8 } from 'node:buffer'
import { BadRequest, ServiceError, reasonOf } from '../../../../kernel/index.ts'
import type { FastifyRequest } from '../../../../kernel/index.ts'
import { fitsMediaTypes } from '../../../../lib/json-schema/index.ts'
import type { Json } from '../../../../lib/json/index.ts'
import type { FormEncoding, PropertyEncoding } from './form-encoding.ts'
import { isJsonType } from './media-types.ts'
import { readScalar } from '../parameters/scalars.ts'
import { anyShape } from '../shape.ts'
import type { ValueShape } from '../shape.ts'
import { maxFormFields } from './url-encoded-form.ts'
import type { FormValue } from './url-encoded-form.ts'
import { groupPairs, parseJsonOrNothing } from '../../../../lib/json/index.ts'

/** Limits of one body, in addition to its bytes. */
export const multipartLimits = {
  parts: maxFormFields,
  fieldNameSize: 512, // longer than the name of any property
  headerPairs: 20,
  headerSize: 4096,
}

interface Part {
  name: string
  /** Whether it has a file name. */
  isFile: boolean
  /** `text/plain` if the part has none. */
  type: string
  bytes: Buffer
}

/** A parsed body of `multipart/form-data` (RFC 7578). */
export class MultipartForm {
  readonly #parts: readonly Part[]

  private constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0
  }

  /**
   * Read the body of a request, from its stream.
   * @throws BadRequest when it is not such a form, has too many parts, or one with the name of a member of `Object.prototype`; the error of a limit of bytes
   */
  static async receive(request: FastifyRequest): Promise<MultipartForm> {
    const parts: Part[] = []
    const forbidden = new Set<string>()
    // Every part is read as bytes: the schema defines which of them are texts.
    const isPartAFile = (name = ''): boolean => {
      if (name in Object.prototype) forbidden.add(name)
      return true
    }
    try {
      for await (const part of request.parts({ isPartAFile })) {
        if (part.type === 'field') continue
        const { fieldname: name, mimetype: type }: { fieldname: string; mimetype: string } = part
        const filename: string | undefined = part.filename
        if (!/^(?:7bit|8bit|binary)$/i.test(part.encoding))
          throw new BadRequest(`${name}: a Content-Transfer-Encoding is not read; send the bytes as they are`)
        parts.push({ name, isFile: filename !== undefined, type: type.toLowerCase(), bytes: await part.toBuffer() })
      }
      return new MultipartForm(parts)
    } catch (error) {
      request.raw.unpipe().resume()
      const [name] = forbidden
      if (name !== undefined) throw new BadRequest(`the field name ${name} is not allowed`)
      throw error instanceof ServiceError ? error : invalid(error)
    }
  }

  /** Read the parts by the shape of the body's schema. */
  read(shape: ValueShape, encodings: FormEncoding): FormValue {
    const problems: { field: string; message: string }[] = []
    const values = new Map<string, Json>()
    for (const [name, parts] of groupPairs(this.#parts.map(part => [part.name, part]))) {
      const member = shape.members.get(name) ?? shape.others ?? anyShape
      const read = readProperty(parts, member, encodings.get(name))
      if ('problem' in read) problems.push({ field: name, message: read.problem })
      else values.set(name, read.value)
    }
    return { value: Object.fromEntries(values), problems }
  }
}

type Read = { value: Json } | { problem: string }

function readProperty(parts: readonly Part[], shape: ValueShape, encoding: PropertyEncoding | undefined): Read {
  const isArray = shape.structure === 'array'
  const items = isArray ? (shape.items ?? anyShape) : shape
  const values: Json[] = []
  for (const part of parts) {
    const read = readPart(part, items, encoding)
    if ('problem' in read) return read
    values.push(read.value)
  }
  const [first = null] = values
  if (!isArray) return values.length === 1 ? { value: first } : { problem: 'may be given only once' }
  return { value: values.length === 1 && Array.isArray(first) ? first : values }
}

function readPart(part: Part, shape: ValueShape, encoding: PropertyEncoding | undefined): Read {
  const { bytes, type, isFile } = part
  if (!isAllowedType(part, encoding)) return { problem: `must be ${encoding?.contentTypes?.join(' or ')}` }
  const isBase64 = shape.formats.has('byte')
  if (shape.isBinary || (isBase64 && isFile)) return { value: bytes.toString('base64') }
  if (!isUtf8(bytes)) return { problem: 'is not valid UTF-8' }
  const text = bytes.toString('utf8')
  if (text.includes('\0')) return { problem: 'must not contain U+0000' }
  if (!isJsonType(type) && shape.structure === 'scalar') return { value: readScalar(text, shape) }
  const value = parseJsonOrNothing(text)
  return value === undefined ? { problem: 'is not valid JSON' } : { value }
}

/** A field without a media type has the expected one. */
function isAllowedType({ type, isFile }: Part, encoding: PropertyEncoding | undefined): boolean {
  const allowed = encoding?.contentTypes
  if (allowed === undefined || (!isFile && type === 'text/plain')) return true
  return allowed.includes('*/*') || fitsMediaTypes(allowed, type)
}

function invalid(error: unknown): BadRequest {
  const isTooLong = error instanceof Error && 'code' in error && error.code === 'FST_PARTS_LIMIT'
  const reason = isTooLong ? `it has more than ${maxFormFields} parts` : reasonOf(error)
  return new BadRequest(`the body is not valid multipart/form-data: ${reason}`)
}
