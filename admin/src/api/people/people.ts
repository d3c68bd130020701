import type { Versioned } from '../transport/client.ts'
import type { JsonObject } from '../transport/json.ts'
import { countLimit } from '../transport/page.ts'
import type { Page } from '../transport/page.ts'
import { dataOf, listResources, restoreResource } from '../content/resources.ts'
import type { Resource } from '../content/resources.ts'
import { send, sendForJson } from '../transport/send.ts'
import type { Query } from '../transport/send.ts'

/** What persons and organizations have in common, in the flat shape. */
export interface Flat {
  id: string
  name: string
  status: string
  created_at: string
}

/** A person, in the flat shape. */
export interface Person extends Flat {
  given_name: string
  family_name: string
  email: string
  avatar_url: string
}

/** An organization, in the flat shape. */
export interface Organization extends Flat {
  slug: string
  description: string
  url: string
  logo_url: string
}

/** What a list of people is narrowed by. */
export interface PeopleFilter {
  /** Words that must begin words of it. */
  q?: string
  archived?: boolean
}

/** What there is to do with them. */
export interface FlatApi<Item extends Flat> {
  /** Slug of their type. */
  slug: string
  list(filter: PeopleFilter, cursor?: string): Promise<Page<Item>>
  get(id: string): Promise<Versioned<Item>>
  create(body: JsonObject): Promise<Item>
  /** @throws ApiError, stale when it is no longer what the ETag says */
  change(id: string, body: JsonObject, ifMatch: string): Promise<Item>
  archive(id: string): Promise<void>
  restore(id: string): Promise<void>
}

const text = (data: JsonObject, name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

/** The words of schema.org, as `/api/person` and `/api/organization` have them, in the flat shape. */
function flatten(resource: Resource, names: Readonly<Record<string, string>>): Flat {
  const data = dataOf(resource)
  const fields = Object.entries(names).map(([name, property]) => [name, text(data, property)])
  const { id, status, created_at } = resource
  return { id, name: '', status, created_at, ...Object.fromEntries(fields) }
}

/** Lists that are searched, or of what is archived, are those of the type; the flat one has neither. */
function flatApi<Item extends Flat>(
  segment: string,
  slug: string,
  names: Readonly<Record<string, string>>,
): FlatApi<Item> {
  const path = (id?: string): string => `/api/${segment}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`
  const page = (cursor: string | undefined): Query => ({ cursor, limit: 50, count: countLimit })
  return {
    slug,
    async list({ q = '', archived = false }, cursor) {
      if (q.trim() === '' && !archived) return sendForJson('GET', path(), { query: page(cursor) })
      const narrowed = { ...(q.trim() !== '' && { q }), ...(archived && { status: 'archived' }) }
      const found = await listResources(slug, { ...page(cursor), ...narrowed })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of its fields
      return { ...found, data: found.data.map(resource => flatten(resource, names) as Item) }
    },
    async get(id) {
      const response = await send('GET', path(id))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the document of the service
      return { value: (await response.json()) as Item, etag: response.headers.get('etag') ?? '' }
    },
    create: body => sendForJson('POST', path(), { body }),
    change: (id, body, ifMatch) => sendForJson('PUT', path(id), { body, ifMatch }),
    async archive(id) {
      await send('DELETE', path(id))
    },
    async restore(id) {
      await restoreResource(slug, id)
    },
  }
}

export const persons = flatApi<Person>('persons', 'person', {
  name: 'name',
  given_name: 'givenName',
  family_name: 'familyName',
  email: 'email',
  avatar_url: 'image',
})

export const organizations = flatApi<Organization>('organizations', 'organization', {
  name: 'name',
  slug: 'slug',
  description: 'description',
  url: 'url',
  logo_url: 'logo',
})

const members = (id: string, person?: string): string =>
  `/api/organizations/${encodeURIComponent(id)}/members${person === undefined ? '' : `/${encodeURIComponent(person)}`}`

export const listMembers = (id: string, cursor?: string): Promise<Page<Person>> =>
  sendForJson('GET', members(id), { query: { cursor, limit: 50, count: countLimit } })

export const addMember = (id: string, person: string): Promise<Person> =>
  sendForJson('POST', members(id), { body: { person_id: person } })

export async function removeMember(id: string, person: string): Promise<void> {
  await send('DELETE', members(id, person))
}
