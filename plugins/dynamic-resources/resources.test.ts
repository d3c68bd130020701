import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores } from '../../testing/internal/each-store.ts'
import { movie, titles, withMovies } from '../../testing/internal/movies.ts'
import type { Resource } from '../../testing/internal/movies.ts'

testAllStores('a resource is created and read in its shape', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const created = await request('POST', '/api/movie', {
    title: 'Alien',
    year: 1979,
    status: 'seen',
    extra: { deep: [1, null] },
  })
  t.equal(created.statusCode, 201, created.body)
  const resource: Resource = created.json()
  t.match(resource.id, /^urn:movie:[0-9A-HJKMNP-TV-Z]{26}$/)
  const { id, created_at, updated_at, ...rest } = resource
  t.strictSame(rest, {
    type_slug: 'movie',
    data: {
      '@graph': [
        { '@id': id, '@type': 'Film', title: 'Alien', year: 1979, status: 'seen', extra: { deep: [1, null] } },
      ],
    },
    status: 'active',
    sequence_no: 1,
    created_by: 'urn:user:admin',
    account_id: 'urn:account:default',
  })
  t.equal(created_at, updated_at)
  t.equal(created.headers.location, `/api/movie/${encodeURIComponent(id)}`)
  t.equal(created.headers.etag, `"${id}.1"`)
  t.match(created.headers['content-type'], /^application\/json/)
  for (const form of [id, encodeURIComponent(id), id.split(':').at(-1)]) {
    const got = await request('GET', `/api/movie/${form}`)
    t.equal(got.statusCode, 200, String(form))
    t.strictSame(got.json(), resource)
    t.equal(got.headers.etag, `"${id}.1"`)
  }
  t.equal(
    (await request('GET', `/api/movie/${id}`, undefined, { 'if-none-match': `W/"x", "${id}.1"` })).statusCode,
    304,
  )
  t.equal((await request('GET', `/api/movie/${id}`, undefined, { 'if-none-match': `"${id}.2"` })).statusCode, 200)
  const empty = (await request('POST', '/api/note', {})).json()
  t.strictSame(empty.data, { '@graph': [{ '@id': empty.id, '@type': 'Note' }] })
  for (const path of [
    '/api/movie/unknown',
    `/api/note/${id}`,
    '/api/movie/urn:movie:',
    '/api/unknown',
    '/api/constructor',
    '/api/note/__proto__',
  ]) {
    const answer = await request('GET', path)
    t.equal(answer.statusCode, 404, path)
    t.strictSame(Object.keys(answer.json()), ['message'])
  }
})

testAllStores('values are returned exactly as sent', async (t, app) => {
  await withMovies(app)
  const text = `{"a":0.1,"b":1e300,"c":-5e-324,"d":9007199254740991,"e":"\\u2028 \\" \\\\ é 😀","f":[],"g":{},"h":[[],{}],"":1,"constructor":"y","ä.b":[true,false,null]}`
  const headers = { 'content-type': 'application/json' }
  const created = await app.app.inject({ method: 'POST', url: '/api/note', headers, payload: text })
  t.equal(created.statusCode, 201, created.body)
  const node = created.body.slice(created.body.indexOf('"@type":"Note",') + '"@type":"Note",'.length)
  const expected = JSON.stringify(JSON.parse(text)).slice(1, -1)
  t.ok(node.startsWith(expected), node)
  const got = await app.request('GET', `/api/note/${created.json().id}`)
  t.equal(got.body, created.body)
  const wide = await app.app.inject({ method: 'POST', url: '/api/note', headers, payload: '{"a":1e20,"b":[2e60]}' })
  t.strictSame(wide.json().data['@graph'][0].b, [2e60])
  const properties = /"@type":"Note",(.*)\}\]\}/.exec(wide.body)?.[1]
  const put = { method: 'PUT', url: `/api/note/${wide.json().id}`, headers, payload: `{${properties}}` } as const
  t.equal((await app.app.inject(put)).statusCode, 200, 'an answer can be sent as a body')
  const bodies = [
    '{"a":9007199254740993}',
    '{"a":1,"a":2}',
    '{"a":[{"__proto__":{"x":1}}]}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":1e400}',
    '{"a":0.12345678901234567891}',
  ]
  bodies.push('[]', '"x"', 'null', '', '{', '{"a":'.repeat(65) + '1' + '}'.repeat(65))
  for (const payload of bodies) {
    const answer = await app.app.inject({ method: 'POST', url: '/api/note', headers, payload })
    t.equal(answer.statusCode, 400, payload.slice(0, 40))
  }
  const large = await app.request('POST', '/api/note', { text: 'x'.repeat(1024 * 1024) })
  t.equal(large.statusCode, 413)
  const note = (await app.request('POST', '/api/note', { a: 'x'.repeat(700_000) })).json()
  const patch = { 'content-type': 'application/merge-patch+json' }
  t.equal((await app.request('PATCH', `/api/note/${note.id}`, { b: 'x'.repeat(700_000) }, patch)).statusCode, 413)
})

testWithStore('read-only names and what the schema forbids are refused', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const names = [
    'id',
    '@id',
    '@type',
    'account_id',
    'created_by',
    'sequence_no',
    'created_at',
    'updated_at',
    'type_slug',
  ]
  for (const name of names) {
    for (const slug of ['movie', 'note']) {
      const answer = await request('POST', `/api/${slug}`, { title: 'x', [name]: 'x' })
      t.equal(answer.statusCode, 400, `${slug} ${name}`)
      t.match(answer.json().message, name)
    }
  }
  t.equal((await request('POST', '/api/note', { status: 'seen' })).statusCode, 400)
  const all = await request('POST', '/api/movie', { year: 'x', status: 'lost', cast: [{ name: 1 }] })
  t.equal(all.statusCode, 400)
  for (const field of ['title', 'year', 'status', 'cast[0].name'])
    t.match(all.json().message, field, 'every failing field')
  t.equal((await request('POST', '/api/movie?dry_run=true', { title: 'x' })).statusCode, 400, 'unknown parameter')
  t.equal((await request('POST', '/api/movie', { title: 'x' }, { 'content-type': 'text/plain' })).statusCode, 415)
  t.equal((await request('GET', '/api/movie', undefined, { accept: 'text/html' })).statusCode, 406)
  const wrong = await request('DELETE', '/api/movie')
  t.equal(wrong.statusCode, 405)
  t.match(wrong.headers.allow, 'GET')
})

testWithStore('a tag counts in the forms that compression gives it', async (t, app) => {
  await withMovies(app)
  const note = { text: 'a text '.repeat(300) }
  const coded = { 'accept-encoding': 'gzip' }
  const created = await app.request('POST', '/api/note', note, coded)
  const { id } = (await app.request('GET', '/api/note')).json<{ data: Resource[] }>().data[0] ?? {}
  const path = `/api/note/${String(id)}`
  const tag = (version: number): string => `"${String(id)}.${version}"`
  t.match(created.headers, { etag: `W/${tag(1)}`, 'content-encoding': 'gzip' })
  const forms = (plain: string): string[] => [
    plain,
    `W/${plain}`,
    plain.replace(/"$/, '-gzip"'),
    `W/${plain.replace(/"$/, '--br"')}`,
    `"other", W/${plain}`,
  ]
  for (const form of forms(tag(1))) {
    const { statusCode, headers } = await app.request('GET', path, undefined, { ...coded, 'if-none-match': form })
    t.equal(statusCode, 304, form)
    t.equal(headers.etag, form.replace('"other", ', ''), 'the tag that the client has')
  }
  for (const [index, form] of forms('').entries()) {
    const current = forms(tag(index + 1))[index] ?? form
    const put = await app.request('PUT', path, { text: `${note.text}${index}` }, { 'if-match': current })
    t.equal(put.statusCode, 200, current)
    for (const stale of forms(tag(index + 1)))
      t.equal((await app.request('PUT', path, note, { 'if-match': stale })).statusCode, 412, stale)
  }
  const linked = { accept: 'application/ld+json', ...coded }
  const document = await app.request('GET', path, undefined, linked)
  const etag = String(document.headers.etag)
  t.match(etag, /^W\/"urn:note:\w+\.6\.ld1"$/)
  t.equal((await app.request('GET', path, undefined, { ...linked, 'if-none-match': etag })).statusCode, 304)
  t.equal((await app.request('DELETE', path, undefined, { 'if-match': etag })).statusCode, 204)
})

testAllStores('PUT replaces, PATCH merges, each a new version', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/movie', { title: 'Alien', year: 1979 })).json()
  const put = await request('PUT', `/api/movie/${id}`, { title: 'Aliens' }, { 'if-match': `"${id}.1"` })
  t.equal(put.statusCode, 200)
  t.equal(put.headers.etag, `"${id}.2"`)
  t.strictSame(put.json().data['@graph'][0], { '@id': id, '@type': 'Film', title: 'Aliens' })
  const merge = { 'content-type': 'application/merge-patch+json' }
  const patched = await request('PATCH', `/api/movie/${id}`, { year: 1986, nested: { a: 1, b: null } }, merge)
  t.equal(patched.statusCode, 200, patched.body)
  t.strictSame(patched.json().data['@graph'][0], {
    '@id': id,
    '@type': 'Film',
    title: 'Aliens',
    year: 1986,
    nested: { a: 1 },
  })
  const removed = (
    await request('PATCH', `/api/movie/${id}`, { year: null, nested: { a: null, c: [1] } }, merge)
  ).json()
  t.strictSame(removed.data['@graph'][0], { '@id': id, '@type': 'Film', title: 'Aliens', nested: { c: [1] } })
  t.equal(removed.sequence_no, 4)
  t.equal((await request('PATCH', `/api/movie/${id}`, { title: null }, merge)).statusCode, 400, 'required')
  t.equal((await request('PATCH', `/api/movie/${id}`, { created_by: 'x' }, merge)).statusCode, 400)
  t.equal((await request('PATCH', `/api/movie/${id}`, { year: 1 }, { 'content-type': 'text/plain' })).statusCode, 415)
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const headers = { ...(method === 'PATCH' ? merge : {}), 'if-match': `"${id}.2"` }
    const answer = await request(method, `/api/movie/${id}`, method === 'DELETE' ? undefined : { title: 'x' }, headers)
    t.equal(answer.statusCode, 412, method)
  }
  t.equal((await request('PUT', '/api/movie/unknown', { title: 'x' })).statusCode, 404)

  const versions = (await request('GET', `/api/movie/${id}/versions`)).json()
  t.strictSame(
    versions.data.map((one: Resource) => one['sequence_no']),
    [4, 3, 2, 1],
  )
  t.strictSame(titles(versions), ['Aliens', 'Aliens', 'Aliens', 'Alien'])
  t.strictSame([versions.has_more, versions.cursor], [false, ''])
  const first = (await request('GET', `/api/movie/${id}/versions?limit=3&count=true`)).json()
  t.strictSame([first.data.length, first.has_more, first.total], [3, true, 4])
  const second = (await request('GET', `/api/movie/${id}/versions?limit=3&cursor=${first.cursor}`)).json()
  t.strictSame([titles(second), second.has_more], [['Alien'], false])
  const old = await request('GET', `/api/movie/${id}?sequence_no=1`)
  t.strictSame([old.json().data['@graph'][0].year, old.headers.etag], [1979, `"${id}.1"`])
  t.strictSame(old.json(), versions.data[3])
  t.equal((await request('GET', `/api/movie/${id}?sequence_no=5`)).statusCode, 404)
  for (const query of ['sequence_no=0', 'sequence_no=x', 'include=a', 'labels=yes', 'colour=1']) {
    t.equal((await request('GET', `/api/movie/${id}?${query}`)).statusCode, 400, query)
  }
})

testAllStores('DELETE archives and restore brings back', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/movie', { title: 'Alien', code: 'a' })).json()
  const path = `/api/movie/${id}`
  const tried = await request('DELETE', `${path}?dry_run=true`)
  t.strictSame([tried.statusCode, tried.json()], [200, { problems: [] }])
  const deleted = await request('DELETE', path)
  t.strictSame([deleted.statusCode, deleted.body], [204, ''])
  for (const [method, url] of [
    ['GET', path],
    ['GET', `${path}?sequence_no=1`],
    ['GET', `${path}/versions`],
    ['DELETE', path],
    ['PUT', path],
  ] as const) {
    t.equal(
      (await request(method, url, method === 'PUT' ? { title: 'x' } : undefined)).statusCode,
      404,
      `${method} ${url}`,
    )
  }
  t.strictSame((await request('GET', '/api/movie')).json().data, [])
  const archived = (await request('GET', '/api/movie?status=archived')).json().data
  t.strictSame(
    archived.map((one: Resource) => [one.id, one['status'], one['sequence_no']]),
    [[id, 'archived', 2]],
  )
  t.equal((await request('GET', '/api/movie?status=lost')).statusCode, 400)
  t.equal((await request('POST', '/api/movie', { title: 'Other', code: 'a' })).statusCode, 409, 'archived values count')
  const restored = await request('POST', `${path}/restore`)
  t.strictSame([restored.statusCode, restored.json().status, restored.json().sequence_no], [200, 'active', 3])
  t.equal(restored.headers.etag, `"${id}.3"`)
  t.equal((await request('POST', `${path}/restore`)).statusCode, 409)
  t.equal((await request('POST', '/api/movie/unknown/restore')).statusCode, 404)
  t.equal((await request('GET', `${path}/versions`)).json().data.length, 3)
  await request('DELETE', path)
  const schema = { ...movie.schema, required: ['title', 'year'] }
  t.equal((await request('PUT', '/api/resource-types/movie', { schema })).statusCode, 200)
  t.equal((await request('POST', `${path}/restore`)).statusCode, 200, 'restore does not validate')
  t.equal((await request('PUT', path, { title: 'x' })).statusCode, 400, 'later writes are')
  const events = (await request('GET', `/api/events?subject=${id}`)).json().data
  t.strictSame(
    events.map(({ type, data }: { type: string; data: object }) => [type, data]),
    ['Restored', 'Deleted', 'Restored', 'Deleted', 'Created'].map((what, i) => [
      `Resource.${what}`,
      { actor: 'urn:user:admin', type_slug: 'movie', sequence_no: 5 - i },
    ]),
  )
})

const item = {
  name: 'Item',
  slug: 'item',
  schema: { type: 'object', properties: { name: { type: 'string' }, sku: { type: 'string', 'x-unique': true } } },
}
const star = { 'if-none-match': '*' }
const merge = { 'content-type': 'application/merge-patch+json' }

testAllStores('If-None-Match: * with a key only creates', async (t, { request }) => {
  await request('POST', '/api/resource-types', item)
  const put = async (name: string, headers: Record<string, string> = star) =>
    request('PUT', '/api/item?key=sku', { name, sku: 'a1' }, headers)
  const created = await put('first')
  t.equal(created.statusCode, 200)
  const address = String(created.headers.location)
  const { etag } = (await request('GET', address)).headers
  t.equal((await put('second')).statusCode, 412)
  t.equal((await put('second', { 'if-none-match': String(etag) })).statusCode, 412, 'the current state')
  t.equal((await put('second', { 'if-none-match': 'x' })).statusCode, 400, 'no list of tags')
  t.match((await request('GET', address)).json().data['@graph'][0], { name: 'first' })
  t.equal((await put('second', { 'if-none-match': '"x.1", W/"y"' })).statusCode, 200, 'another state')
  await request('DELETE', address)
  t.equal((await put('third')).statusCode, 412, 'an archived one is there too')
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map(name => request('PUT', '/api/item?key=sku', { name, sku: 'b2' }, star)),
  )
  t.strictSame(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 412, 412, 412], 'one of several creates')
})

testAllStores('of several values that are not unique the first of the schema is named', async (t, { request }) => {
  const unique = { type: 'string', 'x-unique': true }
  const schema = { type: 'object', properties: { a: unique, b: unique, c: unique } }
  await request('POST', '/api/resource-types', { name: 'Item', slug: 'item', schema })
  const [x, y] = [
    { a: 'x', b: 'x', c: 'x' },
    { a: 'y', b: 'y', c: 'y' },
  ]
  await request('POST', '/api/item', x)
  const named = { code: 'not-unique', problems: [{ pointer: '/a' }], resource: { status: 'active' } }
  t.match((await request('POST', '/api/item', x, asProblem)).json(), named)
  const operations = [x, y, y].map(data => ({ op: 'create', data }))
  const bulk = async (list: object[], atomic: boolean) =>
    (await request('POST', '/api/item/_bulk', { operations: list, atomic }, asProblem)).json()
  const inWhole = { code: 'not-unique', problems: [{ pointer: '/operations/1/data/a' }] }
  t.match(await bulk(operations.slice(1), true), inWhole)
  t.match((await bulk(operations, false)).results, [named, { status: 201 }, named])
})

testWithStore('preconditions of every write', async (t, { request }) => {
  await request('POST', '/api/resource-types', item)
  const { id } = (await request('POST', '/api/item', { name: 'a', sku: 'a' })).json()
  const person = (await request('POST', '/api/persons', { given_name: 'Ada', family_name: 'Lovelace' })).json()
  const organization = (await request('POST', '/api/organizations', { name: 'Acme', slug: 'acme' })).json()
  const view = (await request('POST', '/api/views', { type_slug: 'item', name: 'All', query: {}, columns: [] })).json()
  const account = (await request('POST', '/api/accounts', { name: 'Other' })).json()
  const me = (await request('GET', '/api/auth/me')).json()
  const writes: [method: string, url: string, body?: unknown, headers?: Record<string, string>][] = [
    ['PUT', `/api/item/${id}`, { name: 'b' }],
    ['PATCH', `/api/item/${id}`, { name: 'b' }, merge],
    ['DELETE', `/api/item/${id}`],
    ['POST', `/api/item/${id}/restore`],
    ['POST', `/api/item/${id}/_check?action=archive`],
    ['POST', `/api/item/${id}/_check?action=update`, { name: 'b' }, merge],
    ['PUT', '/api/resource-types/item', { description: 'x' }],
    ['PATCH', '/api/resource-types/item', { description: 'x' }, merge],
    ['DELETE', '/api/resource-types/item'],
    ['PUT', `/api/persons/${person.id}`, { given_name: 'x' }],
    ['PATCH', `/api/organizations/${organization.id}`, { name: 'x' }, merge],
    ['DELETE', `/api/organizations/${organization.id}`],
    ['PUT', `/api/users/${me.id}`, { name: 'x' }],
    ['PUT', `/api/accounts/${account.id}`, { name: 'x' }],
    ['PUT', `/api/views/${view.id}`, { name: 'x' }],
    ['DELETE', `/api/views/${view.id}`],
    ['PUT', '/api/settings/log', { level: 'info' }],
    ['PUT', '/api/settings/roles', { roles: [] }],
    ['PUT', '/api/settings/sidebar', { hidden_slugs: [] }],
  ]
  for (const [method, url, body, headers = {}] of writes) {
    const name = `${method} ${url}`
    t.equal((await request(method, url, body, { ...headers, ...star })).statusCode, 412, name)
    const since = { 'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT' }
    const answer = await request(method, url, body, { ...headers, ...since })
    t.match([answer.statusCode, answer.json()], [400, { message: /^If-Unmodified-Since is not supported/ }], name)
    const state = { 'if-match': '"x.1"' }
    t.equal((await request(method, url, body, { ...headers, ...state })).statusCode, 412, name)
    t.equal((await request(method, url, body, { ...headers, ...state, ...since })).statusCode, 412, 'ignored beside it')
  }
  t.equal((await request('GET', `/api/item/${id}`)).json().sequence_no, 1)
  t.equal((await request('PUT', '/api/item/unknown', { name: 'b' }, star)).statusCode, 404)
  t.equal((await request('POST', '/api/item', { name: 'b', sku: 'b' }, star)).statusCode, 201, 'there is none yet')
  const { etag } = (await request('GET', `/api/item/${id}`)).headers
  t.equal((await request('DELETE', `/api/item/${id}`, undefined, { 'if-none-match': String(etag) })).statusCode, 412)
  t.equal((await request('DELETE', `/api/item/${id}`, undefined, { 'if-none-match': '"x.1"' })).statusCode, 204)
  t.equal((await request('POST', `/api/item/${id}/restore`, undefined, star)).statusCode, 412, 'archived, but there')
  const archived = { 'if-match': `"${id}.2"` }
  t.equal((await request('POST', `/api/item/${id}/restore`, undefined, { 'if-match': '"x.1"' })).statusCode, 412)
  t.equal((await request('POST', `/api/item/${id}/restore`, undefined, archived)).statusCode, 200)
})

const keyed = { ...item, schema: { ...item.schema, properties: { slug: { type: 'string', 'x-unique': true } } } }

testAllStores('a unique slug is stored in NFC', async (t, { request }) => {
  await request('POST', '/api/resource-types', keyed)
  const decomposed = 'ka\u0308se'
  const composed = 'k\u00e4se'
  const { id } = (await request('POST', '/api/item', { slug: decomposed })).json()
  const slugOf = async () => (await request('GET', `/api/item/${id}`)).json().data['@graph'][0].slug
  t.equal(await slugOf(), composed)
  for (const slug of [decomposed, composed])
    t.equal((await request('POST', '/api/item', { slug })).statusCode, 409, 'both spellings are one')
  t.equal((await request('POST', '/api/item/_check', { slug: decomposed })).statusCode, 409)
  t.equal((await request('PUT', '/api/item?key=slug', { slug: decomposed, n: 1 })).headers.location, undefined)
  t.equal((await request('PUT', `/api/item/${id}`, { slug: decomposed })).statusCode, 200)
  t.equal((await request('PATCH', `/api/item/${id}`, { slug: decomposed, n: 2 }, merge)).statusCode, 200)
  t.equal(await slugOf(), composed)
  const operations = [
    { op: 'create', data: { slug: 'a\u0308' } },
    { op: 'patch', id, data: { slug: decomposed } },
  ]
  const bulk = await request('POST', '/api/item/_bulk', { operations })
  t.equal(bulk.statusCode, 200)
  const one = (await request('GET', `/api/item/${bulk.json().results[0].id}`)).json()
  t.equal(one.data['@graph'][0].slug, '\u00e4')
  const rows = [{ slug: decomposed, n: 3 }, { slug: 'o\u0308' }]
  const load = async () => (await request('POST', '/api/item/_import?key=slug', rows)).body
  t.match(await load(), /"loaded":1,"updated":1/)
  t.match(await load(), /"loaded":0,"updated":0,"there":2/)
  t.equal((await request('GET', '/api/item?count=true&_filter[slug][eq]=%C3%B6')).json().total, 1)
})

testAllStores('unique values conflict naming the property', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/movie', { title: 'A', code: 'x' })).json()
  for (const code of [null, undefined]) {
    for (let i = 0; i < 2; i++) {
      const answer = await request('POST', '/api/movie', { title: 'B', ...(code === null ? {} : { code }) })
      t.equal(answer.statusCode, 201, 'missing values are not compared')
    }
  }
  const taken = await request('POST', '/api/movie', { title: 'B', code: 'x' })
  t.equal(taken.statusCode, 409)
  t.match(taken.json().message, /code/)
  t.equal((await request('PUT', `/api/movie/${id}`, { title: 'A2', code: 'x' })).statusCode, 200, 'its own value')
  const answers = await Promise.all(
    ['y', 'y', 'y', 'y'].map(code => request('POST', '/api/movie', { title: 'C', code })),
  )
  t.strictSame(answers.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409, 409])
})

testAllStores('simultaneous changes of one resource lose nothing', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/note', {})).json()
  const merge = { 'content-type': 'application/merge-patch+json' }
  const keys = Array.from({ length: 30 }, (_, i) => `k${i}`)
  const answers = await Promise.all(keys.map(key => request('PATCH', `/api/note/${id}`, { [key]: 1 }, merge)))
  t.strictSame([...new Set(answers.map(({ statusCode }) => statusCode))], [200])
  const after = (await request('GET', `/api/note/${id}`)).json()
  t.equal(after.sequence_no, 31)
  for (const key of keys) t.equal(after.data['@graph'][0][key], 1)
  const etag = `"${id}.31"`
  const puts = await Promise.all(keys.map(key => request('PUT', `/api/note/${id}`, { key }, { 'if-match': etag })))
  t.equal(puts.filter(({ statusCode }) => statusCode === 200).length, 1, 'exactly one had the current version')
  t.equal(puts.filter(({ statusCode }) => statusCode === 412).length, 29)
})

const text = { type: 'string' }
const nullable = { type: ['number', 'null'] }

testAllStores('null in a merge is stored where the property is required and allows null', async (t, { request }) => {
  const place = {
    type: 'object',
    required: ['zip', 'city'],
    properties: { zip: { anyOf: [text, { type: 'null' }] }, city: text, note: { type: ['string', 'null'] } },
  }
  const schema = {
    type: 'object',
    required: ['title', 'rating'],
    $defs: { place },
    properties: { title: text, rating: nullable, other: nullable, place: { $ref: '#/$defs/place' } },
  }
  await request('POST', '/api/resource-types', { name: 'Film', slug: 'film', schema })
  const film = { title: 'A', rating: 7.5, other: 1, place: { zip: '1', city: 'Rome', note: 'x' } }
  const { id } = (await request('POST', '/api/film', film)).json()
  const stored = async () => {
    const {
      '@id': _id,
      '@type': _type,
      '@context': _context,
      ...data
    } = (await request('GET', `/api/film/${id}`)).json().data['@graph'][0]
    return data
  }
  const patch = async (body: unknown) => (await request('PATCH', `/api/film/${id}`, body, merge)).statusCode
  t.equal(await patch({ rating: null, other: null, place: { zip: null, note: null } }), 200)
  const nulled = { title: 'A', rating: null, place: { zip: null, city: 'Rome' } }
  t.strictSame(await stored(), nulled, 'what is not required is removed')
  const refused = await request('PATCH', `/api/film/${id}`, { title: null, rating: null, place: { city: null } }, merge)
  t.match([refused.statusCode, refused.json()], [400, { message: /title: is required; place\.city: is required/ }])
  t.equal(await patch({ place: null }), 200)
  t.equal(await patch({ place: { zip: null, city: 'Oslo' } }), 200, 'a new object')
  t.match(await stored(), { place: { zip: null, city: 'Oslo' } })
  t.equal((await request('POST', `/api/film/${id}/_check?action=update`, { rating: null }, merge)).statusCode, 200)
  await patch({ rating: 1 })
  const operations = [{ op: 'patch', id, data: { rating: null } }]
  t.equal((await request('POST', '/api/film/_bulk', { operations })).statusCode, 200)
  t.match(await stored(), { rating: null })
  await patch({ rating: 2 })
  const load = async () =>
    (await request('POST', '/api/film/_import?update=true', [{ '@id': id, title: 'A', rating: null }])).body
  t.match(await load(), /"updated":1/)
  t.match(await stored(), { rating: null })
  t.match(await load(), /"updated":0,"there":1/, 'it changes nothing')
})

testAllStores('a merge keeps what a closed type does not declare any more', async (t, { request }) => {
  const closed = (properties: object) => ({ type: 'object', additionalProperties: false, properties })
  const before = closed({ title: text, old: text, size: closed({ width: nullable, depth: nullable }) })
  const after = closed({ title: text, size: closed({ width: nullable }) })
  const type = { name: 'Box', slug: 'box', schema: before }
  await request('POST', '/api/resource-types', type)
  const { id } = (await request('POST', '/api/box', { title: 'a', old: 'x', size: { width: 1, depth: 2 } })).json()
  t.equal((await request('PUT', '/api/resource-types/box', { schema: after })).statusCode, 200)
  const data = async () => (await request('GET', `/api/box/${id}`)).json().data['@graph'][0]
  const patch = (body: unknown) => request('PATCH', `/api/box/${id}`, body, merge)
  t.equal((await patch({ title: 'b' })).statusCode, 200)
  t.equal((await patch({ size: { width: 3 } })).statusCode, 200)
  t.match(await data(), { title: 'b', old: 'x', size: { width: 3, depth: 2 } })
  const operations = [{ op: 'patch', id, data: { title: 'c' } }]
  t.equal((await request('POST', '/api/box/_bulk', { operations })).statusCode, 200)
  const loaded = await request('POST', '/api/box/_import?update=true', [{ '@id': id, title: 'd' }])
  t.match(loaded.body, /"updated":1/)
  t.match(await data(), { title: 'd', old: 'x', size: { width: 3, depth: 2 } })
  for (const [body, field] of [
    [{ old: 'y' }, 'old'],
    [{ other: 1 }, 'other'],
    [{ size: { depth: 3 } }, 'size.depth'],
  ] as const) {
    const answer = await patch(body)
    const message = `${field}: is not a property that the schema declares`
    t.match([answer.statusCode, answer.json()], [400, { message }], field)
  }
  t.equal((await request('PUT', `/api/box/${id}`, { title: 'e', old: 'x' })).statusCode, 400, 'the whole body')
  t.equal((await patch({ old: null, size: { depth: null } })).statusCode, 200)
  const { '@id': _id, '@type': _type, '@context': _context, ...left } = await data()
  t.strictSame(left, { title: 'd', size: { width: 3 } })
})

testWithStore('the flat shape of a closed type', async (t, { request }) => {
  const type = (await request('GET', '/api/resource-types/organization')).json()
  const { id } = (await request('POST', '/api/organizations', { name: 'Acme', slug: 'acme' })).json()
  const declared = { ...type.schema.properties, motto: text }
  const change = (properties: object) =>
    request('PUT', '/api/resource-types/organization', { schema: { ...type.schema, properties } })
  t.equal((await change(declared)).statusCode, 200)
  t.equal((await request('PATCH', `/api/organization/${id}`, { motto: 'x' }, merge)).statusCode, 200)
  t.equal((await change(type.schema.properties)).statusCode, 200)
  t.equal((await request('PUT', `/api/organizations/${id}`, { name: 'Acme Ltd' })).statusCode, 200)
  t.match((await request('GET', `/api/organization/${id}`)).json().data['@graph'][0], { name: 'Acme Ltd', motto: 'x' })
})

const guard = `
import { Conflict } from ${JSON.stringify(import.meta.resolve('../../kernel/index.js'))}

export default {
  name: 'guard',
  version: '1.0.0',
  requires: ['resources'],
  provides: [],
  register({ contracts }) {
    contracts.resources.addBehaviour({ name: 'guard', types: ['page'], before({ action, before, force }) {
      if (action === 'archive' && before.kept && !force) throw new Conflict('menu items link to it')
    } })
    return {}
  },
}`

t.test('trying to archive runs the behaviours, which see force', async t => {
  const directory = t.testdir({ 'guard.mjs': guard })
  const { plugins } = loadConfig({})
  const { request, close } = await buildTestApp({
    plugins: { ...plugins, './guard.mjs': true },
    config: { directory },
  })
  t.teardown(close)
  const schema = {
    type: 'object',
    properties: { parent: { type: 'string', 'x-resource-type': 'page', 'x-on-archive': 'restrict' } },
  }
  const made = await request('POST', '/api/resource-types', { name: 'Page', slug: 'page', schema })
  t.equal(made.statusCode, 201, made.body)
  const { id } = (await request('POST', '/api/page', { kept: true })).json()
  const child = (await request('POST', '/api/page', { parent: id })).json()
  const refused = [409, { message: 'menu items link to it' }]
  const ways = [
    ['DELETE', `/api/page/${id}?`],
    ['DELETE', `/api/page/${id}?dry_run=true`],
    ['POST', `/api/page/${id}/_check?action=archive`],
  ] as const
  for (const [method, url] of ways) {
    const answer = await request(method, url)
    t.match([answer.statusCode, answer.json()], refused, `${method} ${url}`)
    if (url.endsWith('?')) continue
    const forced = await request(method, `${url}&force=true`)
    const problems = [{ kind: 'referred-to', property: 'parent', count: 1, ids: [child.id] }]
    t.match([forced.statusCode, forced.json()], [200, { problems }], 'only the references are left')
  }
  t.equal((await request('GET', `/api/page/${id}`)).json().sequence_no, 1, 'nothing was changed')
  const operations = [{ op: 'delete', id }]
  const bulk = await request('POST', '/api/page/_bulk', { operations })
  t.match([bulk.statusCode, bulk.json()], [400, { message: 'operations[0]: menu items link to it' }])
  t.equal((await request('POST', '/api/page/_bulk?force=true', { operations })).statusCode, 200)
  t.equal((await request('GET', `/api/page/${id}`)).statusCode, 404)
  const { data } = (await request('GET', '/api/admin/plugins?limit=100')).json<{ data: { name: string }[] }>()
  t.match(
    data.find(({ name }) => name === 'guard'),
    { behaviours: ['guard'] },
    'the page of plugins lists what was added',
  )
})

const writer = `
export default {
  name: 'writer',
  version: '1.0.0',
  requires: ['resources'],
  provides: [],
  register({ app, contracts }) {
    app.post('/api/writer', { config: { access: 'administrator', idempotency: 'answer' }, schema: { body: { type: 'object' } } },
      async ({ caller, body: { operations, atomic } }) => {
        const results = await contracts.resources.write(caller, operations, { atomic })
        return { results: results.map(({ id, isNew, error }) => ({ id, isNew, code: error?.code })) }
      })
    return {}
  },
}`

t.test('a plugin writes a list of operations on resources of several types', async t => {
  const unsure = writer.replace("'answer'", 'true')
  const directory = t.testdir({ 'writer.mjs': writer, 'unsure.mjs': unsure })
  const plugins = { ...loadConfig({}).plugins, './unsure.mjs': true }
  await t.rejects(buildTestApp({ plugins, config: { directory } }), {
    message:
      /plugin "writer" failed to start: the route POST \/api\/writer declares the unknown config\.idempotency true/,
  })
  const app = await buildTestApp({
    plugins: { ...loadConfig({}).plugins, './writer.mjs': true },
    config: { directory },
  })
  t.teardown(() => app.close())
  const { request } = app
  const sku = { type: 'string', 'x-unique': true }
  await withType(app, 'maker', object({ name: { type: 'string' } }, { required: ['name'] }))
  await withType(app, 'part', object({ sku, maker: { type: 'string', 'x-resource-type': 'maker' } }))
  const write = (operations: object[], atomic: boolean, key?: string) =>
    request(
      'POST',
      '/api/writer',
      { operations, atomic },
      { ...asProblem, ...(key !== undefined && { 'idempotency-key': key }) },
    )
  const [maker, part] = ['urn:maker:one', 'urn:part:one']
  const made = [
    { op: 'create', type: 'maker', id: maker, data: { name: 'One' } },
    { op: 'create', type: 'part', id: part, data: { sku: 'a', maker } },
    { op: 'upsert', type: 'part', key: 'sku', data: { sku: 'b', maker } },
  ]
  const first = await write(made, true, 'all')
  t.match(
    first.json(),
    { results: [{ id: maker, isNew: true }, { id: part, isNew: true }, { isNew: true }] },
    first.body,
  )
  const repeated = await write(made, true, 'all')
  t.match([repeated.body, repeated.headers['idempotency-replayed']], [first.body, 'true'])
  const changes = [
    { op: 'patch', type: 'part', id: part, data: { sku: 'c' } },
    { op: 'upsert', type: 'part', key: 'sku', data: { sku: 'b' } },
    { op: 'archive', type: 'maker', id: 'urn:maker:none' },
    { op: 'replace', type: 'maker', id: maker, data: {} },
  ]
  t.match((await write(changes, true)).json(), { status: 400, code: 'not-found', detail: 'there is no such resource' })
  t.equal((await request('GET', `/api/part/${part}`)).json().sequence_no, 1, 'all or nothing')
  t.match((await write(changes, false)).json(), {
    results: [{ id: part, isNew: false }, { isNew: false }, { code: 'not-found' }, { code: 'validation-failed' }],
  })
  t.equal((await request('GET', `/api/part/${part}`)).json().sequence_no, 2)
  t.equal((await request('GET', '/api/events?type=Resource.Updated')).json().data.length, 2)
  await withType(app, 'tool', object({ sku, code: sku }))
  const twice = ['x', 'x'].map(value => ({ op: 'upsert', type: 'tool', key: 'sku', data: { sku: value, code: value } }))
  t.match(
    (await write(twice, false)).json(),
    { results: [{ isNew: true }, { isNew: false }] },
    'whatever is unique too',
  )
  const archived = [{ op: 'archive', type: 'part', id: part }]
  t.equal((await write(archived, true)).statusCode, 200)
  t.equal((await write([{ op: 'restore', type: 'part', id: part }], true)).statusCode, 200)
  t.equal((await request('GET', `/api/part/${part}`)).json().sequence_no, 4)
})

const asProblem = { accept: 'application/problem+json' }
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })

async function withType({ request }: Pick<TestApp, 'request'>, slug: string, schema: object): Promise<void> {
  const created = await request('POST', '/api/resource-types', { name: slug, slug, schema })
  if (created.statusCode !== 201) throw new Error(created.body)
}

const no = { type: 'string', readOnly: true }

testAllStores('what is required and readOnly is not demanded of bodies', async (t, app) => {
  const { request } = app
  const item = object({ no, name: { type: 'string' } }, { required: ['no', 'name'] })
  const schemas: [object, valid: object, missing: object, pointer: string][] = [
    [item, { name: 'a' }, {}, '/name'],
    [object({ inner: item }), { inner: { name: 'a' } }, { inner: {} }, '/inner/name'],
    [object({ rows: { type: 'array', items: item } }), { rows: [{ name: 'a' }] }, { rows: [{}] }, '/rows/0/name'],
    [object({ a: { type: 'string' } }, { allOf: [object({ no }), { required: ['no', 'a'] }] }), { a: 'x' }, {}, '/a'],
    [
      object(
        { kind: { enum: ['x', 'y'] } },
        {
          required: ['kind'],
          if: { properties: { kind: { const: 'x' } } },
          then: object({ no: { $ref: '#/$defs/no' }, more: {} }, { required: ['no', 'more'] }),
          $defs: { no },
        },
      ),
      { kind: 'y' },
      { kind: 'x' },
      '/more',
    ],
    [
      object({ to: { oneOf: [item, object({ mail: { type: 'string' } }, { required: ['mail'] })] } }),
      { to: { name: 'a' } },
      { to: { name: 1 } },
      '/to/name',
    ],
    [object({ no, a: {} }, { dependentRequired: { a: ['no', 'b'] } }), { a: 1, b: 1 }, { a: 1 }, '/b'],
  ]
  for (const [index, [schema, valid, missing, pointer]] of schemas.entries()) {
    const slug = `kind-${index}`
    await withType(app, slug, schema)
    t.equal((await request('POST', `/api/${slug}/_check`, valid)).statusCode, 200)
    const created = await request('POST', `/api/${slug}`, valid)
    t.equal(created.statusCode, 201, created.body)
    const path = `/api/${slug}/${created.json().id}`
    t.equal((await request('PUT', path, valid)).statusCode, 200)
    t.equal((await request('PATCH', path, valid)).statusCode, 200)
    t.equal((await request('POST', `${path}/_check?action=replace`, valid)).statusCode, 200)
    const imported = await request('POST', `/api/${slug}/_import`, [valid])
    t.match(imported.body, /"loaded":1/, imported.body)
    for (const [method, at] of [
      ['POST', `/api/${slug}`],
      ['POST', `/api/${slug}/_check`],
      ['PUT', path],
    ] as const) {
      const refused = await request(method, at, missing, asProblem)
      t.match(refused.json().problems, [{ pointer }], `${method} ${at}`)
      t.equal(refused.json().problems.length, 1)
    }
  }
  const set = await request('POST', '/api/kind-0', { name: 'a', no: '1' }, asProblem)
  t.match(set.json().problems, [{ pointer: '/no', code: 'read-only' }])
  const inner = await request('POST', '/api/kind-2', { rows: [{ name: 'a', no: '1' }] })
  t.strictSame(inner.json().data['@graph'][0].rows, [{ name: 'a', no: '1' }], 'in items the service takes it')
  const described = (await request('GET', '/api/openapi.json?type_slug=kind-0')).json()
  const [, input] = Object.entries(described.components.schemas).find(([name]) => /kind.?0input/i.test(name)) ?? []
  t.match(input, { required: ['name'], properties: { no: { readOnly: true } } })
})

testWithStore('a test of readOnly properties stays a test', async (t, app) => {
  await withType(app, 'part', object({ no, a: {} }, { if: { required: ['no'] }, then: { required: ['a'] } }))
  t.equal((await app.request('POST', '/api/part', {})).statusCode, 201)
})

testAllStores('a property with the name of a standard column can be declared in an alternative', async (t, app) => {
  const { request } = app
  const branches: object[] = [
    { oneOf: [object({ id: { type: 'string' } }, { required: ['id'] }), object({ name: {} }, { required: ['name'] })] },
    { if: { required: ['created_at'] }, then: object({ id: { type: 'string' } }) },
    { dependentSchemas: { created_at: object({ id: { type: 'string' } }) } },
    { anyOf: [{ $ref: '#/$defs/own' }], $defs: { own: object({ id: { type: 'string' } }) } },
  ]
  for (const [index, schema] of branches.entries()) {
    const slug = `kind-${index}`
    await withType(app, slug, { type: 'object', ...schema })
    const created = await request('POST', `/api/${slug}`, { id: 'mine' })
    t.equal(created.statusCode, 201, created.body)
    const path = `/api/${slug}/${created.json().id}`
    t.equal((await request('GET', path)).json().data['@graph'][0].id, 'mine')
    t.equal((await request('PUT', path, { id: 'other' })).statusCode, 200)
    t.equal((await request('PATCH', path, { id: 'third' })).json().data['@graph'][0].id, 'third')
  }
  await withType(app, 'open', { type: 'object', not: object({ id: { type: 'number' } }) })
  t.match((await request('POST', '/api/open', { id: 'x' }, asProblem)).json().problems, [{ code: 'read-only' }])
})

testWithStore('a reference to the root takes what the root allows', async (t, app) => {
  const { request } = app
  await withType(app, 'rule', {
    type: ['object', 'boolean'],
    properties: { not: { $ref: '#' }, n: { type: 'number' } },
  })
  t.equal((await request('POST', '/api/rule', { not: true })).statusCode, 201)
  t.equal((await request('POST', '/api/rule', { not: { not: false } })).statusCode, 201)
  const refused = async (body: unknown) => (await request('POST', '/api/rule', body, asProblem)).json().problems
  t.match(await refused({ not: 1 }), [{ pointer: '/not', code: 'type', params: { types: ['object', 'boolean'] } }])
  t.match(await refused(true), [{ pointer: '', code: 'type' }])
  const { components } = (await request('GET', '/api/openapi.json?type_slug=rule')).json()
  t.strictSame(components.schemas.RuleInput.type, ['object', 'boolean'])
})

testWithStore('problems say what their messages are about', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  await withType(
    app,
    'part',
    object(
      {
        n: { type: 'number', minimum: 1, multipleOf: 2 },
        s: { type: 'string', maxLength: 2, pattern: '^a' },
        d: { type: ['string', 'null'], format: 'date' },
        e: { enum: ['x', 1, null] },
        c: { const: 'x' },
        l: { type: 'array', minItems: 3, uniqueItems: true, contains: { const: 7 } },
        m: { type: 'object', propertyNames: { maxLength: 1 }, minProperties: 2 },
        many: { enum: Array.from({ length: 500 }, (_, index) => index) },
        two: {
          oneOf: [
            { type: 'number', minimum: 1 },
            { type: 'number', maximum: 5 },
          ],
        },
        u: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        o: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
      },
      { required: ['r'], dependentRequired: { n: ['q'] }, additionalProperties: false },
    ),
  )
  const body = {
    n: -1,
    s: 'bcd',
    d: 'x',
    e: 'y',
    c: 'y',
    l: [1, 1],
    m: { ab: 1 },
    many: -1,
    two: 3,
    u: 'x',
    o: 'c',
    z: 1,
  }
  const refused = await request('POST', '/api/part/_check', body, asProblem)
  t.equal(refused.statusCode, 400)
  const found = new Map(
    refused
      .json()
      .problems.map(({ pointer, code, params }: { pointer: string; code: string; params: unknown }) => [
        `${pointer} ${code}`,
        params,
      ]),
  )
  t.strictSame(Object.fromEntries(found), {
    '/r required': { missingProperty: 'r' },
    '/q dependentRequired': { missingProperty: 'q', property: 'n' },
    '/z unknown-property': undefined,
    '/n minimum': { limit: 1 },
    '/n multipleOf': { limit: 2 },
    '/s maxLength': { limit: 2 },
    '/s pattern': { pattern: '^a' },
    '/d format': { format: 'date' },
    '/e enum': { allowedValues: ['x', 1, null] },
    '/c const': { allowedValues: ['x'] },
    '/l minItems': { limit: 3 },
    '/l uniqueItems': undefined,
    '/l contains': { minContains: 1 },
    '/m/ab propertyNames': { propertyName: 'ab' },
    '/m minProperties': { limit: 2 },
    '/many enum': { allowedValues: Array.from({ length: 100 }, (_, index) => index), more: true },
    '/two oneOf': { passingSchemas: [0, 1] },
    '/u type': { types: ['integer', 'null'] },
    '/o enum': { allowedValues: ['a', 'b'] },
  })
  const many = { rows: Array.from({ length: 500 }, () => ({ a: 1, b: 2 })) }
  await withType(app, 'list', object({ rows: { type: 'array', items: object({ a: text, b: text }) } }))
  const { problems } = (await request('POST', '/api/list/_check', many, asProblem)).json()
  t.equal(problems.length, 100)
  t.match(problems.at(-1), { pointer: '', code: 'too-many-problems' })
})

testWithStore('of alternatives that fail, the problems of the nearest one are named', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  const address = object({ city: text, zip: text }, { required: ['city', 'zip'] })
  const person = object({ name: text, age: { type: 'number' } }, { required: ['name'] })
  const tagged = (kind: string, more: object): object =>
    object({ kind: { const: kind }, ...more }, { required: ['kind', ...Object.keys(more)] })
  await withType(
    app,
    'part',
    object(
      {
        to: { anyOf: [{ $ref: '#/$defs/address' }, { $ref: '#/$defs/person' }] },
        by: { oneOf: [tagged('box', { w: { type: 'number' }, h: { type: 'number' } }), tagged('bag', { s: text })] },
        rows: { type: 'array', items: { oneOf: [{ type: 'string' }, address, { type: 'null' }] } },
        either: { ...object({ a: {}, b: {} }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      },
      { $defs: { address, person } },
    ),
  )
  const cases: [object, string[]][] = [
    [{ to: { city: 1, zip: 'x' } }, ['/to/city type']],
    [{ to: { name: 1 } }, ['/to/name type']],
    [{ to: { age: 'x' } }, ['/to/age type', '/to/name required']],
    [{ by: { kind: 'box', w: 'x', h: 'y' } }, ['/by/h type', '/by/w type']],
    [{ by: { kind: 'bag' } }, ['/by/s required']],
    [{ by: { kind: 'none', w: 1 } }, ['/by/kind enum']],
    [{ rows: ['a', { city: 'x' }, null, 3] }, ['/rows/1/zip required', '/rows/3 type']],
    [{ either: {} }, ['/either anyOf']],
  ]
  for (const [body, expected] of cases) {
    const { problems } = (await request('POST', '/api/part/_check', body, asProblem)).json()
    const found = problems.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
    t.strictSame(found.sort(), expected, JSON.stringify(body))
  }
  const kinds = (await request('POST', '/api/part/_check', { by: { kind: 'none' } }, asProblem)).json().problems
  t.match(kinds, [{ params: { allowedValues: ['box', 'bag'] } }])
})

testWithStore('a reference to what may not be referred to is a problem at its place', async (t, app) => {
  const { request } = app
  const to = { type: 'string', 'x-resource-type': 'part' }
  await withType(app, 'part', object({ to, rows: { type: 'array', items: object({ to }) } }))
  const body = { to: 'urn:part:none', rows: [{}, { to: 'urn:part:none' }] }
  const refused = await request('POST', '/api/part/_check', body, asProblem)
  t.match(refused.json(), {
    code: 'validation-failed',
    problems: [
      { pointer: '/to', code: 'x-resource-type', params: { type_slugs: ['part'] } },
      { pointer: '/rows/1/to', code: 'x-resource-type' },
    ],
  })
})
