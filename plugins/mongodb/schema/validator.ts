import type { Document } from 'mongodb'
import type { CollectionDefinition, Column } from '../../../lib/store-kit/document-store.ts'

const bsonTypes: Record<Column['types'][number], string> = {
  null: 'null',
  boolean: 'bool',
  integer: 'number',
  number: 'number',
  string: 'string',
  array: 'array',
  object: 'object',
}

/**
 * The `$jsonSchema` validator of a collection: only the types of its columns (everything else is checked before, and MongoDB's dialect supports
 * neither `$ref` nor `format`). With several definitions, it allows what any of them allows.
 */
export function collectionValidatorOf(definitions: readonly CollectionDefinition[]): Document {
  const allowed = definitions.map(typesByProperty)
  const properties: [string, Document][] = []
  for (const name of new Set(allowed.flatMap(types => [...types.keys()]))) {
    const sets = allowed.map(types => types.get(name))
    if (sets.includes(undefined)) continue
    properties.push([name, { bsonType: [...new Set(sets.flatMap(types => types ?? []))].sort() }])
  }
  return {
    $jsonSchema: {
      bsonType: 'object',
      properties: {
        status: { enum: ['active', 'archived'] },
        sequence_no: { bsonType: 'number' },
        data: { bsonType: 'object', properties: Object.fromEntries(properties) },
      },
    },
  }
}

/** BSON types of the root properties that a definition constrains. */
function typesByProperty({ columns }: CollectionDefinition): Map<string, string[]> {
  const types = new Map<string, string[]>()
  for (const column of columns) {
    const [name] = column.path
    if (column.path.length !== 1 || name === undefined || column.types.length === 0) continue
    types.set(name, [...new Set(column.types.map(type => bsonTypes[type]))].sort())
  }
  return types
}
