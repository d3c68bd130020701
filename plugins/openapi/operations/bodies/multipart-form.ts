import { isUtf8 } from 'node:buffer'
import { Busboy } from '@fastify/busboy'
import type { BusboyHeaders } from '@fastify/busboy'
import { BadRequest } from '../../../../kernel/index.ts'
import type { Json } from '../../../../lib/json/index.ts'
import type { FormEncoding, PropertyEncoding } from './form-encoding.ts'
import { isJsonType } from './media-types.ts'
import { readScalar } from '../parameters/scalars.ts'
import { anyShape } from '../shape.ts'
import type { ValueShape } from '../shape.ts'
import { forbiddenName, malformed, maxFormFields, readJsonText } from './url-encoded-form.ts'
import type { FormValue } from './url-encoded-form.ts'

/** Longer than the name of any property. */
const maxNameBytes = 512
const maxHeaderBytes = 4096
const maxHeaders = 20

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

  /**
   * @param contentType media type of the body, with its boundary
   * @throws BadRequest when the body is not such a form, or has too many parts
   */
  static async parse(body: Buffer, contentType: string): Promise<MultipartForm> {
    const parts = await readParts(body, contentType)
    if (parts.some(({ name }) => name === forbiddenName)) {
      throw new BadRequest(`the field name ${forbiddenName} is not allowed`)
    }
    return new MultipartForm(parts)
  }

  /** Read the parts by the shape of the body's schema. */
  read(shape: ValueShape, encodings: FormEncoding): FormValue {
    const problems: { field: string; message: string }[] = []
    const values = new Map<string, Json>()
    for (const [name, parts] of this.#byName()) {
      const member = shape.members.get(name) ?? shape.others ?? anyShape
      const read = readProperty(parts, member, encodings.get(name))
      if ('problem' in read) problems.push({ field: name, message: read.problem })
      else values.set(name, read.value)
    }
    return { value: Object.fromEntries(values), problems }
  }

  #byName(): Map<string, Part[]> {
    const groups = new Map<string, Part[]>()
    for (const part of this.#parts) {
      const group = groups.get(part.name)
      if (group === undefined) groups.set(part.name, [part])
      else group.push(part)
    }
    return groups
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
  if (!isJsonType(type) && shape.structure === 'scalar') return { value: readScalar(text, shape) }
  const value = readJsonText(text)
  return value === malformed ? { problem: 'is not valid JSON' } : { value }
}

/** A field without a media type has the expected one. */
function isAllowedType({ type, isFile }: Part, encoding: PropertyEncoding | undefined): boolean {
  const allowed = encoding?.contentTypes
  if (allowed === undefined || (!isFile && type === 'text/plain')) return true
  return allowed.some(one => one === type || one === '*/*' || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))
}

function readParts(body: Buffer, contentType: string): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = []
    const refuse = (error: unknown): void => reject(invalid(error))
    const headers: BusboyHeaders = { 'content-type': contentType }
    const limits = {
      parts: maxFormFields,
      files: maxFormFields,
      fieldNameSize: maxNameBytes,
      fileSize: body.length,
      headerPairs: maxHeaders,
      headerSize: maxHeaderBytes,
    }
    try {
      // Every part is read as bytes: the schema says which of them are texts.
      const parser = new Busboy({ headers, limits, isPartAFile: () => true })
      parser.on('file', (name, stream, filename: string | undefined, _encoding, type) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('error', refuse)
        stream.on('end', () =>
          parts.push({ name, isFile: filename !== undefined, type: type.toLowerCase(), bytes: Buffer.concat(chunks) }),
        )
      })
      parser.on('partsLimit', () => refuse(new Error(`it has more than ${maxFormFields} parts`)))
      parser.on('filesLimit', () => refuse(new Error(`it has more than ${maxFormFields} parts`)))
      parser.on('error', refuse)
      parser.on('finish', () => resolve(parts))
      parser.end(body)
    } catch (error) {
      refuse(error) // its constructor throws the error
    }
  })
}

const invalid = (error: unknown): BadRequest =>
  new BadRequest(`the body is not valid multipart/form-data: ${error instanceof Error ? error.message : String(error)}`)
