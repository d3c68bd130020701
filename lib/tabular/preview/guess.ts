import type { Json } from '../../json/index.ts'
import { createValueReader } from '../row-reader.ts'
import { isSpread, shapeOf, type SchemaShape } from '../schema-shape.ts'
import type { ColumnValues, PreviewOptions } from './index.ts'
import { typeOfJson } from '../../json/index.ts'

/** A property that a column can be mapped to. */
interface Target {
  /** Names joined by dots. */
  path: string
  /** Titles joined by dots. */
  title: string
  shape: SchemaShape
}

const maxDepth = 4

/**
 * Guess the mapping of columns: by name, if the property accepts any of the values; then by similar names, if it is the only one that accepts them all.
 * @returns column → property, empty for none
 */
export function guessMapping(columns: readonly ColumnValues[], options: PreviewOptions): Map<string, string> {
  const { schema, mapping: given, listedOnly, excluded, takesIds } = options
  const mapping = new Map(columns.map(({ column }) => [column, given.get(column) ?? '']))
  const open = columns.filter(({ column }) => !listedOnly && !given.has(column))
  if (takesIds && open.some(({ column }) => column === '@id')) mapping.set('@id', '@id')
  const named = open.filter(({ column }) => column !== '@id')
  if (schema === null) for (const { column } of named) mapping.set(column, column)
  const taken = new Set(mapping.values())
  const targets = targetsIn(shapeOf(schema), '', '', 1).filter(
    ({ path }) => !taken.has(path) && !excluded.includes(path.split('.')[0] ?? ''),
  )
  const free = new Map(targets.map(target => [target.path, target]))
  for (const isSame of [hasName, hasSimilarName]) {
    for (const column of named) {
      if (mapping.get(column.column) !== '') continue
      const fitting = [...free.values()].filter(
        target => isSame(column.column, target) && takesValues(column, target, options, isSame === hasName),
      )
      const [first] = fitting
      if (first === undefined || (fitting.length > 1 && isSame === hasSimilarName)) continue
      mapping.set(column.column, first.path)
      free.delete(first.path)
    }
  }
  return mapping
}

function targetsIn(shape: SchemaShape, path: string, title: string, depth: number): Target[] {
  return [...shape.properties].flatMap(([name, inner]) => {
    const target = { path: path + name, title: title + (inner.title ?? name), shape: inner }
    const isDeeper = isSpread(inner) && depth < maxDepth
    return [target, ...(isDeeper ? targetsIn(inner, `${target.path}.`, `${target.title}.`, depth + 1) : [])]
  })
}

/** A name without differences in spelling such as case, spaces and accents. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]/gu, '')

const hasName = (column: string, { path, title }: Target): boolean => {
  const wanted = plain(column)
  return wanted !== '' && (wanted === plain(path) || wanted === plain(title))
}

const hasSimilarName = (column: string, { path, title }: Target): boolean => {
  const wanted = plain(column)
  return [path, title].map(plain).some(name => isPart(wanted, name) || isPart(name, wanted))
}

const minPartLength = 4
const isPart = (part: string, whole: string): boolean => part.length >= minPartLength && whole.includes(part)

function takesValues(
  { column, values }: ColumnValues,
  { path, shape }: Target,
  options: PreviewOptions,
  anyOfThem: boolean,
): boolean {
  if (shape.types.size === 0 || values.length === 0) return true
  const read = createValueReader(column, path, options)
  const isTaken = (value: Json): boolean => takes(shape, read(value))
  return anyOfThem ? values.some(isTaken) : values.every(isTaken)
}

function takes({ types }: SchemaShape, value: Json | undefined): boolean {
  if (value === undefined) return true
  const type = typeOfJson(value)
  return types.has(type) || (type === 'number' && types.has('integer'))
}
