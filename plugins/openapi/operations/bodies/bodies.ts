import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import {
  addBodyParser,
  BadRequest,
  limitBody,
  mediaType,
  readJsonBody,
  ValidationFailed,
} from '../../../../kernel/index.ts'
import type { ValidationFailure } from '../../../../lib/json-schema/index.ts'
import { isObject, mapValues } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import { UnprocessableContent } from '../../controllers/answers.ts'
import type { OperationItem } from '../../contract.ts'
import { identifierValue } from '../../items/identifier-value.ts'
import type { SchemaTranslator } from '../../schemas/translate.ts'
import { documentValidatorOf } from '../../schemas/validator.ts'
import { isForm, isJsonType, isReadable } from './media-types.ts'
import { MultipartForm, multipartLimits } from './multipart-form.ts'
import type { DescribedOperation } from '../read-operations.ts'
import { shapeOf } from '../shape.ts'
import { UrlEncodedForm } from './url-encoded-form.ts'

/** Accept the media types of JSON that operations declare, in addition to those that the service reads anyway. */
export function acceptJson(app: FastifyInstance, types: ReadonlySet<string>): void {
  for (const type of types) {
    if (isJsonType(type) && !app.hasContentTypeParser(type)) addBodyParser(app, [type], readJsonBody)
  }
}

/** Accept forms on all routes of an instance. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isForm(mediaType(request.headers['content-type'] ?? ''))) limitBody(request, reply, request.raw, done)
    else done(null, payload)
  })
  await app.register(formbody, { parser: text => new UrlEncodedForm(text) })
  await app.register(multipart, { limits: multipartLimits })
  // A hook of the instance runs before those of its routes, with which the service checks rights again after the body.
  app.addHook('preValidation', async request => {
    if (request.isMultipart()) request.body = await MultipartForm.receive(request)
  })
}

/**
 * Converts and validates a body.
 * @param body the parsed body
 * @param values of the request's parameters: identifiers in them can be left out of the body
 * @throws ServiceError naming every problem in it
 */
type BodyReader = (body: unknown, mediaType: string, values: Readonly<JsonObject>) => Json | undefined

/** Reads bodies of one media type. */
interface TypedReader {
  convert: (body: unknown) => { value: Json; failures: readonly ValidationFailure[] }
  validate: (value: Json) => readonly ValidationFailure[]
}

/**
 * Compile the bodies of an operation to a function that checks them.
 * @param invalidStatus status for a body that does not match its schema
 */
export function bodyReader(
  operation: DescribedOperation,
  translator: SchemaTranslator,
  invalidStatus: 400 | 422,
): BodyReader {
  const readable = [...operation.bodyTypes].filter(([type]) => isReadable(type))
  const readers = new Map(
    readable.map(([type, pointer]) => [type, typedReader(operation, translator, type, pointer)] as const),
  )
  const { item, method, isBodyRequired } = operation
  const isComplete = operation.body === 'item' && method !== 'patch'
  return (body, mediaType, values) => {
    if (body === undefined || (isFormBody(body) && body.isEmpty)) {
      if (isBodyRequired) throw new BadRequest('a body is required')
      return undefined
    }
    const reader = readers.get(mediaType)
    if (reader === undefined) throw new BadRequest(`a body of ${mediaType} is not expected here`)
    const { value: sent, failures: malformed } = reader.convert(body)
    const value = isComplete ? withIdentifier(sent, item, values) : sent
    const failures =
      malformed.length > 0 ? malformed : [...reader.validate(value), ...readOnlyFailures(sent, operation)]
    if (failures.length === 0) return value
    const invalid = new ValidationFailed(failures, ({ field, message }) => `${field || 'the body'}: ${message}`)
    throw invalidStatus === 400 ? invalid : new UnprocessableContent(invalid.message, invalid)
  }
}

function typedReader(
  { method, bodyEncodings }: DescribedOperation,
  translator: SchemaTranslator,
  type: string,
  pointer: string | undefined,
): TypedReader {
  const translated = pointer === undefined ? {} : translator.translate(pointer, 'request')
  const schema = method === 'patch' ? mergePatchSchema(translated) : translated
  const shape = shapeOf(schema, schema)
  const encodings = bodyEncodings.get(type) ?? new Map()
  return {
    validate: documentValidatorOf(schema),
    convert: body => {
      if (!isFormBody(body)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser of JSON made it
        return { value: body as Json, failures: [] }
      }
      const { value, problems } = body.read(shape, encodings)
      const failures = problems.map(({ field, message }) => ({ pointer: `/${field}`, field, message, code: 'type' }))
      return { value, failures }
    },
  }
}

const isFormBody = (body: unknown): body is UrlEncodedForm | MultipartForm =>
  body instanceof UrlEncodedForm || body instanceof MultipartForm

/** A body completed with the parts of the identifier that parameters contain. */
function withIdentifier(body: Json, item: OperationItem | undefined, values: Readonly<JsonObject>): Json {
  if (!isObject(body) || item === undefined) return body
  const carried = item.identifier.flatMap((part): [string, Json][] => {
    const value = identifierValue(part, values)
    return value === undefined || body[part.property] !== undefined ? [] : [[part.property, value]]
  })
  return carried.length === 0 ? body : { ...body, ...Object.fromEntries(carried) }
}

/** Callers cannot set read-only properties of a new item. */
function readOnlyFailures(value: Json, { method, item }: DescribedOperation): ValidationFailure[] {
  if (method !== 'post' || item === undefined) return []
  const failuresOf = (one: Json, place: string, pointer: string): ValidationFailure[] =>
    item.readOnly
      .filter(name => isObject(one) && one[name] !== undefined)
      .map(name => ({
        pointer: `${pointer}/${name}`,
        field: place === '' ? name : `${place}.${name}`,
        message: 'is read-only: the service sets it',
        code: 'read-only',
      }))
  if (!Array.isArray(value)) return failuresOf(value, '', '')
  return value.flatMap((one, index) => failuresOf(one, `[${index}]`, `/${index}`))
}

/** The schema of a merge patch (RFC 7396) for a schema: required properties can be left out, and properties set to null are removed. */
function mergePatchSchema({ required: _required, properties, ...schema }: JsonObject): JsonObject {
  const inner = (one: Json): Json => (isObject(one) ? mergePatchSchema(one) : one)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(list => {
    const schemas = schema[list]
    return Array.isArray(schemas) ? [[list, schemas.map(inner)] as const] : []
  })
  const definitions = isObject(schema['$defs']) ? { $defs: mapValues(schema['$defs'], inner) } : {}
  const nullable = isObject(properties)
    ? { properties: mapValues(properties, one => ({ anyOf: [inner(one), { type: 'null' }] })) }
    : {}
  return { ...schema, ...Object.fromEntries(parts), ...definitions, ...nullable }
}
