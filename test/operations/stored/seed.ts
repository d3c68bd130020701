import type { Client, SignedInApp } from '../../../testing/internal/signed-in.ts'
import { expectStatus } from './ask.ts'
import type { Ask } from './ask.ts'
import { seedTypes } from './seed-types.ts'

/** Secret of the cookies in a stored fixture: a later test signs in with them. */
export const storedSecret = 'the secret of the stored fixtures, long enough'

/** The content of a store, as the API returned it when it was filled. */
export interface Stored {
  /** `Date.now()` when everything was stored; sessions are valid for some hours after it. */
  at: number
  issuer: string
  /** The `Cookie` header of sessions, by login. The user of `disabled` was disabled afterwards. */
  cookies: Record<'root' | 'ada' | 'bob' | 'disabled', string>
  /** API tokens. `narrow` can read only `book`, `revoked` was revoked. */
  tokens: Record<'wide' | 'narrow' | 'revoked', string>
  users: Record<'root' | 'ada' | 'bob' | 'disabled', string>
  /** Ids of resources by their special feature. */
  ids: Record<string, string>
  /** `GET /api/book?limit=2&sort_by=title` as root: the address of its second page, and its content. */
  nextPage: { url: string; ids: string[] }
  /** Answers to `GET` as root, by address. */
  answers: Record<string, { status: number; body: unknown }>
}

/** Addresses whose responses are stored. */
const questions = (ids: Record<string, string>): string[] => [
  '/api/resource-types?limit=1000&includeAll=true',
  ...['book', 'old-thing', 'renamed', 'reading', 'measure'].map(slug => `/api/resource-types/${slug}`),
  '/api/resource-types/presets',
  '/api/book?limit=1000',
  '/api/book?limit=1000&sort_by=printedAt',
  '/api/book?limit=1000&sort_by=mixed&sort_order=desc',
  '/api/book?limit=1000&status=archived',
  '/api/book?q=stra%C3%9Fe&count=true',
  '/api/book?_filter[isbn][eq]=3-16&count=true',
  '/api/book?_filter[pages][gt]=100&sort_by=pages&count=true',
  '/api/book?_filter[printedAt][lte]=2026-01-01T00:00:00Z&count=true',
  '/api/book?_filter[tags][in]=sea,land&count=true',
  '/api/book?_filter[address.city][eq]=Berlin&count=true',
  '/api/book?_filter[author.name][like]=ada&count=true',
  '/api/book?_filter[title][ne]=Sea&count=true',
  `/api/book/${ids['changed']}/versions`,
  `/api/book/${ids['restored']}/versions`,
  `/api/book/${ids['changed']}?sequence_no=1`,
  `/api/book/${ids['changed']}?include=author`,
  `/api/book/${ids['archived']}`,
  `/api/writer/${ids['writer']}/referrers`,
  `/api/writer/${ids['planWriter']}/referrers`,
  `/api/book/${ids['plain']}/referrers`,
  '/api/plan?limit=1000',
  `/api/plan/${ids['plan']}?labels=true`,
  `/api/book/${ids['changed']}/permissions`,
  '/api/reading?limit=1000&sort_by=value',
  '/api/reading?_filter[value][gt]=5',
  '/api/note?limit=1000',
  '/api/note?_filter[colour][eq]=5',
  '/api/renamed?limit=1000',
  '/api/measure?limit=3&sort_by=late&sort_order=desc&count=true',
  '/api/measure?_filter[even][eq]=true&count=true&limit=1',
  '/api/persons?limit=1000',
  '/api/organizations?limit=1000',
  `/api/organizations/${ids['organization']}/members`,
  '/api/task?limit=1000&count=true',
  '/api/meal-occurrence?limit=1000&count=true',
  '/api/users?limit=1000',
  '/api/accounts?limit=1000',
  '/api/settings/roles',
  '/api/settings/role-access',
  '/api/settings/sidebar',
  '/api/settings/sidebar?role=editor',
  '/api/views?limit=1000',
  '/api/auth/sessions',
  '/api/auth/tokens',
  '/api/events?limit=1000&until=2100-01-01T00:00:00Z',
]

/** Create users that only development mode creates. Call this first, on the same store, with a service in that mode. */
export async function seedDevelopment(request: Ask): Promise<void> {
  await expectStatus(200, request('GET', '/api/auth/me', undefined, { 'x-dev-agent': 'developer@example.org' }))
}

/** Fill an empty store with something of every kind that is stored, through a service in production mode. */
export async function seed(app: SignedInApp): Promise<Stored> {
  const root = await app.signIn('root')
  const ada = await app.signIn('ada', { email: 'ada@example.org', name: 'Ada Lovelace', email_verified: true })
  const bob = await app.signIn('bob')
  const gone = await app.signIn('gone', { email: 'gone@example.org', name: 'Gone', email_verified: false })
  const post = async (url: string, body: unknown, by: Ask = root.request): Promise<{ id: string; token: string }> =>
    (await expectStatus(201, by('POST', url, body))).json()
  const put = (url: string, body: unknown) => expectStatus(200, root.request('PUT', url, body))

  await put('/api/settings/roles', { roles: ['admin', 'member', 'editor'] })
  const ids = await seedTypes(root.request)
  const access = { member: { '*': ['odrl:read', 'odrl:modify'] }, editor: { book: ['odrl:read', 'odrl:delete'] } }
  await put('/api/settings/role-access', { roles: access })
  await put('/api/settings/sidebar', { hidden_slugs: ['writer'], menu_groups: { Library: ['book'] } })
  await put('/api/settings/sidebar?role=editor', { hidden_slugs: [], menu_groups: { Mine: ['book'] } })

  for (const [name, samples] of [
    ['tasks', true],
    ['meal-planning', true],
    ['website', false],
  ] as const)
    await expectStatus(
      200,
      root.request('POST', `/api/resource-types/presets/${name}${samples ? '?samples=true' : ''}`),
    )

  const person = await post('/api/persons', { given_name: 'Ada', family_name: 'King', email: 'ada@example.org' })
  const former = await post('/api/persons', { given_name: 'Old', family_name: 'Friend' })
  await put(`/api/persons/${person.id}`, { avatar_url: 'https://example.org/ada.png' })
  await expectStatus(204, root.request('DELETE', `/api/persons/${former.id}`))
  const organization = await post('/api/organizations', { name: 'Analytical Society', slug: 'analytical' })
  await post(`/api/organizations/${organization.id}/members`, { person_id: person.id })

  const account = await post('/api/accounts', { name: 'Bob & Co.' })
  await put(`/api/users/${bob.me.id}`, { account_id: account.id })
  await post('/api/book', { title: 'Of another account', isbn: '3-16' }, bob.request)
  await put(`/api/users/${bob.me.id}`, { role: 'editor' })
  const granted = await post('/api/book', { title: 'Of Ada' }, ada.request)
  await put(`/api/users/${gone.me.id}`, { name: 'Gone for good', status: 'disabled' })
  await post(`/api/book/${ids['changed']}/permissions`, { agent_id: ada.me.id, actions: ['odrl:read', 'odrl:modify'] })
  await post(`/api/book/${granted.id}/permissions`, { agent_id: root.me.id, actions: ['odrl:read'] }, ada.request)
  await expectStatus(204, ada.request('DELETE', `/api/book/${granted.id}/permissions/${root.me.id}`))

  const view = {
    type_slug: 'book',
    name: 'Long ones',
    query: { sort_by: 'pages' },
    columns: ['title', { name: 'pages', width: 90 }],
  }
  await post('/api/views', { ...view, shared: true })
  await post('/api/views', { ...view, name: 'Mine', shared: false }, ada.request)

  const { token: wide } = await post('/api/auth/tokens', { name: 'wide' })
  const scope = { type_slugs: ['book'], actions: ['odrl:read'], expires_at: '2099-01-01T00:00:00Z' }
  const { token: narrow } = await post('/api/auth/tokens', { name: 'narrow', ...scope }, ada.request)
  const { id: revokedId, token: revoked } = await post('/api/auth/tokens', { name: 'revoked' })
  await expectStatus(204, root.request('DELETE', `/api/auth/tokens/${revokedId}`))

  await expectStatus(200, root.request('POST', '/api/admin/impersonate', { agent_id: ada.me.id }))
  await post('/api/note', { text: 'written as somebody else' }, root.request)
  await expectStatus(200, root.request('POST', '/api/admin/stop-impersonation'))

  Object.assign(ids, { person: person.id, organization: organization.id, account: account.id, ofAda: granted.id })
  const users = { root: root.me.id, ada: ada.me.id, bob: bob.me.id, disabled: gone.me.id }
  const first = (await root.request('GET', '/api/book?limit=2&sort_by=title')).json<{ cursor: string }>()
  const url = `/api/book?limit=2&sort_by=title&cursor=${first.cursor}`
  const second = (await root.request('GET', url)).json<{ data: { id: string }[] }>()
  const answers: Stored['answers'] = {}
  for (const question of questions(ids)) {
    const answer = await root.request('GET', question)
    answers[question] = { status: answer.statusCode, body: answer.json() }
  }
  return {
    at: Date.now(),
    issuer: app.provider.issuer,
    cookies: { root: cookieOf(root), ada: cookieOf(ada), bob: cookieOf(bob), disabled: cookieOf(gone) },
    tokens: { wide, narrow, revoked },
    users,
    ids,
    nextPage: { url, ids: second.data.map(({ id }) => id) },
    answers,
  }
}

const cookieOf = ({ browser }: Client): string => browser.jar.header(browser.origin)['cookie'] ?? ''
