import type { FastifyInstance } from 'fastify'
import { BadRequest, ValidationFailed, compileSchema, isObject, parseJson } from '../../../kernel/index.ts'
import type { Json, JsonObject, ValidationFailure } from '../../../kernel/index.ts'
import { UnprocessableContent } from '../controllers/answers.ts'
import { scalarReader } from './scalars.ts'
import type { DescribedOperation } from './read-operations.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'

const form = 'application/x-www-form-urlencoded'
export const isJsonType = (type: string): boolean => /^application\/(?:[^;]+\+)?json$/.test(type)

/** Whether bodies of this media type can be read. */
export const isReadable = (type: string): boolean => isJsonType(type) || type === form

/** Read the media types of bodies that operations list, besides JSON. */
export function addBodyParsers(app: FastifyInstance, types: ReadonlySet<string>): void {
  for (const type of types) {
    if (app.hasContentTypeParser(type)) continue
    if (type === form) {
      app.addContentTypeParser(type, { parseAs: 'string' }, (_request, text, done) =>
        done(null, readForm(String(text))),
      )
    } else if (isJsonType(type)) {
      app.addContentTypeParser(type, { parseAs: 'string' }, (_request, text, done) => {
        try {
          done(null, String(text) === '' ? undefined : parseJson(String(text)))
        } catch (error) {
          done(error instanceof Error ? error : new BadRequest('the body is not valid JSON'))
        }
      })
    }
  }
}

/** Names to texts, or lists of them where a name is repeated. */
function readForm(text: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields[name]
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  return fields
}

/** Converts and validates a body. @throws HttpError naming everything that is wrong with it */
export type BodyReader = (body: unknown, mediaType: string) => Json | undefined

/**
 * Compile the bodies of an operation to a function that checks them.
 * @param invalidStatus of a body that does not fit its schema
 */
export function bodyReader(
  operation: DescribedOperation,
  translator: SchemaTranslator,
  invalidStatus: 400 | 422,
): BodyReader {
  const isMerge = operation.method === 'patch'
  const readers = new Map(
    [...operation.bodyTypes].flatMap(([type, pointer]) => {
      if (pointer === undefined) return []
      const schema = translator.translate(pointer, 'request')
      return [
        [
          type,
          {
            schema: isMerge ? patchSchema(schema) : schema,
            validate: validatorOf(isMerge ? patchSchema(schema) : schema),
          },
        ] as const,
      ]
    }),
  )
  const readOnly = operation.item?.readOnly ?? []
  return (body, mediaType) => {
    if (body === undefined) {
      if (operation.isBodyRequired) throw new BadRequest('a body is required')
      return undefined
    }
    const reader = readers.get(mediaType)
    if (reader === undefined) return body as Json // a parser made it, of a type without a schema
    const value = mediaType === form ? fromForm(body, reader.schema) : (body as Json)
    const failures = [...reader.validate(value), ...readOnlyFailures(value, readOnly, operation.method)]
    if (failures.length === 0) return value
    const invalid = new ValidationFailed(failures, ({ field, message }) => `${field || 'the body'}: ${message}`)
    throw invalidStatus === 400 ? invalid : new UnprocessableContent(invalid.message)
  }
}

/** A merge patch may leave out what is required, and removes what it sets to null. */
function patchSchema({ required: _required, properties, ...schema }: JsonObject): JsonObject {
  const inner = (one: unknown): Json => (isObject(one as Json) ? patchSchema(one as JsonObject) : (one as Json))
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(list => {
    const schemas = schema[list]
    return Array.isArray(schemas) ? [[list, schemas.map(inner)] as const] : []
  })
  const definitions = isObject(schema['$defs'])
    ? { $defs: Object.fromEntries(Object.entries(schema['$defs']).map(([name, one]) => [name, inner(one)])) }
    : {}
  const nullable = isObject(properties)
    ? {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [name, { anyOf: [inner(one), { type: 'null' }] }]),
        ),
      }
    : {}
  return { ...schema, ...Object.fromEntries(parts), ...definitions, ...nullable }
}

/** A validator for a value of any type: what the kernel compiles is the schema of an object, so that the value is wrapped into one. */
export function validatorOf(schema: JsonObject): (value: Json) => ValidationFailure[] {
  const { $defs, ...inner } = schema
  const { validate } = compileSchema({
    type: 'object',
    properties: { body: inner },
    ...($defs === undefined ? {} : { $defs }),
  })
  return value =>
    validate({ body: value }).map(failure => ({
      ...failure,
      pointer: failure.pointer.replace(/^\/body/, ''),
      field: failure.field.replace(/^body\.?/, ''),
    }))
}

function readOnlyFailures(value: Json, readOnly: readonly string[], method: string): ValidationFailure[] {
  if (method !== 'post' || !isObject(value)) return []
  return readOnly
    .filter(name => value[name] !== undefined)
    .map(name => ({
      pointer: `/${name}`,
      field: name,
      message: 'is read-only: the service sets it',
      code: 'read-only',
    }))
}

/** Fields of a form are texts; what they stand for, their schemas say. */
function fromForm(body: unknown, schema: JsonObject): Json {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(Object(body) as Record<string, string | string[]>).map(([name, value]): [string, Json] => {
      const property = properties[name]
      const own = isObject(property) ? property : {}
      const items = isObject(own['items']) ? own['items'] : undefined
      if (own['type'] === 'array' || items !== undefined)
        return [name, [value].flat().map(scalarReader(items ?? {}, schema))]
      return [name, Array.isArray(value) ? value : scalarReader(own, schema)(value)]
    }),
  )
}
