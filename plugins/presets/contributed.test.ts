import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import jsonld from 'jsonld'
import type { JsonLdDocument } from 'jsonld'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { testAllStores } from '../../testing/internal/each-store.ts'
import { Filler } from '../../testing/internal/fill.ts'

const presets = '/api/resource-types/presets'

/** Plugins switched off that no preset here needs: without them a service starts sooner. */
const needless = Object.fromEntries(
  ['admin', 'api-description', 'backup', 'openapi', 'site-renderer', 'transfer'].map(name => [name, false]),
)

/** A service with a plugin that contributes presets. @param value source text of the contribution, in which `here` is the folder */
async function withPresets(
  t: Test,
  value: string,
  files: Record<string, string | Buffer> = {},
  store?: Config['store'],
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-guest-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...files, 'guest.mjs': guest(value) })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const plugins = { ...loadConfig({}).plugins, ...needless, './guest.mjs': true }
  const app = await buildTestApp({ plugins, config: { directory: folder, ...(store !== undefined && { store }) } })
  t.teardown(() => app.close())
  return app
}

const guest = (value: string): string => `
  const here = import.meta.dirname
  const shout = { name: 'shout', types: ['note'], before: ({ data }) => { data.text = String(data.text).toUpperCase() } }
  export default {
    name: 'guest', version: '1.0.0', requires: [], provides: [],
    contributes: { presets: ${value}, behaviours: [shout] },
    register: () => ({}),
  }`

const note = {
  name: 'Note',
  slug: 'note',
  schema: {
    type: 'object',
    properties: { text: { type: 'string' }, after: { type: 'string', 'x-resource-type': 'note' } },
  },
}
const preset = { name: 'notes', description: 'Notes.', types: ['note'], samples: ['note'], behaviours: ['shout'] }
const seed = [
  { '@id': '_:one', text: 'hello' },
  { '@id': '_:two', text: 'again', after: '_:one' },
]
const data = { preset, types: { note }, seed: { note: seed } }

t.test('a plugin contributes a preset as data or as a folder, with a behaviour', async t => {
  const files = {
    'sets/notes/preset.json': JSON.stringify(preset),
    'sets/notes/types/note.json': JSON.stringify(note),
    'sets/notes/seed/note.json': JSON.stringify(seed),
  }
  const ways = [JSON.stringify(data), `[${JSON.stringify(data)}]`, "here + '/sets'", "[here + '/sets/notes']"]
  for (const way of ways) {
    const { request } = await withPresets(t, way, files)
    const listed = (await request('GET', presets)).json().data.find((one: { name: string }) => one.name === 'notes')
    t.strictSame(listed, { name: 'notes', description: 'Notes.', types: ['note'], installed: false })
    const installed = await request('POST', `${presets}/notes?samples=true`)
    t.strictSame(installed.json(), { created: ['note'], updated: [], skipped: [] }, way)
    const notes = (await request('GET', '/api/note')).json().data
    const texts = notes.map((one: { data: { '@graph': { text: string }[] } }) => one.data['@graph'][0]?.text)
    t.strictSame(texts.sort(), ['AGAIN', 'HELLO'])
    const two = notes.find((one: { data: { '@graph': { after?: string }[] } }) => one.data['@graph'][0]?.after)
    t.ok(
      notes.some(({ id }: { id: string }) => id === two.data['@graph'][0].after),
      'labels were replaced by ids',
    )
  }
})

t.test('a sample can include a text from a file of the preset, and from no other file', async t => {
  const at = (path: string) => ({
    'outside.txt': 'outside',
    'sets/notes/preset.json': JSON.stringify(preset),
    'sets/notes/types/note.json': JSON.stringify(note),
    'sets/notes/texts/hello.md': '\ufeff# Hello\n',
    'sets/notes/texts/latin1.md': Buffer.from('\xfc', 'latin1'),
    'sets/notes/seed/note.json': JSON.stringify([{ '@id': '_:one', text: { $file: path } }]),
  })
  const good = await withPresets(t, "here + '/sets'", at('texts/hello.md'))
  t.equal((await good.request('POST', `${presets}/notes?samples=true`)).statusCode, 200)
  const [read] = (await good.request('GET', '/api/note')).json().data
  t.equal(read.data['@graph'][0].text, '# HELLO\n')
  const wrong: [string, RegExp][] = [
    ['texts/none.md', /^preset notes: texts\/none\.md: there is no such file/],
    ['texts/latin1.md', /^preset notes: texts\/latin1\.md: is not UTF-8/],
    ['texts', /^preset notes: texts: there is no such file/],
    ['../../outside.txt', /^preset notes: \.\.\/\.\.\/outside\.txt: is not a path inside/],
    ['texts/../../../outside.txt', /is not a path inside/],
    ['/etc/hostname', /is not a path inside/],
    ['texts\\..\\hello.md', /is not a path inside/],
  ]
  const sets = wrong.flatMap(([path], index) =>
    Object.entries(at(path)).map(([file, text]): [string, string | Buffer] => [
      file.replace('sets/notes/', `sets/notes-${index}/`),
      file.endsWith('preset.json') ? JSON.stringify({ ...preset, name: `notes-${index}` }) : text,
    ]),
  )
  const { request } = await withPresets(t, "here + '/sets'", Object.fromEntries(sets))
  for (const [index, [path, message]] of wrong.entries()) {
    const refused = await request('POST', `${presets}/notes-${index}?samples=true`)
    t.equal(refused.statusCode, 400, path)
    t.match(refused.json().message.replace(/notes-\d+/, 'notes'), message)
  }
})

t.test('a later version of a preset adds new records, and refers to existing ones', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-later-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const store = { kind: 'sqlite', path: join(folder, 'plinth.db') } as const
  const first = await withPresets(t, JSON.stringify({ ...data, seed: { note: [seed[0]] } }), {}, store)
  await first.request('POST', `${presets}/notes?samples=true`)
  await first.app.close()
  const { request } = await withPresets(t, JSON.stringify(data), {}, store)
  const installed = await request('POST', `${presets}/notes?samples=true`)
  t.strictSame(installed.json(), { created: [], updated: [], skipped: ['note'] })
  const notes = (await request('GET', '/api/note?sort_by=created_at&sort_order=asc')).json().data
  t.strictSame(
    notes.map((one: { data: { '@graph': object[] } }) => one.data['@graph'][0]),
    [
      { '@id': notes[0].id, '@type': 'Note', text: 'HELLO' },
      { '@id': notes[1].id, '@type': 'Note', text: 'AGAIN', after: notes[0].id },
    ],
  )
  const changed = await request('PUT', `/api/note/${notes[0].id}`, { text: 'y' })
  t.equal(changed.json().data['@graph'][0].text, 'Y', 'behaviours are stored')
})

t.test('an invalid preset stops startup, naming plugin, preset, file and position', async t => {
  const wrong: [string, RegExp][] = [
    ['7', /plugin "guest": "presets" must be/],
    ["'relative/path'", /plugin "guest": "presets" must be/],
    ['{}', /plugin "guest": "presets" must be/],
    ["here + '/nowhere'", /plugin "guest": there is no preset in/],
    [
      JSON.stringify({ ...data, preset: { ...preset, types: 'note' } }),
      /guest.*preset notes: preset\.json: types must be an array/,
    ],
    [JSON.stringify({ ...data, preset: { ...preset, extra: 1 } }), /preset notes: preset\.json: extra is not known/],
    [JSON.stringify({ ...data, preset: { ...preset, name: 'tasks' } }), /guest.*there is a preset tasks already/],
    [JSON.stringify({ ...data, preset: { ...preset, sidebar: { hidden_slugs: ['task'] } } }), /sidebar: task is none/],
    ["here + '/sets'", /preset notes: preset\.json: .*line 1/],
  ]
  for (const [value, message] of wrong) {
    await t.rejects(withPresets(t, value, { 'sets/notes/preset.json': '{' }), { message }, value)
  }
})

t.test('invalid content is refused on install, naming preset, file and position; nothing remains', async t => {
  const wrong: [{ preset?: object; types?: object; seed?: object }, number, RegExp][] = [
    [{ ...data, types: {} }, 400, /^preset notes: types\/note\.json: is not there/],
    [{ ...data, types: { note, other: note } }, 400, /types\/other\.json: preset\.json does not name it/],
    [{ ...data, types: { note: { ...note, slug: 'memo' } } }, 400, /types\/note\.json: slug must be note/],
    [{ ...data, types: { note: { ...note, status: 'active' } } }, 400, /types\/note\.json: status is not known/],
    [
      { ...data, types: { note: { ...note, schema: { type: 'object', properties: { a: { type: 'txt' } } } } } },
      400,
      /types\/note\.json: .*type/,
    ],
    [{ ...data, types: { note: { ...note, context: { a: 7 } } } }, 400, /types\/note\.json: /],
    [{ ...data, seed: { note: [{ text: 'x' }] } }, 400, /seed\/note\.json: \[0\]\.@id is required/],
    [
      { ...data, seed: { note: [seed[1], seed[0]] } },
      400,
      /seed\/note\.json: \[0\]\.after: there is no _:one before it/,
    ],
    [{ ...data, seed: { note: [seed[0], seed[0]] } }, 400, /seed\/note\.json: \[1\]: @id: _:one occurs twice/],
    [{ ...data, seed: { note: [{ '@id': '_:a', text: 7 }] } }, 400, /seed\/note\.json: \[0\] _:a: text: must be/],
    [
      { ...data, seed: { note: Array.from({ length: 1001 }, (_, i) => ({ '@id': `_:n${i}` })) } },
      400,
      /more than 1000/,
    ],
    [{ ...data, preset: { ...preset, behaviours: ['shout', 'whisper'] } }, 409, /^preset notes: behaviours: .*whisper/],
    [
      {
        ...data,
        preset: { ...preset, types: ['health'], samples: [] },
        types: { health: { ...note, slug: 'health' } },
        seed: {},
      },
      400,
      /^health: slug: health is reserved/,
    ],
  ]
  const named = wrong.map(([value], index) => ({
    ...value,
    preset: { ...preset, ...value.preset, name: `notes-${index}` },
  }))
  const { request } = await withPresets(t, JSON.stringify(named))
  for (const [index, [, status, message]] of wrong.entries()) {
    const answer = await request('POST', `${presets}/notes-${index}?samples=true`)
    t.equal(answer.statusCode, status, answer.body)
    t.match(answer.json().message.replace(/notes-\d+/, 'notes'), message)
    t.equal((await request('GET', '/api/note')).statusCode, 404)
    const listed = (await request('GET', presets)).json().data
    t.notOk(listed.some((one: { name: string; installed: boolean }) => one.name.startsWith('notes') && one.installed))
  }
})

t.test('switching a plugin off does not affect other presets', async t => {
  const withoutSettings = { settings: false, sidebar: false, users: false, auth: false, rbac: false }
  const plugins = { ...loadConfig({}).plugins, ...withoutSettings, persons: false, 'meal-planning': false }
  const app = await buildTestApp({ plugins })
  t.teardown(() => app.close())
  const core = (await app.request('GET', presets)).json().data.find((one: { name: string }) => one.name === 'core')
  t.equal(core.installed, true, 'core is installed without the behaviour of persons')
  t.equal((await app.request('POST', '/api/person', { givenName: 'A', familyName: 'B' })).statusCode, 201)
  t.equal((await app.request('POST', `${presets}/tasks?samples=true`)).statusCode, 200, 'without a sidebar')
  const refused = await app.request('POST', `${presets}/meal-planning`)
  t.match([refused.statusCode, refused.json().message], [409, /single-default-pantry, meal-schedule, cook-from-pantry/])
  t.equal((await app.request('GET', '/api/pantry')).statusCode, 404)
})

t.test('two plugins with the same behaviour stop startup, and so does an invalid behaviour', async t => {
  for (const [behaviours, message] of [
    ["[{ name: 'person-name', types: [] }]", /the behaviour person-name is already registered by plugin "guest"/],
    ["[{ name: 'Person Name', types: [] }]", /"behaviours" must be a list/],
    ['7', /"behaviours" must be a list/],
  ] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-guest-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const source = `export default { name: 'guest', version: '1.0.0', requires: [], provides: [], contributes: { behaviours: ${behaviours} }, register: () => ({}) }`
    await writeFile(join(folder, 'guest.mjs'), source)
    const plugins = { ...loadConfig({}).plugins, ...needless, './guest.mjs': true }
    await t.rejects(buildTestApp({ plugins, config: { directory: folder } }), { message }, behaviours)
  }
})

t.test('a preset contributes shared views', async t => {
  const views = [
    { type_slug: 'note', name: 'Notes', columns: ['text'], default: true },
    { type_slug: 'note', name: 'Tree', layout: { kind: 'tree', property: 'after' }, query: { sort_by: 'text' } },
  ]
  const { request } = await withPresets(t, JSON.stringify({ ...data, preset: { ...preset, views } }))
  const shown = async (): Promise<object[]> =>
    (await request('GET', '/api/views?type_slug=note')).json().data.map(({ id: _id, ...view }: { id: string }) => view)
  t.equal((await request('POST', `${presets}/notes?dry_run=true`)).statusCode, 200)
  t.strictSame(await shown(), [])
  t.equal((await request('POST', `${presets}/notes`)).statusCode, 200)
  const owner = 'urn:user:admin'
  const shared = { type_slug: 'note', shared: true, owner }
  const tree = { layout: { kind: 'tree', property: 'after' }, query: { sort_by: 'text' }, columns: [], default: false }
  const expected = [
    { ...shared, name: 'Tree', ...tree },
    { ...shared, name: 'Notes', layout: { kind: 'table' }, query: {}, columns: ['text'], default: true },
  ]
  const byName = (all: object[]) => all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  t.match(byName(await shown()), byName(expected))
  t.equal((await request('POST', `${presets}/notes?update=true`)).statusCode, 200)
  t.equal((await shown()).length, 2, 'existing views are not changed')

  const wrong = { ...preset, views: [{ type_slug: 'note', name: 'x', columns: ['colour'] }] }
  const refused = await withPresets(t, JSON.stringify({ ...data, preset: wrong }))
  const answer = await refused.request('POST', `${presets}/notes`)
  t.equal(answer.statusCode, 400)
  t.match(answer.json().message, /preset notes: preset.json: views: .*"colour"/)
  t.equal((await refused.request('GET', '/api/resource-types/note')).statusCode, 404, 'nothing of it exists')
})

t.test('a preset brings names in other languages, also to what is installed already', async t => {
  const titles = { de: 'Fälligkeiten' }
  const due = { type: 'string', title: { en: 'Due', de: 'Fällig' }, 'x-group': { en: 'Dates', de: 'Termine' } }
  const schema = { type: 'object', properties: { due } }
  const named = (sidebar: object, view: object, type: object) => ({
    preset: {
      name: 'jobs',
      description: 'Jobs.',
      types: ['job'],
      sidebar: { menu_groups: { Work: ['job'] }, ...sidebar },
      views: [{ type_slug: 'job', name: 'Due dates', ...view }],
    },
    types: { job: { name: 'Job', slug: 'job', schema: type } },
  })
  const plain = { type: 'object', properties: { due: { type: 'string', title: 'Due' } } }
  const first = await withPresets(t, JSON.stringify(named({}, {}, plain)))
  const { config } = first
  await first.request('POST', `${presets}/jobs`)
  const job = { hidden_slugs: [], menu_groups: { Work: ['job'] } }
  t.match((await first.request('GET', '/api/settings/sidebar')).json(), job)
  await first.app.close()
  const next = named({ group_titles: { Work: { de: 'Arbeit' } } }, { titles }, schema)
  const { request } = await withPresets(t, JSON.stringify(next), {}, config.store)
  const before = (await request('GET', '/api/settings/sidebar')).json().group_titles
  t.notOk('Work' in before, 'nothing changes by itself')
  t.equal((await request('POST', `${presets}/jobs?update=true`)).statusCode, 200)
  t.match((await request('GET', '/api/settings/sidebar')).json(), { ...job, group_titles: { Work: { de: 'Arbeit' } } })
  const { data } = (await request('GET', '/api/views?type_slug=job')).json()
  t.equal(data.length, 1)
  t.strictSame(data[0].titles, titles)
  const properties = (await request('GET', '/api/resource-types/job')).json().schema.properties
  t.match(properties.due, { title: 'Due', 'x-titles': due.title, 'x-group': 'Dates', 'x-groups': due['x-group'] })
  t.strictSame((await request('POST', `${presets}/jobs?update=true`)).json().skipped, ['job'])
})

const presetNames = ['core', 'ecommerce', 'tasks', 'website', 'events', 'knowledge', 'meal-planning']
const slugsOfPresets = new Map([
  ['core', 'person organization'],
  ['ecommerce', 'product offer review service'],
  ['tasks', 'project task'],
  [
    'website',
    'web-site web-page web-page-element web-page-template theme article blog-post faq breadcrumb-list menu menu-item',
  ],
  ['events', 'event place venue'],
  ['knowledge', 'concept concept-scheme collection'],
  [
    'meal-planning',
    'recipe how-to-step ingredient recipe-ingredient nutrition-information cookbook meal-plan scheduled-meal ' +
      'meal-occurrence pantry food-item shopping-list shopping-list-item restricted-diet',
  ],
])

const documentLoader = async (url: string): Promise<never> => {
  throw new Error(`something was fetched: ${url}`)
}

const asLinkedData = { accept: 'application/ld+json' }
async function expand(text: string): Promise<Record<string, unknown>[]> {
  const options = { documentLoader, safe: true }
  const expanded: unknown = await jsonld.expand(JSON.parse(text) as JsonLdDocument, options)
  return expanded as Record<string, unknown>[]
}

/** A resource of the type, as JSON and as JSON-LD; expansion must lose nothing. */
async function readBothWays(t: Test, { request }: TestApp, slug: string, id: string): Promise<void> {
  const json = await request('GET', `/api/${slug}/${id}`)
  t.equal(json.statusCode, 200, json.body)
  const node: Record<string, unknown> = json.json().data['@graph'][0]
  const document = await request('GET', `/api/${slug}/${id}`, undefined, asLinkedData)
  const [expanded = {}, ...others] = await expand(document.body)
  t.equal(others.length, 0, slug)
  t.equal(expanded['@id'], id)
  t.match(expanded['@type'], [/^(https?|urn):/], slug)
  const properties = Object.keys(expanded).filter(name => !name.startsWith('@'))
  t.equal(properties.length, Object.keys(node).length - 2, `${slug}: every property has an IRI of its own`)
  for (const property of properties) t.match(property, /^(https?|urn):/)
  const back = await request('PUT', `/api/${slug}/${id}`, JSON.parse(document.body), {
    'content-type': 'application/ld+json',
  })
  t.equal(back.statusCode, 200, `${slug} is returned: ${back.body}`)
}

testAllStores(
  'each preset is installed, and a resource of every type is created, read and expanded',
  async (t, app) => {
    const { request } = app
    for (const name of presetNames) {
      const wanted = slugsOfPresets.get(name)?.split(' ') ?? []
      const answer = await request('POST', `/api/resource-types/presets/${name}`)
      t.equal(answer.statusCode, 200, answer.body)
      const { created, updated, skipped } = answer.json()
      t.strictSame(updated, [])
      t.strictSame([...created, ...skipped].sort(), wanted.sort(), name)
      t.equal(created.length, name === 'core' ? 0 : wanted.length, 'core is installed from the start')
    }
    const filler = new Filler(app)
    for (const slug of [...slugsOfPresets.values()].flatMap(one => one.split(' '))) {
      const id = await filler.make(slug)
      t.ok(id, slug)
      await readBothWays(t, app, slug, String(id))
    }
    const { data } = (await request('GET', '/api/resource-types/presets')).json()
    t.strictSame(
      data.map((one: { name: string; installed: boolean }) => [one.name, one.installed]),
      presetNames.toSorted().map(name => [name, true]),
    )
  },
)

testAllStores('samples are loaded once, and every one can be read and expanded', async (t, app) => {
  const { request } = app
  const counts = new Map<string, number>()
  for (const round of [1, 2]) {
    for (const name of presetNames) {
      const answer = await request('POST', `/api/resource-types/presets/${name}?samples=true`)
      t.equal(answer.statusCode, 200, answer.body)
    }
    for (const slug of [...slugsOfPresets.values()].flatMap(one => one.split(' '))) {
      const { total } = (await request('GET', `/api/${slug}?count=true&limit=1`)).json()
      if (round === 1) counts.set(slug, total)
      else t.equal(total, counts.get(slug), `${slug}: nothing is added`)
    }
  }
  t.match(Object.fromEntries(counts), {
    task: 27,
    project: 4,
    'web-page': 9,
    event: 14,
    recipe: 7,
    person: 15,
    product: 15,
    offer: 25,
    concept: 26,
  })
  t.equal(counts.get('meal-occurrence'), 2 + 5 + 12 + 5, 'scheduled meals are on the plan')
  for (const [slug, count] of counts) {
    if (count === 0) continue
    const list = await request('GET', `/api/${slug}?limit=1000`, undefined, asLinkedData)
    t.equal((await expand(list.body)).length, count, slug)
  }
  const [task] = (await request('GET', '/api/task?limit=1&include=project,assignee')).json().data
  t.ok(task.data['@graph'].length > 1, 'references point to the named records')
  const page = await request('GET', '/api/web-page?filter_field=slug&filter_value=index')
  t.equal(page.json().data.length, 1)
  const [person] = (await request('GET', '/api/persons?limit=1')).json().data
  t.equal(person.name, `${person.given_name} ${person.family_name}`, 'behaviours ran')
})
