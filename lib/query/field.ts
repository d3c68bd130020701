import type { Column, ColumnKind, ConditionTarget, StandardColumn } from '../store-kit/document-store.ts'
import type { CompiledSchema, DeclaredField } from '../json-schema/compiled-schema.ts'
import { isStandardColumn, standardColumnKinds } from '../store-kit/standard-columns.ts'
import type { InvalidInput } from '../errors/index.ts'
import { invalidParameter, quote } from './query-string.ts'

/** The parts of a compiled schema that a list needs. */
export type FieldSource = Pick<CompiledSchema, 'resolve' | 'references' | 'open' | 'stateColumn'> & {
  secrets: Pick<CompiledSchema['secrets'], 'includes'>
}

/** A resolved field name that a caller filters or sorts by. */
export interface Field {
  /** As the caller wrote it. */
  name: string
  target: ConditionTarget
  kind: ColumnKind
  types: Column['types']
  /** The format of every text in this field, if it is one of these. */
  format: DeclaredField['format']
  many: boolean
  indexed: boolean
  /** A property of a type without schema: supports only equality. */
  open: boolean
}

/** The field of a standard column. */
export function standardField(column: StandardColumn, name: string = column): Field {
  const kind = standardColumnKinds[column]
  const types: Column['types'] = kind === 'number' ? ['integer'] : ['string']
  const format = kind === 'instant' ? 'date-time' : undefined
  return { name, target: { column }, kind, types, format, many: false, indexed: true, open: false }
}

/** A field name that continues after a reference: a field of the resource that is referred to. */
export interface ReferenceField {
  /** As the caller wrote it. */
  name: string
  /** Path of the reference. */
  path: readonly string[]
  /** Slugs of the types that it can refer to. */
  type_slugs: readonly string[]
  /** Field name in the type that is referred to. */
  field: string
}

/**
 * Resolve a field name: `meta.<column>` is a standard column; otherwise a property that the schema declares (dots lead into objects, through arrays)
 * takes precedence over a standard column of the same name; without a schema any path is a property.
 * @param parameter the query parameter that contains it, for the message
 * @throws `InvalidInput` for anything else
 */
export function readField(name: string, source: FieldSource, parameter: string): Field {
  const field = ownField(name, source, parameter)
  if (field !== undefined) return field
  const further = referenceField(name, source)
  if (further === undefined) throw unknownField(name, parameter)
  const reference = quote(further.path.join('.'))
  throw invalidParameter(
    `${parameter}: ${reference} refers to a resource of the type ${further.type_slugs.join(' or ')}; its fields cannot be asked for from here, only ${reference} itself`,
    parameter,
  )
}

/**
 * Like {@link readField}, but the name can continue after one reference.
 * @throws `InvalidInput` for anything else
 */
export function readFieldOrReference(name: string, source: FieldSource, parameter: string): Field | ReferenceField {
  const found = ownField(name, source, parameter) ?? referenceField(name, source)
  if (found === undefined) throw unknownField(name, parameter)
  return found
}

/**
 * Like {@link readField}; undefined for anything else.
 * @throws `InvalidInput` for what is secret: an answer would reveal it
 */
export function ownField(name: string, source: FieldSource, parameter: string): Field | undefined {
  if (name.startsWith('meta.')) {
    const column = name.slice('meta.'.length)
    const state = stateField(column, source, name)
    if (state !== undefined) return state
    if (isStandardColumn(column)) return standardField(column, name)
  }
  const path = name.split('.')
  if (source.secrets.includes(path)) {
    throw invalidParameter(
      `${parameter}: ${quote(name)} is never shown (writeOnly, or format: password), and cannot be asked for`,
      parameter,
    )
  }
  const column = source.resolve(path)
  if (column !== undefined && !source.open) return fieldAt(name, column)
  const state = stateField(name, source, name)
  if (state !== undefined) return state
  if (isStandardColumn(name)) return standardField(name)
  if (!source.open || path.includes('')) return undefined
  return { ...fieldAt(name, { path, kind: 'json', types: [], many: true, indexed: false }), open: true }
}

const fieldAt = (name: string, { path, kind, types, format, many, indexed }: Omit<DeclaredField, 'unique'>): Field => ({
  name,
  target: { path },
  kind,
  types,
  format,
  many,
  indexed,
  open: false,
})

/** The field of a part of the state of publication. */
function stateField(part: string, { stateColumn }: FieldSource, name: string): Field | undefined {
  const column = stateColumn?.(part)
  return column && fieldAt(name, column)
}

function referenceField(name: string, { references }: FieldSource): ReferenceField | undefined {
  const path = name.split('.')
  const through = references.find(
    ({ path: start }) => start.length < path.length && start.every((part, i) => part === path[i]),
  )
  if (through === undefined) return undefined
  const { path: start, type_slugs } = through
  return { name, path: start, type_slugs, field: path.slice(start.length).join('.') }
}

const unknownField = (name: string, parameter: string): InvalidInput =>
  invalidParameter(`${parameter}: unknown field ${quote(name)}`, parameter)
