import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { documentOf, film, number, onStore, text } from './testing-starts.ts'
import { writeDocument } from './testing.ts'

const typeEvents = async (app: TestApp): Promise<string[]> => {
  const answer = await app.request('GET', '/api/events?limit=1000')
  return answer
    .json<{ data: { type: string; subject: string }[] }>()
    .data.flatMap(({ type, subject }) => (subject === 'urn:type:film' ? [type] : []))
    .toReversed()
}

const message = (answer: Awaited<ReturnType<TestApp['request']>>): string => answer.json<{ message: string }>().message

onStore('compatible changes are applied at startup and recorded; removed types stay', async (t, starts) => {
  const first = await starts.start(
    documentOf({ Film: film({ title: text, rating: number }), Book: film({ name: text }) }),
  )
  const { id } = (await first.request('POST', '/api/all-film', { title: 'Alien', rating: 5 })).json<{ id: string }>()
  await first.request('POST', '/api/all-book', { name: 'Dune' })
  t.strictSame(await typeEvents(first), ['ResourceType.Created'])
  await first.app.close()

  const again = await starts.start(
    documentOf({ Film: film({ title: text, rating: number }), Book: film({ name: text }) }),
  )
  t.strictSame(await typeEvents(again), ['ResourceType.Created'], 'the same document changes nothing')
  await again.app.close()

  const second = await starts.start(
    documentOf({ Film: film({ title: text, year: { type: 'integer' } }), Song: film({}) }),
  )
  t.strictSame(await typeEvents(second), ['ResourceType.Created', 'ResourceType.Updated'])
  t.match((await second.request('GET', '/api/all-film')).json(), [{ id, title: 'Alien', rating: 5 }], 'nothing is lost')
  t.equal((await second.request('POST', '/api/all-film', { title: 'x', year: 'y' })).statusCode, 400)
  t.equal((await second.request('GET', '/api/all-song')).statusCode, 200)
  t.equal((await second.request('GET', '/api/all-book')).statusCode, 404, 'its paths are removed')
  const books = (await second.request('GET', '/api/book')).json<{ data: { data: object }[] }>()
  t.match(books.data[0]?.data, { '@graph': [{ name: 'Dune' }] }, 'its items are kept')
  t.equal((await second.request('POST', '/api/book', { name: 'Emma', id: 'emma' })).statusCode, 201)
  const twice = await second.request('POST', '/api/book', { name: 'Emma', id: 'emma' })
  t.equal(twice.statusCode, 409, 'identifiers stay unique, so that the type can be added again')
  await second.request('DELETE', '/api/resource-types/book')
  await second.app.close()

  const third = await starts.start(documentOf({ Book: film({ name: text }) }))
  const back = (await third.request('GET', '/api/all-book')).json<{ name: string }[]>()
  t.strictSame(back.map(({ name }) => name).sort(), ['Dune', 'Emma'], 'it is adopted and restored')
  await third.app.close()

  const without = await starts.start(undefined)
  t.equal((await without.request('POST', '/api/book', { name: 'Ulysses' })).statusCode, 201)
  t.equal((await without.request('POST', '/api/film', { title: 'Aliens', year: 1986 })).statusCode, 201)
  t.equal((await without.request('GET', '/api/all-book')).statusCode, 404)
})

onStore('stored data prevents a document as a whole, until it is applied by force', async (t, starts) => {
  const before = documentOf({
    Film: film({ title: text, rating: text }),
    Book: film({ isbn: text, pages: text }, { 'x-identifier': ['isbn'] }),
  })
  const first = await starts.start(before)
  for (const rating of ['good', 'bad']) await first.request('POST', '/api/all-film', { title: 'x', rating })
  for (const isbn of ['1', '2', '3']) await first.request('POST', '/api/all-book', { isbn, pages: 'many' })
  await first.app.close()

  const changed = documentOf({
    Extra: film({}),
    Film: film({ title: text, rating: number }),
    Book: film({ isbn: text, pages: number }, { 'x-identifier': ['pages'] }),
  })
  const refusal = await starts.refusal(changed)
  t.match(refusal, /nothing was changed/)
  t.match(
    refusal,
    /api\.yaml, line \d+, components\.schemas\.Film: Film: rating: type-changed: 2 items .*\(urn:film:.*, urn:film:/,
  )
  t.match(refusal, /Book: pages: type-changed: 3 items .*\(urn:book:[^,]+, urn:book:[^,]+, urn:book:[^,]+\)/)
  t.match(refusal, /Book: pages: not-unique: 3 items share values/)
  t.match(refusal, /plinth openapi apply .*api\.yaml --force/)
  t.match(refusal, /Shared values cannot be forced/)

  const file = writeDocument(t, changed)
  const run = (...args: string[]) => callCli(['openapi', ...args], { env: { ...starts.env, OPENAPI_DOCUMENT: file } })
  const dry = await run('check', file, '--store', '--json')
  t.equal(dry.code, 1, dry.stderr)
  t.match(JSON.parse(dry.stdout), {
    compatible: false,
    schemas: [
      { schema: 'Extra', change: 'created', problems: [] },
      { schema: 'Film', change: 'updated', problems: [{ kind: 'type-changed', property: 'rating', count: 2 }] },
      { schema: 'Book', slug: 'book', change: 'updated' },
    ],
  })
  t.match(await run('check', file, '--store'), {
    code: 1,
    stdout: /Film +film +updated +rating: type-changed, 2 \(urn:film/,
  })
  t.match(await run('apply', file), { code: 1, stderr: /Film: rating: type-changed: 2 items/ })
  t.match(
    await run('apply', file, '--force'),
    { code: 1, stderr: /pages: not-unique: 3 items/ },
    'duplicate values still prevent it',
  )

  const still = await starts.start(before)
  t.equal((await still.request('GET', '/api/resource-types/extra')).statusCode, 404, 'nothing of it was applied')
  t.match((await still.request('GET', '/api/resource-types/film')).json(), {
    schema: { properties: { rating: { type: 'string' } } },
  })
  await still.app.close()

  const forced = documentOf({ Film: film({ title: text, rating: number }) })
  const other = writeDocument(t, forced)
  t.match(await run('apply', other, '--force'), { code: 0, stdout: /Film +film +updated +rating: type-changed, 2/ })
  const last = await starts.startFile(other)
  const films = (await last.request('GET', '/api/film?sort_by=rating')).json<{ data: unknown[] }>()
  t.equal(films.data.length, 2, 'the values that are no numbers were removed')
  t.equal((await last.request('POST', '/api/all-film', { title: 'y', rating: 3 })).statusCode, 201)
  t.strictSame(await typeEvents(last), ['ResourceType.Created', 'ResourceType.Updated'])
})

onStore('the identifier can change if the new one is unique', async (t, starts) => {
  const byId = documentOf({ Film: film({ title: text, year: { type: 'integer' } }) })
  const first = await starts.start(byId)
  for (const [title, year] of [
    ['Dune', 1984],
    ['Dune', 2021],
    ['Alien', 1979],
  ] as const) {
    t.equal((await first.request('POST', '/api/all-film', { title, year })).statusCode, 201)
  }
  await first.app.close()
  const byTitle = (names: string[]) =>
    documentOf({ Film: film({ title: text, year: { type: 'integer' } }, { 'x-identifier': names }) })
  t.match(await starts.refusal(byTitle(['title'])), /Film: title: not-unique: 2 items share values/)
  const second = await starts.start(byTitle(['title', 'year']))
  const twice = await second.request('POST', '/api/all-film', { title: 'Dune', year: 2021 })
  t.equal(twice.statusCode, 409)
  t.equal((await second.request('POST', '/api/all-film', { title: 'Dune', year: 2026 })).statusCode, 201)
})

onStore('types from other sources are not changed', async (t, starts) => {
  const first = await starts.start(undefined)
  await first.request('POST', '/api/resource-types', { name: 'Film', slug: 'film' })
  await first.request('POST', '/api/resource-types', { name: 'Book', slug: 'book' })
  await first.request('DELETE', '/api/resource-types/book')
  await first.app.close()
  const refusal = await starts.refusal(documentOf({ Film: film({}), Book: film({}), Song: film({}) }))
  t.match(refusal, /components\.schemas\.Film: .*resource type "film" already that is not from a document; rename/)
  t.match(refusal, /components\.schemas\.Book: .*resource type "book"/, 'an archived one keeps its slug')
  t.match(
    await starts.refusal(documentOf({ Person: film({}) })),
    /Person: "person" is a resource type of the service itself/,
  )
  const file = writeDocument(t, documentOf({ Film: film({}) }))
  const check = await callCli(['openapi', 'check', file, '--store'], { env: starts.env })
  t.match(check, { code: 1, stdout: /Film +film +refused +there is a type of this slug/ })
})

onStore('addresses of a document and slugs of types do not collide', async (t, starts) => {
  const document = documentOf({ Film: film({}) })
  const first = await starts.start(document)
  const create = (app: TestApp, slug: string) => app.request('POST', '/api/resource-types', { name: 'X', slug })
  const refused = await create(first, 'all-film')
  t.equal(refused.statusCode, 400)
  t.match(message(refused), /all-film is reserved/)
  t.equal((await create(first, 'other')).statusCode, 201)
  const renamed = await first.request('PUT', '/api/resource-types/other', { slug: 'all-film' })
  t.equal(renamed.statusCode, 400)
  await first.app.close()
  const without = await starts.start(undefined)
  t.equal((await create(without, 'all-film')).statusCode, 201, 'without the document no other type has it')
  await without.app.close()
  t.match(
    await starts.refusal(document),
    /line \d+, paths\.\/all-film: "all-film" is an address of the service already.*prefix/,
  )
  const odd = {
    '/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 200: { description: 'ok' } },
      },
    },
  }
  t.match(await starts.refusal(documentOf({}, odd)), /paths\.\/\{id\}: begins with a parameter.*prefix/)
})

t.test('two instances that start concurrently with a new document both serve it', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const start = async (document: string): Promise<TestApp[]> => {
    const path = writeDocument(t, document)
    const plugins = { ...loadConfig({}).plugins, openapi: { document: path } }
    const starting = [0, 1].map(() => buildTestApp({ plugins, url }))
    const ended = Promise.allSettled(starting)
    t.teardown(async () => {
      for (const one of await ended) if (one.status === 'fulfilled') await one.value.close()
    })
    return Promise.all(starting)
  }
  for (const properties of [{ title: text }, { title: text, year: { type: 'integer' } }]) {
    const apps = await start(documentOf({ Film: film(properties), Book: film(properties) }))
    for (const app of apps) {
      t.equal((await app.request('POST', '/api/all-film', { title: 'x' })).statusCode, 201)
      t.equal((await app.request('GET', '/api/all-book')).statusCode, 200)
    }
    await Promise.all(apps.map(({ app }) => app.close()))
  }
  const [app] = await start(documentOf({ Film: film({ title: text }) }))
  t.strictSame(await typeEvents(app as TestApp), [
    'ResourceType.Created',
    'ResourceType.Updated',
    'ResourceType.Updated',
  ])
})
