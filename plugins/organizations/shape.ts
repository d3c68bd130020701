import type { FlatShape } from '../../lib/flat/index.ts'
import { isRecord } from '../../lib/json/index.ts'

/** An organization as `/api/organizations` shows it, and how that is kept in the words of schema.org. */
export const organization: FlatShape = {
  typeSlug: 'organization',
  segment: 'organizations',
  fields: [
    { name: 'name', property: 'name', description: 'what it is called', required: true },
    { name: 'slug', property: 'slug', description: 'short name for addresses, which no other one has', required: true },
    { name: 'description', property: 'description', description: 'what it is' },
    { name: 'url', property: 'url', description: 'address of its website' },
    { name: 'logo_url', property: 'logo', description: 'address of its logo' },
  ],
}

/** How members are shown: what a plugin contributes as the flat shape of the type `person`. */
export function memberShape(contributed: readonly { value: unknown }[]): FlatShape | undefined {
  const shapes = contributed.flatMap(({ value }) => (Array.isArray(value) ? value.filter(isFlatShape) : []))
  return shapes.find(({ typeSlug }) => typeSlug === 'person')
}

const isFlatShape = (value: unknown): value is FlatShape =>
  isRecord(value) &&
  typeof value['typeSlug'] === 'string' &&
  typeof value['segment'] === 'string' &&
  Array.isArray(value['fields'])
