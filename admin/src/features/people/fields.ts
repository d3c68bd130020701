import type { FlatField } from './useFlatForm.ts'

/** The fields of a person, in the flat shape. */
export const personFields: readonly FlatField[] = [
  { name: 'given_name', label: 'people.givenName', required: true },
  { name: 'family_name', label: 'people.familyName', required: true },
  { name: 'email', label: 'people.email', type: 'email' },
  { name: 'avatar_url', label: 'people.picture', help: 'people.pictureHelp', type: 'url', isPicture: true },
]

/** The fields of an organization, in the flat shape. */
export const organizationFields: readonly FlatField[] = [
  { name: 'name', label: 'people.name', required: true },
  { name: 'slug', label: 'people.slug', help: 'people.slugHelp', required: true, follows: 'name' },
  { name: 'description', label: 'people.description', multiline: true },
  { name: 'url', label: 'people.website', type: 'url' },
  { name: 'logo_url', label: 'people.logo', help: 'people.pictureHelp', type: 'url', isPicture: true },
]
