import type { FlatShape } from '../../lib/flat/index.ts'

/** The flat shape of a person in `/api/persons`, and the schema.org properties that store it. */
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
