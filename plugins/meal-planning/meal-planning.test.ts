import t from 'tap'
import type { Test } from 'tap'
import type { TestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores, ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import type { Ask } from '../../testing/internal/people.ts'

type Data = Record<string, unknown>
interface Resource {
  id: string
  sequence_no: number
  data: { '@graph': Data[] }
}

const install = ({ request }: TestApp): Promise<unknown> => request('POST', '/api/resource-types/presets/meal-planning')

/** Create a resource. @returns its id */
async function make({ request }: TestApp, slug: string, data: Data): Promise<string> {
  const answer = await request('POST', `/api/${slug}`, data)
  if (answer.statusCode !== 201) throw new Error(`${slug}: ${answer.body}`)
  return answer.json().id
}

const dataOf = ({ data }: Resource): Data => data['@graph'][0] ?? {}

const one = async ({ request }: TestApp, slug: string, id: string): Promise<Data> =>
  dataOf((await request('GET', `/api/${slug}/${id}`)).json())

async function all({ request }: TestApp, slug: string, query = ''): Promise<Resource[]> {
  return (await request('GET', `/api/${slug}?limit=1000${query}`)).json().data
}

/** A recipe for four that needs 200 g of flour and, twice, 0.1 l of milk. */
async function withRecipe(app: TestApp): Promise<{ recipe: string; flour: string; milk: string }> {
  await install(app)
  const recipe = await make(app, 'recipe', { name: 'Pancakes', recipeYield: 4 })
  const flour = await make(app, 'ingredient', { name: 'Flour' })
  const milk = await make(app, 'ingredient', { name: 'Milk' })
  await make(app, 'recipe-ingredient', { recipe, ingredient: flour, quantity: 200, unit: 'g' })
  for (let i = 0; i < 2; i++)
    await make(app, 'recipe-ingredient', { recipe, ingredient: milk, quantity: 0.1, unit: 'l' })
  return { recipe, flour, milk }
}

const defaults = async (app: TestApp): Promise<string[]> =>
  (await all(app, 'pantry', '&filter_field=isDefault&filter_value=true')).map(({ id }) => id)

testAllStores('an account has one default pantry', async (t, app) => {
  const { request } = app
  await install(app)
  const first = await make(app, 'pantry', { name: 'Kitchen', isDefault: true })
  t.strictSame(await defaults(app), [first])
  const second = await make(app, 'pantry', { name: 'Cellar', isDefault: true })
  t.strictSame(await defaults(app), [second])
  t.match(await one(app, 'pantry', first), { name: 'Kitchen', isDefault: false })
  t.equal((await request('GET', `/api/pantry/${first}`)).json().sequence_no, 2, 'a new version, like any change')
  const events = (await request('GET', `/api/events?subject=${first}`)).json().data
  t.equal(events[0].type, 'Resource.Updated')
  t.equal((await request('PUT', `/api/pantry/${first}`, { name: 'Kitchen', isDefault: true })).statusCode, 200)
  t.strictSame(await defaults(app), [first])
  const patch = { 'content-type': 'application/merge-patch+json' }
  t.equal((await request('PATCH', `/api/pantry/${second}`, { isDefault: true }, patch)).statusCode, 200)
  t.strictSame(await defaults(app), [second])
  await request('DELETE', `/api/pantry/${second}`)
  t.strictSame(await defaults(app), [])
  await request('PUT', `/api/pantry/${first}`, { name: 'Kitchen', isDefault: true })
  t.equal((await request('POST', `/api/pantry/${second}/restore`)).statusCode, 200)
  t.strictSame(await defaults(app), [second], 'restoring is a change too')
  const operations = ['A', 'B', 'C'].map(name => ({ op: 'create', data: { name, isDefault: true } }))
  const bulk = [...operations, { op: 'patch', id: second, data: { name: 'Deep cellar' } }]
  const answer = await request('POST', '/api/pantry/_bulk', { operations: bulk })
  t.equal(answer.statusCode, 200, answer.body)
  t.strictSame(await defaults(app), [answer.json().results[2].id], 'the last one of a bulk write')
  t.match(
    await one(app, 'pantry', second),
    { name: 'Deep cellar', isDefault: false },
    'operations see earlier operations',
  )
  const apart = await request('POST', '/api/pantry/_bulk', {
    operations: [{ op: 'create', data: {} }, ...operations],
    atomic: false,
  })
  t.strictSame(
    apart.json().results.map((result: { status: number }) => result.status),
    [400, 201, 201, 201],
  )
  t.strictSame(await defaults(app), [apart.json().results[3].id])
})

testAllStores('of concurrent new default pantries one remains', async (t, app) => {
  await install(app)
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, i) => app.request('POST', '/api/pantry', { name: `P${i}`, isDefault: true })),
  )
  for (const answer of made) t.equal(answer.statusCode, 201, answer.body)
  t.equal((await defaults(app)).length, 1)
})

const daysOf = (meals: readonly Resource[]): unknown[] => meals.map(meal => dataOf(meal)['startDate']).sort()

testAllStores('meals are created from a schedule and follow its changes', async (t, app) => {
  const { request } = app
  const { recipe } = await withRecipe(app)
  const mealPlan = await make(app, 'meal-plan', { name: 'Week', servings: 3 })
  const schedule = {
    name: 'Breakfast',
    recipe,
    mealPlan,
    startDate: '2027-02-26',
    endDate: '2027-03-02',
    repeatFrequency: 'P1D',
  }
  const id = await make(app, 'scheduled-meal', schedule)
  const path = `/api/scheduled-meal/${id}`
  const meals = (query = ''): Promise<Resource[]> =>
    all(app, 'meal-occurrence', `&filter_field=scheduledMeal&filter_value=${id}${query}`)
  const first = await meals()
  t.strictSame(daysOf(first), ['2027-02-26', '2027-02-27', '2027-02-28', '2027-03-01', '2027-03-02'])
  for (const meal of first) t.match(dataOf(meal), { recipe, servings: 3, mealStatus: 'planned' })
  const on = (day: string): string => first.find(meal => dataOf(meal)['startDate'] === day)?.id ?? ''
  const skipped = { ...(await one(app, 'meal-occurrence', on('2027-02-27'))), mealStatus: 'skipped' } as Data
  delete skipped['@id']
  delete skipped['@type']
  t.equal((await request('PUT', `/api/meal-occurrence/${on('2027-02-27')}`, skipped)).statusCode, 200)
  t.equal((await request('PUT', path, { ...schedule, name: 'Early breakfast' })).statusCode, 200)
  t.strictSame(
    (await meals()).map(({ sequence_no }) => sequence_no).sort(),
    [1, 1, 1, 1, 2],
    'a new name does not change meals',
  )
  const later = { ...schedule, startDate: '2027-02-28', endDate: '2027-03-03', servings: 5 }
  t.equal((await request('PUT', path, later)).statusCode, 200)
  t.strictSame(daysOf(await meals()), ['2027-02-27', '2027-02-28', '2027-03-01', '2027-03-02', '2027-03-03'])
  for (const meal of await meals())
    t.match(dataOf(meal), dataOf(meal)['mealStatus'] === 'skipped' ? { servings: 3 } : { servings: 5 })
  t.equal((await request('GET', `/api/meal-occurrence/${on('2027-02-26')}`)).statusCode, 404)
  t.equal(
    (await request('GET', `/api/meal-occurrence/${on('2027-03-01')}`)).json().sequence_no,
    2,
    'it is the same meal',
  )
  t.equal((await request('DELETE', path)).statusCode, 204)
  t.strictSame(daysOf(await meals()), ['2027-02-27'], 'only planned meals are archived with it')
  t.equal((await request('POST', `${path}/restore`)).statusCode, 200)
  t.equal((await meals()).length, 5)
  const wrong = await request('POST', '/api/scheduled-meal', { ...schedule, endDate: '2027-01-01' })
  t.match([wrong.statusCode, wrong.json().message], [400, /endDate/])
  const both = [
    { op: 'create', data: schedule },
    { op: 'create', data: { ...schedule, endDate: '2027-01-01' } },
  ]
  const bulk = await request('POST', '/api/scheduled-meal/_bulk', { operations: both })
  t.match([bulk.statusCode, bulk.json().message], [400, /^operations\[1\]: .*endDate/])
  t.equal((await all(app, 'scheduled-meal')).length, 1, 'an error in a behaviour refuses the whole write')
  t.equal((await all(app, 'meal-occurrence')).length, 5)
})

testWithStore('how many meals a schedule has', async (t, app) => {
  const { request } = app
  const { recipe } = await withRecipe(app)
  const count = async (schedule: Data): Promise<number> => {
    const scheduled = await make(app, 'scheduled-meal', { name: 'x', recipe, startDate: '2027-01-01', ...schedule })
    const answer = await request(
      'GET',
      `/api/meal-occurrence?filter_field=scheduledMeal&filter_value=${scheduled}&count=true&limit=1`,
    )
    return answer.json().total
  }
  t.equal(await count({}), 1)
  t.equal(await count({ endDate: '2027-12-31' }), 1, 'without a frequency there is one meal')
  t.equal(await count({ repeatFrequency: 'P1W', endDate: '2027-01-29' }), 5)
  t.equal(await count({ repeatFrequency: 'P1D', endDate: '2027-12-31' }), 365)
  t.equal(await count({ repeatFrequency: 'P1D', endDate: '2099-01-01' }), 366)
  t.equal(await count({ repeatFrequency: 'P1D' }), 366)
  const [meal] = await all(app, 'meal-occurrence')
  t.match(meal && dataOf(meal), { servings: 4 }, 'the yield of the recipe')
  const longest = (await all(app, 'scheduled-meal'))[0]
  const moved = await request('PUT', `/api/scheduled-meal/${longest?.id}`, {
    name: 'x',
    recipe,
    startDate: '2029-01-01',
    repeatFrequency: 'P1D',
  })
  t.equal(moved.statusCode, 200, moved.body)
  t.equal((await request('DELETE', `/api/scheduled-meal/${longest?.id}`)).statusCode, 204)
  const operations = Array.from({ length: 6 }, () => ({
    op: 'create',
    data: { name: 'x', recipe, startDate: '2027-01-01', repeatFrequency: 'P1D' },
  }))
  const tooMany = await request('POST', '/api/scheduled-meal/_bulk', { operations })
  t.match([tooMany.statusCode, tooMany.json().message], [400, /^operations\[5\]: .*at once/])
})

testAllStores('cooking takes ingredients from the default pantry', async (t, app) => {
  const { request } = app
  const { recipe, flour, milk } = await withRecipe(app)
  const meal = { recipe, startDate: '2027-01-01', servings: 2, mealStatus: 'planned' }
  const id = await make(app, 'meal-occurrence', meal)
  const cook = () => request('PUT', `/api/meal-occurrence/${id}`, { ...meal, mealStatus: 'cooked' })
  const none = await cook()
  t.match([none.statusCode, none.json().message], [409, /Flour.*no default pantry.*Milk/s])
  const pantry = await make(app, 'pantry', { name: 'Kitchen', isDefault: true })
  const other = await make(app, 'pantry', { name: 'Cellar' })
  const food = (ingredient: string, quantity: number, unit: string, where = pantry): Promise<string> =>
    make(app, 'food-item', { name: 'food', pantry: where, ingredient, quantity, unit })
  const old = await food(flour, 30, 'g')
  const fresh = await food(flour, 100, 'g')
  const elsewhere = [await food(flour, 500, 'g', other), await food(milk, 5, 'ml'), await food(milk, 1, 'l', other)]
  const little = await cook()
  t.match([little.statusCode, little.json().message], [409, /Milk .*takes 0.1 l, the default pantry has 0 l/])
  t.notMatch(little.json().message, /Flour/)
  t.match(await one(app, 'food-item', old), { quantity: 30 }, 'a refusal takes nothing')
  t.match(await one(app, 'meal-occurrence', id), { mealStatus: 'planned' })
  const litre = await food(milk, 0.3, 'l')
  const cooked = await cook()
  t.equal(cooked.statusCode, 200, cooked.body)
  t.match(await one(app, 'food-item', old), { quantity: 0 }, 'the oldest first')
  t.match(await one(app, 'food-item', fresh), { quantity: 30 })
  t.match(await one(app, 'food-item', litre), { quantity: 0.2 })
  for (const id of elsewhere) t.equal((await request('GET', `/api/food-item/${id}`)).json().sequence_no, 1)
  t.equal((await cook()).statusCode, 200, 'it is already cooked')
  t.match(await one(app, 'food-item', litre), { quantity: 0.2 })
  const more = await request('POST', '/api/meal-occurrence', { ...meal, servings: 1, mealStatus: 'cooked' })
  t.equal(more.statusCode, 409, 'creating a cooked meal takes ingredients too')
  t.match(more.json().message, new RegExp(`${flour}.*50 g.*30 g`))
  await request('DELETE', `/api/meal-occurrence/${id}`)
  t.equal((await request('POST', `/api/meal-occurrence/${id}/restore`)).statusCode, 200)
  t.match(await one(app, 'food-item', litre), { quantity: 0.2 }, 'restoring does not cook')
})

testAllStores('nothing is taken twice', async (t, app) => {
  const { request } = app
  const { recipe, flour, milk } = await withRecipe(app)
  const pantry = await make(app, 'pantry', { name: 'Kitchen', isDefault: true })
  const food = { name: 'food', pantry }
  const bag = await make(app, 'food-item', { ...food, ingredient: flour, quantity: 1000, unit: 'g' })
  await make(app, 'food-item', { ...food, ingredient: milk, quantity: 100, unit: 'l' })
  const meal = { recipe, startDate: '2027-01-01', servings: 2, mealStatus: 'cooked' }
  const answers = await Promise.all(Array.from({ length: 12 }, () => request('POST', '/api/meal-occurrence', meal)))
  t.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 10)
  for (const { statusCode, body } of answers) if (statusCode !== 201) t.match([statusCode, body], [409, /Flour/])
  t.match(await one(app, 'food-item', bag), { quantity: 0 })
  await request('PUT', `/api/food-item/${bag}`, { ...food, ingredient: flour, quantity: 250, unit: 'g' })
  const operations = [1, 2, 3].map(() => ({ op: 'create', data: meal }))
  const bulk = await request('POST', '/api/meal-occurrence/_bulk', { operations })
  t.match([bulk.statusCode, bulk.json().message], [400, /^operations\[2\]: Flour/])
  t.match(await one(app, 'food-item', bag), { quantity: 250 })
  const apart = await request('POST', '/api/meal-occurrence/_bulk', { operations, atomic: false })
  t.strictSame(
    apart.json().results.map((result: { status: number }) => result.status),
    [201, 201, 409],
  )
  t.match(await one(app, 'food-item', bag), { quantity: 50 })
  t.equal((await all(app, 'meal-occurrence')).length, 12)
  t.equal((await request('PUT', '/api/resource-types/food-item', { status: 'archived' })).statusCode, 200)
  const without = await request('POST', '/api/meal-occurrence', meal)
  t.match([without.statusCode, without.json().message], [409, /food-item/])
})

testWithStore('without the preset there are no behaviours', async (t, app) => {
  await app.request('POST', '/api/resource-types', { name: 'Pantry', slug: 'pantry' })
  for (let i = 0; i < 2; i++) await make(app, 'pantry', { isDefault: true })
  t.equal((await defaults(app)).length, 2)
})

/** Roles and their policies; `member` can read and modify every type. */
const kitchenRoles = {
  cook: { recipe: ['odrl:read'], 'meal-occurrence': ['odrl:read', 'odrl:modify'] },
  keeper: { pantry: ['odrl:modify'] },
  member: { '*': ['odrl:read', 'odrl:modify'] },
}

type MakeResource = (slug: string, data: object) => Promise<string>

interface Kitchen {
  root: Ask
  as(name: string): Ask
  make: MakeResource
}

async function openKitchen(t: Test): Promise<Kitchen> {
  const url = await ownDatabase()
  const names = ['cook', 'keeper', 'member']
  const people = Object.fromEntries([['root', { role: 'admin' }], ...names.map(role => [role, { role }])])
  const { as } = await startPeopled(t, people, { url })
  const root = as('root')
  t.equal((await root('POST', '/api/resource-types/presets/meal-planning')).statusCode, 200)
  t.equal((await root('PUT', '/api/settings/roles', { roles: ['cook', 'keeper'] })).statusCode, 200)
  t.equal((await root('PUT', '/api/settings/role-access', { roles: kitchenRoles })).statusCode, 200)
  const make: MakeResource = async (slug, data) => {
    const answer = await root('POST', `/api/${slug}`, data)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().id
  }
  return { root, as, make }
}

/** A test on a service of its own with these roles. */
function inKitchen(name: string, run: (t: Test, kitchen: Kitchen) => Promise<void>): void {
  void t.test(name, async t => run(t, await openKitchen(t)))
}

inKitchen(
  'a user who cannot read or change the food cannot cook, and gets no information about it',
  async (t, kitchen) => {
    const { root, as, make } = kitchen
    const pantry = await make('pantry', { name: 'Kitchen', isDefault: true })
    const ingredient = await make('ingredient', { name: 'Saffron' })
    const recipe = await make('recipe', { name: 'Risotto', recipeYield: 4 })
    await make('recipe-ingredient', { recipe, ingredient, quantity: 8, unit: 'g' })
    const food = await make('food-item', { name: 'tin', pantry, ingredient, quantity: 10, unit: 'g' })
    const meal = { recipe, startDate: '2027-01-01', servings: 4, mealStatus: 'cooked' }
    for (const servings of [4, 400]) {
      const data = { ...meal, servings }
      const operations = [{ op: 'create', data }]
      const cook = as('cook')
      for (const answer of [
        await cook('POST', '/api/meal-occurrence', data),
        await cook('POST', '/api/meal-occurrence/_bulk', { operations }),
        await cook('POST', '/api/meal-occurrence/_bulk?dry_run=true', { operations }),
      ]) {
        t.equal(answer.statusCode, 403, answer.body)
        t.notMatch(answer.body, /Saffron|urn:ingredient|10 g/)
      }
    }
    t.equal((await root('GET', `/api/food-item/${food}`)).json().sequence_no, 1)
    t.equal((await root('GET', '/api/meal-occurrence?count=true')).json().total, 0)
    t.equal((await as('cook')('POST', '/api/meal-occurrence', { ...meal, mealStatus: 'planned' })).statusCode, 201)
    t.equal((await as('member')('POST', '/api/meal-occurrence', meal)).statusCode, 201)
    t.match((await root('GET', `/api/food-item/${food}`)).json(), { data: { '@graph': [{ quantity: 2 }] } })
  },
)

inKitchen("users who can archive its meals can shorten a colleague's schedule", async (t, { root, as, make }) => {
  const recipe = await make('recipe', { name: 'Porridge', recipeYield: 1 })
  const schedule = { name: 'x', recipe, startDate: '2027-01-01', endDate: '2027-01-10', repeatFrequency: 'P1D' }
  const path = `/api/scheduled-meal/${await make('scheduled-meal', schedule)}`
  const total = async (): Promise<number> => (await root('GET', '/api/meal-occurrence?count=true')).json().total
  t.equal(await total(), 10)
  const short = { ...schedule, endDate: '2027-01-02' }
  t.equal((await as('member')('PUT', path, short)).statusCode, 403)
  t.equal(await total(), 10)
  t.equal((await root('GET', path)).json().sequence_no, 1)
  t.equal((await as('member')('PUT', path, { ...schedule, endDate: '2027-01-12' })).statusCode, 200)
  t.equal(await total(), 12)
  t.equal((await root('PUT', path, short)).statusCode, 200)
  t.equal(await total(), 2)
})

inKitchen('there is one default pantry, no matter who can see it', async (t, { root, as, make }) => {
  const first = await make('pantry', { name: 'Kitchen', isDefault: true })
  const answer = await as('keeper')('POST', '/api/pantry', { name: 'Cellar', isDefault: true })
  t.equal(answer.statusCode, 201, answer.body)
  const found = await root('GET', '/api/pantry?filter_field=isDefault&filter_value=true')
  t.match(found.json().data, [{ id: answer.json().id }])
  t.equal(found.json().data.length, 1)
  t.match((await root('GET', `/api/pantry/${first}`)).json(), { data: { '@graph': [{ name: 'Kitchen' }] } })
  const [event] = (await root('GET', `/api/events?subject=${first}&limit=1`)).json().data
  t.match(event, { type: 'Resource.Updated', data: { actor: 'urn:user:keeper' } })
})
