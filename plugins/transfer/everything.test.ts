import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { runCli } from '../../testing/index.ts'
import { startMongo } from '../../testing/mongodb.ts'
import { linesOf, workplace, type Workplace } from './testing.ts'

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

const prepared = await workplace(t)
await fill(prepared)

/** A workplace with a copy of the filled store. */
async function filled(t: Test): Promise<Workplace> {
  const place = await workplace(t)
  cpSync(join(prepared.folder, 'store'), join(place.folder, 'store'), { recursive: true })
  return place
}

/** The contents of an exported folder, in an order that does not depend on the order of resources created in one millisecond. */
function contents(folder: string): Record<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ndjson'))
  return Object.fromEntries(
    files.sort().map(name => [name, readFileSync(join(folder, name), 'utf8').split('\n').sort()]),
  )
}

t.test('an empty service with the other store gets the same ids, types, references and status', async t => {
  const mongo = await startMongo()
  if (mongo === null) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  else t.teardown(() => mongo.stop())
  const here = await filled(t)
  const folder = join(here.folder, 'everything')
  const written = await here.plinth('export', '--all', folder)
  t.match(written, { code: 0, stdout: /6 types and 9 resources written.*content only, without users/ })
  t.match(linesOf(contents(folder)['resources/gone.ndjson']?.join('\n') ?? ''), [{ name: 'x' }])
  const original = contents(folder)
  t.match(linesOf((original['archived/volume.ndjson'] ?? []).join('\n')), [{ '@id': 'urn:volume:d' }])
  t.match(await here.plinth('export', '--all', folder), { code: 1, stderr: /is not empty/ })

  const there = await workplace(t, mongo?.url())
  const tried = await there.plinth('import', '--all', folder, '--dry-run')
  t.match(tried, { code: 0, stdout: /volume: 3 rows: 3 to load \(dry run/ }, tried.stderr)
  t.match(await there.plinth('types', 'get', 'volume'), { code: 1 }, 'nothing was written')
  const loaded = await there.plinth('import', '--all', folder)
  t.match(loaded, { code: 0, stdout: /volume: 3 rows: 3 loaded/ }, loaded.stderr)
  await there.plinth('export', '--all', join(there.folder, 'again'))
  t.strictSame(contents(join(there.folder, 'again')), original, 'SQLite → MongoDB')
  const repeated = await there.plinth('import', '--all', folder)
  t.match(repeated, { code: 0, stdout: /volume: 3 rows: 0 loaded, 3 already there/ }, repeated.stderr)
  t.notMatch(repeated.stdout, /[1-9]\d* (loaded|refused)/)

  const back = await workplace(t)
  const json = join(there.folder, 'json')
  await there.plinth('export', '--all', json, '--format', 'json')
  t.match(await back.plinth('import', '--all', json), { code: 0 })
  await back.plinth('export', '--all', join(back.folder, 'again'))
  t.strictSame(contents(join(back.folder, 'again')), original, 'MongoDB → SQLite, as JSON')
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
      { type_slug: 'volume', rows: 3, created: 1, refused: 2 },
    ])
    t.match(refused_rows, [
      { type_slug: 'shelf', file: 'resources/shelf.ndjson', line: 1, reasons: [/^best: refers to line 2/] },
      { file: 'resources/shelf.ndjson', line: 3, reasons: [/^best: .*urn:volume:never/] },
      { file: 'resources/volume.ndjson', line: 2, reasons: [/^title: /] },
      { file: 'resources/volume.ndjson', line: 3, reasons: [/^shelf: refers to line 1/] },
    ])
  }
  t.match(await place.json('resources', 'get', 'shelf', 'two'), { data: { '@graph': [{ best: 'urn:volume:ok' }] } })

  rmSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'resources/shelf.tsv'), '@id\tname\nurn:shelf:tabs\tTabs\n')
  t.match(await place.plinth('import', '--all', folder), { code: 0, stdout: /shelf: 1 rows: 1 loaded/ })
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

t.test('a killed import of everything can be continued', async t => {
  const here = await filled(t)
  const rows = Array.from({ length: 3000 }, (_, index) => ({ title: `Volume ${index}`, shelf: 'urn:shelf:two' }))
  writeFileSync(join(here.folder, 'many.ndjson'), rows.map(row => JSON.stringify(row)).join('\n'))
  await here.plinth('import', 'volume', 'many.ndjson')
  const folder = join(here.folder, 'everything')
  await here.plinth('export', '--all', folder)
  const there = await workplace(t)
  const killed = await runCli(['import', '--all', folder], {
    env: there.env,
    cwd: there.folder,
    started: child =>
      child.stderr?.on('data', (text: Buffer) => {
        if (text.toString().includes('resources/volume')) child.kill('SIGKILL')
      }),
  })
  t.equal(killed.code, null, 'it was killed during the import')
  const again = await there.plinth('import', '--all', folder)
  t.match(again, { code: 0, stdout: /volume: 3,003 rows: \d.* loaded, \d.* already there/ }, again.stderr)
  await there.plinth('export', '--all', join(there.folder, 'again'))
  t.strictSame(contents(join(there.folder, 'again')), contents(folder))
})
