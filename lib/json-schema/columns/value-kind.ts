import type { ColumnKind } from './column.ts'
import type { Shape, TextFormat } from './shape.ts'
import { bit, everyType, scalarTypes } from './type-set.ts'
import type { TypeSet } from './type-set.ts'

/** How the values of a place are compared, and whether there can be several. */
interface ValueKind {
  kind: ColumnKind
  many: boolean
  /** What every text here is. */
  format: TextFormat | undefined
  /** The value itself is a scalar (or null), never an array or object. */
  scalar: boolean
}

/** Read how values of this shape are compared: an array as its items. */
export function valueKindOf(shape: Shape): ValueKind {
  const { types, format, many } = flatten(shape, 0)
  const scalars = types & scalarTypes
  return {
    kind: kindOf(types, format),
    format,
    // objects and arrays next to scalars are found at their own paths, not in the place itself
    many: many || (scalars !== 0 && (types & bit.object) !== 0),
    scalar: !many && scalars !== 0 && (types & bit.object) === 0,
  }
}

const maxArrayDepth = 8

function flatten(shape: Shape, depth: number): { types: TypeSet; format: TextFormat | undefined; many: boolean } {
  const { types, format } = shape
  if ((types & bit.array) === 0) return { types, format, many: false }
  const items = shape.items()
  const inner =
    items === undefined || depth === maxArrayDepth ? { types: everyType, format: undefined } : flatten(items, depth + 1)
  const others = types & ~bit.array
  const text = (others & bit.string) !== 0
  return {
    types: others | inner.types,
    format: !text ? inner.format : (inner.types & bit.string) === 0 || inner.format === format ? format : undefined,
    many: true,
  }
}

function kindOf(types: TypeSet, format: TextFormat | undefined): ColumnKind {
  switch (types & scalarTypes) {
    case 0:
      return (types & bit.object) === 0 ? 'mixed' : 'json'
    case bit.boolean:
      return 'boolean'
    case bit.integer:
    case bit.fraction:
    case bit.integer | bit.fraction:
      return 'number'
    case bit.string:
      return format === 'date-time' ? 'instant' : 'text'
    default:
      return 'mixed'
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
