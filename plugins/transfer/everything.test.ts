import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import type { Config } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { movableClock } from '../../testing/internal/clock.ts'
import { testAllStores, onStoreOfRun, ownDatabase, testApp } from '../../testing/internal/each-store.ts'
import type { JobRun } from '../jobs/contract.ts'
import { hasEnded, load, ndjson, reached, startExport } from './testing-imports.ts'
import { linesOf, workplace } from './testing.ts'
import type { Workplace } from './testing.ts'

interface Manifest {
  version: string
  files: Record<string, { rows: number; sha256: string }>
}

const refers = (slug: string, more: object = {}): object => ({ type: 'string', 'x-resource-type': slug, ...more })

/** Two types that refer to each other, one with a required reference; a type with values that are hard to keep; an archived type. */
const types = {
  shelf: {
    type: 'object',
    properties: { name: { type: 'string' }, best: refers('volume'), owner: refers('person') },
    required: ['name'],
  },
  volume: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      shelf: refers('shelf', { 'x-on-archive': 'restrict' }),
      after: refers('volume'),
      notes: {
        type: 'array',
        items: { type: 'object', properties: { by: refers('person'), text: { type: 'string' } } },
      },
      extra: { type: 'object', properties: { about: refers('volume'), page: { type: ['integer', 'null'] } } },
    },
    required: ['title', 'shelf'],
    additionalProperties: false,
  },
  oddment: null,
  gone: { type: 'object', properties: { name: { type: 'string' } } },
}

async function fill({ json, plinth, folder }: Workplace): Promise<void> {
  for (const [slug, schema] of Object.entries(types)) {
    const made = ['types', 'create', '--name', `The ${slug}`, '--slug', slug, '--description', `Of ${slug}`]
    // A type that refers to a type that does not exist yet gets that reference below.
    const first = slug === 'shelf' ? { type: 'object', properties: {} } : schema
    await json(...made, ...(first === null ? [] : ['--schema', JSON.stringify(first)]))
  }
  await json('types', 'update', 'shelf', '--schema', JSON.stringify(types.shelf))
  const load = async (slug: string, rows: object[]): Promise<void> => {
    writeFileSync(join(folder, `${slug}.ndjson`), rows.map(row => JSON.stringify(row)).join('\n'))
    const { code, stderr } = await plinth('import', slug, `${slug}.ndjson`)
    if (code !== 0) throw new Error(stderr)
  }
  await load('person', [{ '@id': 'urn:person:ada', givenName: 'Ada', familyName: 'Lovelace' }])
  await load('shelf', [
    { '@id': 'urn:shelf:one', name: 'One', owner: 'urn:person:ada' },
    { '@id': 'urn:shelf:two', name: 'Two' },
  ])
  await load('volume', [
    { '@id': 'urn:volume:b', title: 'B', shelf: 'urn:shelf:one', after: 'urn:volume:c' },
    { '@id': 'urn:volume:c', title: 'C', shelf: 'urn:shelf:two', extra: { about: 'urn:volume:d', page: null } },
    {
      '@id': 'urn:volume:d',
      title: 'D',
      shelf: 'urn:shelf:one',
      notes: [{ by: 'urn:person:ada', text: '' }, { text: 'x' }],
    },
  ])
  await json('resources', 'update', 'shelf', 'one', '--patch', '--data', '{"best":"urn:volume:c"}')
  await load('oddment', [
    { '@id': 'urn:oddment:1', n: 0.1, big: 1e21, empty: {}, list: [null, [], 'a,b'], nothing: null, text: '=1\n"é😀' },
    { '@id': 'urn:oddment:2' },
  ])
  await load('gone', [{ name: 'x' }])
  await plinth('resources', 'delete', 'volume', 'd')
  await plinth('resources', 'delete', 'oddment', '2')
  await plinth('types', 'delete', 'gone')
}

/** A workplace with a filled store. */
async function filled(t: Test): Promise<Workplace> {
  const place = await workplace(t)
  await fill(place)
  return place
}

/** The contents of an exported folder, in an order that does not depend on the order of resources created in one millisecond. */
function contents(folder: string): Record<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ndjson'))
  return Object.fromEntries(
    files.sort().map(name => [name, readFileSync(join(folder, name), 'utf8').split('\n').sort()]),
  )
}

t.test('an empty service gets the same ids, types, references and status', async t => {
  const here = await filled(t)
  const folder = join(here.folder, 'everything')
  const written = await here.plinth('export', '--all', folder)
  t.match(written, { code: 0, stdout: /7 types and 9 resources written.*content only, without users/ })
  t.match(linesOf(contents(folder)['resources/gone.ndjson']?.join('\n') ?? ''), [{ name: 'x' }])
  const original = contents(folder)
  t.match(linesOf((original['archived/volume.ndjson'] ?? []).join('\n')), [{ '@id': 'urn:volume:d' }])
  t.match(await here.plinth('export', '--all', folder), { code: 1, stderr: /is not empty/ })

  const there = await workplace(t, await ownStore())
  const tried = await there.plinth('import', '--all', folder, '--dry-run')
  t.match(tried, { code: 0, stdout: /volume: 3 rows: 3 to load \(dry run/ }, tried.stderr)
  t.match(await there.plinth('types', 'get', 'volume'), { code: 1 }, 'nothing was written')
  const loaded = await there.plinth('import', '--all', folder)
  t.match(loaded, { code: 0, stdout: /volume: 3 rows: 3 loaded/ }, loaded.stderr)
  await there.plinth('export', '--all', join(there.folder, 'again'))
  t.strictSame(contents(join(there.folder, 'again')), original, 'from SQLite to the store of this run')
  const repeated = await there.plinth('import', '--all', folder)
  t.match(repeated, { code: 0, stdout: /volume: 3 rows: 0 loaded, 3 already there/ }, repeated.stderr)
  t.notMatch(repeated.stdout, /[1-9]\d* (loaded|refused)/)

  const back = await workplace(t)
  const json = join(there.folder, 'json')
  await there.plinth('export', '--all', json, '--format', 'json')
  t.match(await back.plinth('import', '--all', json), { code: 0 })
  await back.plinth('export', '--all', join(back.folder, 'again'))
  t.strictSame(contents(join(back.folder, 'again')), original, 'and back to SQLite, as JSON')
})

t.test('a folder is compared with its manifest before anything is written', async t => {
  const here = await filled(t)
  const folder = join(here.folder, 'everything')
  await here.plinth('export', '--all', folder)
  const { files, version } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  t.type(version, 'string')
  t.equal(files['resources/volume.ndjson']?.rows, 2)
  const names = Object.keys(files)
  for (const name of [...names, 'manifest.json'])
    t.equal(statSync(join(folder, name)).mode & 0o777, 0o600, `only the own user can read ${name}`)
  const there = await workplace(t)
  const refused = async (wrong: RegExp): Promise<void> => {
    t.match(await there.plinth('import', '--all', folder), { code: 1, stderr: wrong })
    t.match(await there.plinth('types', 'get', 'shelf'), { code: 1 }, 'nothing was written')
  }
  for (const name of ['types.ndjson', 'resources/volume.ndjson', 'archived/volume.ndjson', 'presets.ndjson'].filter(
    name => files[name]?.rows !== 0,
  )) {
    const path = join(folder, name)
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, whole.lastIndexOf('\n', -2) + 1))
    await refused(new RegExp(`${name} was cut off or altered`))
    rmSync(path)
    await refused(new RegExp(`${name} is missing`))
    writeFileSync(path, whole)
  }
  writeFileSync(join(folder, 'resources/more.ndjson'), '{}')
  await refused(/more.ndjson is not part of the export/)
  rmSync(join(folder, 'resources/more.ndjson'))
  const manifest = readFileSync(join(folder, 'manifest.json'))
  writeFileSync(join(folder, 'manifest.json'), '{')
  await refused(/manifest.json is damaged/)
  writeFileSync(join(folder, 'manifest.json'), manifest)
  const loaded = await there.plinth('import', '--all', folder)
  t.match(loaded, { code: 0 }, loaded.stderr)
  t.notMatch(loaded.stderr, /manifest/)
  rmSync(join(folder, 'manifest.json'))
  const again = await there.plinth('import', '--all', folder)
  t.match(again, { code: 0, stderr: /has no manifest.json/ }, 'a folder of an earlier version')
})

t.test('a folder with problems: types first, all or nothing; rows are reported with file and line', async t => {
  const place = await workplace(t)
  const folder = join(place.folder, 'in')
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'archived'))
  const write = (name: string, rows: unknown[]): void =>
    writeFileSync(join(folder, name), rows.map(row => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'))
  const shelf = { name: 'Shelf', slug: 'shelf', schema: types.shelf }
  const volume = { name: 'Volume', slug: 'volume', schema: types.volume }
  write('types.ndjson', [
    shelf,
    { name: 'Bad', slug: 'bad', schema: { type: 'object', properties: { a: { type: 'txet' } } } },
    '{"name"',
    { name: 'More', slug: 'more', colour: 'red', status: 'gone' },
    shelf,
    { ...volume, schema: { type: 'object', properties: { x: refers('never') } } },
  ])
  const refused = await place.plinth('import', '--all', folder)
  t.equal(refused.code, 1)
  for (const wrong of [
    /line 2: bad: .*a\/type/,
    /line 3: /,
    /line 4: colour: /,
    /line 4: status: /,
    /line 5: slug: is that of line 1/,
    /line 6: volume: .*never/,
  ])
    t.match(refused.stderr, wrong)
  t.match(await place.plinth('types', 'get', 'shelf'), { code: 1 }, 'nothing was written')

  write('types.ndjson', [shelf, volume])
  write('resources/shelf.ndjson', [
    { '@id': 'urn:shelf:one', name: 'One', best: 'urn:volume:bad' },
    { '@id': 'urn:shelf:two', name: 'Two', best: 'urn:volume:ok' },
    { '@id': 'urn:shelf:three', name: 'Three', best: 'urn:volume:never' },
  ])
  write('resources/volume.ndjson', [
    { '@id': 'urn:volume:ok', title: 'Ok', shelf: 'urn:shelf:two' },
    { '@id': 'urn:volume:bad', title: 7, shelf: 'urn:shelf:two' },
    { '@id': 'urn:volume:worse', title: 'On what is refused', shelf: 'urn:shelf:one' },
  ])
  for (const dryRun of [true, false]) {
    const rows = await place.plinth('import', '--all', folder, '--json', ...(dryRun ? ['--dry-run'] : []))
    t.equal(rows.code, 4, rows.stderr)
    const { refused_rows, imports } = JSON.parse(rows.stdout) as { refused_rows: unknown[]; imports: unknown[] }
    t.match(imports, [
      { type_slug: 'shelf', rows: 3, created: 1, refused: 2 },
      { type_slug: 'volume', rows: 3, created: 2, refused: 1 },
    ])
    t.match(refused_rows, [
      { type_slug: 'shelf', file: 'resources/shelf.ndjson', line: 1, reasons: [/^best: /] },
      { file: 'resources/shelf.ndjson', line: 3, reasons: [/^best: /] },
      { file: 'resources/volume.ndjson', line: 2, reasons: [/^title: /] },
      { file: 'resources/volume.ndjson', line: 3, reasons: ['shelf: refers to urn:shelf:one, which is refused'] },
    ])
  }
  t.match(await place.json('resources', 'get', 'shelf', 'two'), { data: { '@graph': [{ best: 'urn:volume:ok' }] } })

  rmSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'resources/shelf.tsv'), '@id\tname\nurn:shelf:tabs\tTabs\n')
  t.match(await place.plinth('import', '--all', folder), { code: 0, stdout: /shelf: 1 row: 1 loaded/ })
  writeFileSync(join(folder, 'resources/volume.json'), '[{"title": "cut off"')
  t.match(await place.plinth('import', '--all', folder), { code: 1, stderr: /resources\/volume\.json: / })
  rmSync(join(folder, 'resources/volume.json'))

  write('resources/stray.ndjson', [{}])
  t.match(await place.plinth('import', '--all', folder), { code: 1, stderr: /stray\.ndjson: there is no such type/ })
  t.match(await place.plinth('import', '--all', join(folder, 'nowhere')), { code: 1, stderr: /cannot read/ })
  t.match(await place.plinth('import', 'shelf', '--all', folder), { code: 2, stderr: /--all does not go with type/ })
  t.match(await place.plinth('export', '--all', folder, '--status', 'active'), { code: 2, stderr: /--status/ })
})

t.test('links in the folder of an export are not followed, nor is that for rejected rows', async t => {
  const place = await workplace(t)
  const folder = join(place.folder, 'in')
  mkdirSync(join(folder, 'resources'), { recursive: true })
  writeFileSync(
    join(folder, 'types.ndjson'),
    `${JSON.stringify({ name: 'Shelf', slug: 'shelf', schema: { type: 'object' } })}\n`,
  )
  const secret = join(place.folder, 'secret.ndjson')
  writeFileSync(secret, '{"name": "secret"}\n')
  const link = join(folder, 'resources', 'shelf.ndjson')
  for (const [target, path] of [
    [secret, link],
    ['/dev/zero', link],
    [join(place.folder, 'missing'), link],
  ] as const) {
    symlinkSync(target, path)
    const refused = await place.plinth('import', '--all', folder)
    t.match(refused, { code: 1, stderr: /cannot read .*shelf\.ndjson: it is a link; links are not followed/ })
    t.notMatch(refused.stderr, /secret"/)
    rmSync(path)
  }
  mkdirSync(link)
  t.match(await place.plinth('import', '--all', folder), { code: 1, stderr: /shelf\.ndjson: it is not a regular file/ })
  rmSync(join(folder, 'resources'), { recursive: true })
  symlinkSync(place.folder, join(folder, 'resources'))
  t.match(await place.plinth('import', '--all', folder), { code: 1, stderr: /cannot read .*resources: it is a link/ })
  rmSync(join(folder, 'resources'))
  rmSync(join(folder, 'types.ndjson'))
  symlinkSync(secret, join(folder, 'types.ndjson'))
  t.match(await place.plinth('import', '--all', folder), {
    code: 1,
    stderr: /cannot read .*types\.ndjson: it is a link/,
  })

  await place.plinth('types', 'create', '{"name": "Shelf", "slug": "shelf"}')
  const rejects = join(place.folder, 'rejects.ndjson')
  symlinkSync(secret, rejects)
  writeFileSync(join(place.folder, 'rows.csv'), 'name\nx\n')
  const rows = ['import', 'shelf', 'rows.csv', '--rejects', rejects]
  t.match(await place.plinth(...rows), {
    code: 1,
    stderr: /cannot write .*rejects\.ndjson: it is a link; links are not followed/,
  })
  t.equal(readFileSync(secret, 'utf8'), '{"name": "secret"}\n', 'the file behind the link stays')
  rmSync(rejects)
  t.match(await place.plinth(...rows), { code: 0, stdout: /1 loaded/ })
})

/** The store to which a copy goes: that of this run. */
async function ownStore(): Promise<Config['store'] | undefined> {
  const url = await ownDatabase()
  return url === undefined ? undefined : { kind: 'mongodb', url }
}

interface List {
  data: Record<string, unknown>[]
  total: number
}

const countOf = async (place: Workplace, type: string): Promise<number> =>
  ((await place.json('resources', 'list', type, '--count', '--limit', '1')) as List).total

t.test('a copy runs no behaviours, keeps those of the presets enabled, and loads no samples again', async t => {
  const here = await workplace(t)
  await here.json('seed', 'meal-planning')
  await here.json('resources', 'create', 'person', '--data', '{"givenName":"Ada","familyName":"Lovelace"}')
  await here.plinth('types', 'delete', 'restricted-diet')
  const folder = join(here.folder, 'everything')
  const written = await here.plinth('export', '--all', folder)
  t.equal(written.code, 0, written.stderr)
  const presets = linesOf(readFileSync(join(folder, 'presets.ndjson'), 'utf8'))
  t.match(
    presets.map(({ name }) => name),
    ['core', 'meal-planning'],
  )
  t.ok(linesOf(readFileSync(join(folder, 'resources', 'restricted-diet.ndjson'), 'utf8')).length > 0)

  const there = await workplace(t, await ownStore())
  const loaded = await there.plinth('import', '--all', folder)
  t.equal(loaded.code, 0, loaded.stderr + loaded.stdout)
  const copy = join(there.folder, 'copy')
  t.equal((await there.plinth('export', '--all', copy)).code, 0)
  for (const name of ['meal-occurrence', 'pantry', 'shopping-list-item', 'restricted-diet', 'person']) {
    const read = (from: string): unknown[] =>
      linesOf(readFileSync(join(from, 'resources', `${name}.ndjson`), 'utf8')).sort((a, b) =>
        String(a['@id']) < String(b['@id']) ? -1 : 1,
      )
    t.strictSame(read(copy), read(folder), name)
  }
  t.match(await there.json('types', 'get', 'restricted-diet'), { status: 'archived' })
  const events = (await there.json('events', '--type', 'Resource.Created', '--limit', '5')) as List
  for (const { data } of events.data) t.match(data, { copy: true })
  t.match(await there.plinth('import', '--all', folder), { code: 0, stdout: /meal-occurrence: \S+ rows: 0 loaded/ })

  const before = await countOf(there, 'meal-occurrence')
  t.match(await there.plinth('seed', 'meal-planning'), { code: 0, stdout: /skipped/ })
  t.equal(await countOf(there, 'meal-occurrence'), before, 'no sample is loaded twice')
  await there.json('resources', 'create', 'pantry', '--data', '{"name":"A","isDefault":true}')
  await there.json('resources', 'create', 'pantry', '--data', '{"name":"B","isDefault":true}')
  const pantries = (await there.json('resources', 'list', 'pantry', '--filter', 'isDefault eq true')) as List
  t.equal(pantries.data.length, 1, 'the behaviours of the preset run')

  rmSync(join(folder, 'manifest.json'))
  writeFileSync(join(folder, 'presets.ndjson'), '{"name":"core"}\n{"name":"nothing"}\n')
  const unknown = await there.plinth('import', '--all', folder)
  t.match(unknown, { code: 1, stderr: /presets\.ndjson: line 2: there is no preset nothing/ })
})

t.test('an edited export: rows that differ are reported, and merged with --update', async t => {
  const place = await workplace(t)
  const schema = { type: 'object', properties: { title: { type: 'string' }, year: { type: 'integer' } } }
  await place.json('types', 'create', '--name', 'Book', '--slug', 'book', '--schema', JSON.stringify(schema))
  const file = join(place.folder, 'books.ndjson')
  const write = (...rows: object[]): void => writeFileSync(file, rows.map(row => JSON.stringify(row)).join('\n'))
  write({ '@id': 'urn:book:a', title: 'A', year: 1 }, { '@id': 'urn:book:b', title: 'B', year: 2 })
  await place.plinth('import', 'book', file)
  write({ '@id': 'urn:book:a', title: 'Edited' }, { '@id': 'urn:book:b', title: 'B' })
  for (const dryRun of [['--dry-run'], []]) {
    const differing = await place.plinth('import', 'book', file, ...dryRun)
    t.match(differing, {
      code: 4,
      stdout: /2 rows: 0 .*1 already there, 1 differ/,
      stderr: /books\.ndjson: line 1: differs .*: title/,
    })
  }
  t.match(await place.plinth('import', 'book', file, '--json'), { code: 4, stdout: /"differs":1/ })
  t.match(await place.plinth('import', 'book', file, '--update'), { code: 0, stdout: /1 updated, 1 already there/ })
  t.match(await place.json('resources', 'get', 'book', 'a'), { data: { '@graph': [{ title: 'Edited', year: 1 }] } })
  const csv = join(place.folder, 'books.csv')
  await place.plinth('export', 'book', csv)
  t.match(await place.plinth('import', 'book', csv), { code: 0, stdout: /2 already there/ })
})

t.test('properties that the service sets: a row with an equal value is accepted, any other is refused', async t => {
  const place = await workplace(t)
  const file = join(place.folder, 'persons.ndjson')
  const write = (...rows: object[]): void => writeFileSync(file, rows.map(row => JSON.stringify(row)).join('\n'))
  const ada = { '@id': 'urn:person:ada', givenName: 'Ada', familyName: 'Lovelace' }
  write({ ...ada, name: 'Ada Lovelace' }, { givenName: 'Grace', familyName: 'Hopper', name: 'Somebody Else' })
  for (const dryRun of [['--dry-run'], []]) {
    const first = await place.plinth('import', 'person', file, ...dryRun)
    t.match(first, {
      code: 4,
      stdout: /1 (loaded|to load), 1 refused/,
      stderr: /line 2: name: .*"Grace Hopper".*Somebody/,
    })
  }
  const out = join(place.folder, 'out.csv')
  await place.plinth('export', 'person', out)
  t.match(await place.plinth('import', 'person', out), { code: 0, stdout: /1 already there/ })
  write({ ...ada, name: 'Edited' })
  t.match(await place.plinth('import', 'person', file), {
    code: 4,
    stdout: /1 refused/,
    stderr: /name: must not differ/,
  })
  write({ ...ada, givenName: 'Augusta', name: 'Ada Lovelace' })
  t.match(await place.plinth('import', 'person', file, '--update'), { code: 0, stdout: /1 updated/ })
  t.match(await place.json('resources', 'get', 'person', 'ada'), { data: { '@graph': [{ name: 'Augusta Lovelace' }] } })
})

testAllStores('a copy as one stream', async (t, app) => {
  const to = (slug: string): object => ({ type: 'string', 'x-resource-type': slug })
  const types = [
    { name: 'A', slug: 'a', schema: { type: 'object', properties: { b: to('b'), n: { type: 'number' } } } },
    {
      name: 'B',
      slug: 'b',
      schema: { type: 'object', properties: { a: to('a') }, required: ['a'] },
      status: 'archived',
    },
  ]
  const files = {
    'types.ndjson': types,
    'presets.ndjson': [],
    'archived/a.json': [{ '@id': 'urn:a:2', b: 'urn:b:1' }],
    'resources/a.csv': [{ '@id': 'urn:a:1', b: 'urn:b:1', n: '7' }],
    'resources/b.ndjson': [
      { '@id': 'urn:b:1', a: 'urn:a:1' },
      { '@id': 'urn:b:2', a: 'urn:a:never' },
    ],
  }
  const copyOf = (content: Record<string, readonly object[]>): object[] => [
    { files: Object.keys(content) },
    ...Object.entries(content).flatMap(([file, rows]) => [{ file }, ...rows.map((row, at) => ({ row, line: at + 1 }))]),
  ]
  const send = (lines: readonly object[], query = '') =>
    load(app, `_import?rejects=true${query}`, 'ndjson', ndjson(lines))
  const whole = copyOf(files)

  for (const [lines, message] of [
    [[], /begins with a line/],
    [whole.slice(1), /begins with a line/],
    [[whole[0] ?? {}, { row: {} }], /line 2: is neither/],
    [copyOf({ 'types.ndjson': [{ slug: 'a', colour: 1 }] }), /types.ndjson: line 1: colour: .*\n.*name: must be/],
    [copyOf({ ...files, 'resources/c.csv': [] }), /resources\/c.csv: there is no such type/],
    [
      copyOf({ ...files, 'presets.ndjson': [{ name: 'nothing' }] }),
      /presets.ndjson: line 1: there is no preset nothing/,
    ],
    [copyOf({ ...files, 'else.txt': [] }), /else.txt: there is no such type/],
  ] as const) {
    const refused = await send(lines)
    t.match(refused, { status: 400, message }, JSON.stringify(lines[1]))
  }
  t.match(await send(whole, '&update=perhaps'), { status: 400, message: /update/ })
  t.equal((await app.request('GET', '/api/resource-types/a')).statusCode, 404, 'nothing was written')
  const cut = await send(whole.slice(0, -4))
  t.match(cut, { status: 400, message: /the copy ends before resources\/b.ndjson/ })
  t.equal((await app.request('GET', '/api/resource-types/a')).statusCode, 404, 'nor of a copy that is cut off')

  const counts = { updated: 0, differs: 0 }
  const lost = { file: 'resources/b.ndjson', type_slug: 'b', row: 2, line: 2, reasons: [/^a: .*urn:a:never/] }
  for (const [query, a, b] of [
    ['&dry_run=true', { loaded: 2, there: 0 }, { loaded: 1, there: 0 }],
    ['', { loaded: 2, there: 0 }, { loaded: 1, there: 0 }],
    ['', { loaded: 0, there: 2 }, { loaded: 0, there: 1 }],
  ] as const) {
    const { status, result, rejects } = await send(whole, query)
    t.equal(status, 200)
    t.match(result, {
      imports: [
        { type_slug: 'a', rows: 2, ...counts, ...a, refused: 0 },
        { type_slug: 'b', rows: 2, ...counts, ...b, refused: 1 },
      ],
    })
    t.match(rejects, [lost])
  }
  t.match((await app.request('GET', '/api/a/1')).json(), { data: { '@graph': [{ b: 'urn:b:1', n: 7 }] } })
  t.match((await app.request('GET', '/api/resource-types/b')).json(), { status: 'archived' })
  t.match((await app.request('GET', '/api/a?status=archived')).json(), { data: [{ id: 'urn:a:2' }] })
  const texts = { type: 'object', properties: { n: { type: 'string' } } }
  const other = await send(copyOf({ 'types.ndjson': [{ name: 'A', slug: 'a', schema: texts }] }))
  t.match(other, {
    status: 400,
    message: /types.ndjson: line 1: a: is there already, with resources .* n: type-changed/,
  })

  const get = async (url: string, headers = {}) => app.app.inject({ url, headers })
  const streamed = await get('/api/_export')
  t.match(
    [streamed.statusCode, streamed.headers],
    [
      200,
      {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': /^attachment; filename="plinth-export-[-\d]{10}\.ndjson"$/,
        'cache-control': 'no-store',
      },
    ],
  )
  t.match(
    (await app.request('GET', '/api/events?type=Store.Exported')).json(),
    { data: [{ type: 'Store.Exported', data: { actor: 'urn:user:admin' } }] },
    'the event says who took all',
  )
  const lines = linesOf(streamed.payload)
  t.match(lines[0], { files: ['types.ndjson', 'presets.ndjson', /^resources\//] })
  for (const line of [
    { file: 'archived/a.ndjson' },
    { row: { '@id': 'urn:a:1', n: 7, b: 'urn:b:1' }, line: 1 },
    { row: { '@id': 'urn:a:2', b: 'urn:b:1' }, line: 1 },
    { row: { name: 'core', samples: {} }, line: 1 },
  ])
    t.ok(
      lines.some(one => isDeepStrictEqual(one, line)),
      JSON.stringify(line),
    )
  t.ok(lines.some(({ row }) => isObject(row) && row['slug'] === 'b' && row['status'] === 'archived'))
  t.equal((await app.app.inject({ method: 'HEAD', url: '/api/_export' })).statusCode, 405)

  const started = await get('/api/_export', { prefer: 'respond-async' })
  const run = started.json<JobRun>()
  t.match([started.statusCode, run], [202, { name: 'transfer:export', started_by: 'urn:user:admin', href: null }])
  t.match(started.headers, {
    location: `/api/admin/jobs/${encodeURIComponent(run.id)}`,
    'preference-applied': 'respond-async',
  })
  const done = await reached(app, run, hasEnded)
  const { href } = done
  const bytes = Buffer.byteLength(streamed.payload)
  t.match(done, { state: 'done', progress: { done: 3, total: 3 } })
  t.match(done['result'], { href, bytes, resources: 3, damaged: 0, expires_at: String })
  const list = (await app.request('GET', '/api/admin/jobs?name=transfer:export')).json<List>()
  t.match(list.data, [{ id: run.id, href }])
  const downloaded = await get(String(href))
  t.equal(downloaded.payload, streamed.payload)
  t.match(downloaded.headers, {
    'content-type': streamed.headers['content-type'],
    'content-disposition': /^attachment; filename="plinth-export-/,
    'content-length': String(bytes),
  })
  t.equal((await get('/api/_export/none')).statusCode, 404)
  const waited = await get('/api/_export', { prefer: 'respond-async, wait=20' })
  t.strictSame([waited.statusCode, waited.payload], [200, streamed.payload])
  t.equal((await get(String(href))).statusCode, 404, 'the next one takes its place')

  const there = await testApp(t, undefined)
  const loaded = await load(there, '_import?rejects=true', 'ndjson', streamed.payload)
  t.match(loaded, { status: 200, rejects: [] })
  const again = (await there.app.inject({ url: '/api/_export' })).payload
  // Types that were created in one millisecond can be in another order.
  const unordered = (text: string): string[] =>
    linesOf(text)
      .map(({ files, line: _line, ...more }) => JSON.stringify(Array.isArray(files) ? files.toSorted() : more))
      .toSorted()
  t.strictSame(unordered(again), unordered(streamed.payload), 'the same in another service')
  const place = await workplace(t)
  const file = join(place.folder, 'everything.ndjson.gz')
  writeFileSync(file, gzipSync(streamed.payload))
  t.match(await place.plinth('import', '--all', file), { code: 0, stdout: /a: 2 rows: 2 loaded/ })
  t.match(await place.json('resources', 'get', 'a', '1'), { data: { '@graph': [{ b: 'urn:b:1', n: 7 }] } })
  writeFileSync(file, streamed.payload.slice(0, streamed.payload.indexOf('{"file":"archived/a.ndjson"}')))
  t.match(await place.plinth('import', '--all', file), { code: 1, stderr: /everything.*: the copy ends before / })

  // A service that is away in the middle: a connection that ends, then an answer of a service that is being stopped.
  let asked = 0
  const front = createServer((incoming, outgoing) => {
    const { url = '' } = incoming
    if (url.startsWith('/api/a?') && url.includes('sort_by') && ++asked <= 4) {
      if (asked % 2 === 1) incoming.destroy()
      else outgoing.writeHead(503).end('{"message":"the service is being stopped"}')
      return
    }
    void get(url).then(({ statusCode, payload }) => outgoing.writeHead(statusCode).end(payload))
  })
  t.teardown(() => front.close())
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const { port } = front.address() as AddressInfo
  const folder = join(place.folder, 'copied')
  const written = await place.plinth('export', '--all', folder, '--url', `http://127.0.0.1:${port}`)
  t.match(written, { code: 0, stdout: /5 types and 3 resources written/ }, written.stderr)
  t.ok(asked >= 6, 'both lists were read after all')
  t.match(linesOf(readFileSync(join(folder, 'resources/a.ndjson'), 'utf8')), [{ '@id': 'urn:a:1', n: 7 }])

  const clock = movableClock(t)
  const last = await reached(app, await startExport(app), hasEnded)
  clock.pass(23 * 60 * 60 * 1000)
  t.equal((await get(String(last.href))).statusCode, 200)
  clock.pass(2 * 60 * 60 * 1000)
  t.equal((await get(String(last.href))).statusCode, 404, 'it expires')
})

onStoreOfRun('both sets of a type with drafts', async (t, url) => {
  const [first, second, third] = [
    await testApp(t, url),
    await testApp(t, await ownDatabase()),
    await testApp(t, await ownDatabase()),
  ]
  const ask = async (
    app: TestApp,
    method: string,
    path: string,
    body?: object,
  ): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await app.request(method, path, body)
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return answer.json()
  }
  const schema = {
    type: 'object',
    'x-drafts': true,
    required: ['title'],
    properties: { title: { type: 'string' }, slug: { type: 'string', 'x-unique': true }, size: { type: 'number' } },
  }
  await ask(first, 'POST', '/api/resource-types', { name: 'Note', slug: 'note', schema })
  const make = async (data: object): Promise<string> => (await ask(first, 'POST', '/api/note', data)).id
  const [same, changed] = [await make({ title: 'Same', slug: 's' }), await make({ title: 'Old', slug: 'o', size: 1 })]
  await make({ slug: 'never' })
  for (const id of [same, changed]) await ask(first, 'POST', `/api/note/${id}/publish`)
  await ask(first, 'PUT', `/api/note/${changed}`, { slug: 'n' })
  for (const [id, action, day] of [
    [same, 'unpublish', 1],
    [changed, 'publish', 2],
    [same, 'publish', 3],
  ])
    await ask(first, 'POST', `/api/note/${id}/schedule`, { action, at: `2099-01-0${day}T00:00:00Z` })
  await ask(first, 'POST', `/api/note/${changed}/schedule`, {
    action: 'publish',
    at: '2099-01-04T00:00:00Z',
    sequence_no: 1,
  })
  const schedulesOf = async (app: TestApp): Promise<object[]> =>
    (await ask(app, 'GET', '/api/schedules')).data.map(({ id: _id, ...schedule }: JsonObject) => schedule)
  const setsOf = async (app: TestApp): Promise<object> => {
    const sets: Record<string, object> = {}
    for (const perspective of ['published', 'draft']) {
      const { data } = await ask(app, 'GET', `/api/note?perspective=${perspective}&sort_by=slug`)
      sets[perspective] = data.map(
        ({
          id,
          publication,
          published_at,
          published_by,
          data: { '@graph': nodes },
        }: JsonObject & { data: { '@graph': object[] } }) => ({
          id,
          publication,
          published_at,
          published_by,
          ...nodes[0],
        }),
      )
    }
    return sets
  }
  const original = await setsOf(first)
  t.match(original, {
    published: [{ title: 'Old', size: 1 }, { title: 'Same' }],
    draft: [{ slug: 'n', publication: 'changed' }, { slug: 'never' }, { slug: 's', publication: 'published' }],
  })
  const { body } = await first.request('GET', '/api/_export')
  t.match(await load(second, '_import?rejects=true', 'ndjson', body), { status: 200, rejects: [] })
  t.strictSame(await setsOf(second), original)
  const waiting = await schedulesOf(first)
  t.match(waiting, [
    { action: 'unpublish' },
    { resource_id: changed, sequence_no: 2, state: 'waiting' },
    {},
    { sequence_no: 1 },
  ])
  t.strictSame(await schedulesOf(second), waiting)
  t.match(await ask(second, 'GET', `/api/note/${changed}?perspective=draft`), { published_no: 1, sequence_no: 2 })
  const { result } = await load(second, '_import?rejects=true', 'ndjson', body)
  const note = { type_slug: 'note', loaded: 0, there: 3, differs: 0, refused: 0 }
  const schedule = { type_slug: 'schedule', loaded: 0, there: 4, refused: 0 }
  t.match(result, { imports: [{}, {}, {}, note, schedule] }, 'repeating it changes nothing')
  t.strictSame(await schedulesOf(second), waiting)
  t.strictSame(await setsOf(second), original)
  const damaged = body
    .replace('"@published":{"at"', '"@published":{"no"')
    .replace('"version":"published"', '"version":null')
    .replaceAll('"created_by":"urn:user:admin"', '"created_by":"urn:user:gone"')
  t.match((await load(third, '_import?rejects=true', 'ndjson', damaged)).rejects, [
    { reasons: [/^@published: /] },
    { file: 'schedules.ndjson', line: 1, reasons: [/neither the draft nor public/] },
    { file: 'schedules.ndjson', line: 2, reasons: ['there is no such resource'] },
    { file: 'schedules.ndjson', line: 4 },
  ])
  t.match(await schedulesOf(third), [{ action: 'publish', sequence_no: 2, created_by: 'urn:user:admin' }])
  const never = body.replace(/"@published":\{"at":"[^"]*"/, '"@published":{"at":"2020-02-30T00:00:00.000Z"')
  t.match((await load(third, '_import?rejects=true', 'ndjson', never)).rejects[0], { reasons: [/^@published: /] })
  const folder = join(await mkdtemp(join(tmpdir(), 'plinth-sets-')), 'all')
  t.teardown(() => rmSync(join(folder, '..'), { recursive: true }))
  const env = { PLINTH_URL: await second.listen() }
  t.match(await callCli(['export', '--all', folder, '--format', 'csv'], { env }), { code: 0 })
  const there = await testApp(t, await ownDatabase())
  const loaded = await callCli(['import', '--all', folder], { env: { PLINTH_URL: await there.listen() } })
  t.match(loaded, { code: 0, stdout: /note: 3 rows: 3 loaded/ }, loaded.stderr)
  t.strictSame(await setsOf(there), original)
  t.strictSame(await schedulesOf(there), waiting)
})
