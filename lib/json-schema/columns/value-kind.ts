import { under } from '../tree/schema-tree.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import type { Column, ColumnKind } from './column.ts'
import type { Shape, TextFormat } from './shape.ts'
import { bit, everyType, scalarTypes } from './type-set.ts'
import type { TypeSet } from './type-set.ts'

/** How the values of a place are compared, and whether there can be several. */
interface ValueKind {
  kind: ColumnKind
  many: boolean
  /** What every text here is. */
  format: TextFormat | undefined
  /** A column whose value is a scalar (or null), never an array. */
  scalar: boolean
}

/**
 * Judge a place by its schema: it is a column when the schema allows exactly one of text, number, boolean, or an array of one of these, null aside.
 * Everything else is `json`.
 */
export function valueKindOf(shape: Shape): ValueKind {
  const isArray = (shape.types & ~bit.null) === bit.array && ![...shape.nodes].some(hasOpenEnd)
  const values = isArray ? shape.items() : shape
  const kind = values === undefined ? 'json' : scalarKind(values.types & ~bit.null, values.format)
  return {
    kind,
    format: kind === 'json' ? undefined : values?.format,
    many: (shape.types & bit.array) !== 0,
    scalar: !isArray && kind !== 'json',
  }
}

/** Whether a schema describes the first items of an array, and leaves the others open. */
const hasOpenEnd = (node: SchemaNode): boolean =>
  under(node, 'prefixItems').length > 0 && under(node, 'items').length === 0

const maxArrayDepth = 8

function flatten(shape: Shape, depth: number): { types: TypeSet; format: TextFormat | undefined } {
  const { types, format } = shape
  if ((types & bit.array) === 0) return { types, format }
  const items = shape.items()
  const inner =
    items === undefined || depth === maxArrayDepth ? { types: everyType, format: undefined } : flatten(items, depth + 1)
  const others = types & ~bit.array
  const text = (others & bit.string) !== 0
  return {
    types: others | inner.types,
    format: !text ? inner.format : (inner.types & bit.string) === 0 || inner.format === format ? format : undefined,
  }
}

function scalarKind(types: TypeSet, format: TextFormat | undefined): ColumnKind {
  switch (types) {
    case bit.boolean:
      return 'boolean'
    case bit.integer:
    case bit.fraction:
    case bit.integer | bit.fraction:
      return 'number'
    case bit.string:
      return format === 'date-time' ? 'instant' : 'text'
    default:
      return 'json'
  }
}

/** What every value of this shape is, null aside; of an array its items. Undefined for other texts, and where there can be several. */
export function datatypeOf(shape: Shape): TextFormat | 'integer' | 'double' | undefined {
  const { types, format } = flatten(shape, 0)
  if ((types & bit.object) !== 0) return undefined
  switch (types & scalarTypes) {
    case bit.integer:
      return 'integer'
    case bit.fraction:
    case bit.integer | bit.fraction:
      return 'double'
    case bit.string:
      return format
    default:
      return undefined
  }
}

export const noColumn = 'is no column'

/** Why a property is no column, for messages. */
export const notAColumn = (types: Column['types']): string =>
  `${noColumn}: it allows ${types.length === 0 ? 'any type' : types.join(', ')}, not one of text, number, boolean, or an array of one of these`
