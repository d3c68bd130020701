import t from 'tap'
import type { Test } from 'tap'
import type { TestApp } from '../../../testing/index.ts'
import { onEachStore, ownDatabase, testApp } from '../../../testing/internal/each-store.ts'
import { create, graphOf } from '../testing.ts'
import type { Item } from '../testing.ts'

const text = { type: 'string' }
const to = (further: object = {}) => ({ ...text, 'x-resource-type': 'movie', ...further })
const hold = { 'x-on-archive': 'restrict' }

/** Schemas with references where no path of names finds them; data with a reference in each of these places; the name of the place. */
const places: Record<string, { schema: object; data: (id: string) => object; plain: object; name: string }> = {
  recursion: {
    schema: {
      $defs: {
        part: {
          type: 'object',
          properties: { to: to(hold), parts: { type: 'array', items: { $ref: '#/$defs/part' } } },
        },
      },
      properties: { part: { $ref: '#/$defs/part' } },
    },
    data: id => ({ part: { parts: [{ parts: [{ parts: [{ parts: [{ parts: [{ to: id }] }] }] }] }] } }),
    plain: { part: { parts: [] } },
    name: 'part.parts.parts.parts.parts.parts.to',
  },
  'values of a map': {
    schema: { properties: { links: { type: 'object', additionalProperties: to(hold) } } },
    data: id => ({ links: { first: id } }),
    plain: { links: {} },
    name: 'links.first',
  },
  patterns: {
    schema: { properties: { links: { type: 'object', patternProperties: { '^to-': to(hold) } } } },
    data: id => ({ links: { 'to-a': id } }),
    plain: { links: { other: 'urn:movie:nobody' } },
    name: 'links.to-a',
  },
  'a tuple': {
    schema: { properties: { pair: { type: 'array', prefixItems: [text, to(hold)] } } },
    data: id => ({ pair: ['urn:movie:nobody', id, 'urn:movie:nobody'] }),
    plain: { pair: ['urn:movie:nobody'] },
    name: 'pair',
  },
  conditions: {
    schema: {
      properties: { kind: text },
      if: { properties: { kind: { const: 'movie' } }, required: ['kind'] },
      then: { properties: { to: to(hold) } },
      else: { properties: { other: to(hold) } },
    },
    data: id => ({ kind: 'movie', to: id, other: 'nobody' }),
    plain: { kind: 'text', to: 'nobody' },
    name: 'to',
  },
  dependents: {
    schema: { properties: { kind: text }, dependentSchemas: { kind: { properties: { to: to(hold) } } } },
    data: id => ({ kind: '', to: id }),
    plain: { to: 'nobody' },
    name: 'to',
  },
  alternatives: {
    schema: { properties: { to: { oneOf: [{ const: 'none' }, to({ ...hold, pattern: '^urn:movie:' })] } } },
    data: id => ({ to: id }),
    plain: { to: 'none' },
    name: 'to',
  },
  'either of two alternatives': {
    schema: { anyOf: [{ properties: { to: text } }, { properties: { to: to(hold) } }] },
    data: id => ({ to: id }),
    plain: {},
    name: 'to',
  },
  'an object that says no type': {
    schema: { properties: { inner: { allOf: [{ properties: { to: to(hold) } }] } } },
    data: id => ({ inner: { to: id } }),
    plain: { inner: [{ to: 'urn:movie:nobody' }] },
    name: 'inner.to',
  },
}

const slugOfPlace = (place: string): string => place.replaceAll(' ', '-')

async function withPlaces({ request }: TestApp): Promise<void> {
  const types = {
    movie: { properties: { name: text } },
    ...Object.fromEntries(Object.entries(places).map(([place, { schema }]) => [slugOfPlace(place), schema])),
  }
  for (const [slug, schema] of Object.entries(types)) {
    const answer = await request('POST', '/api/resource-types', {
      name: slug,
      slug,
      schema: { type: 'object', ...schema },
    })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}

onEachStore('references are found wherever a schema allows a text', async (t, app) => {
  await withPlaces(app)
  const { request } = app
  for (const [place, { data, plain, name }] of Object.entries(places)) {
    const slug = slugOfPlace(place)
    const movie = await create(app, 'movie', { name: 'Metropolis' })
    const unknown = await request('POST', `/api/${slug}`, data('urn:movie:nobody'))
    t.equal(unknown.statusCode, 400, `${place}: a missing resource cannot be referred to`)
    t.equal(
      unknown.json().message,
      `${name}: must be the URN of an active resource of the type movie that you may read`,
    )
    const without = await request('POST', `/api/${slug}`, plain)
    t.equal(without.statusCode, 201, `${place}: ${without.body}`)

    const referrer = await create(app, slug, data(movie))
    const referrers = async () => (await request('GET', `/api/movie/${movie}/referrers?count=true`)).json()
    t.match(await referrers(), { data: [{ id: referrer }], total: 1 }, place)
    const labels = (await request('GET', `/api/${slug}/${referrer}?labels=true`)).json().labels
    const creator = { 'urn:user:admin': { label: 'Admin', status: 'active' } }
    t.strictSame(labels, { [movie]: { label: 'Metropolis', status: 'active' }, ...creator }, place)
    const included = await request(
      'GET',
      `/api/${slug}/${referrer}?include=${name.split('.')[0] === 'links' ? 'links' : name.includes('parts') ? 'part.parts.to' : name}`,
    )
    t.equal(included.statusCode, 200, included.body)
    if (!name.includes('parts')) t.strictSame(graphOf(included.json()), [referrer, movie], place)

    const word = movie.split(':').at(-1)
    const found = async (q: string) => (await request('GET', `/api/${slug}?q=${q}`)).json().data.length
    t.equal(await found(word ?? ''), 0, `${place}: a reference is not a word`)

    t.equal((await request('DELETE', `/api/movie/${movie}`)).statusCode, 409, place)
    const dry = (await request('DELETE', `/api/movie/${movie}?dry_run=true`)).json()
    t.strictSame(dry.problems, [{ kind: 'referred-to', property: name, count: 1, ids: [referrer] }], place)
    t.equal((await request('PUT', `/api/${slug}/${referrer}`, plain)).statusCode, 200, place)
    t.strictSame((await referrers()).data, [], place)
    t.equal((await request('PUT', `/api/${slug}/${referrer}`, data(movie))).statusCode, 200, place)
    t.equal((await request('DELETE', `/api/${slug}/${referrer}`)).statusCode, 204, place)
    t.strictSame((await referrers()).data, [], place)
    t.equal((await request('DELETE', `/api/movie/${movie}`)).statusCode, 204, place)
    t.equal(
      (await request('POST', `/api/${slug}/${referrer}/restore`)).statusCode,
      409,
      `${place}: not without what it holds`,
    )
    t.equal((await request('POST', `/api/movie/${movie}/restore`)).statusCode, 200)
    t.equal((await request('POST', `/api/${slug}/${referrer}/restore`)).statusCode, 200, place)
    t.match(await referrers(), { data: [{ id: referrer }] }, place)
    t.equal((await request('DELETE', `/api/movie/${movie}?force=true`)).statusCode, 204, place)
  }
})

onEachStore('where only a branch of a schema allows a reference, the form of the text decides', async (t, app) => {
  const { request } = app
  const branches = {
    type: 'object',
    properties: {
      kind: text,
      link: { anyOf: [to(), { type: 'string', format: 'uri' }, { type: 'null' }] },
      person: { oneOf: [to(hold), { type: 'null' }] },
    },
    if: { properties: { kind: { const: 'movie' } } },
    then: { properties: { to: to(hold) } },
    else: { properties: { other: to() } },
  }
  const types = { movie: { type: 'object', properties: { name: text } }, note: branches }
  for (const [slug, schema] of Object.entries(types))
    t.equal((await request('POST', '/api/resource-types', { name: slug, slug, schema })).statusCode, 201)
  const movie = await create(app, 'movie', { name: 'Metropolis' })
  const note = async (data: object) => (await request('POST', '/api/note', data)).json()
  const refused = { message: /must be the URN of an active resource of the type movie/ }
  t.match(await note({ kind: 'text', to: 'urn:movie:nobody' }), refused)
  t.match(await note({ kind: 'movie', other: 'urn:movie:nobody' }), refused)
  t.match(await note({ link: 'urn:movie:nobody' }), refused)
  t.match(await note({ person: 'nobody' }), refused, 'the only alternative for texts')
  for (const data of [
    { kind: 'movie', to: 'x', other: 'urn:person:a' },
    { link: 'https://example.org' },
    { link: null },
  ])
    t.type((await note(data)).id, 'string', JSON.stringify(data))
  const { id } = await note({ kind: 'text', to: movie, other: 'x', link: movie })
  t.strictSame(await referrersOf(app, movie), [id])
  t.match((await request('DELETE', `/api/movie/${movie}?dry_run=true`)).json().problems, [{ property: 'to', count: 1 }])
  t.equal((await request('DELETE', `/api/movie/${movie}`)).statusCode, 409)
})

const linking = (value: object): object => ({
  type: 'object',
  properties: { name: text, links: { type: 'object', additionalProperties: value } },
})

async function withLinks({ request }: TestApp, value: object = to(hold)): Promise<void> {
  for (const [slug, schema] of [
    ['movie', { type: 'object', properties: { name: text } }],
    ['note', linking(value)],
  ] as const) {
    const answer = await request('POST', '/api/resource-types', { name: slug, slug, schema })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}

const referrersOf = async ({ request }: TestApp, movie: string): Promise<string[]> =>
  (await request('GET', `/api/movie/${movie}/referrers?limit=1000`)).json().data.map(({ id }: { id: string }) => id)

onEachStore('references stored under another schema are found by the current one', async (t, app) => {
  await withLinks(app, text)
  const { request } = app
  const movie = await create(app, 'movie', {})
  const notes: string[] = []
  for (let i = 0; i < 3; i++) notes.unshift(await create(app, 'note', { name: `${i}`, links: { a: movie, b: 'text' } }))
  const change = (value: object) => request('PUT', '/api/resource-types/note', { schema: linking(value) })
  const found = async () => (await request('GET', `/api/note?q=${movie.split(':').at(-1)}`)).json().data.length
  t.strictSame([await referrersOf(app, movie), await found()], [[], 3])

  const tried = await request('PUT', '/api/resource-types/note?dry_run=true', { schema: linking(to()) })
  t.match(tried.json(), { compatible: true, problems: [{ kind: 'unknown-reference', property: 'links.b', count: 3 }] })
  t.equal((await change(to())).statusCode, 200)
  t.strictSame([await referrersOf(app, movie), await found()], [notes, 0])
  t.equal((await request('DELETE', `/api/movie/${movie}?dry_run=true`)).json().problems.length, 0, 'blocks nothing')
  t.equal((await change(to(hold))).statusCode, 200)
  t.match((await request('DELETE', `/api/movie/${movie}`)).json().message, /\(note: 3\)/)

  t.equal((await change(text)).statusCode, 200)
  t.strictSame([await referrersOf(app, movie), await found()], [[], 3])
  await request('PUT', `/api/note/${notes[0]}`, { name: 'without' })
  await request('DELETE', `/api/note/${notes[1]}`)
  t.equal((await change(to(hold))).statusCode, 200)
  t.strictSame([await referrersOf(app, movie), await found()], [[notes[2]], 0])
  t.equal((await request('POST', `/api/note/${notes[1]}/restore`)).statusCode, 200)
  t.strictSame(await referrersOf(app, movie), [notes[1], notes[2]])
})

onEachStore('many operations at once, some of which fail', async (t, app) => {
  await withLinks(app)
  const { request } = app
  const bulk = async (operations: object[], further: object = {}, query = '') =>
    (await request('POST', `/api/note/_bulk${query}`, { operations, ...further })).json()
  const movie = await create(app, 'movie', {})
  const held = (name: string): object => ({ op: 'create', id: `urn:note:${name}`, data: { links: { a: movie } } })
  const wrong = { op: 'create', data: { links: { a: 'urn:movie:nobody' } } }
  t.match((await bulk([held('a'), wrong])).message, /^operations\[1\]: links\.a: must be/)
  t.strictSame(await referrersOf(app, movie), [], 'nothing was written')
  t.match(await bulk([held('a'), wrong, held('b')], { atomic: false }), {
    results: [{ status: 201 }, { status: 400 }, { status: 201 }],
  })
  t.strictSame((await referrersOf(app, movie)).toSorted(), ['urn:note:a', 'urn:note:b'])
  t.match(await bulk([{ op: 'patch', id: 'a', data: { links: { a: null } } }, { op: 'delete', id: 'b' }, held('c')]), {
    results: [{ status: 200 }, { status: 204 }, { status: 201 }],
  })
  t.strictSame(await referrersOf(app, movie), ['urn:note:c'])

  const removal = { operations: [{ op: 'delete', id: movie }] }
  t.match((await request('POST', '/api/movie/_bulk', removal)).json().message, /^operations\[0\]: .*note: 1/)
  t.equal((await request('POST', '/api/movie/_bulk?force=true', removal)).statusCode, 200)
  t.equal((await request('GET', `/api/movie/${movie}`)).statusCode, 404)
  t.match((await bulk([{ op: 'restore', id: 'b' }])).message, /^operations\[0\]: .*links\.a/)
  await request('POST', `/api/movie/${movie}/restore`)
  t.match(await bulk([{ op: 'restore', id: 'b' }]), { results: [{ status: 200 }] })
  t.strictSame((await referrersOf(app, movie)).toSorted(), ['urn:note:b', 'urn:note:c'])
})

/** Do two things at once, in either order, many times. At the end no active note refers to an archived movie. */
async function race(t: Test, one: TestApp, other: TestApp): Promise<void> {
  const seen = new Set<string>()
  for (let round = 0; round < 24; round++) {
    const movie = await create(one, 'movie', {})
    const note = await create(one, 'note', round % 3 === 0 ? {} : { links: { a: movie } })
    if (round % 3 === 1) await one.request('DELETE', `/api/note/${note}`)
    const refer = () =>
      round % 3 === 0
        ? one.request('PUT', `/api/note/${note}`, { links: { a: movie } })
        : round % 3 === 1
          ? one.request('POST', `/api/note/${note}/restore`)
          : one.request('POST', '/api/note', { links: { b: movie } })
    if (round % 3 === 2) await one.request('DELETE', `/api/note/${note}`)
    const archive = () => other.request('DELETE', `/api/movie/${movie}`)
    const answers = round % 2 === 0 ? [refer(), archive()] : [archive(), refer()]
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    seen.add(statuses.join(' '))
    const isThere = (await one.request('GET', `/api/movie/${movie}`)).statusCode === 200
    const list: Item[] = (await one.request('GET', '/api/note?limit=1000')).json().data
    const holds = list.some(({ data }) => Object.values(Object(data['@graph'][0]?.['links'])).includes(movie))
    t.equal(holds, isThere, `round ${round}: ${statuses.join(' ')}`)
    t.ok(!statuses.some(status => status >= 500), statuses.join(' '))
  }
  t.comment([...seen].join(', '))
}

onEachStore('a reference is added or restored while its target is archived', async (t, app) => {
  await withLinks(app)
  await race(t, app, app)
})

void t.test('the same on two instances', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const one = await testApp(t, url)
  await withLinks(one)
  await race(t, one, await testApp(t, url))
})
