import { ValidationFailed } from '../errors/index.ts'
import type { JsonObject } from '../json/types.ts'
import { withoutKept } from '../json-schema/index.ts'
import type { CompiledSchema, Validator } from '../json-schema/index.ts'
import type { FieldSource } from '../query/index.ts'
import type { DocumentMeta, StoredDocument } from '../store-kit/document-store.ts'
import { getOwn, pointerOf, pointerTokens } from '../json/index.ts'
import { readData, readMeta } from '../store-kit/document-texts.ts'

/** One text field of a flat shape. */
export interface FlatField {
  /** Its name in the flat shape. */
  name: string
  /** The property of the type that contains it; a text. */
  property: string
  /** What the field is, for the description of the API. */
  description: string
  /** Required on create. */
  required?: boolean
  /** Set by the service; refused in a body. */
  readOnly?: boolean
}

/**
 * A second, flat shape for the resources of one type, served under its own paths: `id`, some properties under other names, `status`,
 * `created_at`. An unset text is the empty text there.
 */
export interface FlatShape {
  /** Slug of the type. */
  typeSlug: string
  /** Segment of its paths under `/api`: the plural. */
  segment: string
  fields: readonly FlatField[]
}

/** A resource in a flat shape. */
export function flatObject({ fields }: FlatShape, document: StoredDocument): JsonObject {
  const data = readData(document)
  const { status, created_at } = readMeta(document)
  const texts = fields.map(({ name, property }): [string, string] => [name, textAt(data, property)])
  return { id: document.id, ...Object.fromEntries(texts), status, created_at }
}

function textAt(data: JsonObject, property: string): string {
  const value = getOwn(data, property)
  return typeof value === 'string' ? value : ''
}

/** The fields by which a list in a flat shape is filtered and sorted: its own, by their names in it, and the standard columns. */
export function flatFields(
  { fields }: FlatShape,
  { resolve, secrets }: Pick<CompiledSchema, 'resolve' | 'secrets'>,
): FieldSource {
  const propertyOf = ([name, ...rest]: readonly string[]): string | undefined =>
    rest.length > 0 ? undefined : fields.find(one => one.name === name)?.property
  return {
    open: false,
    references: [],
    secrets: { includes: path => secrets.includes([propertyOf(path) ?? '']) },
    resolve(path) {
      const property = propertyOf(path)
      return property === undefined ? undefined : resolve([property])
    },
  }
}

/** The body of a request in a flat shape: some of its fields. */
export type FlatBody = Readonly<Record<string, string | null>>

/**
 * Merge the sent fields into the data; null or an empty text removes its property.
 * @returns the same object when no field was sent
 */
export function withFields({ fields }: FlatShape, data: JsonObject, body: FlatBody): JsonObject {
  const sent = fields.filter(({ name, readOnly }) => readOnly !== true && Object.hasOwn(body, name))
  if (sent.length === 0) return data
  const properties = new Map(Object.entries(data))
  for (const { name, property } of sent) {
    const text = body[name] ?? ''
    if (text === '') properties.delete(property)
    else properties.set(property, text)
  }
  return Object.fromEntries(properties)
}

/** Whether a body contains values that the service sets, as when a client sends back a resource that it has read. */
export const repeatsStored = ({ fields }: FlatShape, body: FlatBody): boolean =>
  Object.hasOwn(body, 'created_at') ||
  fields.some(({ name, readOnly }) => readOnly === true && Object.hasOwn(body, name))

/**
 * Check what a body repeats of the resource that it changes: values that the service sets are accepted as they were read, with the `id` beside them.
 * @param isReadable whether the caller is allowed to read the resource: else nothing but the `id` is accepted, because that would confirm a guess
 * @throws `InvalidInput` naming every other one
 */
export function checkRepeated(
  shape: FlatShape,
  { id, meta, data }: { id: string; meta: DocumentMeta; data: JsonObject },
  body: FlatBody,
  isReadable: boolean,
): void {
  const shown = new Map([
    ['id', id],
    ['created_at', meta.created_at],
  ])
  for (const { name, property, readOnly } of shape.fields)
    if (readOnly === true) shown.set(name, textAt(data, property))
  const isRead = body['id'] === id
  const repeats = (name: string, value: string): boolean =>
    isRead && (isReadable || name === 'id') && body[name] === value
  const wrong = [...shown].filter(([name, value]) => Object.hasOwn(body, name) && !repeats(name, value))
  if (wrong.length === 0) return
  const message = 'is set by the service and cannot be written'
  throw new ValidationFailed(
    wrong.map(([name]) => ({ pointer: pointerOf([name]), field: name, code: 'read-only', message })),
    ({ field }) => `${field} ${message}`,
  )
}

/**
 * Check data against the schema of the type, and report problems under the field names of the flat shape.
 * @param before the data that are changed: what the type does not declare any more can stay
 * @throws `InvalidInput` naming every field that does not fit
 */
export function checkFields(
  { fields }: FlatShape,
  validate: Validator,
  data: JsonObject,
  before: JsonObject = {},
): void {
  // References are checked by the write, whatever is wrong with them.
  const failures = withoutKept(validate(data), before, data).filter(({ code }) => code !== 'x-resource-type')
  if (failures.length === 0) return
  const names = new Map(fields.map(({ name, property }) => [property, name]))
  const renamed = failures.map(failure => {
    const [property = '', ...rest] = pointerTokens(failure.pointer)
    const name = names.get(property)
    return name === undefined ? failure : { ...failure, pointer: pointerOf([name, ...rest]) }
  })
  throw new ValidationFailed(
    renamed,
    ({ field, message }) => `${names.get(field) ?? (field || 'the data')}: ${message}`,
  )
}

/** The path of a resource in its flat shape. */
export const flatAddress = ({ segment }: FlatShape, id: string): string => `/api/${segment}/${encodeURIComponent(id)}`
