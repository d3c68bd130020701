import t from 'tap'
import { pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { withCoreTypes } from '../../testing/internal/core-types.ts'
import { testAllStores } from '../../testing/internal/each-store.ts'

for (const { name, run } of pluginSuite({
  key: 'organizations',
  paths: ['/api/organizations'],
}))
  t.test(name, run)

async function make({ request }: TestApp, path: string, body: unknown): Promise<string> {
  const answer = await request('POST', path, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().id
}

testAllStores('an organization is created, read, changed and archived', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  const created = await request('POST', '/api/organizations', { name: 'Acme Books', slug: 'acme' })
  t.equal(created.statusCode, 201, created.body)
  const acme = created.json()
  t.match(acme.id, /^urn:organization:/)
  t.strictSame(
    { ...acme, id: '', created_at: '' },
    {
      id: '',
      name: 'Acme Books',
      slug: 'acme',
      description: '',
      url: '',
      logo_url: '',
      status: 'active',
      created_at: '',
    },
  )
  t.equal(created.headers.location, `/api/organizations/${encodeURIComponent(acme.id)}`)
  const path = `/api/organizations/${acme.id}`
  const logo_url = 'https://acme.example/logo.svg'
  const put = await request('PUT', path, { name: 'Acme', description: 'Books', url: 'https://acme.example/', logo_url })
  t.strictSame(put.json(), { ...acme, name: 'Acme', description: 'Books', url: 'https://acme.example/', logo_url })
  t.equal((await request('GET', `/api/organization/${acme.id}`)).json().data['@graph'][0].logo, logo_url)
  const taken = await request('POST', '/api/organizations', { name: 'Other', slug: 'acme' })
  t.equal(taken.statusCode, 409)
  t.match(taken.json().message, /slug/)
  const other = await make(app, '/api/organization', { name: 'Other', slug: 'other' })
  t.equal((await request('PUT', `/api/organizations/${other}`, { slug: 'acme' })).statusCode, 409)
  t.equal((await request('DELETE', path)).statusCode, 204)
  t.equal((await request('GET', path)).statusCode, 404)
  t.equal((await request('PUT', path, { name: 'x' })).statusCode, 404)
  t.equal(
    (await request('POST', '/api/organizations', { name: 'Other', slug: 'acme' })).statusCode,
    409,
    'archived ones count too',
  )
  const archived = await request('PUT', `/api/organizations/${other}`, { status: 'archived' })
  t.strictSame([archived.statusCode, archived.json().status], [200, 'archived'])
  for (const body of [
    { name: 'x' },
    { name: 'x', slug: 'X y' },
    { name: '', slug: 'x' },
    { name: 'x', slug: 'x', logo: 'y' },
  ]) {
    t.equal((await request('POST', '/api/organizations', body)).statusCode, 400, JSON.stringify(body))
  }
  const url = await request('POST', '/api/organizations', { name: 'x', slug: 'x', logo_url: 'no address' })
  t.match(url.json().message, /^logo_url/)
  t.strictSame((await request('GET', '/api/organizations?count=true')).json(), {
    data: [],
    cursor: '',
    has_more: false,
    total: 0,
  })
})

testAllStores('persons belong to organizations', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  const one = await make(app, '/api/organizations', { name: 'One', slug: 'one' })
  const two = await make(app, '/api/organizations', { name: 'Two', slug: 'two' })
  const persons: string[] = []
  for (const given_name of ['A', 'B', 'C'])
    persons.push(await make(app, '/api/persons', { given_name, family_name: 'X' }))
  const [a = '', b = '', c = ''] = persons
  const names = async (id: string, query = ''): Promise<string[]> =>
    (await request('GET', `/api/organizations/${id}/members${query}`))
      .json()
      .data.map(({ name }: { name: string }) => name)
  t.strictSame(await names(one), [])
  const added = await request('POST', `/api/organizations/${one}/members`, { person_id: a })
  t.equal(added.statusCode, 201, added.body)
  t.strictSame(added.json(), (await request('GET', `/api/persons/${a}`)).json())
  t.equal(added.headers.etag, `"${a}.2"`)
  const again = await request('POST', `/api/organizations/${one}/members`, { person_id: a })
  t.strictSame([again.statusCode, again.headers.etag], [201, `"${a}.2"`], 'a member remains a member')
  const atOnce = [one, two].flatMap(id =>
    [b, c].map(person_id => request('POST', `/api/organizations/${id}/members`, { person_id })),
  )
  for (const answer of await Promise.all(atOnce)) t.equal(answer.statusCode, 201, answer.body)
  t.strictSame(await names(one), ['C X', 'B X', 'A X'], 'none is lost')
  t.strictSame(await names(two), ['C X', 'B X'])
  const page = (await request('GET', `/api/organizations/${one}/members?limit=2&count=true`)).json()
  t.strictSame([page.data.length, page.has_more, page.total], [2, true, 3])
  t.strictSame(await names(one, `?cursor=${page.cursor}`), ['A X'])
  t.equal((await request('GET', `/api/organizations/${two}/members?cursor=${page.cursor}`)).statusCode, 400)
  t.strictSame((await request('GET', `/api/person/${a}`)).json().data['@graph'][0].memberOf, [one])

  t.equal((await request('DELETE', `/api/organizations/${one}/members/${a}`)).statusCode, 204)
  t.equal((await request('DELETE', `/api/organizations/${one}/members/${a}`)).statusCode, 404)
  t.strictSame(await names(one), ['C X', 'B X'])
  t.notOk('memberOf' in (await request('GET', `/api/person/${a}`)).json().data['@graph'][0])
  await request('DELETE', `/api/persons/${c}`)
  t.strictSame(await names(one), ['B X'])
  const lost = '/api/organizations/lost/members'
  const refused: [string, string, unknown, number][] = [
    ['POST', `/api/organizations/${one}/members`, { person_id: 'urn:person:lost' }, 400],
    ['POST', `/api/organizations/${one}/members`, { person_id: c }, 400],
    ['POST', `/api/organizations/${one}/members`, { person_id: two }, 400],
    ['POST', `/api/organizations/${one}/members`, {}, 400],
    ['POST', `/api/organizations/${one}/members`, { person_id: a, role: 'x' }, 400],
    ['POST', lost, { person_id: a }, 404],
    ['GET', lost, undefined, 404],
    ['DELETE', `${lost}/${a}`, undefined, 404],
    ['DELETE', `/api/organizations/${one}/members/lost`, undefined, 404],
    ['GET', `/api/organizations/${one}/members?sort_by=name`, undefined, 400],
    ['PUT', `/api/organizations/${one}/members`, {}, 405],
  ]
  for (const [method, path, body, status] of refused) {
    t.equal((await request(method, path, body)).statusCode, status, `${method} ${path} ${JSON.stringify(body)}`)
  }
  await request('DELETE', `/api/organizations/${two}`)
  t.equal((await request('GET', `/api/organizations/${two}/members`)).statusCode, 404, 'archived')
})

testAllStores('organizations are found by what they show, and patched', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  for (const name of ['Acme Books', 'Acme Films', 'Zenith'])
    await make(app, '/api/organizations', {
      name,
      slug: name.toLowerCase().replace(' ', '-'),
      logo_url: `https://${name.length}.example/`,
    })
  const slugs = async (query: string): Promise<string[]> =>
    (await request('GET', `/api/organizations?${query}`)).json().data.map(({ slug }: { slug: string }) => slug)
  t.strictSame(await slugs('q=acme&sort_by=name&sort_order=desc'), ['acme-films', 'acme-books'])
  t.strictSame(await slugs('_filter[logo_url][eq]=https://6.example/'), ['zenith'])
  t.strictSame((await request('GET', '/api/organizations?q=acme&count=true&limit=1')).json().total, 2)
  t.equal((await request('GET', '/api/organizations?_filter[logo][exists]=true')).statusCode, 400)
  const [zenith] = (await request('GET', '/api/organizations?filter_field=slug&filter_value=zenith')).json().data
  const patched = await request('PATCH', `/api/organizations/${zenith.id}`, { logo_url: null, description: 'x' })
  t.strictSame(patched.json(), { ...zenith, logo_url: '', description: 'x' })
  t.equal((await request('PATCH', `/api/organizations/${zenith.id}`, { slug: 'acme-books' })).statusCode, 409)
})
