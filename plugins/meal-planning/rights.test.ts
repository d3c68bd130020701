import t from 'tap'
import type { Test } from 'tap'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import type { Ask } from '../../testing/internal/people.ts'

/** Roles and their policies; `member` can read and modify every type. */
const roles = {
  cook: { recipe: ['odrl:read'], 'meal-occurrence': ['odrl:read', 'odrl:modify'] },
  keeper: { pantry: ['odrl:modify'] },
  member: { '*': ['odrl:read', 'odrl:modify'] },
}

type Make = (slug: string, data: object) => Promise<string>

interface Kitchen {
  root: Ask
  as(name: string): Ask
  make: Make
}

async function open(t: Test, url: string | undefined): Promise<Kitchen> {
  const names = ['cook', 'keeper', 'member']
  const people = Object.fromEntries([['root', { role: 'admin' }], ...names.map(role => [role, { role }])])
  const { as } = await startPeopled(t, people, { url })
  const root = as('root')
  t.equal((await root('POST', '/api/resource-types/presets/meal-planning')).statusCode, 200)
  t.equal((await root('PUT', '/api/settings/roles', { roles: ['cook', 'keeper'] })).statusCode, 200)
  t.equal((await root('PUT', '/api/settings/role-access', { roles })).statusCode, 200)
  const make: Make = async (slug, data) => {
    const answer = await root('POST', `/api/${slug}`, data)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().id
  }
  return { root, as, make }
}

function onEachStore(name: string, run: (t: Test, kitchen: Kitchen) => Promise<void>): void {
  void t.test(`${name} (SQLite)`, async t => run(t, await open(t, undefined)))
  void t.test(`${name} (MongoDB)`, async t => {
    const url = await ownDatabase()
    if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    else await run(t, await open(t, url))
  })
}

onEachStore(
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

onEachStore("users who can archive its meals can shorten a colleague's schedule", async (t, { root, as, make }) => {
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

onEachStore('there is one default pantry, no matter who can see it', async (t, { root, as, make }) => {
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
