import type {
  CollectionDefinition,
  ColumnKind,
  Condition,
  ConditionTarget,
  DocumentDraft,
  SelectQuery,
  Sort,
} from '../../../lib/store-kit/document-store.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, Scalar } from '../../../lib/json/types.ts'

/** The documents that a query asks for, unordered. */
export function select(
  documents: readonly DocumentDraft[],
  { account_id, status, visibility, conditions, anyOf, words, searched }: SelectQuery,
  indexed: CollectionDefinition['words'],
): DocumentDraft[] {
  const { except } = searched ?? (indexed === false ? { except: [] } : indexed)
  return documents.filter(
    ({ id, meta, data }) =>
      (account_id === null || meta.account_id === account_id) &&
      (status === 'any' || meta.status === status) &&
      (visibility.all || meta.created_by === visibility.owner || visibility.ids.includes(id)) &&
      conditions.every(condition => holds(condition, { id, meta, data })) &&
      (anyOf === undefined || anyOf.some(group => group.every(one => holds(one, { id, meta, data })))) &&
      words.every(word => beginnings(data, except).some(each => each.startsWith(word))),
  )
}

function holds({ target, kind, operator, operands }: Condition, document: DocumentDraft): boolean {
  const values =
    'references' in target
      ? references(document.data, target.references)
      : 'path' in target
        ? leaves(document.data, target.path)
        : [valueOf(document, { target, kind })]
  const scalars = values.filter(value => isOf(value, kind)) as Exclude<Scalar, null>[]
  const some = (test: (value: Exclude<Scalar, null>, operand: Exclude<Scalar, null>) => boolean): boolean =>
    scalars.some(value => operands.some(operand => operand !== null && test(value, operand)))
  const compared = (fits: (order: number) => boolean): boolean =>
    some((value, operand) => typeof value === typeof operand && fits(compare(value, operand, kind)))
  switch (operator) {
    case 'eq':
    case 'in':
      return compared(order => order === 0)
    case 'ne':
    case 'nin':
      return !compared(order => order === 0)
    case 'gt':
      return compared(order => order > 0)
    case 'gte':
      return compared(order => order >= 0)
    case 'lt':
      return compared(order => order < 0)
    case 'lte':
      return compared(order => order <= 0)
    case 'like':
      return some(
        (value, operand) =>
          typeof value === 'string' && typeof operand === 'string' && lower(value).includes(lower(operand)),
      )
    case 'exists':
      return values.some(value => (kind === 'json' ? value !== null : isOf(value, kind))) === operands[0]
  }
}

const lower = (text: string): string => text.toLowerCase().replace(/\u03c2/g, '\u03c3')

/** All values at a path, except arrays. */
function leaves(value: Json, path: readonly string[]): Json[] {
  if (Array.isArray(value)) return value.flatMap(item => leaves(item, path))
  const [name, ...rest] = path
  if (name === undefined) return [value]
  if (value === null || typeof value !== 'object') return []
  const entry = Object.entries(value).find(([key]) => key === name)
  return entry === undefined ? [] : leaves(entry[1], rest)
}

/** The value that a sort or a unique property uses; null if there is none of its kind. */
export function valueOf(
  { id, meta, data }: DocumentDraft,
  { target, kind }: { target: ConditionTarget; kind: ColumnKind },
): Scalar {
  if ('column' in target) return target.column === 'id' ? id : meta[target.column]
  let value: Json = data
  for (const name of target.path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
    value = Object.entries(value).find(([key]) => key === name)?.[1] ?? null
  }
  return isOf(value, kind) ? (value as Scalar) : null
}

/** Whether a column holds a value. */
function isOf(value: Json, kind: ColumnKind): boolean {
  if (kind === 'json') return value !== null && typeof value !== 'object'
  return kind === 'instant'
    ? typeof value === 'string' && moment(value) !== undefined
    : typeof value === (kind === 'text' ? 'string' : kind)
}

/** The order of two documents in a list. */
export function order({ target, kind, direction }: Sort, a: DocumentDraft, b: DocumentDraft): number {
  const [x, y] = [valueOf(a, { target, kind }), valueOf(b, { target, kind })]
  const difference = Number(x !== null) - Number(y !== null) || compare(x, y, kind) || codePoints(a.id, b.id)
  return direction === 'asc' ? difference : -difference
}

export function compare(a: Scalar, b: Scalar, kind: ColumnKind): number {
  if (typeof a === 'string' && typeof b === 'string') {
    const [x, y] = kind === 'instant' ? [moment(a), moment(b)] : []
    if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0
    return codePoints(a, b)
  }
  return Number(a) - Number(b)
}

function codePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** A moment as an integer number of milliseconds. */
function moment(text: string): bigint | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:?\d\d)$/.exec(text)
  if (match === null) return undefined
  const [, date = '', time = '', fraction = '', zone = ''] = match
  const whole = Date.parse(`${date}T${time}Z`) / 1000
  if (Number.isNaN(whole)) return undefined
  const [sign, hours, minutes] = /[Zz]/.test(zone)
    ? [1, 0, 0]
    : [zone[0] === '-' ? -1 : 1, zone.slice(1, 3), zone.slice(-2)]
  const seconds = whole - sign * (Number(hours) * 3600 + Number(minutes) * 60)
  return BigInt(seconds) * 1000n + BigInt(fraction.slice(0, 3).padEnd(3, '0'))
}

/** What data refer to, by a schema with `properties`, `additionalProperties`, `items` and `x-resource-type`. */
function references(data: Json, schema: Json): string[] {
  if (!isObject(schema)) return []
  if (typeof data === 'string') {
    const isReference = data.startsWith(`urn:${String(schema['x-resource-type'])}:`)
    return isReference ? [data, ...(schema['x-on-archive'] === 'restrict' ? [`restrict ${data}`] : [])] : []
  }
  if (Array.isArray(data)) return data.flatMap(item => references(item, schema['items'] ?? null))
  if (!isObject(data)) return []
  const { properties = {}, additionalProperties = null } = schema
  return Object.entries(data).flatMap(([name, value]) =>
    references(value, (isObject(properties) ? properties[name] : undefined) ?? additionalProperties),
  )
}

/** Every place where a word of the data begins, as the text from there to the word's end. */
function beginnings(data: Json, except: readonly string[]): string[] {
  const result: string[] = []
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (value !== null && typeof value === 'object') {
      Object.values(value).forEach(visit)
    } else if (typeof value === 'string' && !except.some(prefix => value.startsWith(prefix))) {
      const text = lower(value.normalize('NFKD').replace(/\p{M}/gu, ''))
      for (const word of text.split(/[^\p{L}\p{N}]+/u)) {
        const characters = [...word]
        characters.forEach((character, i) => {
          const everywhere = /[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{scx=Mymr}]/u
          if (i === 0 || everywhere.test(character)) result.push(characters.slice(i).join(''))
        })
      }
    }
  }
  visit(data)
  return result.filter(word => word !== '')
}
