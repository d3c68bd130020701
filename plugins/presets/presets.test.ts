import t from 'tap'
import { pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { onAnyStore, onEachStore, ownDatabase, testApp } from '../../testing/internal/each-store.ts'

const presets = '/api/resource-types/presets'
const types = '/api/resource-types'

interface Event {
  type: string
  subject: string
}

const eventsOf = async ({ request }: TestApp, type: string): Promise<Event[]> =>
  (await request('GET', `/api/events?type=${type}&limit=1000`)).json().data

const totalOf = async ({ request }: TestApp, slug: string): Promise<number> =>
  (await request('GET', `/api/${slug}?count=true&limit=1`)).json().total

for (const { name, run } of pluginSuite({ key: 'presets', paths: [presets] })) t.test(name, run)

onAnyStore('only core is installed from the start', async (t, app) => {
  const { request } = app
  const list = (await request('GET', presets)).json()
  t.match(list, { cursor: '', has_more: false })
  t.strictSame(
    list.data.filter((one: { installed: boolean }) => one.installed).map((one: { name: string }) => one.name),
    ['core'],
  )
  for (const one of list.data) t.strictSame(Object.keys(one), ['name', 'description', 'types', 'installed'])
  t.strictSame(
    (await request('GET', types))
      .json()
      .data.map((one: { slug: string }) => one.slug)
      .sort(),
    ['organization', 'person'],
  )
  const person = await request('POST', '/api/person', { givenName: 'Ada', familyName: 'Lovelace' })
  t.equal(person.json().data['@graph'][0].name, 'Ada Lovelace')
  const installed = await eventsOf(app, 'Preset.Installed')
  t.match(installed, [{ subject: 'urn:preset:core', data: { actor: 'urn:user:system' } }])
  t.equal(installed.length, 1)
})

onAnyStore('the list has pages', async (t, { request }) => {
  const names: string[] = []
  for (let cursor = ''; ;) {
    const page = (await request('GET', `${presets}?limit=3&count=true${cursor && `&cursor=${cursor}`}`)).json()
    t.equal(page.total, 7)
    names.push(...page.data.map((one: { name: string }) => one.name))
    cursor = page.cursor
    t.equal(page.has_more, cursor !== '')
    if (cursor === '') break
  }
  t.strictSame(names, ['core', 'ecommerce', 'events', 'knowledge', 'meal-planning', 'tasks', 'website'])
  const wrong = ['limit=0', 'limit=1001', 'cursor=x', 'sort_by=name', 'limit=1&limit=2', 'includeAll=true']
  for (const query of wrong) t.equal((await request('GET', `${presets}?${query}`)).statusCode, 400, query)
})

onEachStore('an install is reported, recorded, and can be repeated', async (t, app) => {
  const { request } = app
  const dry = await request('POST', `${presets}/tasks?dry_run=true&samples=true`)
  t.strictSame([dry.statusCode, dry.json()], [200, { created: ['project', 'task'], updated: [], skipped: [] }])
  t.equal((await request('GET', '/api/task')).statusCode, 404, 'a dry run does nothing')
  t.equal((await eventsOf(app, 'Preset.Installed')).length, 1)
  const first = await request('POST', `${presets}/tasks`)
  t.strictSame(first.json(), { created: ['project', 'task'], updated: [], skipped: [] })
  t.equal(await totalOf(app, 'task'), 0, 'samples only on request')
  for (const query of ['', '?update=true', '?update=false', '?dry_run=true&update=true']) {
    const again = await request('POST', `${presets}/tasks${query}`, {})
    t.strictSame(again.json(), { created: [], updated: [], skipped: ['project', 'task'] }, query)
  }
  const subjects = (await eventsOf(app, 'Preset.Installed')).map(({ subject }) => subject)
  t.strictSame(subjects, ['urn:preset:tasks', 'urn:preset:core'], 'an install that changes nothing is not recorded')
  t.equal((await eventsOf(app, 'ResourceType.Created')).length, 4)
  t.match((await request('GET', '/api/settings/sidebar')).json(), {
    menu_groups: { People: ['person', 'organization'], Tasks: ['project', 'task'] },
  })
  const refused: [string, string, number][] = [
    ['POST', `${presets}/nothing`, 404],
    ['POST', `${presets}/__proto__`, 404],
    ['POST', `${presets}/tasks?all=true`, 400],
    ['POST', `${presets}/tasks?update=yes`, 400],
    ['POST', `${presets}/tasks?update=true&update=true`, 400],
    ['GET', `${presets}/tasks`, 405],
  ]
  for (const [method, path, status] of refused) t.equal((await request(method, path)).statusCode, status, path)
  t.equal((await request('POST', `${presets}/tasks`, { update: true })).statusCode, 400, 'no body')
})

onEachStore('an update keeps additions, and overwrites the properties that the preset defines', async (t, app) => {
  const { request } = app
  await request('POST', `${presets}/tasks`)
  const before = (await request('GET', `${types}/task`)).json()
  const changed = structuredClone(before)
  changed.schema.properties.room = { type: 'string', title: 'Room' }
  changed.schema.properties.name.title = 'Wording'
  changed.schema.properties.name['x-note'] = 'ours'
  changed.schema.properties.status.oneOf.push({ const: 'waiting', title: 'Waiting' })
  changed.schema.required.push('room')
  delete changed.schema.properties.dueDate
  changed.context.room = 'https://example.org/room'
  const body = { name: 'Job', schema: changed.schema, context: changed.context }
  t.equal((await request('PUT', `${types}/task`, body)).statusCode, 200)
  const skipped = { created: [], updated: [], skipped: ['project', 'task'] }
  t.strictSame((await request('POST', `${presets}/tasks`)).json(), skipped, 'without update it stays')
  const updated = { created: [], updated: ['task'], skipped: ['project'] }
  t.strictSame((await request('POST', `${presets}/tasks?update=true&dry_run=true`)).json(), updated)
  t.equal((await request('GET', `${types}/task`)).json().name, 'Job')
  t.strictSame((await request('POST', `${presets}/tasks?update=true`)).json(), updated)
  const after = (await request('GET', `${types}/task`)).json()
  const expected = structuredClone(changed)
  expected.schema.properties.name.title = before.schema.properties.name.title
  expected.schema.properties.dueDate = before.schema.properties.dueDate
  t.same(after, { ...expected, name: 'Task' })
  t.strictSame((await request('POST', `${presets}/tasks?update=true`)).json(), skipped)
})

onEachStore('an incompatible update is refused as a whole', async (t, app) => {
  const { request } = app
  await request('POST', types, {
    name: 'Job',
    slug: 'task',
    schema: { type: 'object', properties: { name: { type: 'integer' } } },
  })
  await request('POST', '/api/task', { name: 7 })
  const before = (await request('GET', '/api/events?limit=1000')).json().data.length
  for (const query of ['?update=true', '?update=true&dry_run=true', '?update=true&samples=true']) {
    const refused = await request('POST', `${presets}/tasks${query}`)
    t.equal(refused.statusCode, 409, refused.body)
    t.match(refused.json().message, /^task: name: 1 /)
  }
  t.equal((await request('GET', '/api/project')).statusCode, 404, 'nothing of it exists')
  t.equal((await request('GET', '/api/events?limit=1000')).json().data.length, before)
  const partly = await request('POST', `${presets}/tasks`)
  t.strictSame(partly.json(), { created: ['project'], updated: [], skipped: ['task'] })
})

onEachStore('a collection of another type, and a refused sample, leave nothing behind', async (t, app) => {
  const { request } = app
  await request('POST', types, { name: 'Menus', slug: 'menus' })
  const taken = await request('POST', `${presets}/website?samples=true`)
  t.equal(taken.statusCode, 409)
  t.match(taken.json().message, /^menu: .*menus/)
  t.equal((await request('GET', '/api/web-page')).statusCode, 404)
  await request('PUT', `${types}/person`, {
    schema: { type: 'object', properties: { givenName: { type: 'integer' } } },
  })
  const refused = await request('POST', `${presets}/events?samples=true`)
  t.equal(refused.statusCode, 400, refused.body)
  t.match(refused.json().message, /^preset events: seed\/person\.json: \[0\] _:[a-z-]+: .*givenName/)
  t.equal((await request('GET', '/api/event')).statusCode, 404)
  t.equal(await totalOf(app, 'organization'), 0)
  const { data } = (await request('GET', presets)).json()
  t.strictSame(
    data.filter((one: { installed: boolean }) => one.installed).map((one: { name: string }) => one.name),
    ['core'],
  )
})

onEachStore('concurrent installs have the same result', async (t, app) => {
  const { request } = app
  const names = ['tasks', 'tasks', 'tasks', 'website', 'website', 'meal-planning', 'meal-planning']
  const answers = await Promise.all(names.map(name => request('POST', `${presets}/${name}?samples=true`)))
  const created: string[] = []
  for (const answer of answers) {
    t.equal(answer.statusCode, 200, answer.body)
    created.push(...answer.json().created)
  }
  t.equal(created.length, new Set(created).size, 'each type is created by one of them')
  t.equal(created.length, 2 + 11 + 14)
  t.equal(await totalOf(app, 'task'), 27)
  t.equal(await totalOf(app, 'organization'), 3 + 1)
  t.equal((await eventsOf(app, 'Preset.Installed')).length, 4)
})

onEachStore('samples belong to the account and the caller that loaded them', async (t, app) => {
  const { request } = app
  await request('POST', `${presets}/tasks?samples=true`)
  const [task] = (await request('GET', '/api/task?limit=1')).json().data
  t.match(task, { created_by: 'urn:user:admin', account_id: 'urn:account:default' })
  await request('DELETE', `/api/task/${task.id}`)
  await request('POST', `${presets}/tasks?samples=true`)
  t.equal(await totalOf(app, 'task'), 26, 'archived samples are not restored')
})

t.test('instances on one MongoDB that start and install concurrently', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const apps = await Promise.all([1, 2, 3].map(() => testApp(t, url)))
  const [one] = apps as [TestApp]
  t.equal((await eventsOf(one, 'Preset.Installed')).length, 1)
  for (const { request } of apps) {
    t.equal((await request('POST', '/api/persons', { given_name: 'A', family_name: 'B' })).statusCode, 201)
  }
  const answers = await Promise.all(
    apps.flatMap(app => [1, 2].map(() => app.request('POST', `${presets}/meal-planning?samples=true`))),
  )
  for (const answer of answers) t.equal(answer.statusCode, 200, answer.body)
  t.equal(answers.flatMap(answer => answer.json().created).length, 14)
  t.equal(await totalOf(one, 'recipe'), 7)
  t.equal(await totalOf(one, 'meal-occurrence'), 24)
  for (const app of apps) {
    const pantry = await app.request('POST', '/api/pantry', { name: 'New', isDefault: true })
    t.equal(pantry.statusCode, 201, pantry.body)
  }
  const defaults = await one.request('GET', '/api/pantry?filter_field=isDefault&filter_value=true')
  t.equal(defaults.json().data.length, 1, 'behaviours are enabled on all instances')
})
