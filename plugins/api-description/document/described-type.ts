import type { Json } from '../../../lib/json/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { roles } from './names.ts'
import { place } from './template.ts'
import type { NameOfRole } from './type-schemas.ts'

/** What the descriptions of operations contain of a type. */
export interface DescribedType {
  name: string
  slug: string
  nameOf: NameOfRole
  /** What its lists can be sorted by. */
  sortExamples: Json
  filterExample: string
}

/** A type of which the descriptions are templates, with places for what {@link valuesOf} returns. */
export const anyDescribedType: DescribedType = {
  name: place('name'),
  slug: place('slug'),
  nameOf: place,
  sortExamples: place('sortExamples'),
  filterExample: place('filterExample'),
}

const standardColumns = ['id', 'status', 'created_by', 'sequence_no', 'created_at', 'updated_at']

/** What a type has at the places of {@link anyDescribedType}. */
export function valuesOf({ name, slug, compiled }: ResourceType, nameOf: NameOfRole): Map<string, Json> {
  const columns = compiled.columns.filter(({ kind, path }) => kind !== 'json' && !compiled.secrets.includes(path))
  const fieldsOf = (chosen: typeof columns): string[] => [
    ...new Set([...chosen.map(({ path }) => path.join('.')), ...standardColumns]),
  ]
  const sortable = fieldsOf(columns.filter(({ indexed, many }) => indexed && !many))
  const [field = 'status'] = fieldsOf(columns)
  return new Map<string, Json>([
    ['name', name],
    ['slug', slug],
    ['sortExamples', Object.fromEntries(sortable.map((one, index) => [`field${index + 1}`, { value: one }]))],
    ['filterExample', JSON.stringify({ [field]: { exists: true } })],
    ...roles.map((role): [string, string] => [role, nameOf(role)]),
  ])
}
