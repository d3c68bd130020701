import type { FlatShape } from '../../lib/flat/index.ts'

/** A person as `/api/persons` shows it, and how that is kept in the words of schema.org. */
export const person: FlatShape = {
  typeSlug: 'person',
  segment: 'persons',
  fields: [
    { name: 'given_name', property: 'givenName', description: 'given name', required: true },
    { name: 'family_name', property: 'familyName', description: 'family name', required: true },
    {
      name: 'name',
      property: 'name',
      description: 'given name and family name, joined by the service',
      readOnly: true,
    },
    { name: 'email', property: 'email', description: 'e-mail address' },
    { name: 'avatar_url', property: 'image', description: 'address of a picture' },
  ],
}
