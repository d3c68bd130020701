import { typesOf } from '../../../../admin/src/index.ts'
import type { Json, JsonObject, ResourceType } from '../../../../admin/src/index.ts'
import { conversionFor } from './conversions.ts'
import type { Conversion } from './conversions.ts'
import type { Reason } from './reading/index.ts'
import type { ColumnSurvey } from './survey.ts'
import { withIds } from './names.ts'
import type { Names } from './names.ts'
import { problemHeading } from './problems.ts'
import { idPath, isOpen, targetsOf, undeclared } from './targets.ts'
import type { Target } from './targets.ts'

/** Where a column goes: the path of a target; empty for nowhere. */
export type Mapping = ReadonlyMap<string, string>

/** Guess where columns go: by name, then by what they hold where the names are alike and nothing else comes into question. */
export function guess(columns: readonly ColumnSurvey[], type: ResourceType, takesIds: boolean): Map<string, string> {
  const targets = targetsOf(type)
  const mapping = new Map(columns.map(({ name }) => [name, '']))
  const free = new Map(targets.map(target => [target.path, target]))
  const take = (column: string, path: string): void => {
    mapping.set(column, path)
    free.delete(path)
  }
  if (takesIds && mapping.has(idPath)) take(idPath, idPath)
  for (const isSame of [sameName, likeName]) {
    for (const column of columns) {
      if (mapping.get(column.name) !== '' || column.name === idPath) continue
      const fitting = [...free.values()].filter(target => isSame(column.name, target) && fits(column, target))
      const [only] = fitting
      if (only !== undefined && (fitting.length === 1 || isSame === sameName)) take(column.name, only.path)
    }
  }
  if (type.schema === undefined)
    for (const name of mapping.keys()) if (name !== idPath && name !== problemHeading) mapping.set(name, name)
  return mapping
}

/** What may be chosen for a column. */
export function choicesFor(column: string, type: ResourceType, takesIds: boolean): Target[] {
  const targets = targetsOf(type)
  const isDeclared = targets.some(({ path }) => path === column)
  return [
    ...(takesIds ? [{ path: idPath, title: idPath, property: undefined }] : []),
    ...targets,
    ...(isOpen(type) && !isDeclared && column !== idPath && column !== '' ? [undeclared(column)] : []),
  ]
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]/gu, '')

const sameName = (column: string, { path, title }: Target): boolean => {
  const wanted = plain(column)
  return wanted !== '' && (wanted === plain(path) || wanted === plain(title.replaceAll(' › ', '.')))
}

const likeName = (column: string, { path, title }: Target): boolean => {
  const wanted = plain(column)
  return [path, title].map(plain).some(name => isPart(wanted, name) || isPart(name, wanted))
}

const isPart = (part: string, whole: string): boolean => part.length >= 4 && whole.includes(part)

function fits({ types, spells, filled }: ColumnSurvey, { property }: Target): boolean {
  if (property === undefined || filled === 0) return true
  const takes = new Set(typesOf(property.schema))
  if (takes.size === 0 || takes.has('string') || takes.has('array')) return true
  const hasNumbers = takes.has('number') || takes.has('integer')
  return [...types].every(type => {
    if (type === 'string')
      return (
        (hasNumbers && spells.has('number')) || (takes.has('boolean') && spells.has('boolean')) || takes.has('object')
      )
    return takes.has(type) || (type === 'number' && hasNumbers)
  })
}

/** A column on its way. */
export interface MappedColumn {
  column: string
  path: string
  target: Target
  conversion: Conversion
}

/** The columns that go somewhere, and what is done to their values. */
export function mappedColumns(columns: readonly ColumnSurvey[], mapping: Mapping, type: ResourceType): MappedColumn[] {
  const targets = new Map(targetsOf(type).map(target => [target.path, target]))
  return columns.flatMap(column => {
    const path = mapping.get(column.name) ?? ''
    if (path === '') return []
    const target = targets.get(path) ?? undeclared(path)
    const conversion = conversionFor(column, path === idPath ? undefined : target.property)
    return [{ column: column.name, path, target, conversion }]
  })
}

/** What a row of the file becomes. */
export interface MadeRow {
  /** As the file gives it. */
  id: Json | undefined
  data: JsonObject
}

/** Make a row of the file into the data of a resource. @returns why not, where a reference names what cannot be found */
export function makeRow(
  row: JsonObject,
  columns: readonly MappedColumn[],
  names: Names,
): MadeRow | { reason: Reason; column: string } {
  const data: Nested = new Map()
  let id: Json | undefined
  for (const { column, path, target, conversion } of columns) {
    const value = Object.hasOwn(row, column) ? row[column] : undefined
    if (value === undefined) continue
    if (path === idPath) id = value
    else {
      const read = conversion.read(value)
      if (read === undefined) continue
      const slug = target.property?.refersTo
      const found = slug === undefined ? { value: read } : withIds(read, slug, names)
      if ('key' in found) return { reason: found, column }
      put(data, target.property === undefined ? [path] : path.split('.'), found.value)
    }
  }
  return { id, data: toObject(data) }
}

type Nested = Map<string, Json | Nested>

function put(data: Nested, [name = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    data.set(name, value)
    return
  }
  const known = data.get(name)
  const inner: Nested = known instanceof Map ? known : new Map()
  data.set(name, inner)
  put(inner, rest, value)
}

const toObject = (data: Nested): JsonObject =>
  Object.fromEntries([...data].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value])) // `__proto__` too is a name
