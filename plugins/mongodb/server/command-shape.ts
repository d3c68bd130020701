import type { Document } from 'mongodb'

/**
 * A command as MongoDB gets it, without its values: collection, fields, operators, sort and index (`find books {account_id, data.pages: {$gte}} sort
 * {data.pages: 1} hint list_…`). Of written documents only the names of their own fields are named, not those of the data.
 */
export function commandShape(command: Document): string {
  const [name = '', collection] = Object.entries(command)[0] ?? []
  const parts = [name, ...(typeof collection === 'string' ? [collection] : [])]
  switch (name) {
    case 'find':
      parts.push(filterShape(command['filter']))
      if (command['sort'] !== undefined && entriesOf(command['sort']).length > 0)
        parts.push(`sort ${keysShape(command['sort'])}`)
      if (command['limit'] !== undefined) parts.push('limit')
      break
    case 'aggregate':
      parts.push(listShape(command['pipeline'], stageShape))
      break
    case 'update':
      parts.push(listShape(command['updates'], ({ q, u }) => `${filterShape(q)} → ${changeShape(u)}`))
      break
    case 'delete':
      parts.push(listShape(command['deletes'], ({ q }) => filterShape(q)))
      break
    case 'findAndModify':
      parts.push(`${filterShape(command['query'])} → ${changeShape(command['update'])}`)
      break
    case 'createIndexes':
      parts.push(
        listShape(command['indexes'], ({ key, unique }) => keysShape(key) + (unique === true ? ' unique' : '')),
      )
      break
    // no default
  }
  if (command['hint'] !== undefined) parts.push(`hint ${String(command['hint'])}`)
  return parts.join(' ')
}

/** The different shapes of the items of a list. */
const listShape = (items: readonly Document[], shape: (item: Document) => string): string =>
  `[${[...new Set(items.map(shape))].join(', ')}]`

/** The names of an object with the shapes of their values; a value without a shape is left out. */
function objectShape(object: Document, shape: (name: string, value: unknown) => string): string {
  const members = entriesOf(object).map(([name, value]) => {
    const inner = shape(name, value)
    return inner === '' ? name : `${name}: ${inner}`
  })
  return `{${members.join(', ')}}`
}

const entriesOf = (object: Document): [string, unknown][] =>
  object instanceof Map ? [...object].map(([name, value]) => [String(name), value]) : Object.entries(object)

/** Whether something is an object of names, and not a value of BSON or a list. */
const hasNames = (value: unknown): value is Document =>
  value instanceof Map ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** Fields and operators. Alternatives that differ only in their values are shown once. */
const filterShape = (filter: Document = {}): string =>
  objectShape(filter, (name, value) => {
    if (/^\$(?:and|or|nor)$/.test(name) && Array.isArray(value)) return listShape(value, filterShape)
    return hasNames(value) ? filterShape(value) : ''
  })

/** A key of an index or an order, with its directions. */
const keysShape = (keys: Document): string => objectShape(keys, (_, direction) => String(direction))

const stageShape = (stage: Document): string =>
  objectShape(stage, (name, value) => (name === '$match' && hasNames(value) ? filterShape(value) : ''))

/** The operators of an update with the fields that they change; `replacement` for a whole document. */
function changeShape(update: Document): string {
  const isReplacement = !entriesOf(update).every(([name]) => name.startsWith('$'))
  return isReplacement
    ? 'replacement'
    : objectShape(update, (_, fields) => (hasNames(fields) ? objectShape(fields, () => '') : ''))
}
