import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { DocumentStore } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp, callCli, pluginSuite } from '../../testing/index.ts'
import type { CliResult, TestApp } from '../../testing/index.ts'
import { withCoreTypes } from '../../testing/internal/core-types.ts'
import { testWithStore, testAllStores } from '../../testing/internal/each-store.ts'
import type { ResourceType } from '../types/contract.ts'
import type { Presets } from './contract.ts'
import { mergedDraft } from './install/merge.ts'
import { presetRecords } from './install/records.ts'
import { distanceTo, moveDays } from './install/sample-days.ts'

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

testWithStore('only core is installed from the start', async (t, app) => {
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
    ['file', 'organization', 'person'],
  )
  const person = await request('POST', '/api/person', { givenName: 'Ada', familyName: 'Lovelace' })
  t.equal(person.json().data['@graph'][0].name, 'Ada Lovelace')
  const installed = await eventsOf(app, 'Preset.Installed')
  t.match(installed, [{ subject: 'urn:preset:core', data: { actor: 'urn:user:system' } }])
  t.equal(installed.length, 1)
})

testWithStore('the list has pages', async (t, { request }) => {
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

testAllStores('an install is reported, recorded, and can be repeated', async (t, app) => {
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
  t.equal((await eventsOf(app, 'ResourceType.Created')).length, 5, 'with the type of files')
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

testAllStores('an update keeps additions, and overwrites the properties that the preset defines', async (t, app) => {
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

testAllStores('an incompatible update is refused as a whole', async (t, app) => {
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

testAllStores('a collection of another type, and a refused sample, leave nothing behind', async (t, app) => {
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

testAllStores('concurrent installs have the same result', async (t, app) => {
  const { request } = app
  const names = ['tasks', 'tasks', 'tasks', 'events', 'events']
  const answers = await Promise.all(names.map(name => request('POST', `${presets}/${name}?samples=true`)))
  const created: string[] = []
  for (const answer of answers) {
    t.equal(answer.statusCode, 200, answer.body)
    created.push(...answer.json().created)
  }
  t.equal(created.length, new Set(created).size, 'each type is created by one of them')
  t.equal(created.length, 2 + 3)
  t.equal(await totalOf(app, 'task'), 27)
  t.equal(await totalOf(app, 'organization'), 3 + 2)
  t.equal((await eventsOf(app, 'Preset.Installed')).length, 3)
})

testAllStores('samples belong to the account and the caller that loaded them', async (t, app) => {
  const { request } = app
  await request('POST', `${presets}/tasks?samples=true`)
  const [task] = (await request('GET', '/api/task?limit=1')).json().data
  t.match(task, { created_by: 'urn:user:admin', account_id: 'urn:account:default' })
  await request('DELETE', `/api/task/${task.id}`)
  await request('POST', `${presets}/tasks?samples=true`)
  t.equal(await totalOf(app, 'task'), 26, 'archived samples are not restored')
})

testAllStores('a type whose choices were an enum gets choices with titles, and keeps added ones', async (t, app) => {
  const { request } = app
  await request('POST', `${presets}/tasks`)
  const task = (await request('GET', `${types}/task`)).json()
  const named = task.schema.properties.status.oneOf
  t.match(named[1], { const: 'in-progress', title: 'In progress' })
  const { oneOf: _named, ...status } = task.schema.properties.status
  const before = { ...status, enum: ['open', 'in-progress', 'blocked', 'done', 'cancelled', 'waiting'] }
  const schema = { ...task.schema, properties: { ...task.schema.properties, status: before } }
  t.equal((await request('PUT', `${types}/task`, { schema })).statusCode, 200)
  for (const [name, value] of [
    ['Wait', 'waiting'],
    ['Draw', 'in-progress'],
    ['Print', 'done'],
  ]) {
    t.equal((await request('POST', '/api/task', { name, status: value })).statusCode, 201)
  }

  const updated = await request('POST', `${presets}/tasks?update=true`)
  t.strictSame(updated.json(), { created: [], updated: ['task'], skipped: ['project'] }, updated.body)
  const after = (await request('GET', `${types}/task`)).json().schema.properties.status
  t.strictSame(after, { ...status, oneOf: [...named, { const: 'waiting' }] })

  const namesOf = async (query: string): Promise<string[]> => {
    const answer = await request('GET', `/api/task?${query}`)
    if (answer.statusCode !== 200) return [answer.body]
    return answer.json().data.map((one: { data: { '@graph': [{ name: string }] } }) => one.data['@graph'][0].name)
  }
  t.strictSame(await namesOf('filter_field=status&filter_value=in-progress'), ['Draw'])
  t.strictSame(await namesOf('_filter[status][in]=waiting,done&sort_by=name'), ['Print', 'Wait'])
  t.strictSame(await namesOf('sort_by=status'), ['Print', 'Draw', 'Wait'])
  const refused = await request('POST', '/api/task', { name: 'Fold', status: 'folded' })
  t.equal(refused.statusCode, 400)
  t.match(refused.json().message, /status: must be one of "open", "in-progress", .*"waiting"/)
  const again = await request('POST', `${presets}/tasks?update=true`)
  t.strictSame(again.json().updated, [], 'and then there is nothing to update')
})

t.test('choices are merged if either side has titles', async t => {
  const merged = (own: JsonObject, over: JsonObject): unknown => {
    const type = { slug: 'x', name: 'X', description: '', behaviours: [], context: {} }
    const schemaOf = (p: JsonObject): JsonObject => ({ type: 'object', properties: { p } })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a merge reads of a type
    const current = { ...type, schema: schemaOf(own) } as unknown as ResourceType
    const { schema } = mergedDraft({ slug: 'x', name: 'X', schema: schemaOf(over) }, current, [])
    return Reflect.get(Object(schema?.['properties']), 'p')
  }
  const named = { oneOf: [{ const: 'a', title: 'A', 'x-color': 'red' }] }
  t.strictSame(merged({ enum: ['b', 'a'] }, named), { oneOf: [...named.oneOf, { const: 'b' }] })
  t.strictSame(merged(named, { enum: ['b', 'a'] }), { oneOf: [{ const: 'b' }, ...named.oneOf] })
  t.strictSame(merged(named, { oneOf: [{ const: 'a', title: 'First', 'x-titles': { de: 'Erste' } }] }), {
    oneOf: [{ const: 'a', title: 'First', 'x-titles': { de: 'Erste' }, 'x-color': 'red' }],
  })
  t.strictSame(merged({ ...named, enum: ['a', 'b'] }, named), named, 'one list of choices remains')
  const alternatives = { oneOf: [{ type: 'string' }, { type: 'null' }] }
  t.strictSame(merged(named, alternatives), alternatives)
  t.strictSame(merged({ 'x-titles': { fr: 'un' } }, { 'x-titles': { de: 'eins' } }), {
    'x-titles': { fr: 'un', de: 'eins' },
  })
})

testAllStores(
  'what the site has shown so far without a state of publication becomes published, once',
  async (t, app) => {
    const { request } = app
    const store = app.app.diContainer.resolve<DocumentStore>('documentStore')
    const presets = app.app.diContainer.resolve<Presets>('presets')
    t.equal((await request('POST', '/api/resource-types/presets/website')).statusCode, 200)
    const create = async (slug: string, data: object): Promise<string> =>
      (await request('POST', `/api/${slug}`, data)).json<{ id: string }>().id
    const empty = await create('blog-post', { headline: 'Empty', status: null })
    const absent = await create('blog-post', { headline: 'Absent' })
    const article = await create('article', { headline: 'Article' })
    const hidden = await create('article', { headline: 'Hidden', status: 'unpublished' })
    const archived = await create('blog-post', { headline: 'Archived' })
    t.equal((await request('DELETE', `/api/blog-post/${archived}`)).statusCode, 204)
    t.strictSame(await presets.planUpgrades(), [], 'installed by this version: these are drafts')

    const record = await presetRecords.find(store, 'urn:preset:website')
    t.ok(record)
    if (record === undefined) return
    await store.write([presetRecords.replace(presetRecords.next(record, { upgrades: [] }))])
    t.match(await presets.planUpgrades(), [{ name: 'website/published', rows: 4 }])
    await presets.runUpgrades()
    t.strictSame(await presets.planUpgrades(), [])
    for (const id of [empty, absent, article, archived]) {
      const stored = await store.get(id.startsWith('urn:article') ? 'articles' : 'blog_posts', id)
      t.ok(stored)
      if (stored === undefined) continue
      t.equal(readData(stored)['status'], 'published')
      t.equal(readMeta(stored).status, id === archived ? 'archived' : 'active')
    }
    const own = await store.get('articles', hidden)
    t.equal(own === undefined ? undefined : readData(own)['status'], 'unpublished')
    const versions = (await request('GET', `/api/blog-post/${empty}/versions`)).json<{ data: object[] }>().data
    t.equal(versions.length, 2)
    const events = (await request('GET', `/api/events?subject=${encodeURIComponent(empty)}`)).json<{ data: object[] }>()
      .data
    t.match(JSON.stringify(events), /"Resource\.Updated".*"urn:user:system"|"urn:user:system".*"Resource\.Updated"/)

    await create('blog-post', { headline: 'Draft' })
    await presets.runUpgrades()
    const drafts = await request('GET', '/api/blog-post?_filter[status][exists]=false')
    t.equal(drafts.json<{ data: object[] }>().data.length, 1, 'a later one stays a draft')
  },
)

const now = Date.parse('2030-06-13T23:30:00Z') // a Thursday

t.test('samples are shifted by whole weeks, including all dates and times', async t => {
  const by = distanceTo('2027-01-04', now)
  t.strictSame(
    moveDays(
      {
        startDate: '2027-01-04',
        doorTime: '2027-01-10T19:00:00+01:00',
        days: ['2026-12-31', { until: '2027-02-28' }],
        name: 'Since 2027-01-04',
        season: '2027-01',
        dayless: '2027-13-40',
        servings: 4,
        note: null,
      },
      by,
    ),
    {
      startDate: '2030-06-10',
      doorTime: '2030-06-16T19:00:00+01:00',
      days: ['2030-06-06', { until: '2030-08-04' }],
      name: 'Since 2027-01-04',
      season: '2027-01',
      dayless: '2027-13-40',
      servings: 4,
      note: null,
    },
  )
  t.equal(distanceTo('2030-06-10', now), 0, 'the current week')
  t.strictSame(moveDays({ day: '2031-01-06' }, distanceTo('2031-01-06', now)), { day: '2030-06-10' }, 'and back again')
})

testWithStore('the meals of the samples are those of this week', async (t, app) => {
  await withCoreTypes(app)
  const { request } = app
  const installed = await request('POST', '/api/resource-types/presets/meal-planning?samples=true')
  t.equal(installed.statusCode, 200, installed.body)
  const { data } = (await request('GET', '/api/scheduled-meal?limit=100')).json<{
    data: { data: { '@graph': { name: string; startDate: string }[] } }[]
  }>()
  const starts = new Map(
    data.map(
      ({
        data: {
          '@graph': [node],
        },
      }) => [node?.name, node?.startDate ?? ''],
    ),
  )
  const monday = starts.get('Monday: soup') ?? ''
  t.equal(new Date(monday).getUTCDay(), 1)
  const daysAgo = (Date.now() - Date.parse(monday)) / 86_400_000
  t.ok(daysAgo >= 0 && daysAgo < 7.1, `${monday} is the Monday of this week, or of one that ended a moment ago`)
})

t.test('presets on the command line', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-commands-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const app = await buildTestApp()
  t.teardown(() => app.close())
  const env = { PLINTH_URL: await app.listen() }
  const plinth = (...args: string[]): Promise<CliResult> => callCli(args, { env, cwd: folder })
  const list = await plinth('presets', 'list')
  t.equal(list.code, 0, list.stderr)
  t.match(list.stdout, /core +yes[^]*tasks +no/)
  const dry = await plinth('presets', 'install', 'tasks', '--dry-run', '--json')
  t.strictSame(JSON.parse(dry.stdout), { created: ['project', 'task'], updated: [], skipped: [] })
  t.match((await plinth('presets', 'install', 'tasks')).stdout, /^tasks: created project, task$/m)
  t.match((await plinth('presets', 'install', 'tasks', '--update')).stdout, /^tasks: skipped project, task$/m)
  const seeded = await plinth('seed', 'tasks', 'events', '--json')
  t.equal(seeded.code, 0, seeded.stderr)
  t.strictSame(JSON.parse(seeded.stdout), {
    tasks: { created: [], updated: [], skipped: ['project', 'task'] },
    events: { created: ['event', 'place', 'venue'], updated: [], skipped: [] },
  })
  const half = await plinth('seed', 'website', 'nope', 'neither')
  t.match(half, { code: 1, stdout: '', stderr: /there is no preset "nope", "neither"/ })
  t.match((await plinth('presets', 'list')).stdout, /website +no/, 'nothing was done')
  const again = await plinth('seed', 'tasks', 'events')
  t.match(again.stdout, /^tasks: skipped project, task$/m)
  t.equal(again.code, 0)
  const tasks = await plinth('resources', 'list', 'task', '--json')
  const [task] = JSON.parse(tasks.stdout).data
  t.equal(task.created_by, 'urn:user:admin')
  const unknown = await plinth('presets', 'install', 'nothing')
  t.match([unknown.code, unknown.stderr], [1, /there is no preset "nothing"/])
  t.equal((await plinth('seed')).code, 2)
})
