import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'
import { movie, titles, withMovies } from '../../testing/internal/movies.ts'
import type { Resource } from '../../testing/internal/movies.ts'

onEachStore('a resource is created and read in its shape', async (t, app) => {
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

onEachStore('values are returned exactly as sent', async (t, app) => {
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

onAnyStore('read-only names and what the schema forbids are refused', async (t, app) => {
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

onAnyStore('a tag counts in the forms that compression gives it', async (t, app) => {
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

onEachStore('PUT replaces, PATCH merges, each a new version', async (t, app) => {
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

onEachStore('DELETE archives and restore brings back', async (t, app) => {
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
