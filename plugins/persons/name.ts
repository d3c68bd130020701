import { BadRequest } from '../../kernel/index.ts'
import { getOwn } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { Behaviour } from '../dynamic-resources/contract.ts'

/** Computes the name of a person from given name and family name, joined by a space; it cannot be written. */
export const personName: Behaviour = {
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
