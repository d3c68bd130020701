import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase, testApp } from '../../testing/internal/each-store.ts'

// What plugins do once, although several instances on one MongoDB do it at the same time.

const presets = '/api/resource-types/presets'

function onSharedDatabase(name: string, run: (t: Test, url: string) => Promise<void>): void {
  void t.test(name, async t => {
    const url = await ownDatabase()
    if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    else await run(t, url)
  })
}

const eventsOf = async ({ request }: TestApp, query: string): Promise<{ type: string }[]> =>
  (await request('GET', `/api/events?limit=1000&${query}`)).json().data

const totalOf = async ({ request }: TestApp, slug: string): Promise<number> =>
  (await request('GET', `/api/${slug}?count=true&limit=1`)).json().total

const defaultPantries = async ({ request }: TestApp): Promise<unknown[]> =>
  (await request('GET', '/api/pantry?filter_field=isDefault&filter_value=true')).json().data

onSharedDatabase('two instances that start concurrently with a new document both serve it', async (t, url) => {
  const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
  const pathOf = (schema: string): object => {
    const reference = { $ref: `#/components/schemas/${schema}` }
    const created = { description: 'ok', ...content(reference) }
    const listed = { description: 'ok', ...content({ type: 'array', items: reference }) }
    return {
      post: { requestBody: content(reference), responses: { 201: created } },
      get: { responses: { 200: listed } },
    }
  }
  const start = async (properties: object): Promise<TestApp[]> => {
    const schema = { type: 'object', properties }
    const document = {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: { '/all-film': pathOf('Film'), '/all-book': pathOf('Book') },
      components: { schemas: { Film: schema, Book: schema } },
    }
    const path = join(t.testdir({ 'api.json': JSON.stringify(document) }), 'api.json')
    const plugins = { ...loadConfig({}).plugins, openapi: { document: path } }
    const starting = [0, 1].map(() => buildTestApp({ plugins, url }))
    const ended = Promise.allSettled(starting)
    t.teardown(async () => {
      for (const one of await ended) if (one.status === 'fulfilled') await one.value.close()
    })
    return Promise.all(starting)
  }
  const text = { type: 'string' }
  for (const properties of [{ title: text }, { title: text, year: { type: 'integer' } }]) {
    const apps = await start(properties)
    for (const app of apps) {
      t.equal((await app.request('POST', '/api/all-film', { title: 'x' })).statusCode, 201)
      t.equal((await app.request('GET', '/api/all-book')).statusCode, 200)
    }
    await Promise.all(apps.map(({ app }) => app.close()))
  }
  const [app] = (await start({ title: text })) as [TestApp]
  const types = (await eventsOf(app, 'subject=urn:type:film')).map(({ type }) => type)
  t.strictSame(types.toReversed(), ['ResourceType.Created', 'ResourceType.Updated', 'ResourceType.Updated'])
})

onSharedDatabase('instances that start and install a preset concurrently', async (t, url) => {
  const apps = await Promise.all([1, 2, 3].map(() => testApp(t, url)))
  const [one] = apps as [TestApp]
  t.equal((await eventsOf(one, 'type=Preset.Installed')).length, 1)
  for (const { request } of apps) {
    t.equal((await request('POST', '/api/persons', { given_name: 'A', family_name: 'B' })).statusCode, 201)
  }
  const installs = ['meal-planning', 'tasks?samples=true']
  const answers = await Promise.all(
    apps.flatMap(app => installs.map(install => app.request('POST', `${presets}/${install}`))),
  )
  for (const answer of answers) t.equal(answer.statusCode, 200, answer.body)
  t.equal(answers.flatMap(answer => answer.json().created).length, 14 + 2)
  t.equal(await totalOf(one, 'task'), 27)
  for (const app of apps) {
    const pantry = await app.request('POST', '/api/pantry', { name: 'New', isDefault: true })
    t.equal(pantry.statusCode, 201, pantry.body)
  }
  t.equal((await defaultPantries(one)).length, 1, 'behaviours are enabled on all instances')
})

onSharedDatabase('two instances cook and change the default concurrently', async (t, url) => {
  const apps = [await testApp(t, url), await testApp(t, url)] as const
  const [app] = apps
  await app.request('POST', `${presets}/meal-planning`)
  const make = async (slug: string, data: object): Promise<string> => {
    const answer = await app.request('POST', `/api/${slug}`, data)
    t.equal(answer.statusCode, 201, answer.body)
    return answer.json<{ id: string }>().id
  }
  const recipe = await make('recipe', { name: 'Pancakes', recipeYield: 4 })
  const ingredient = await make('ingredient', { name: 'Flour' })
  await make('recipe-ingredient', { recipe, ingredient, quantity: 200, unit: 'g' })
  const pantry = await make('pantry', { name: 'Kitchen', isDefault: true })
  const bag = await make('food-item', { name: 'f', pantry, ingredient, quantity: 500, unit: 'g' })
  const meal = { recipe, startDate: '2027-01-01', servings: 4, mealStatus: 'cooked' }
  const byTurns = (path: string, body: object) =>
    Promise.all(Array.from({ length: 6 }, (_, i) => apps[i % 2 === 0 ? 0 : 1].request('POST', path, body)))
  const answers = await byTurns('/api/meal-occurrence', meal)
  t.strictSame(answers.map(({ statusCode }) => statusCode).sort(), [201, 201, 409, 409, 409, 409])
  const left = (await app.request('GET', `/api/food-item/${bag}`)).json()
  t.match(left, { data: { '@graph': [{ quantity: 100 }] } })
  await byTurns('/api/pantry', { name: 'p', isDefault: true })
  t.equal((await defaultPantries(app)).length, 1)
})
