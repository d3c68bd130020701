import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runCli } from '../../testing/index.ts'
import { linesOf, workplace, type Workplace } from './testing.ts'

const reference = (slug: string): object => ({ type: 'string', 'x-resource-type': slug })

const agent = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }

const task = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    slug: { type: 'string', 'x-unique': true },
    parent: reference('task'),
    assignee: reference('agent'),
    watchers: { type: 'array', uniqueItems: true, items: reference('agent') },
    place: {
      type: 'object',
      properties: { city: { type: 'string' }, host: reference('agent'), floor: { type: 'integer' } },
    },
    sizes: { type: 'array', items: { type: 'number' } },
  },
  required: ['title'],
  additionalProperties: false,
}

/** A place with the types agent, task and step; a step has a required parent. */
async function office(t: Parameters<typeof workplace>[0]): Promise<Workplace & { write: Write }> {
  const place = await workplace(t)
  const make = (slug: string, schema: object): Promise<unknown> =>
    place.json('types', 'create', '--name', slug, '--slug', slug, '--schema', JSON.stringify(schema))
  await make('agent', agent)
  await make('task', task)
  await make('step', { type: 'object', properties: { after: reference('step') }, required: ['after'] })
  const write: Write = (name, text) => writeFileSync(join(place.folder, name), text)
  write('agents.csv', 'name\nAda\nGrace\n"Smith, Jo"\nTwin\nTwin\n')
  t.equal((await place.plinth('import', 'agent', 'agents.csv')).code, 0)
  return { ...place, write }
}

type Write = (name: string, text: string) => void

const tasksOf = async ({ plinth }: Workplace): Promise<Map<unknown, Record<string, unknown>>> =>
  new Map(linesOf((await plinth('export', 'task', '--format', 'ndjson')).stdout).map(row => [row['title'], row]))

t.test('--match: names instead of ids, of existing resources and of later rows, in lists and objects', async t => {
  const place = await office(t)
  place.write(
    'tasks.csv',
    [
      'title,parent,assignee,watchers,place.city,place.host,place.floor,sizes',
      'Child,Parent,Ada,Ada; Grace,Oslo,"Smith, Jo",2,1;2.5',
      'Parent,,,"[""Smith, Jo""]",,,,[3]',
      'A,B,,,,,,',
      'B,A,,,,,,',
    ].join('\n'),
  )
  const tried = await place.plinth('import', 'task', 'tasks.csv', '--match', 'name', '--dry-run')
  t.match(tried, { code: 0, stdout: /4 rows: 4 to load \(dry run: nothing was written\)/ }, tried.stderr)
  t.equal((await tasksOf(place)).size, 0, 'nothing was written')
  t.match(await place.plinth('import', 'task', 'tasks.csv', '--match', 'name'), { code: 0, stdout: /4 loaded/ })
  const tasks = await tasksOf(place)
  const agents = new Map(
    linesOf((await place.plinth('export', 'agent', '--format', 'ndjson')).stdout).map(row => [row['name'], row['@id']]),
  )
  t.match(tasks.get('Child'), {
    parent: tasks.get('Parent')?.['@id'],
    assignee: agents.get('Ada'),
    watchers: [agents.get('Ada'), agents.get('Grace')],
    place: { city: 'Oslo', host: agents.get('Smith, Jo'), floor: 2 },
    sizes: [1, 2.5],
  })
  t.match(tasks.get('Parent'), { watchers: [agents.get('Smith, Jo')], sizes: [3] })
  t.equal(tasks.get('A')?.['parent'], tasks.get('B')?.['@id'], 'a circle of references')
  t.equal(tasks.get('B')?.['parent'], tasks.get('A')?.['@id'])
  t.match(await place.plinth('import', 'task', 'tasks.csv', '--match', 'title'), {
    stdout: /0 loaded, 4 already there/,
  })
  t.match(await place.plinth('import', 'agent', 'agents.csv', '--match', 'name'), {
    code: 1,
    stderr: /refers to no others/,
  })
})

t.test('every problem of every row is reported, and no row is loaded whose references would be missing', async t => {
  const place = await office(t)
  place.write(
    'tasks.ndjson',
    [
      '{"title":"Child","parent":"urn:task:parent","@id":"urn:task:child"}',
      '{"title":"","slug":7,"parent":"urn:task:never","assignee":"Nobody","@id":"urn:task:parent"}',
      '{"title":"Twins","assignee":"Twin"}',
      '{"title":"Grandchild","parent":"urn:task:child"}',
      '{"title":"Fine","slug":"x"}',
      '{"title":"Other","slug":"x"}',
      '{"title":"Again","@id":"urn:task:child"}',
    ].join('\n'),
  )
  const tried = await place.plinth('import', 'task', 'tasks.ndjson', '--match', 'title', '--dry-run', '--json')
  t.equal(tried.code, 4)
  const answer = JSON.parse(tried.stdout) as { refused_rows: { line: number; reasons: string[] }[] }
  t.match(answer, { dry_run: true, rows: 7, created: 1, refused: 6 })
  t.strictSame(
    answer.refused_rows.map(({ line }) => line),
    [1, 2, 3, 4, 6, 7],
  )
  const reasons = new Map(answer.refused_rows.map(row => [row.line, row.reasons.join('\n')]))
  t.match(reasons.get(1), /^parent: refers to line 2, which is refused$/)
  for (const wrong of [/^title: /m, /^slug: must be/m, /^parent: .*urn:task:never/m, /^assignee: .*"Nobody"/m])
    t.match(reasons.get(2), wrong)
  t.match(reasons.get(3), /assignee: there are 2 of agent whose name is "Twin" \(urn:agent:\w+, urn:agent:\w+\)/)
  t.match(reasons.get(4), /parent: refers to line 1/)
  t.match(reasons.get(6), /slug: line 5 has this value/)
  t.match(reasons.get(7), /@id: is that of line 1 too/)
  t.equal((await tasksOf(place)).size, 0)
  const loaded = await place.plinth('import', 'task', 'tasks.ndjson', '--match', 'title')
  t.match(loaded, { code: 4, stdout: /7 rows: 1 loaded, 6 refused/, stderr: /tasks\.ndjson: line 2: assignee: / })
  t.strictSame([...(await tasksOf(place)).keys()], ['Fine'])
})

t.test('rows that others require are loaded first, regardless of the order of the file', async t => {
  const place = await office(t)
  const step = (name: string, after: string): string =>
    JSON.stringify({ '@id': `urn:step:${name}`, after: `urn:step:${after}` })
  place.write(
    'steps.ndjson',
    [step('c', 'b'), step('b', 'a'), step('a', 'a'), step('x', 'y'), step('y', 'x')].join('\n'),
  )
  const { code, stderr, stdout } = await place.plinth('import', 'step', 'steps.ndjson')
  t.equal(code, 4)
  t.match(stdout, /5 rows: 3 loaded, 2 refused/)
  t.match(stderr, /line 4: has to refer to a row that has to refer to this one/)
  const again = await place.plinth('import', 'step', 'steps.ndjson')
  t.match(again.stdout, /0 loaded, 3 already there, 2 refused/)
})

t.test('--key: rows change the resources with their keys, and create the others', async t => {
  const place = await office(t)
  place.write('first.csv', 'slug,title,place.city,place.floor\none,One,Oslo,1\ntwo,Two,,\n')
  t.match(await place.plinth('import', 'task', 'first.csv', '--key', 'slug'), { code: 0, stdout: /2 loaded/ })
  place.write(
    'second.csv',
    'slug,title,place.city,parent\none,Uno,Bergen,three\nthree,Three,,\ntwo,,,\none,Twice,,\n,None,,\n',
  )
  const changed = await place.plinth(
    'import',
    'task',
    'second.csv',
    '--key',
    'slug',
    '--match',
    'slug',
    '--rejects',
    'r.ndjson',
  )
  t.match(changed, { code: 4, stdout: /5 rows: 1 loaded, 1 updated, 1 already there, 2 refused/ }, changed.stderr)
  t.match(linesOf(readFileSync(join(place.folder, 'r.ndjson'), 'utf8')), [
    { line: 5, reasons: ['slug: "one" is that of line 2 too'] },
    { line: 6, reasons: ['slug: is the key, and is missing'] },
  ])
  const tasks = await tasksOf(place)
  t.strictSame([...tasks.keys()].sort(), ['Three', 'Two', 'Uno'])
  t.match(tasks.get('Uno'), { place: { city: 'Bergen', floor: 1 }, parent: tasks.get('Three')?.['@id'] })
  const before = await place.json('resources', 'get', 'task', String(tasks.get('Uno')?.['@id']))
  t.match(await place.plinth('import', 'task', 'second.csv', '--key', 'slug', '--match', 'slug'), {
    stdout: /3 already there/,
  })
  t.strictSame(await place.json('resources', 'get', 'task', String(tasks.get('Uno')?.['@id'])), before, 'unchanged')
  t.equal((await place.plinth('resources', 'delete', 'task', String(tasks.get('Uno')?.['@id']))).code, 0)
  const first = ['import', 'task', 'first.csv', '--key', 'slug']
  t.match(await place.plinth(...first), { code: 4, stdout: /1 already there, 1 refused/ })
  t.match(await place.plinth(...first, '--restore'), { code: 0, stdout: /1 updated, 1 already there/ })
  t.ok((await tasksOf(place)).has('One'))
  t.match(await place.plinth('import', 'task', 'second.csv', '--key', 'nope'), { code: 1, stderr: /no property nope/ })
  t.match(await place.plinth('import', 'task', 'second.csv', '--key', 'sizes'), { code: 1, stderr: /must be a text/ })
  t.match(await place.plinth('import', 'x', 'second.csv', '--key', 'slug', '--infer'), { code: 2, stderr: /--infer/ })
  t.match(await place.plinth('import', 'task', 'first.csv', '--restore'), { code: 2, stderr: /--restore needs --key/ })
})

t.test('a killed import is continued without duplicates', async t => {
  const place = await office(t)
  const count = 4000
  const rows = Array.from({ length: count }, (_, index) => ({
    '@id': `urn:task:t${index}`,
    title: `Task ${index}`,
    slug: `s${index}`,
    // Half of them refer to later rows, so that these references are set after all rows are loaded.
    parent: `urn:task:t${(index * 7 + 1) % count}`,
  }))
  place.write('tasks.ndjson', rows.map(row => JSON.stringify(row)).join('\n'))
  const killed = await runCli(['import', 'task', 'tasks.ndjson'], {
    env: place.env,
    cwd: place.folder,
    started: child => child.stderr?.once('data', () => child.kill('SIGKILL')),
  })
  t.equal(killed.code, null, 'it was killed during the import')
  const partly = (await tasksOf(place)).size
  t.ok(partly > 0 && partly < count, `${partly} were there`)
  const summary = (await place.json('import', 'task', 'tasks.ndjson')) as Record<string, number>
  t.match(summary, { rows: count, created: count - partly, already_there: partly, refused: 0 })
  const there = await tasksOf(place)
  t.equal(there.size, count)
  for (const row of rows) if (there.get(row.title)?.['parent'] !== row.parent) t.fail(`${row.title} has no parent`)

  await place.json('resources', 'update', 'task', 't1', '--patch', '--data', '{"parent":null}')
  t.match(await place.plinth('import', 'task', 'tasks.ndjson'), { code: 4, stdout: /3,999 already there, 1 differ/ })
  t.notOk((await tasksOf(place)).get('Task 1')?.['parent'], 'resources that were changed since stay unchanged')
})

t.test('references in maps and in recursive schemas: later rows, names, and a copy of everything', async t => {
  const place = await office(t)
  const unit = {
    $ref: '#/$defs/unit',
    $defs: {
      unit: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          people: { type: 'object', additionalProperties: reference('agent') },
          peers: { type: 'object', additionalProperties: reference('unit') },
          inner: { type: 'array', items: { $ref: '#/$defs/unit' } },
        },
      },
    },
  }
  await place.json('types', 'create', '--name', 'Unit', '--slug', 'unit', '--schema', JSON.stringify(unit))
  const [first, second] = ['urn:unit:first', 'urn:unit:second']
  const rows = [
    { '@id': first, name: 'First', peers: { next: second }, people: { lead: 'Ada' } },
    { '@id': second, name: 'Second', inner: [{ peers: { back: first }, inner: [{ people: { deep: 'Grace' } }] }] },
  ]
  place.write('units.ndjson', rows.map(row => JSON.stringify(row)).join('\n'))
  const tried = await place.plinth('import', 'unit', 'units.ndjson', '--match', 'name', '--dry-run')
  t.match(tried, { code: 0, stdout: /2 to load/ }, tried.stderr)
  const done = await place.plinth('import', 'unit', 'units.ndjson', '--match', 'name')
  t.match(done, { code: 0, stdout: /2 loaded/ }, done.stderr)
  const agents = linesOf((await place.plinth('export', 'agent', '--format', 'ndjson')).stdout)
  const idOf = (name: string): unknown => agents.find(row => row['name'] === name)?.['@id']
  const units = linesOf((await place.plinth('export', 'unit', '--format', 'ndjson')).stdout)
  t.match(
    units.find(row => row['name'] === 'First'),
    { peers: { next: second }, people: { lead: idOf('Ada') } },
  )
  t.match(
    units.find(row => row['name'] === 'Second'),
    { inner: [{ peers: { back: first }, inner: [{ people: { deep: idOf('Grace') } }] }] },
  )

  t.equal((await place.plinth('export', '--all', 'everything')).code, 0)
  const env = { SQLITE_PATH: join(place.folder, 'copy.db') }
  const copied = await runCli(['import', '--all', 'everything'], { env, cwd: place.folder })
  t.equal(copied.code, 0, copied.stderr)
  const copy = await runCli(['export', 'unit', '--format', 'ndjson'], { env, cwd: place.folder })
  t.strictSame(linesOf(copy.stdout), units)
})
