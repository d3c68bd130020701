import jsonld from 'jsonld'
import type { Test } from 'tap'
import type { TestApp } from '../../../testing/index.ts'
import { testWithStore, testAllStores } from '../../../testing/internal/each-store.ts'
import { create, graphOf, names, withTasks } from '../testing.ts'
import type { Item } from '../testing.ts'

const merge = { 'content-type': 'application/merge-patch+json' }

testAllStores('the target of a new reference must exist', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const writer = await create(app, 'writer', { name: 'Ada' })
  const other = await create(app, 'writer', { name: 'Bo' })
  const project = await create(app, 'project', { name: 'P' })
  const gone = await create(app, 'writer', { name: 'Gone' })
  const task = await create(app, 'task', { author: gone, reviewers: [writer, gone], steps: [{ by: writer }] })
  await request('DELETE', `/api/writer/${gone}`)

  const wording = (field: string) =>
    `${field}: must be the URN of an active resource of the type writer that you may read`
  for (const value of [
    gone,
    project,
    writer.split(':').at(-1),
    'urn:writer:nobody',
    'urn:writer:',
    'x',
    '',
    'urn:writer:a b',
    `${writer}\0`,
  ]) {
    const answer = await request('POST', '/api/task', { author: value })
    t.equal(answer.statusCode, 400, JSON.stringify(value))
    if (!String(value).includes('\0')) t.equal(answer.json().message, wording('author'), JSON.stringify(value))
  }
  for (const [field, data] of [
    ['reviewers', { reviewers: [writer, gone] }],
    ['steps.by', { steps: [{}, { by: writer }, { by: gone }] }],
  ] as const) {
    t.equal((await request('POST', '/api/task', data)).json().message, wording(field))
  }
  const places = { reviewers: [writer, gone], steps: [{}, { by: gone }] }
  const placed = await request('POST', '/api/task', places, { accept: 'application/problem+json' })
  t.match(placed.json(), {
    status: 400,
    problems: [
      { pointer: '/reviewers/1', code: 'x-resource-type', message: /^must be the URN/ },
      { pointer: '/steps/1/by', code: 'x-resource-type' },
    ],
  })
  const both = await request('POST', '/api/task', { author: gone, project: 'x' })
  t.match(both.json().message, /author: .*; project: .*type project/, 'every field is named')

  const path = `/api/task/${task}`
  const held = { author: gone, reviewers: [gone, other] }
  t.equal((await request('PUT', path, held)).statusCode, 200, 'an old reference can stay')
  t.equal((await request('PATCH', path, { name: 'again' }, merge)).statusCode, 200)
  t.equal((await request('PATCH', path, { reviewers: [other, gone, writer] }, merge)).statusCode, 200)
  t.equal(
    (await request('PUT', path, { steps: [{ by: gone }] })).statusCode,
    400,
    'a reference in another place is new',
  )
  t.equal((await request('PUT', path, { reviewers: [writer] })).statusCode, 200)
  t.equal((await request('PUT', path, { author: gone })).statusCode, 400, 'a removed reference is new')
  t.equal((await request('PATCH', path, { author: gone }, merge)).statusCode, 400)
  t.equal((await request('PUT', path, { parent: task })).statusCode, 200, 'a resource can refer to itself')
  t.equal((await request('DELETE', path)).statusCode, 204, 'and does not block its archiving')
  t.equal((await request('POST', `${path}/restore`)).statusCode, 200)
})

testAllStores('operations of one bulk write see each other', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const bulk = (operations: object[], further: object = {}) =>
    request('POST', '/api/task/_bulk', { operations, ...further })
  const [a, b, c] = ['urn:task:a', 'urn:task:b', 'urn:task:c']
  const made = await bulk([
    { op: 'create', id: a, data: { name: 'a' } },
    { op: 'create', id: b, data: { parent: a } },
    { op: 'create', id: c, data: { parent: b } },
  ])
  t.equal(made.statusCode, 200, made.body)
  t.match((await bulk([{ op: 'delete', id: a }])).json().message, /^operations\[0\]: .*task: 1/)
  t.match(
    (
      await bulk([
        { op: 'delete', id: a },
        { op: 'delete', id: b },
      ])
    ).json().message,
    /^operations\[0\]: /,
  )
  t.match(
    (
      await bulk([
        { op: 'delete', id: c },
        { op: 'create', data: { parent: c } },
      ])
    ).json().message,
    /^operations\[1\]: parent: must be/,
  )
  const dry = await request('POST', '/api/task/_bulk?dry_run=true', {
    operations: [
      { op: 'delete', id: c },
      { op: 'delete', id: b },
      { op: 'delete', id: a },
    ],
  })
  t.strictSame(
    dry.json().results.map(({ status }: { status: number }) => status),
    [204, 204, 204],
  )
  const each = await bulk(
    [
      { op: 'create', id: 'urn:task:d', data: { parent: 'urn:task:nowhere' } },
      { op: 'create', id: 'urn:task:e', data: { parent: 'urn:task:d' } },
      { op: 'patch', id: c, data: { parent: null } },
      { op: 'delete', id: b },
      { op: 'delete', id: a },
    ],
    { atomic: false },
  )
  t.strictSame(
    each.json().results.map(({ status }: { status: number }) => status),
    [400, 400, 200, 204, 204],
  )
  t.equal((await request('GET', `/api/task/${a}`)).statusCode, 404)
})

testAllStores('restrict prevents archiving', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const writer = await create(app, 'writer', { name: 'Ada' })
  const project = await create(app, 'project', { name: 'P', lead: writer })
  const tasks = await Promise.all(
    [1, 2, 3].map(() => create(app, 'task', { project, steps: [{ by: writer }, { by: writer }] })),
  )
  const path = `/api/project/${project}`
  const refused = await request('DELETE', path)
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /\(task: 3\)/)
  t.match(
    (await request('DELETE', `/api/writer/${writer}`)).json().message,
    /\(task: 3\)/,
    'in nested values, each counted once',
  )
  const bulk = await request('POST', '/api/project/_bulk', { operations: [{ op: 'delete', id: project }] })
  t.match(bulk.json().message, /^operations\[0\]: .*\(task: 3\)/)
  t.equal(bulk.statusCode, 400)
  const dry = (await request('DELETE', `${path}?dry_run=true`)).json()
  t.match(dry, { problems: [{ kind: 'referred-to', property: 'project', count: 3 }] })
  t.strictSame(dry.problems[0].ids.toSorted(), tasks.toSorted())
  t.equal((await request('GET', path)).statusCode, 200)
  for (const task of tasks.slice(1)) await request('DELETE', `/api/task/${task}`)
  t.match((await request('DELETE', path)).json().message, /\(task: 1\)/, 'archived ones block nothing')
  t.equal((await request('DELETE', `${path}?force=true`)).statusCode, 204)
  t.equal(
    (await request('GET', `/api/task/${tasks[0]}`)).json().data['@graph'][0].project,
    project,
    'the reference stays',
  )
  t.equal((await request('PATCH', `/api/task/${tasks[0]}`, { name: 'still' }, merge)).statusCode, 200)
})

testAllStores(
  'many references are counted, and resources without references are archived in the same write',
  async (t, app) => {
    await withTasks(app)
    const { request } = app
    const [held, free, few] = await Promise.all(['a', 'b', 'c'].map(name => create(app, 'project', { name })))
    const operations = Array.from({ length: 501 }, () => ({ op: 'create', data: { project: held } }))
    t.equal((await request('POST', '/api/task/_bulk', { operations })).statusCode, 200)
    await create(app, 'task', { project: few })
    t.match((await request('DELETE', `/api/project/${held}`)).json().message, /\(task: 501\)/)
    const { problems } = (await request('DELETE', `/api/project/${held}?dry_run=true`)).json()
    t.match(problems, [{ kind: 'referred-to', property: 'project', count: 501 }])
    t.equal(problems[0].ids.length, 10)
    const archive = async (ids: (string | undefined)[]) => {
      const removals = ids.map(id => ({ op: 'delete', id }))
      const { results } = (await request('POST', '/api/project/_bulk', { operations: removals, atomic: false })).json()
      return results.map(({ status, message = '' }: { status: number; message?: string }) => [
        status,
        /\(.*?\)/.exec(message)?.[0],
      ])
    }
    t.strictSame(await archive([few, free]), [
      [409, '(task: 1)'],
      [204, undefined],
    ])
    t.strictSame(await archive([held, few]), [
      [409, '(task: 501)'],
      [409, '(task: 1)'],
    ])
  },
)

testAllStores('a resource is not restored while a restrict target is archived', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const writer = await create(app, 'writer', {})
  const project = await create(app, 'project', { lead: writer })
  const task = await create(app, 'task', { project, author: writer, steps: [{ by: writer }] })
  const restore = (slug: string, id: string) => request('POST', `/api/${slug}/${id}/restore`)
  await request('DELETE', `/api/task/${task}`)
  await request('DELETE', `/api/project/${project}`)
  await request('DELETE', `/api/writer/${writer}`)
  const refused = await restore('task', task)
  t.equal(refused.statusCode, 409)
  t.match(refused.json().message, /project, steps\.by|steps\.by, project/)
  t.notMatch(refused.json().message, /author/, 'only restrict blocks archiving')
  t.equal((await restore('project', project)).statusCode, 200)
  t.match((await restore('task', task)).json().message, /\(steps\.by\)/)
  t.equal((await restore('writer', writer)).statusCode, 200)
  t.equal((await restore('task', task)).statusCode, 200)
  t.equal((await request('DELETE', `/api/project/${project}`)).statusCode, 409, 'and blocks archiving again')
})

testAllStores('archiving and a new reference at once', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const seen = new Set<string>()
  for (let round = 0; round < 25; round++) {
    const project = await create(app, 'project', { name: `${round}` })
    const reference = () => request('POST', '/api/task', { project })
    const archiving = () => request('DELETE', `/api/project/${project}`)
    const both = round % 2 === 0 ? [reference(), archiving()] : [archiving(), reference()]
    const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode).toSorted((x, y) => x - y)
    seen.add(statuses.join(' '))
    const { data } = (await request('GET', `/api/task?_filter[project][eq]=${project}`)).json()
    const isThere = (await request('GET', `/api/project/${project}`)).statusCode === 200
    t.equal(data.length === 1, isThere, `round ${round}: ${statuses.join(' ')}`)
  }
  for (const one of seen) t.ok(['201 409', '204 400'.split(' ').toSorted().join(' '), '204 400'].includes(one), one)
})

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

testAllStores('references are found wherever a schema allows a text', async (t, app) => {
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

testAllStores('where only a branch of a schema allows a reference, the form of the text decides', async (t, app) => {
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
  t.match(await note({ kind: 'movie', to: 'x' }), refused, 'the branch that applies')
  t.match(await note({ kind: 'text', other: 'urn:person:a' }), refused, 'the branch that applies')
  for (const data of [
    { kind: 'movie', to: await create(app, 'movie', {}), other: 'urn:person:a' },
    { kind: 'text', to: 'x' },
    { link: 'https://example.org' },
    { link: null },
  ])
    t.type((await note(data)).id, 'string', JSON.stringify(data))
  const { id } = await note({ kind: 'text', to: movie, other: movie, link: movie })
  t.strictSame(await referrersOf(app, movie), [id])
  t.match((await request('DELETE', `/api/movie/${movie}?dry_run=true`)).json().problems, [{ property: 'to', count: 1 }])
  t.equal((await request('DELETE', `/api/movie/${movie}`)).statusCode, 409)
})

/** Schemas that require a reference in `to`, and data with a text there; the place, if it is inside. */
const requiring: Record<string, { schema: object; data: (text: string) => object; pointer?: string }> = {
  then: {
    schema: { if: { required: ['kind'] }, then: { properties: { to: to() } } },
    data: id => ({ kind: '', to: id }),
  },
  else: { schema: { if: { required: ['kind'] }, else: { properties: { to: to() } } }, data: id => ({ to: id }) },
  'dependent schemas': {
    schema: { dependentSchemas: { kind: { properties: { to: to() } } } },
    data: id => ({ kind: '', to: id }),
  },
  'any of': { schema: { properties: { to: { anyOf: [to(), { type: 'integer' }] } } }, data: id => ({ to: id }) },
  'one of': {
    schema: { properties: { to: { oneOf: [{ type: 'null' }, to({ maxLength: 60 })] } } },
    data: id => ({ to: id }),
  },
  'all of': { schema: { allOf: [{ anyOf: [{ properties: { to: to() } }] }] }, data: id => ({ to: id }) },
  'a reference': {
    schema: { $defs: { movie: to() }, properties: { to: { anyOf: [{ $ref: '#/$defs/movie' }, { type: 'null' }] } } },
    data: id => ({ to: id }),
  },
  'an array': {
    schema: { if: { required: ['to'] }, then: { properties: { to: { type: 'array', 'x-resource-type': 'movie' } } } },
    data: id => ({ to: [id] }),
    pointer: '/to/0',
  },
  'items and a map': {
    schema: {
      if: { required: ['to'] },
      then: { properties: { to: { type: 'array', items: { type: 'object', additionalProperties: to() } } } },
    },
    data: id => ({ to: [{ a: id }] }),
    pointer: '/to/0/a',
  },
  'a tuple and patterns': {
    schema: {
      else: {},
      then: {
        properties: {
          to: { type: 'array', prefixItems: [text, { type: 'object', patternProperties: { '^a': to() } }] },
        },
      },
      if: true,
    },
    data: id => ({ to: ['x', { ab: id }] }),
    pointer: '/to/1/ab',
  },
}

testAllStores('a text that cannot be the id of its target is refused wherever the schema applies', async (t, app) => {
  const { request } = app
  const problem = { accept: 'application/problem+json' }
  const types = {
    movie: { type: 'object', properties: { name: text } },
    actor: { type: 'object', properties: { name: text } },
    ...Object.fromEntries(Object.entries(requiring).map(([place, { schema }]) => [slugOfPlace(place), schema])),
    choice: {
      properties: {
        to: { anyOf: [to(), { ...text, 'x-resource-type': 'actor' }] },
        one: { oneOf: [to(), { ...text, 'x-resource-type': 'actor' }, { type: 'null' }] },
        tried: { type: 'array', items: text, contains: to(), minContains: 0 },
        not: { ...text, not: to() },
      },
    },
  }
  for (const [slug, schema] of Object.entries(types)) {
    const made = await request('POST', '/api/resource-types', {
      name: slug,
      slug,
      schema: { type: 'object', ...schema },
    })
    t.equal(made.statusCode, 201, made.body)
  }
  const movie = await create(app, 'movie', {})
  const message = 'must be the URN of an active resource of the type movie that you may read'
  for (const [place, { data, pointer = '/to' }] of Object.entries(requiring)) {
    const path = `/api/${slugOfPlace(place)}`
    for (const wrong of ['not a urn', 'urn:person:x', 'urn:movie:nobody']) {
      const refused = await request('POST', path, data(wrong), problem)
      const expected = { pointer, code: 'x-resource-type', message, params: { type_slugs: ['movie'] } }
      t.strictSame(
        refused.json().problems?.map(({ field: _field, ...one }: { field: string }) => one),
        [expected],
        `${place}: ${wrong}: ${refused.body}`,
      )
    }
    t.equal((await request('POST', path, data(movie))).statusCode, 201, place)
  }
  const person = await create(app, 'actor', {})
  const either = 'must be the URN of an active resource of the type movie or actor that you may read'
  for (const [wrong, name] of ['x', 'urn:choice:a', 'urn:movie:nobody'].flatMap(one => [
    [one, 'to'],
    [one, 'one'],
  ])) {
    const refused = (await request('POST', '/api/choice', { [name ?? '']: wrong }, problem)).json()
    const place = { pointer: `/${name}`, message: either, params: { type_slugs: ['movie', 'actor'] } }
    t.match(refused.problems, [place], `${name}: ${wrong}`)
    t.equal(refused.problems.length, 1)
  }
  for (const data of [{ to: person, one: movie }, { to: movie, one: person }, { tried: ['x'] }])
    t.equal((await request('POST', '/api/choice', data)).statusCode, 201, JSON.stringify(data))
  t.match((await request('POST', '/api/choice', { not: 'x' }, problem)).json().problems, [{ code: 'not' }], 'any text')
  const both = await request('POST', '/api/choice', { to: 'x', one: 'urn:actor:nobody' })
  t.match(both.json().message, /to: must be.*; one: must be|one: must be.*; to: must be/, 'all at once')
})

testAllStores('a stored text that is no id of its target can stay where it is', async (t, app) => {
  const { request } = app
  const schema = (value: object): object => ({
    type: 'object',
    properties: {
      name: text,
      kind: text,
      list: { type: 'array', items: { type: 'object', properties: { to: value } } },
    },
    dependentSchemas: { kind: { properties: { by: value } } },
  })
  await request('POST', '/api/resource-types', { name: 'movie', slug: 'movie', schema: { type: 'object' } })
  const made = await request('POST', '/api/resource-types', { name: 'note', slug: 'note', schema: schema(text) })
  t.equal(made.statusCode, 201, made.body)
  const data = { kind: '', by: 'Ada', list: [{ to: 'a' }, { to: 'b' }] }
  const id = await create(app, 'note', data)
  t.equal((await request('PUT', '/api/resource-types/note', { schema: schema(to()) })).statusCode, 200)
  const path = `/api/note/${id}`
  const patch = (change: object) => request('PATCH', path, change, { 'content-type': 'application/merge-patch+json' })
  t.equal((await request('PUT', path, { ...data, name: 'N' })).statusCode, 200)
  t.equal((await patch({ list: [{ to: 'b' }] })).statusCode, 200, 'at another index')
  t.match((await patch({ by: 'Bo' })).json(), { message: /^by: must be the URN/ })
  t.match(
    (await patch({ list: [{ to: 'Ada' }] })).json(),
    { message: /^list\.to: must be the URN/ },
    'in another place',
  )
  t.match((await request('POST', '/api/note', data)).json(), { message: /list\.to: .*by: / }, 'a new one is refused')
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

testAllStores('references stored under another schema are found by the current one', async (t, app) => {
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

testAllStores('many operations at once, some of which fail', async (t, app) => {
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

testAllStores('what the store refuses in a bulk write prevents nothing after it', async (t, app) => {
  const { request } = app
  const properties = {
    sku: { type: 'string', 'x-unique': true },
    holds: { type: 'string', 'x-resource-type': 'part', 'x-on-archive': 'restrict' },
    names: { type: 'string', 'x-resource-type': 'part' },
  }
  await request('POST', '/api/resource-types', { name: 'Part', slug: 'part', schema: { type: 'object', properties } })
  const make = (id: string, data: object = {}): object => ({ op: 'create', id: `urn:part:${id}`, data })
  const statuses = async (operations: object[], atomic = false): Promise<number[]> =>
    (await request('POST', '/api/part/_bulk', { operations, atomic }))
      .json<{ results: { status: number }[] }>()
      .results.map(({ status }) => status)
  const taken = 'urn:part:taken'
  await statuses([make('taken', { sku: 'a' }), make('free'), make('holder', { holds: taken })])
  for (const count of [0, 98, 99, 230]) {
    const others = (name: string): object[] => Array.from({ length: count }, (_, n) => make(`${name}-${count}-${n}`))
    const held = [make('twin', { sku: 'a', holds: 'urn:part:free' }), ...others('a'), { op: 'delete', id: 'free' }]
    t.strictSame(
      (await statuses(held)).filter(status => status !== 201),
      [409, 204],
      'nothing refers to it',
    )
    t.strictSame(await statuses([{ op: 'restore', id: 'free' }]), [200])
    const kept = [
      { op: 'patch', id: 'holder', data: { sku: 'a', holds: null } },
      ...others('b'),
      { op: 'delete', id: 'taken' },
      ...others('c'),
      make(`last-${count}`, { names: taken }),
    ]
    const answer = await statuses(kept)
    t.strictSame(
      answer.filter(status => status !== 201),
      [409, 409],
    )
    t.equal(answer.at(-1), 201, 'it is not archived')
  }
  const operations = [
    make('one', { holds: 'urn:part:free' }),
    ...Array.from({ length: 250 }, (_, n) => make(`other-${n}`)),
    { op: 'delete', id: 'free' },
  ]
  const { results } = (await request('POST', '/api/part/_bulk', { operations, atomic: false })).json()
  t.match(results.at(-1).message, /\(part: 1\)/, 'counted once, although it is written already')
})

testAllStores('what is published in bulk may refer to what the same request creates', async (t, app) => {
  const { request } = app
  const next = { type: 'string', 'x-resource-type': 'page' }
  const schema = { type: 'object', 'x-drafts': true, properties: { next } }
  await request('POST', '/api/resource-types', { name: 'Page', slug: 'page', schema })
  const [one, two] = ['urn:page:1', 'urn:page:2']
  await request('POST', '/api/page/_bulk', { operations: [{ op: 'create', id: one, data: {} }] })
  const operations = [
    { op: 'create', id: two, data: {} },
    { op: 'patch', id: one, data: { next: two } },
  ]
  const answer = await request('POST', '/api/page/_bulk?publish=true', { operations })
  t.match(answer.json(), { results: [{ status: 201 }, { status: 200 }] }, answer.body)
  t.equal((await request('GET', `/api/page/${one}`)).json().data['@graph'][0].next, two)
  await request('DELETE', `/api/page/${two}`)
  const more = [
    { op: 'create', id: 'urn:page:3', data: { next: 'urn:page:2' } },
    { op: 'delete', id: one },
  ]
  const after = await request('POST', '/api/page/_bulk?publish=true', { operations: more, atomic: false })
  const statuses = after.json<{ results: { status: number }[] }>().results.map(({ status }) => status)
  t.strictSame(statuses, [400, 204], 'what is archived is not published, whatever it refers to')
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

testAllStores('a reference is added or restored while its target is archived', async (t, app) => {
  await withLinks(app)
  await race(t, app, app)
})

testAllStores('filters follow a reference', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const bo = await create(app, 'writer', { name: 'Bo' })
  const red = await create(app, 'project', { name: 'Red', code: 'x', lead: ada })
  const blue = await create(app, 'project', { name: 'Blue', lead: bo })
  const gone = await create(app, 'project', { name: 'Red too', lead: ada })
  const tasks = {
    a: { project: red },
    b: { project: blue, reviewers: [ada, bo] },
    c: { project: gone },
    d: { reviewers: [bo] },
  }
  for (const [name, data] of Object.entries(tasks)) await create(app, 'task', { name, ...data })
  await request('DELETE', `/api/project/${gone}?force=true`)
  const find = async (query: string): Promise<unknown[]> => {
    const answer = await request('GET', `/api/task?sort_by=name&count=true&${query}`)
    if (answer.statusCode !== 200) return [answer.statusCode, answer.json().message]
    t.equal(answer.json().total, answer.json().data.length, query)
    return names(answer.json())
  }
  const cases: [string, string[]][] = [
    ['_filter[project.name][like]=r', ['a']],
    ['_filter[project.name][eq]=Blue', ['b']],
    ['_filter[project.name][ne]=Blue', ['a', 'c', 'd']],
    ['_filter[project.name][nin]=Blue,Red', ['c', 'd']],
    ['_filter[project.code][exists]=false', ['b', 'c', 'd']],
    ['_filter[project.code][exists]=true', ['a']],
    ['_filter[project.lead][eq]=' + ada, ['a']],
    ['_filter[project.status][eq]=active', ['a', 'b']],
    ['_filter[project.id][eq]=' + blue, ['b']],
    ['_filter[project.meta.sequence_no][gt]=1', []],
    ['_filter[reviewers.name][eq]=Bo', ['b', 'd']],
    ['_filter[reviewers.name][eq]=Ada&_filter[reviewers.name][like]=BO', ['b']],
    ['_filter[reviewers.name][ne]=Bo', ['a', 'c']],
    ['filter_field=project.name&filter_value=Red', ['a']],
    ['_filter[project.name][like]=e&_filter[name][gt]=a', ['b']],
  ]
  for (const [query, expected] of cases) t.strictSame(await find(query), expected, query)
  t.match(await find('_filter[project.nothing][eq]=x'), [400, /unknown field "nothing"/])
  t.match(await find('_filter[project.lead.name][eq]=x'), [400, /cannot be asked for from here/])
  t.match(await find('_filter[project.name][huh]=x'), [400, /unknown operator/])
  t.match(await find('_filter[project.meta.sequence_no][eq]=x'), [400, /integer/])
  t.equal((await request('GET', '/api/task?sort_by=project.name')).statusCode, 400)
  const first = (await request('GET', '/api/task?limit=1&_filter[project.status][eq]=active')).json()
  t.ok(first.has_more)
  const next = (filter: string) => request('GET', `/api/task?limit=1&${filter}&cursor=${first.cursor}`)
  t.strictSame(names((await next('_filter[project.status][eq]=active')).json()), ['a'])
  t.equal((await next('_filter[project.status][ne]=x')).statusCode, 400, 'the cursor belongs to its filters')
})

/** Fields of every form, each with a value that some resources have. */
const fields: Record<string, string> = {
  name: 'a',
  rank: '2',
  late: 'true',
  'place.city': 'Bonn',
  tags: 'x',
  'meta.sequence_no': '1',
  owner: '',
  'owner.name': 'Ada',
  'owner.rank': '2',
  'owner.tags': 'x',
  'owner.meta.status': 'active',
  'owners.name': 'Bo',
  'place.keeper.name': 'Ada',
  'steps.by.tags': 'y',
  'either.name': 'Ada',
  'either.code': '7',
  'next.name': 'a',
}

testAllStores('negative operators are the complement of the positive ones, on fields of every form', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  const worker = { ...text, 'x-resource-type': 'worker' }
  const own = {
    name: text,
    rank: { type: ['integer', 'null'] },
    late: { type: 'boolean' },
    tags: { type: 'array', items: text },
  }
  const types: Record<string, object> = {
    worker: own,
    crate: { code: { type: 'integer' } },
    duty: {
      ...own,
      place: { type: 'object', properties: { city: text, keeper: worker } },
      owner: worker,
      owners: { type: 'array', items: worker },
      steps: { type: 'array', items: { type: 'object', properties: { by: worker } } },
      either: { anyOf: [worker, { ...text, 'x-resource-type': 'crate' }] },
      next: { ...text, 'x-resource-type': 'duty' },
    },
  }
  for (const [slug, properties] of Object.entries(types))
    t.equal(
      (await request('POST', '/api/resource-types', { name: slug, slug, schema: { type: 'object', properties } }))
        .statusCode,
      201,
    )
  const ada = await create(app, 'worker', { name: 'Ada', rank: 2, tags: ['x', 'y'] })
  const bo = await create(app, 'worker', { name: 'Bo', rank: 3, tags: ['y'] })
  const nobody = await create(app, 'worker', {})
  const left = await create(app, 'worker', { name: 'Ada', rank: 2, tags: ['x'] })
  const box = await create(app, 'crate', { code: 7 })
  const first = await create(app, 'duty', { name: 'a', rank: 2, late: true, tags: ['x', 'z'], owner: ada, either: box })
  await create(app, 'duty', { name: 'b', rank: 3, tags: ['z'], owner: bo, owners: [ada, bo], either: ada, next: first })
  await create(app, 'duty', { name: 'c', tags: [], owner: nobody, owners: [bo], steps: [{ by: ada }, {}] })
  await create(app, 'duty', { owner: left, owners: [left, bo], place: { city: 'Bonn', keeper: ada } })
  await create(app, 'duty', { rank: null, place: { keeper: left }, steps: [{ by: left }, { by: bo }], either: bo })
  await create(app, 'duty', {})
  t.equal((await request('DELETE', `/api/worker/${left}?force=true`)).statusCode, 204)
  const find = async (condition: object): Promise<string[]> => {
    const _filter = { 'meta.type_slug': { eq: 'duty' }, ...condition }
    const { data, total } = (await request('POST', '/api/duty/_query', { _filter, count: true })).json()
    t.equal(total, data.length, JSON.stringify(condition))
    const ids = data.map(({ id }: { id: string }) => id).toSorted()
    const path = `/api/duty?_filter=${encodeURIComponent(JSON.stringify({ or: [_filter] }))}`
    t.strictSame(
      (await request('GET', path))
        .json()
        .data.map(({ id }: { id: string }) => id)
        .toSorted(),
      ids,
      'in a group as well',
    )
    return ids
  }
  const all = await find({})
  t.equal(all.length, 6)
  for (const [field, value] of Object.entries(fields)) {
    const pairs: [object, object][] = [
      [{ eq: value === '' ? ada : value }, { ne: value === '' ? ada : value }],
      [{ in: [value === '' ? ada : value] }, { nin: [value === '' ? ada : value] }],
      [{ exists: true }, { exists: false }],
    ]
    for (const [positive, negative] of pairs) {
      const found = await find({ [field]: positive })
      t.ok(found.length > 0, `${field} ${JSON.stringify(positive)}`)
      t.strictSame(
        await find({ [field]: negative }),
        all.filter(id => !found.includes(id)),
        `${field} ${JSON.stringify(negative)}`,
      )
    }
  }
})

testAllStores('a list is scanned when many resources match', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const bulk = async (slug: string, datas: object[]): Promise<string[]> => {
    const ids: string[] = []
    for (let from = 0; from < datas.length; from += 225) {
      const operations = datas.slice(from, from + 225).map(data => ({ op: 'create', data }))
      const { results } = (await request('POST', `/api/${slug}/_bulk`, { operations })).json()
      ids.push(...results.map(({ id }: { id: string }) => id))
    }
    return ids
  }
  const numbers = (length: number, from = 0) => Array.from({ length }, (_, n) => n + from)
  const writers = [
    ...(await bulk(
      'writer',
      numbers(900).map(n => ({ name: `even ${n}` })),
    )),
    ...(await bulk(
      'writer',
      numbers(900).map(n => ({ name: n % 2 === 0 ? `even ${n}` : `odd ${n}` })),
    )),
  ]
  await bulk(
    'task',
    numbers(900).map(n => ({ name: String(n).padStart(4, '0'), author: writers[n + 900] })),
  )
  const seen: unknown[] = []
  let cursor = ''
  do {
    const query = `limit=37&count=true&sort_by=name&_filter[author.name][like]=EVEN${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page = (await request('GET', `/api/task?${query}`)).json()
    t.equal(page.total, 450)
    seen.push(...names(page))
    cursor = page.cursor
  } while (cursor !== '' && seen.length < 1000)
  t.strictSame(
    seen,
    numbers(450).map(n => String(n * 2).padStart(4, '0')),
  )
  t.equal((await request('GET', '/api/task?limit=450&_filter[author.name][like]=even')).json().has_more, false)
  const total = async (filter: string): Promise<number> =>
    (await request('GET', `/api/task?limit=1&count=true&${filter}`)).json().total
  t.equal(await total('_filter[author.name][exists]=true'), 900)
  t.equal(await total('_filter[author.name][exists]=false'), 0)
  await create(app, 'task', { name: 'nobody’s' })
  t.equal(await total('_filter[author.name][exists]=false'), 1)
  t.equal(await total('_filter[author.meta.status][ne]=active'), 1)
  t.equal(await total('_filter[author.meta.status][nin]=active,archived'), 1)
  t.equal(await total('_filter[or][0][author.meta.status][ne]=active&_filter[or][1][author.name][eq]=even+0'), 2)
  t.equal(await total('_filter[author.meta.status][ne]=active&_filter[author.name][ne]=even+0'), 1)
})

const refersTo = (slug: string) => ({ ...text, 'x-resource-type': slug })

async function makeType({ request }: TestApp, slug: string, properties: object, further: object = {}): Promise<void> {
  const schema = { type: 'object', properties, ...further }
  const answer = await request('POST', '/api/resource-types', { name: slug, slug, schema })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

/** Types of a kitchen: a step uses an ingredient, which has a maker, and a note refers to steps. */
async function withKitchen(app: TestApp): Promise<void> {
  await makeType(app, 'maker', { title: text, town: refersTo('maker') }, { 'x-label': '{title} {town}' })
  await makeType(app, 'ingredient', { name: text, maker: refersTo('maker') }, { 'x-label': '{name} {maker}' })
  const step = {
    quantity: { type: 'number' },
    unit: text,
    ingredient: refersTo('ingredient'),
    place: { type: 'object', properties: { shelf: { type: 'integer' } } },
    tags: { type: 'array', items: text },
    name: text,
  }
  await makeType(app, 'step', step, { 'x-label': '{quantity} {unit} {ingredient}' })
  await makeType(app, 'note', { of: { type: 'array', items: refersTo('step') } })
}

/** The labels of resources, as shown by a resource that refers to them. */
async function labelsOf(app: TestApp, ids: readonly string[]): Promise<string[]> {
  const note = await create(app, 'note', { of: ids })
  const { labels } = (await app.request('GET', `/api/note/${note}?labels=true`)).json()
  return ids.map(id => labels[id].label)
}

testAllStores('the label of a resource is its filled template', async (t, app) => {
  await withKitchen(app)
  const town = await create(app, 'maker', { title: 'Town' })
  const maker = await create(app, 'maker', { title: 'Mill', town })
  const flour = await create(app, 'ingredient', { name: 'flour', maker })
  const cases: [object, string | undefined][] = [
    [{ quantity: 200, unit: 'g', ingredient: flour, name: 'n' }, '200 g flour'],
    [{ quantity: 2.5, ingredient: flour }, '2.5 flour'],
    [{ unit: 'g', ingredient: flour }, 'g flour'],
    [{ quantity: 0, unit: ' ' }, '0'],
    [{ name: 'nothing of it' }, 'nothing of it'],
    [{ tags: ['a'] }, undefined],
  ]
  const ids: string[] = []
  for (const [data] of cases) ids.push(await create(app, 'step', data))
  t.strictSame(
    await labelsOf(app, ids),
    cases.map(([, label], index) => label ?? ids[index]?.split(':').at(-1)),
  )

  const withLabel = async (template: string): Promise<void> => {
    const { schema } = (await app.request('GET', '/api/resource-types/step')).json()
    const changed = await app.request('PUT', '/api/resource-types/step', { schema: { ...schema, 'x-label': template } })
    t.equal(changed.statusCode, 200, changed.body)
  }
  const labelled = async (template: string): Promise<string> => {
    await withLabel(template)
    const data = { quantity: 3, name: 'N', place: { shelf: 7 }, tags: ['a', 'b'], ingredient: flour }
    return (await labelsOf(app, [await create(app, 'step', data)]))[0] ?? ''
  }
  const templates: [string, string][] = [
    ['{ingredient.name} from {ingredient.maker}, shelf {place.shelf}', 'flour from Mill, shelf 7'],
    ['  {unit}  {name}   ({quantity})', 'N (3)'],
    ['{tags}', 'a, b'],
    ['{unit} – {name} – {unit}', '– N –'],
    ['{unit} – {unit}', 'N'],
    ['No. {unit}', 'No.'],
  ]
  for (const [template, label] of templates) t.equal(await labelled(template), label, template)

  // An archived resource still has a label, and labels of targets follow no further references.
  await app.request('DELETE', `/api/ingredient/${flour}`)
  t.match(await labelsOf(app, ids.slice(0, 1)), ['No.'])
  await withLabel('{name} {ingredient}')
  t.match(await labelsOf(app, ids.slice(0, 2)), ['n flour', 'flour'])
})

testAllStores('labels=all has the labels of the resources themselves', async (t, app) => {
  await withKitchen(app)
  const town = await create(app, 'maker', { title: 'Town' })
  const mill = await create(app, 'maker', { title: 'Mill', town })
  const shown = async (path: string): Promise<string | undefined> => {
    const answer = await app.request('GET', path)
    t.equal(answer.statusCode, 200, answer.body)
    return answer.json().labels[mill]?.label
  }
  t.equal(await shown(`/api/maker/${mill}?labels=true`), undefined)
  t.equal(await shown(`/api/maker/${mill}?labels=all`), 'Mill Town')
  t.equal(await shown('/api/maker?labels=all&fields=town'), 'Mill Town')
  t.equal((await app.request('GET', '/api/maker?labels=some')).statusCode, 400)
})

testAllStores('labels include the user who created a resource', async (t, app) => {
  await withKitchen(app)
  const { request } = app
  const as = (address: string) => ({ 'x-dev-agent': address })
  const made = (await request('POST', '/api/maker', { title: 'A' }, as('ada@example.com'))).json()
  await request('POST', '/api/maker', { title: 'B' }, as('member@example.com'))
  const list = (await request('GET', '/api/maker?labels=true')).json()
  t.strictSame(list.labels, {
    'urn:user:member': { label: 'Member', status: 'active' },
    [made.created_by]: { label: 'ada', status: 'active' },
  })
  await request('PUT', `/api/users/${made.created_by}`, { name: 'Ada King', status: 'disabled' })
  const one = (await request('GET', `/api/maker/${made.id}?labels=true`)).json()
  t.strictSame(one.labels, { [made.created_by]: { label: 'Ada King', status: 'disabled' } })
  const { id: other } = (await request('POST', '/api/accounts', { name: 'Other' })).json()
  await request('PUT', `/api/users/${made.created_by}`, { account_id: other })
  t.strictSame((await request('GET', `/api/maker/${made.id}?labels=true`)).json().labels, {}, 'of another account')

  await request('POST', '/api/resource-types/presets/tasks?samples=true')
  const { labels, data } = (await request('GET', '/api/task?labels=true&limit=1')).json()
  t.equal(labels[data[0].created_by].label, 'Admin')
})

testWithStore('labels are in the language of the reader', async (t, app) => {
  const label = { 'x-label': { en: '{name} of {town}', de: '{name} aus {town}', 'pt-BR': '{town}' } }
  await makeType(app, 'baker', { name: text, town: text }, label)
  await makeType(app, 'bread', { baker: refersTo('baker'), n: { type: 'integer' } }, { 'x-label': 'No. {n} {baker}' })
  await makeType(app, 'box', { bread: refersTo('bread'), baker: refersTo('baker') })
  const baker = await create(app, 'baker', { name: 'Ann', town: 'Rome' })
  const bread = await create(app, 'bread', { baker, n: 7 })
  const box = await create(app, 'box', { bread, baker })
  const labelled = async (language: string | undefined, path = `/api/box/${box}?labels=true`) => {
    const headers = language === undefined ? {} : { 'accept-language': language }
    const answer = await app.request('GET', path, undefined, headers)
    t.equal(answer.statusCode, 200, answer.body)
    t.match(answer.headers['vary'], /\bAccept-Language\b/, path)
    t.notMatch(answer.headers['etag'] ?? '', /^"/, 'a list has a weak tag, a resource with labels has none')
    const { labels } = answer.json()
    return [labels[baker]?.label, labels[bread]?.label]
  }
  const [english, german] = [
    ['Ann of Rome', 'No. 7 Ann of Rome'],
    ['Ann aus Rome', 'No. 7 Ann aus Rome'],
  ]
  t.strictSame(await labelled(undefined), english)
  t.strictSame(await labelled('de-CH, en;q=0.5'), german)
  t.strictSame(await labelled('en, de;q=0.5'), english, 'the text of x-label counts as English')
  t.strictSame(await labelled('fr, de;q=0.5'), german)
  t.strictSame(await labelled('pt'), ['Rome', 'No. 7 Rome'])
  t.strictSame(await labelled('fr'), english)
  t.strictSame(await labelled('de', '/api/box?labels=true'), german)
  t.strictSame(await labelled('de', `/api/bread/${bread}/referrers?labels=true`), german)
  const plain = await app.request('GET', `/api/box/${box}`)
  t.notMatch(plain.headers['vary'], /Accept-Language/)
  t.ok(plain.headers['etag'])

  const search = async (q: string, language: string): Promise<unknown> => {
    const answer = await app.request('GET', `/api/search?q=${q}`, undefined, { 'accept-language': language })
    t.match(answer.headers['vary'], /\bAccept-Language\b/)
    return answer.json().data.map((type: { resources: { label: string }[] }) => type.resources.map(one => one.label))
  }
  t.strictSame(await search('ann', 'de'), [['Ann aus Rome'], ['No. 7 Ann aus Rome']])
  t.strictSame(await search('ann', 'en'), [['Ann of Rome'], ['No. 7 Ann of Rome']])
  t.strictSame(
    await search('aus+ann', 'de'),
    [['Ann aus Rome'], ['No. 7 Ann aus Rome']],
    'words of the label are found as it is shown',
  )
  t.strictSame(await search('7', 'de'), [['No. 7 Ann aus Rome']])
})

testWithStore('brackets go with what they held', async (t, app) => {
  await makeType(app, 'land', { code: text, name: text }, { 'x-label': '{name} ({code})' })
  const place = { name: text, land: refersTo('land'), zip: text, height: { type: 'integer' } }
  const land = await create(app, 'land', { code: 'DE', name: 'Germany' })
  const bare = await create(app, 'land', { name: 'Utopia' })
  const cases: [string, string, string][] = [
    ['{name} ({land.code})', 'Bonn (DE)', 'Celle'],
    ['{name} [{zip}, {height}] {land.code}', 'Bonn [53111, 60] DE', 'Celle'],
    ['({land.code}) {name}', '(DE) Bonn', 'Celle'],
    ['{name}( {land.code} )', 'Bonn( DE )', 'Celle'],
    ['{name} “{zip}” ', 'Bonn “53111”', 'Celle'],
    ['{name} ([{zip}] {land.code})!', 'Bonn ([53111] DE)!', 'Celle!'],
    ['{name} ({height} m)', 'Bonn (60 m)', 'Celle (m)'],
    ['{name}() ({zip})', 'Bonn() (53111)', 'Celle()'],
    ['{name}（{land}）', 'Bonn（Germany (DE)）', 'Celle（Utopia）'],
    ['{name} < {zip}', 'Bonn < 53111', 'Celle <'],
    ['{name} 【{zip}】 «{land.code}»', 'Bonn 【53111】 «DE»', 'Celle'],
  ]
  for (const [index, [template, whole, empty]] of cases.entries()) {
    const slug = `place${index}`
    await makeType(app, slug, place, { 'x-label': template })
    const bonn = await create(app, slug, { name: 'Bonn', land, zip: '53111', height: 60 })
    const celle = await create(app, slug, { name: 'Celle', land: bare })
    await makeType(app, `trip${index}`, { to: { type: 'array', items: refersTo(slug) } })
    const trip = await create(app, `trip${index}`, { to: [bonn, celle] })
    const { labels } = (await app.request('GET', `/api/trip${index}/${trip}?labels=true`)).json()
    t.strictSame([labels[bonn].label, labels[celle].label], [whole, empty], template)
  }
})

/** The user who created everything. */
const admin = { 'urn:user:admin': { label: 'Admin', status: 'active' } }

testAllStores('answers include referenced resources', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const bo = await create(app, 'writer', { name: ' ' })
  const project = await create(app, 'project', { name: 'P', lead: bo })
  const task = await create(app, 'task', { name: 'T', author: ada, project, reviewers: [ada, bo], steps: [{ by: bo }] })
  const path = `/api/task/${task}`

  const one = await request('GET', `${path}?include=project,author`, undefined, { 'if-none-match': `"${task}.1"` })
  t.equal(one.statusCode, 200)
  t.equal(one.headers.etag, undefined)
  t.strictSame(graphOf(one.json()), [task, project, ada])
  t.match(one.json().data['@graph'][1], { '@type': 'project', name: 'P', lead: bo })
  t.strictSame(graphOf((await request('GET', `${path}?include=reviewers,author,steps.by`)).json()), [task, ada, bo])
  t.ok((await request('GET', `${path}?labels=false`)).headers.etag)
  const list = (await request('GET', '/api/task?include=project&labels=true')).json()
  t.strictSame(graphOf(list.data[0]), [task, project])
  t.strictSame(list.labels, {
    [ada]: { label: 'Ada', status: 'active' },
    [bo]: { label: bo.split(':').at(-1), status: 'active' },
    [project]: { label: 'P', status: 'active' },
    ...admin,
  })
  const labelled = await request('GET', `${path}?labels=true`)
  t.equal(labelled.headers.etag, undefined)
  t.strictSame(labelled.json().labels, list.labels)
  t.strictSame(graphOf(labelled.json()), [task])

  for (const query of [
    'include=',
    'include=name',
    'include=project,nothing',
    'include=steps',
    'labels=1',
    'include=project&include=author',
  ]) {
    for (const address of [path, '/api/task'])
      t.equal((await request('GET', `${address}?${query}`)).statusCode, 400, query)
  }
  t.match((await request('GET', `/api/writer?include=constructor`)).json().message, /"constructor"/)

  const linked = { accept: 'application/ld+json' }
  const document = await request('GET', `${path}?include=project`, undefined, linked)
  for (const address of [path, '/api/task']) {
    const refused = await request('GET', `${address}?labels=true`, undefined, linked)
    t.equal(refused.statusCode, 400, 'JSON-LD has no place for labels')
  }
  const expanded = await jsonld.expand(document.json())
  t.match(expanded, [
    { '@id': task, 'https://task.example/name': [{ '@value': 'T' }] },
    {
      '@id': project,
      'https://project.example/name': [{ '@value': 'P' }],
      'https://project.example/lead': [{ '@id': bo }],
    },
  ])
  t.equal(expanded.length, 2)
  const graph = await jsonld.expand(
    (await request('GET', '/api/task?include=project,parent', undefined, linked)).json(),
  )
  t.strictSame(
    graph.map(node => node['@id']),
    [task, project],
  )

  await request('DELETE', `/api/writer/${ada}`)
  t.strictSame(
    graphOf((await request('GET', `${path}?include=author`)).json()),
    [task],
    'what is archived is not included',
  )
  t.match((await request('GET', `${path}?labels=true`)).json().labels, { [ada]: { label: 'Ada', status: 'archived' } })
  await request('PUT', '/api/resource-types/writer', { status: 'archived' })
  t.strictSame(Object.keys((await request('GET', `${path}?labels=true`)).json().labels), [project, 'urn:user:admin'])
})

testAllStores('resources that refer to a resource', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const expected: string[] = []
  for (let n = 0; n < 5; n++) {
    expected.unshift(await create(app, 'task', { name: `${n}`, author: ada, reviewers: [ada], steps: [{ by: ada }] }))
    expected.unshift(await create(app, 'project', { name: `${n}`, lead: ada }))
    expected.unshift(await create(app, 'task', { name: `${n}`, steps: [{}, { by: ada }] }))
    await create(app, 'task', { name: 'other' })
  }
  await request('DELETE', `/api/task/${expected.pop()}`)
  const path = `/api/writer/${ada}/referrers`
  const seen: string[] = []
  for (let cursor = '', pages = 0; pages === 0 || cursor !== ''; pages++) {
    const page = (await request('GET', `${path}?limit=4&count=true&cursor=${cursor}`.replace(/&cursor=$/, ''))).json()
    t.equal(page.total, 14)
    t.equal(page.has_more, page.cursor !== '')
    seen.push(...page.data.map(({ id }: Item) => id))
    cursor = page.cursor
    if (pages > 5) break
  }
  t.strictSame([...seen].sort(), [...expected].sort())
  // Resources of two types that were created within a millisecond are in the order of their ids.
  const tasks = (ids: string[]): string[] => ids.filter(id => id.startsWith('urn:task:'))
  t.strictSame(tasks(seen), tasks(expected))
  const projects = (await request('GET', `${path}?type_slug=project`)).json()
  t.strictSame(
    projects.data.map(({ id }: Item) => id),
    expected.filter(id => id.startsWith('urn:project:')),
  )
  t.match(projects.data[0], { type_slug: 'project', data: { '@graph': [{ '@type': 'project', lead: ada }] } })
  t.strictSame((await request('GET', `${path}?type_slug=writer`)).json().data, [])
  t.equal((await request('GET', `${path}?type_slug=nothing`)).statusCode, 400)
  t.equal((await request('GET', `${path}?sort_by=name`)).statusCode, 400)
  const { cursor } = (await request('GET', `${path}?limit=1`)).json()
  t.equal((await request('GET', `${path}?cursor=${cursor}&type_slug=task`)).statusCode, 400)
  t.equal((await request('GET', '/api/writer/nobody/referrers')).statusCode, 404)
})

testAllStores('a label depends on the data of the resource', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  const to = { ...text, 'x-resource-type': 'movie' }
  const schemas: Record<string, object> = {
    movie: {
      type: 'object',
      'x-display-property': 'year',
      properties: {
        year: { type: ['integer', 'null'] },
        kind: { ...text, enum: ['short', 'long'] },
        released: { ...text, format: 'date' },
        prequel: to,
        notes: { ...text, contentMediaType: 'text/markdown' },
        maker: text,
        code: text,
        title: { type: ['string', 'null'] },
        amount: { type: 'number' },
      },
      required: ['code'],
    },
    list: { type: 'object', properties: { of: { type: 'array', items: to } } },
  }
  for (const [slug, schema] of Object.entries(schemas)) {
    t.equal((await request('POST', '/api/resource-types', { name: slug, slug, schema })).statusCode, 201)
  }
  const cases: [data: object, label: string | undefined][] = [
    [{ year: 1927, title: 'Metropolis', code: 'm' }, '1927'],
    [{ year: null, title: 'Metropolis', code: 'm' }, 'Metropolis'],
    [{ headline: 'News', title: '  ', code: 'm' }, 'News'],
    [{ name: 'Undeclared', headline: 'News', code: 'm' }, 'Undeclared'],
    [{ maker: 'Lang', code: 'm' }, 'm'],
    [{ maker: 'Lang', code: '' }, 'Lang'],
    [{ kind: 'long', released: '1927-01-10', notes: 'x', amount: 4, code: '' }, undefined],
  ]
  for (const [data, label] of cases) {
    const movie = await create(app, 'movie', data)
    const list = await create(app, 'list', { of: [movie] })
    const { labels } = (await request('GET', `/api/list/${list}?labels=true`)).json()
    t.strictSame(
      labels,
      { [movie]: { label: label ?? movie.split(':').at(-1), status: 'active' }, ...admin },
      JSON.stringify(data),
    )
  }
})

testAllStores('resources that refer to a resource, with their references', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const writer = await create(app, 'writer', { name: 'Ada' })
  const project = await create(app, 'project', { name: 'P', lead: writer })
  const task = await create(app, 'task', { author: writer, project })
  const referrers = (query: string) => request('GET', `/api/writer/${writer}/referrers?${query}`)
  const labelled = (await referrers('labels=true')).json()
  t.strictSame(labelled.labels, {
    [writer]: { label: 'Ada', status: 'active' },
    [project]: { label: 'P', status: 'active' },
    ...admin,
  })
  const included = (await referrers('include=lead,project')).json()
  t.strictSame(included.data.map(graphOf), [
    [task, project],
    [project, writer],
  ])
  t.notOk('labels' in included)
  t.strictSame((await referrers('include=lead&type_slug=project')).json().data.map(graphOf), [[project, writer]])
  t.equal((await referrers('include=lead&type_slug=task')).statusCode, 400)
  t.equal((await referrers('include=nope')).statusCode, 400)
  t.equal((await referrers('labels=maybe')).statusCode, 400)
  const one = `/api/task/${task}?labels=true`
  for (const path of [one, '/api/task?labels=true']) {
    t.equal((await request('GET', path, undefined, { accept: 'application/ld+json' })).statusCode, 400, path)
  }
})
