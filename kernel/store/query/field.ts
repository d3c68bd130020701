import type { Column, ColumnKind, ConditionTarget, StandardColumn } from '../../contracts/document-store.ts'
import type { CompiledSchema } from '../../contracts/type-registry.ts'
import { BadRequest } from '../../errors.ts'
import { quote } from './pairs.ts'

/** What a list needs to know of a type. */
export type FieldSource = Pick<CompiledSchema, 'resolve' | 'references' | 'open'>

/** A name that a caller filters or sorts by, understood. */
export interface Field {
  /** As the caller wrote it. */
  name: string
  target: ConditionTarget
  kind: ColumnKind
  types: Column['types']
  many: boolean
  indexed: boolean
  /** A property of a type without schema: equality only. */
  open: boolean
}

const standardKinds: Readonly<Record<StandardColumn, ColumnKind>> = {
  id: 'text',
  type_slug: 'text',
  status: 'text',
  created_by: 'text',
  account_id: 'text',
  sequence_no: 'number',
  created_at: 'instant',
  updated_at: 'instant',
}

const isStandardColumn = (name: string): name is StandardColumn => Object.hasOwn(standardKinds, name)

/** The field of a standard column. */
export function standardField(column: StandardColumn, name: string = column): Field {
  const kind = standardKinds[column]
  const types: Column['types'] = kind === 'number' ? ['integer'] : ['string']
  return { name, target: { column }, kind, types, many: false, indexed: true, open: false }
}

/**
 * Understand a field name: `meta.<column>` is a standard column, then a property that the schema declares (dots reach into objects, through arrays)
 * goes before a standard column of the same name; where there is no schema any path is one.
 * @param parameter the query parameter that names it, for the message
 * @throws `BadRequest` for anything else
 */
export function readField(name: string, source: FieldSource, parameter: string): Field {
  if (name.startsWith('meta.')) {
    const column = name.slice('meta.'.length)
    if (isStandardColumn(column)) return standardField(column, name)
  }
  const path = name.split('.')
  const column = source.resolve(path)
  if (column !== undefined && !source.open) {
    const { kind, types, many, indexed } = column
    return { name, target: { path }, kind, types, many, indexed, open: false }
  }
  if (isStandardColumn(name)) return standardField(name)
  if (source.open && path.every(part => part !== '')) {
    return { name, target: { path }, kind: 'mixed', types: [], many: true, indexed: false, open: true }
  }
  refuseAcrossReference(path, source, parameter)
  throw new BadRequest(`${parameter}: unknown field ${quote(name)}`)
}

/** The one place that knows a path which goes on behind a reference: what reads the referenced resource's fields belongs here. */
function refuseAcrossReference(path: readonly string[], source: FieldSource, parameter: string): void {
  const reference = source.references.find(
    ({ path: start }) => start.length < path.length && start.every((part, i) => part === path[i]),
  )
  if (reference === undefined) return
  const name = quote(reference.path.join('.'))
  throw new BadRequest(
    `${parameter}: ${name} refers to a resource of the type ${reference.type_slug}; its fields cannot be asked for from here, only ${name} itself`,
  )
}
