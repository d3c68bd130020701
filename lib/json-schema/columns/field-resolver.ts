import type { Column } from './column.ts'
import type { DeclaredField } from '../compiled-schema.ts'
import { columnAt } from './columns.ts'
import { declaredPath } from './declared-paths.ts'
import { valueKindOf } from './value-kind.ts'
import { Shapes, TooIntricate } from './shape.ts'
import type { Shape, TextFormat } from './shape.ts'
import type { SchemaTree } from '../tree/schema-tree.ts'

/**
 * Resolves how a dotted path can be filtered and sorted, for {@link import('../compiled-schema.ts').CompiledSchema.resolve}.
 * @param columns those of the type
 */
export function resolver(
  tree: SchemaTree,
  columns: readonly Column[],
): (path: readonly string[]) => DeclaredField | undefined {
  const known = new Map<string, DeclaredField>(columns.map(column => [keyOf(column.path), column]))
  const formats = new Map<string, DateFormat | undefined>()
  let shapes = new Shapes()
  const declared = (path: readonly string[]): DeclaredField | undefined => {
    try {
      return declaredAt(shapes.definite(tree.root), path)
    } catch (error) {
      if (!(error instanceof TooIntricate)) throw error
      shapes = new Shapes() // drop the shapes of many unusual paths
      return undefined
    }
  }
  return path => {
    const key = keyOf(path)
    const column = known.get(key)
    if (column === undefined) return path.length < 2 ? undefined : declared(path)
    if (!formats.has(key)) formats.set(key, declared(path)?.format)
    const format = formats.get(key)
    return format === undefined ? column : { ...column, format }
  }
}

type DateFormat = NonNullable<DeclaredField['format']>

const keyOf = (path: readonly string[]): string => path.join('.') // names have no dots

function declaredAt(root: Shape, path: readonly string[]): DeclaredField | undefined {
  const found = declaredPath(root, path)
  if (found === undefined) return undefined
  const column = columnAt(found)
  const { format } = valueKindOf(found.shape)
  return isDateFormat(format) ? { ...column, format } : column
}

const isDateFormat = (format: TextFormat | undefined): format is DateFormat =>
  format === 'date' || format === 'date-time'
