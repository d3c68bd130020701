import type { TestApp } from '../../testing/index.ts'
import type { Resource } from '../../testing/internal/movies.ts'

const address = {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' }, zip: { type: 'string', pattern: '^[0-9]{5}$' } },
}
const member = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: 'integer' },
    since: { type: 'string', format: 'date', title: 'Member since' },
  },
}
const card = {
  type: 'object',
  required: ['number'],
  properties: { kind: { const: 'card' }, number: { type: 'string' } },
}
const bank = { type: 'object', required: ['iban'], properties: { kind: { const: 'bank' }, iban: { type: 'string' } } }

/** A type with every kind of value that a form supports. */
export const event = {
  name: 'Event',
  slug: 'fair',
  schema: {
    type: 'object',
    required: ['title'],
    $defs: { address },
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 100, description: 'What it is called.' },
      story: { type: 'string', maxLength: 5000 },
      contact: { type: 'string', format: 'email' },
      site: { type: 'string', format: 'uri' },
      image: { type: 'string', format: 'uri' },
      year: { type: 'integer', minimum: 1900 },
      price: { type: 'number', maximum: 1000 },
      day: { type: 'string', format: 'date' },
      opens: { type: 'string', format: 'time' },
      begins: { type: 'string', format: 'date-time' },
      colour: { type: 'string', 'x-format': 'color' },
      indoors: { type: 'boolean' },
      paid: { type: ['boolean', 'null'] },
      stage: { type: 'string', enum: ['idea', 'planned', 'over'] },
      topics: { type: 'array', uniqueItems: true, items: { enum: ['art', 'music', 'film'] } },
      nickname: { type: ['string', 'null'] },
      tags: { type: 'array', items: { type: 'string', minLength: 2 } },
      members: { type: 'array', items: member },
      place: { $ref: '#/$defs/address' },
      payment: {
        oneOf: [
          { title: 'Card', ...card },
          { title: 'Bank', ...bank },
        ],
      },
      size: { type: ['string', 'integer'] },
      extra: {},
      host: { type: 'string', 'x-resource-type': 'person' },
      related: { type: 'array', items: { type: 'string', 'x-resource-type': 'fair' } },
      code: { type: 'string', 'x-unique': true },
    },
  },
}

/** Create the type, a person and two events. */
export async function withEvents({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', event)
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  await request('POST', '/api/persons', { given_name: 'Ada', family_name: 'King' })
  for (const title of ['Spring fair', 'Autumn fair']) await request('POST', '/api/fair', { title, code: title })
}

/** The event with this title. */
export async function eventCalled({ request }: TestApp, title: string): Promise<Resource | undefined> {
  const answer = await request('GET', `/api/fair?_filter[title][eq]=${encodeURIComponent(title)}`)
  return answer.json<{ data: Resource[] }>().data[0]
}

/** The properties of an event. */
export const propertiesOf = (resource: Resource | undefined): Record<string, unknown> =>
  resource?.data['@graph'][0] ?? {}
