import { definePlugin, BadRequest } from '../../kernel/index.ts'
import { getOwn } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { Behaviour } from '../dynamic-resources/contract.ts'
import type { FlatShape } from '../../lib/flat/index.ts'

/** The flat shape of a person in `/api/persons`, and the schema.org properties that store it. */
const person: FlatShape = {
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

/** Computes the name of a person from given name and family name, joined by a space; it cannot be written. */
const personName: Behaviour = {
  name: 'person-name',
  types: ['person'],
  before({ action, before, data }) {
    if (action === 'restore') return []
    const name = ['givenName', 'familyName']
      .map(part => textAt(data, part))
      .filter(Boolean)
      .join(' ')
    const written = textAt(data, 'name')
    if (written !== undefined && written !== name && written !== textAt(before ?? {}, 'name')) {
      throw new BadRequest('name: is set by the service, from givenName and familyName')
    }
    data['name'] = name
    return []
  },
}

function textAt(data: JsonObject, property: string): string | undefined {
  const value = getOwn(data, property)
  return typeof value === 'string' ? value : undefined
}

/** Persons, as part of the content, in a flat shape under separate paths. */
export default definePlugin({
  name: 'persons',
  version: '1.0.0',
  requires: ['flatViews', 'resources'],
  provides: [],
  contributes: {
    segments: ['persons'],
    'core-types': ['person'],
    'flat-shapes': [person],
    behaviours: [personName],
  },
  register({ app, contracts: { flatViews, resources } }) {
    resources.addBehaviour(personName)
    flatViews.serve(app, person)
    return {}
  },
})
