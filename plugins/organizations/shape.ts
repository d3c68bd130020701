import type { Contribution } from '../../kernel/index.ts'
import type { FlatShape } from '../../lib/flat/index.ts'

/** The flat shape of an organization in `/api/organizations`, and the schema.org properties that store it. */
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

/** The flat shape of members: the one that a plugin contributes for the type `person`. */
export const memberShape = (contributed: readonly Contribution<'flat-shapes'>[]): FlatShape | undefined =>
  contributed.flatMap(({ value }) => value).find(({ typeSlug }) => typeSlug === 'person')
