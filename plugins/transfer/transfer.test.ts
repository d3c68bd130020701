import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { linesOf, workplace } from './testing.ts'
import type { Workplace } from './testing.ts'

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    year: { type: ['integer', 'null'] },
    price: { type: 'number' },
    inPrint: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    publisher: { $ref: '#/$defs/publisher' },
  },
  required: ['title'],
  additionalProperties: false,
  $defs: {
    publisher: {
      type: 'object',
      properties: { name: { type: 'string' }, address: { type: 'object', properties: { city: { type: 'string' } } } },
    },
  },
}

const books = [
  { title: 'Quotes " and, commas', year: 1998, price: 0.30000000000000004, inPrint: true, tags: ['a', 'b,c'] },
  { title: '=SUM(A1:A9)', year: -5, price: 1e21, publisher: { name: 'Ä😀', address: { city: 'Line\nbreak' } } },
  { title: '007', inPrint: false, tags: [], publisher: { name: '+49' } },
]

/** A workplace whose store has the type book. */
async function shelf(t: Parameters<typeof workplace>[0]): Promise<Workplace> {
  const place = await workplace(t)
  await place.json('types', 'create', '--name', 'Book', '--slug', 'book', '--schema', JSON.stringify(schema))
  return place
}

const lines = (text: string): string[] => text.split('\n').filter(line => line !== '')
const parsed = (text: string): unknown[] => lines(text).map(line => JSON.parse(line) as unknown)

t.test('only invalid rows are refused, with line and every reason', async t => {
  const { folder, plinth } = await shelf(t)
  const rows = [
    JSON.stringify(books[0]),
    '{"title":"","year":"1998"}',
    '{"title":"twice","title":"twice"}',
    'no json',
    '',
    '{"title":"with id","@id":"urn:book:one"}',
    '{"title":"of another type","@id":"urn:shelf:one"}',
    '{"title":"odd id","@id":7}',
    '{"title":"more","unknown":1}',
    JSON.stringify(books[2]),
  ]
  writeFileSync(join(folder, 'books.ndjson'), rows.join('\n'))
  const first = await plinth('import', 'book', 'books.ndjson', '--rejects', 'refused.ndjson')
  t.equal(first.code, 4, first.stderr)
  t.match(first.stdout, /book: 9 rows: 3 loaded, 6 refused \(see refused\.ndjson\)/)
  const refused = parsed(readFileSync(join(folder, 'refused.ndjson'), 'utf8')) as {
    line: number
    reasons: string[]
    row: unknown
  }[]
  t.strictSame(
    refused.map(row => row.line),
    [2, 3, 4, 7, 8, 9],
  )
  for (const row of refused) t.match(first.stderr, `line ${row.line}: ${row.reasons.join('; ')}`)
  t.match(refused[0], { row: { title: '', year: '1998' } })
  t.match(refused[0]?.reasons.join(), /title.*year/s, 'all problems')
  t.match(refused[2], { row: 'no json' })
  t.match(refused[5]?.reasons.join(), /unknown/)

  const again = await plinth('import', 'book', 'books.ndjson', '--json')
  t.equal(again.code, 4)
  t.equal(again.stderr, '')
  const summary = JSON.parse(again.stdout) as { refused_rows: unknown[] }
  t.match(summary, { type_slug: 'book', rows: 9, created: 0, already_there: 3, refused: 6 })
  t.equal(summary.refused_rows.length, 6)
  t.match(
    (JSON.parse((await plinth('resources', 'list', 'book', '--count', '--json')).stdout) as { total: number }).total,
    3,
  )

  await plinth('resources', 'delete', 'book', 'one')
  const archived = await plinth('import', 'book', 'books.ndjson')
  t.equal(archived.code, 4)
  t.match(archived.stdout, /2 already there, 7 refused/, 'an id that an archived resource has is not "already there"')
})

/** An export as a sorted array: resources created in one millisecond can be in any order. */
const sorted = (text: string): unknown[] =>
  (JSON.parse(text) as unknown[]).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

t.test('an export is imported unchanged, on another store too', async t => {
  const [here, there] = [await shelf(t), await shelf(t)]
  writeFileSync(join(here.folder, 'books.json'), JSON.stringify([...books, ...books]))
  t.match(
    (await here.plinth('import', 'book', 'books.json')).stdout,
    /6 rows: 6 loaded/,
    'equal rows create several resources',
  )
  const original = sorted((await here.plinth('export', 'book')).stdout)
  t.equal(original.length, 6)
  for (const format of ['json', 'ndjson', 'csv']) {
    const file = join(here.folder, `out.${format}`)
    const written = await here.plinth('export', 'book', file)
    t.match(written, { code: 0, stdout: /6 rows written/ }, written.stderr)
    const text = readFileSync(file, 'utf8')
    t.equal((await here.plinth('export', 'book', '--format', format)).stdout, text, 'a pipe gets the same')
    const slug = `${format}-book`
    const copy = text.replaceAll('urn:book:', `urn:${slug}:`)
    await there.plinth('types', 'create', '--name', 'Copy', '--slug', slug, '--schema', JSON.stringify(schema))
    const loaded = await there.pipe(copy, 'import', slug, '-', '--format', format)
    t.match(loaded, { code: 0, stdout: /6 rows: 6 loaded/ }, loaded.stderr)
    const back = (await there.plinth('export', slug)).stdout.replaceAll(`urn:${slug}:`, 'urn:book:')
    t.strictSame(sorted(back), original, format)
  }
  t.notOk(readdirSync(here.folder).some(name => name.endsWith('.part')))
  t.match((await here.plinth('import', 'book', 'out.csv')).stdout, /0 loaded, 6 already there/)
  t.match(
    readFileSync(join(here.folder, 'out.csv'), 'utf8'),
    /^@id,title,year,price,inPrint,tags,publisher\.name,publisher\.address\.city\n/,
  )
  const safe = await here.plinth('export', 'book', '--format', 'csv', '--escape-formulas', '--filter', 'title like sum')
  t.match(safe.stdout, /^\ufeff@id,title,/)
  t.match(safe.stdout, /,'=SUM\(A1:A9\),/)
})

t.test('CSV: what it cannot hold is said, and inferring reads what an export writes', async t => {
  const { folder, plinth, pipe } = await shelf(t)
  const open = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      any: {},
      flag: { type: ['string', 'boolean'] },
      tags: { type: 'array', items: { type: 'string' } },
      place: {
        type: 'object',
        properties: { 'en-US': { type: 'string' }, geo: { properties: { lat: { type: 'number' } }, type: 'object' } },
      },
    },
  }
  await plinth('types', 'create', '--name', 'Port', '--slug', 'port', '--schema', JSON.stringify(open))
  const rows = [
    { name: '', any: [1], flag: 'true', tags: ['a', ''], place: { 'en-US': 'X', geo: { lat: -1.5 } } },
    { name: 'B', any: null, flag: true, tags: [], place: { 'en-US': 'Y', geo: { lat: 1e21 } } },
  ]
  const input = rows.map(row => JSON.stringify(row)).join('\n')
  t.match(await pipe(input, 'import', 'port', '-'), { code: 0 })
  const csv = join(folder, 'port.csv')
  const written = await plinth('export', 'port', csv)
  t.match(written.stderr, /2 values are not in the file, because CSV has no empty text and no null: /)
  t.match(written.stderr, /2 values come back by import as another type, .*: (?:any 1, flag 1|flag 1, any 1)\n/)
  writeFileSync(csv, readFileSync(csv, 'utf8').replaceAll('urn:port:', 'urn:port-two:'))
  const inferred = await plinth('import', 'port-two', csv, '--infer')
  t.match(inferred, { code: 0, stdout: /2 loaded/ }, inferred.stderr)
  const back = lines((await plinth('export', 'port-two', '--format', 'ndjson')).stdout).map(
    line => JSON.parse(line) as object,
  )
  t.match(
    back.sort((a, b) => ('name' in a ? 1 : 0) - ('name' in b ? 1 : 0)),
    rows.map(({ tags, place }) => ({ tags, place })),
  )
  writeFileSync(join(folder, 'book.xlsx'), 'PK\u0003\u0004', 'latin1')
  for (const more of [[], ['--infer'], ['--format', 'csv']])
    t.match(await plinth('import', 'port', 'book.xlsx', ...more), { code: 1, stderr: /book\.xlsx: .*save it as CSV/ })
  writeFileSync(join(folder, 'prices.csv'), 'sep=;\r\nitem;net;\r\na;12,50;\r\n;;\r\nb;-,5;\r\n')
  t.match(await plinth('import', 'price', 'prices.csv', '--infer', '--decimal', ','), {
    code: 0,
    stdout: /net +net +number +yes +2 .*2 loaded/s,
    stderr: /cells that an export writes otherwise: 2 \(net: 12,50 → 12\.5\)/,
  })
  t.match(await plinth('import', 'price', 'prices.csv', '--decimal', ';'), { code: 2 })
  writeFileSync(join(folder, 'near.csv'), 'Item, net\nc,1\n')
  t.match(await plinth('import', 'price', 'near.csv'), { stderr: /does not declare, imported as texts: "Item"/ })
})

t.test('an open type: undeclared properties have columns too, and nothing is left out silently', async t => {
  const { folder, plinth } = await shelf(t)
  await plinth('types', 'create', '--name', 'Note', '--slug', 'note')
  writeFileSync(join(folder, 'notes.ndjson'), '{"a":1}\n{"b":{"c":[1]}}\n{"a":null,"a b":"x"}\n')
  t.match(await plinth('import', 'note', 'notes.ndjson'), { code: 0 })
  const csv = await plinth('export', 'note', '--format', 'csv')
  t.match(csv.stderr, /not in the schema.*: /)
  t.strictSame(lines(csv.stdout)[0]?.split(',').sort(), ['@id', 'a', 'a b', 'b'])
  t.match(csv.stdout, /"{""c"":\[1\]}"/)
  await plinth('resources', 'create', 'note', '--data', '{"a.b":1}')
  const dotted = await plinth('export', 'note', 'notes.csv')
  t.match(dotted, { code: 1, stderr: /a\.b has a dot in its name/ })
  t.notOk(existsSync(join(folder, 'notes.csv')), 'no incomplete file')
  const keyed = (text: string): string =>
    Array.from({ length: 10 }, (_, key) => JSON.stringify({ key, text })).join('\n')
  writeFileSync(join(folder, 'keyed.ndjson'), `${keyed('one')}\n{"key":"a","text":"one"}`)
  const first = await plinth('import', 'note', 'keyed.ndjson', '--key', 'key')
  t.match(first, { code: 0, stdout: /11 rows: 11 loaded/ }, first.stderr)
  writeFileSync(join(folder, 'keyed.ndjson'), `${keyed('two')}\n{"key":"a","text":"one"}`)
  const second = await plinth('import', 'note', 'keyed.ndjson', '--key', 'key')
  t.match(second, { code: 0, stdout: /11 rows: 0 loaded, 10 updated, 1 already there/ }, second.stderr)
})

t.test('--infer: repeatable, from a pipe too, and no other schema is overwritten', async t => {
  const { folder, plinth, pipe } = await shelf(t)
  const csv = 'Full Name,Birth Year,Member Since,Zip\nAda,1815,1.2.1999,01234\nGrace,1906,31.12.2001,\n'
  const first = await pipe(csv, 'import', 'club-member', '-', '--format', 'csv', '--infer')
  t.match(first, { code: 0, stdout: /Birth Year +birthYear +integer/ }, first.stderr)
  t.match(first.stdout, /Member Since +memberSince +string, date .*"1\.2\.1999" → "1999-02-01"/)
  const type = JSON.parse((await plinth('types', 'get', 'club-member', '--json')).stdout) as Record<string, unknown>
  t.match(type, { name: 'Club Member', context: { '@vocab': 'https://schema.org/', '@type': 'ClubMember' } })
  t.match(type['schema'], {
    required: ['fullName', 'birthYear', 'memberSince'],
    properties: { zip: { title: 'Zip', type: 'string' } },
  })
  writeFileSync(join(folder, 'members.csv'), csv)
  t.match(await plinth('import', 'club-member', 'members.csv', '--infer'), { code: 0, stdout: /2 already there/ })
  writeFileSync(join(folder, 'members.csv'), csv.replace('1815', 'unknown'))
  const other = await plinth('import', 'club-member', 'members.csv', '--infer', '--json')
  t.match(other, { code: 1, stdout: '' })
  t.match(JSON.parse(other.stderr), { message: /exists with another schema \(birthYear differ\).*--mapping titles/ })
  const more = csv.replace('1.2.1999,01234', '2.2.1999,').concat('Joan,1917,1.1.2000,00007\n')
  writeFileSync(join(folder, 'members.csv'), more)
  const keyed = ['import', 'club-member', 'members.csv', '--key', 'fullName']
  t.match(
    await plinth(...keyed, '--mapping', 'titles'),
    { code: 0, stdout: /3 rows: 1 loaded, 1 updated, 1 already there/, stderr: /^(?!.*does not declare)/s },
    'a changed file changes what is there, under the names of the type',
  )
  const named = ['--mapping', 'listed', '--mapping', 'Full Name=fullName', '--mapping', 'Birth Year=birthYear']
  writeFileSync(join(folder, 'members.csv'), more.replace('1917', '1918').replace('1.1.2000', 'lately'))
  t.match(await plinth(...keyed, ...named), { code: 0, stdout: /1 updated, 2 already there/ })
  const members = await plinth('export', 'club-member', '--format', 'ndjson')
  t.strictSame(
    lines(members.stdout).map(line => ({ ...(JSON.parse(line) as object), '@id': '' })),
    [
      { '@id': '', fullName: 'Ada', birthYear: 1815, memberSince: '1999-02-02', zip: '01234' },
      { '@id': '', fullName: 'Grace', birthYear: 1906, memberSince: '2001-12-31' },
      { '@id': '', fullName: 'Joan', birthYear: 1918, memberSince: '2000-01-01', zip: '00007' },
    ],
  )
  const undeclared = /does not declare, imported as they are: "Zip" \(--mapping /
  t.match(await pipe('{"Zip":"1"}', 'import', 'club-member', '-'), { code: 4, stderr: undeclared })
  t.match(await plinth(...keyed, '--mapping', 'titles', '--mapping', 'listed'), { code: 1, stderr: /mapping/ })
  for (const wrong of [
    ['--mapping', 'Zip'],
    ['--mapping', 'titles', '--infer'],
  ])
    t.match(await plinth('import', 'club-member', 'members.csv', ...wrong), { code: 2, stderr: /--mapping/ })

  writeFileSync(join(folder, 'broken.json'), '[{"a":1},\n{"a":2}')
  t.match(await plinth('import', 'broken', 'broken.json', '--infer'), { code: 1, stderr: /line 2: the file ends/ })
  writeFileSync(join(folder, 'ragged.csv'), 'a,b\n1\n1,2,3\n')
  const ragged = await plinth('import', 'ragged', 'ragged.csv', '--infer')
  t.match(ragged, { code: 1, stderr: /no row that can be read; line 2: has 1 cell for 2 headings/ })
  t.match(await plinth('types', 'get', 'broken'), { code: 1 }, 'nothing was created')
  writeFileSync(join(folder, 'names.csv'), 'name\nLovelace, Ada\nGrace\n')
  const message = /names\.csv: line 2: has 2 cells for 1 heading/
  const tried = await plinth('import', 'name', 'names.csv', '--infer', '--dry-run', '--rejects', 'refused.ndjson')
  t.match(tried, { code: 4, stderr: message, stdout: /2 rows: 1 to load, 1 refused \(see refused.ndjson\) \(dry run/ })
  t.match(JSON.parse(readFileSync(join(folder, 'refused.ndjson'), 'utf8')), { line: 2, row: ['Lovelace', ' Ada'] })
  const loaded = await plinth('import', 'name', 'names.csv', '--infer')
  t.match(loaded, { code: 4, stderr: message, stdout: /2 rows: 1 loaded, 1 refused/ }, 'as the dry run said')
})

t.test('compressed files, other delimiters, headings that occur twice', async t => {
  const { folder, plinth, pipe } = await shelf(t)
  writeFileSync(join(folder, 'books.json'), JSON.stringify(books))
  await plinth('import', 'book', 'books.json')
  t.match(await plinth('export', 'book', 'books.csv.gz'), { code: 0, stdout: /3 rows written/ })
  const packed = readFileSync(join(folder, 'books.csv.gz'))
  t.match(gunzipSync(packed).toString(), /^@id,title/)
  t.match(await plinth('import', 'book', 'books.csv.gz'), { code: 0, stdout: /3 already there/ })
  const piped = await pipe(packed, 'import', 'book', '-', '--format', 'csv')
  t.match(piped, { code: 0, stdout: /3 already there/ })
  writeFileSync(join(folder, 'cut.ndjson.gz'), gzipSync('{"title":"cut"}\n'.repeat(9)).subarray(0, 30))
  t.match(await plinth('import', 'book', 'cut.ndjson.gz'), { code: 1, stderr: /cut\.ndjson\.gz: .*cut off/ })

  writeFileSync(join(folder, 'semicolons.csv'), 'title;year\n"a;b";1998\n')
  const semicolons = await plinth('import', 'book', 'semicolons.csv')
  t.match(semicolons, { code: 0, stdout: /1 loaded/, stderr: /semicolons between the cells/ })
  writeFileSync(join(folder, 'bars.csv'), 'title|year\na|1999\n')
  t.match(await plinth('import', 'book', 'bars.csv', '--delimiter', '|'), { code: 0, stdout: /1 loaded/ })
  t.match(await plinth('import', 'book', 'bars.csv', '--delimiter', 'ab'), { code: 2 })

  writeFileSync(join(folder, 'twice.csv'), 'title,year,title\na,1998,b\n')
  t.match(await plinth('import', 'book', 'twice.csv'), { code: 1, stderr: /"title" occurs more than once/ })
  const numbered = await plinth('import', 'novel', 'twice.csv', '--infer')
  t.match(numbered, { code: 0, stdout: /title 2 +title2/ }, numbered.stderr)
})

t.test('many rows with one problem are reported once; nothing of an incomplete file is loaded', async t => {
  const { folder, plinth } = await shelf(t)
  writeFileSync(join(folder, 'many.json'), JSON.stringify(Array.from({ length: 50 }, (_, year) => ({ year }))))
  const many = await plinth('import', 'book', 'many.json')
  t.match(many, { code: 4, stderr: /row 3: title: [^]*47 more rows of many\.json: title: / })
  t.equal(lines(many.stderr).filter(line => line.includes('title')).length, 4)
  const rows = Array.from({ length: 1500 }, (_, index) => `{"title":"${index}"}`)
  writeFileSync(join(folder, 'cut.json'), `[${rows.join(',\n')},{"title":`)
  const cut = await plinth('import', 'book', 'cut.json')
  t.match(cut, {
    code: 1,
    stdout: '',
    stderr: /cut\.json: line 1500: the file ends/,
  })
  t.match(await plinth('resources', 'list', 'book', '--count', '--json'), { stdout: /"total":0/ })
  t.notMatch(cut.stderr, /100 %/)
})

t.test('failures have exit codes and change nothing', async t => {
  const { folder, plinth } = await shelf(t)
  writeFileSync(join(folder, 'books.txt'), 'title\nx\n')
  writeFileSync(join(folder, 'books.csv'), 'title\nx\n')
  t.match(await plinth('import', 'nothing', 'books.csv'), { code: 1, stderr: /there is no type nothing/ })
  t.match(await plinth('import', 'book', 'missing.csv'), {
    code: 1,
    stderr: /cannot read missing\.csv: there is no such file/,
  })
  t.match(await plinth('import', 'book', '.'), { code: 1, stderr: /cannot read/ })
  writeFileSync(join(folder, 'twice.csv'), 'title,title\nx,y\n')
  t.match(await plinth('import', 'book', 'twice.csv'), {
    code: 1,
    stderr: /^plinth: twice\.csv: line 1: the heading "title"/m,
  })
  t.match(await plinth('import', 'book', 'twice.csv', '--match', 'title'), { code: 1, stderr: /^plinth: match: /m })
  writeFileSync(join(folder, 'latin.csv'), Buffer.from('title\ncaf\xe9\n', 'latin1'))
  t.match(await plinth('import', 'book', 'latin.csv'), {
    code: 1,
    stderr: /^plinth: latin\.csv: the file is not UTF-8/m,
  })
  t.match(await plinth('import', 'book', 'books.txt'), { code: 2, stderr: /give --format/ })
  t.match(await plinth('import', 'book', 'books.csv', '--format', 'xml'), { code: 2, stderr: /Usage: plinth import/ })
  t.match(await plinth('import', 'book'), { code: 2, stderr: "plinth: missing argument 'file', or --all <folder>\n" })
  t.match(await plinth('export', 'book', 'books.xlsx'), { code: 0, stdout: /written to books\.xlsx, as json$/m })
  t.match(await plinth('export', 'book', join('no', 'folder.csv')), { code: 1, stderr: /cannot write/ })
  symlinkSync('/dev/null', join(folder, 'device'))
  t.match(await plinth('export', 'book', 'device'), {
    code: 1,
    stderr: /cannot write device: it is not a regular file/,
  })
  t.match(await plinth('export', 'book', '--filter', 'title=x'), { code: 2, stderr: /field operator value/ })
  t.match(await plinth('export', 'book', '--filter', 'nope eq x'), { code: 1, stderr: /nope/ })
  t.match(await plinth('import', 'book', 'books.csv', '--rejects', join('no', 'where')), {
    code: 1,
    stderr: /cannot write/,
  })
  const away = await plinth('import', 'book', 'books.csv', '--url', 'http://127.0.0.1:9')
  t.match(away, { code: 3, stderr: /cannot reach the service at http:\/\/127\.0\.0\.1:9/ })
})

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

t.test('every problem of every row is reported, and rows that refer to rows which are refused afterwards', async t => {
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
  t.match(answer, { dry_run: true, rows: 7, created: 2, refused: 5 })
  t.strictSame(
    answer.refused_rows.map(({ line }) => line),
    [1, 2, 3, 4, 6, 7],
  )
  const reasons = new Map(answer.refused_rows.map(row => [row.line, row.reasons.join('\n')]))
  t.match(reasons.get(1), /^parent: .*, not "urn:task:parent"$/, 'what is wrong by itself is not accepted')
  for (const wrong of [/^title: /m, /^slug: must be/m, /^parent: .*urn:task:never/m, /^assignee: .*"Nobody"/m])
    t.match(reasons.get(2), wrong)
  t.match(reasons.get(3), /assignee: there are 2 of agent whose name is "Twin" \(urn:agent:\w+, urn:agent:\w+\)/)
  t.equal(reasons.get(4), 'parent: refers to urn:task:child, which is refused', 'the row stays')
  t.match(reasons.get(6), /slug: line 5 has this value/)
  t.match(reasons.get(7), /@id: is that of line 1 too/)
  t.equal((await tasksOf(place)).size, 0)
  const loaded = await place.plinth('import', 'task', 'tasks.ndjson', '--match', 'title')
  t.match(loaded, { code: 4, stdout: /7 rows: 2 loaded, 5 refused/, stderr: /tasks\.ndjson: line 2: assignee: / })
  t.strictSame([...(await tasksOf(place)).keys()], ['Grandchild', 'Fine'], 'in the order of the file')
})

t.test('rows can require later rows, and each other', async t => {
  const place = await office(t)
  const step = (name: string, after: string): string =>
    JSON.stringify({ '@id': `urn:step:${name}`, after: `urn:step:${after}` })
  place.write(
    'steps.ndjson',
    [step('c', 'b'), step('b', 'a'), step('a', 'a'), step('x', 'y'), step('y', 'x')].join('\n'),
  )
  t.match(await place.plinth('import', 'step', 'steps.ndjson'), { code: 0, stdout: /5 rows: 5 loaded/ })
  t.match(await place.plinth('import', 'step', 'steps.ndjson'), { stdout: /0 loaded, 5 already there/ })
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
  const copy = await workplace(t)
  const copied = await copy.plinth('import', '--all', join(place.folder, 'everything'))
  t.equal(copied.code, 0, copied.stderr)
  t.strictSame(linesOf((await copy.plinth('export', 'unit', '--format', 'ndjson')).stdout), units)
})
