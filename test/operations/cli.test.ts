import { parseFilter } from '../../cli/terminal/input.ts'
import { statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { callCli, runCli, type CliResult } from '../../testing/index.ts'
import { json, place, production, serving } from '../../cli/testing.ts'

t.test('wrong usage is exit code 2 with help on stderr; help is no error', async t => {
  const { folder, plinth } = await place(t)
  const wrong = [
    [],
    ['nonsense'],
    ['--nonsense'],
    ['types'],
    ['types', 'nonsense'],
    ['types', 'get'],
    ['resources', 'list', 'movie', '--nonsense'],
    ['resources', 'create', 'movie'],
    ['doctor', 'superfluous'],
    ['--config'],
  ]
  for (const args of wrong) {
    const result = await plinth(...args)
    t.match(result, { code: 2, stdout: '', stderr: /Usage: plinth/ }, args.join(' ') || '(nothing)')
    const isHelp = args.length === 0 || args.join() === 'types'
    if (!isHelp) t.equal(result.stderr.trim().split('\n').length, 3, `${args.join(' ')}: not the whole help`)
  }
  const help = await plinth('--help')
  t.match(help, { code: 0, stderr: '' })
  for (const command of ['serve', 'doctor', 'types', 'resources', 'import', 'export'])
    t.match(help.stdout, ` ${command} `)
  t.match(await plinth('types', 'create', '--help'), { code: 0, stdout: /--dry-run.*Global Options:.*Examples:/s })
  t.match(await plinth('--version'), { code: 0, stdout: /^\d+\.\d+\.\d+( \([0-9a-f]{7}\))?\n$/ })
  t.match(await plinth('types', 'list', '--url', 'ftp://x'), { code: 2, stderr: /--url must be/ })
  t.match(await plinth('types', 'list', '--as', 'a@example.com'), { code: 2, stderr: /--as needs/ })
  t.match(await plinth('types', 'list', '--url', 'http://127.0.0.1:9', '--account', 'urn:account:x'), { code: 2 })
  writeFileSync(join(folder, 'small.json'), '{"plugins": {"maintenance": false}}')
  t.match(await plinth('store', 'stats', '--config', join(folder, 'small.json')), {
    code: 2,
    stderr: 'plinth: store is a command of the plugin "maintenance", which is off\n',
  })
})

t.test('types and resources, from first to last', async t => {
  const { folder, env, plinth } = await place(t)
  writeFileSync(join(folder, 'movie.json'), JSON.stringify({ name: 'Film', slug: 'movie', description: 'Seen' }))
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' }, year: { type: 'integer' } },
    required: ['title'],
  }
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema))
  const create = ['types', 'create', 'movie.json', '--name', 'Movie', '--schema', 'schema.json']
  t.match(await plinth(...create, '--dry-run'), { code: 0, stdout: /This can be done/ })
  t.match(await plinth('types', 'get', 'movie'), { code: 1, stderr: /^plinth: / }, 'a dry run writes nothing')
  const made = await plinth(...create, '--json')
  t.match(json(made.stdout), {
    id: 'urn:type:movie',
    name: 'Movie',
    slug: 'movie',
    description: 'Seen',
    schema,
    status: 'active',
  })
  t.match(await plinth(...create), { code: 1, stderr: /^plinth: .*movie/ })
  t.match(await plinth('types', 'list'), { code: 0, stdout: /^slug +name .*\nmovie +Movie +active +2 /s })
  t.match(await plinth('types', 'update', 'movie', '--context', '{"@vocab":"https://schema.org/"}'), { code: 0 })
  t.match(json((await plinth('types', 'get', 'urn:type:movie', '--json')).stdout), {
    context: { '@vocab': 'https://schema.org/' },
    schema,
  })

  const first = await callCli(['resources', 'create', 'movie', '--data', '-', '--json'], {
    env: { SQLITE_PATH: join(folder, 'plinth.db') },
    input: '{"title":"Alien\\u001b[31m","year":1979}',
  })
  const { id, created_by, account_id } = json(first.stdout)
  t.match(
    { id, created_by, account_id },
    { id: /^urn:movie:/, created_by: 'urn:user:system', account_id: 'urn:account:default' },
  )
  for (const year of [1986, 1992]) {
    t.match(await plinth('resources', 'create', 'movie', '--data', `{"title":"Alien again","year":${year}}`), {
      code: 0,
      stdout: /title +Alien/,
    })
  }
  t.match(await plinth('resources', 'create', 'movie', '--data', '{"year":"x"}'), {
    code: 1,
    stderr: /title.*year|year.*title/s,
  })
  t.match(await plinth('resources', 'create', 'movie', '--data', '{"title":1,"title":2}'), {
    code: 1,
    stderr: /--data: /,
  })
  writeFileSync(join(folder, 'latin1.json'), '{"title":"Läufer","year":1982}', 'latin1')
  t.match(await plinth('resources', 'create', 'movie', '--data', join(folder, 'latin1.json')), {
    code: 1,
    stderr: /latin1\.json: is not UTF-8/,
  })
  t.match(await plinth('resources', 'create', 'movie', '--data', 'missing.json'), {
    code: 1,
    stderr: /cannot read missing\.json/,
  })
  t.match(await plinth('resources', 'update', 'movie', String(id), '--data', '{"year":1980}', '--patch'), { code: 0 })
  const one = await plinth('resources', 'get', 'movie', String(id).split(':').at(-1) ?? '')
  t.match(one, { code: 0, stdout: /sequence_no +2\n.*year +1980/s })
  t.notMatch(one.stdout, '\u001b')
  const list = await plinth(
    'resources',
    'list',
    'movie',
    '--filter',
    'year gte 1981',
    '--sort',
    'year',
    '--desc',
    '--count',
    '--json',
  )
  t.match(json(list.stdout), { data: [{ data: { '@graph': [{ year: 1992 }] } }, {}], has_more: false, total: 2 })
  const page = await plinth('resources', 'list', 'movie', '--sort', 'year', '--limit', '2', '--columns', 'year,title')
  t.match(page.stdout, /^id +year +title\nurn:movie:\S+ +1980 .*\n.* 1986 .*\nmore: --cursor \S+, or --all\n$/)
  const rest = await plinth(
    'resources',
    'list',
    'movie',
    '--sort',
    'year',
    '--cursor',
    /--cursor (\S+),/.exec(page.stdout)?.[1] ?? '',
    '--json',
  )
  t.match(json(rest.stdout), { data: [{ data: { '@graph': [{ year: 1992 }] } }] })
  const all = json((await plinth('resources', 'list', 'movie', '--all', '--limit', '1', '--json')).stdout)
  t.match(all, { cursor: '', has_more: false, data: [{}, {}, {}] })
  t.match(await plinth('resources', 'list', 'movie', '--q', 'again', '--filter', 'year lt 1990'), {
    code: 0,
    stdout: /1986/,
  })
  t.match(await plinth('resources', 'list', 'movie', '--sort', 'nope'), { code: 1, stderr: /nope/ })
  t.match(await plinth('resources', 'delete', 'movie', String(id)), { code: 0 })
  t.match(await plinth('resources', 'get', 'movie', String(id)), { code: 1 })
  t.match(await plinth('resources', 'list', 'movie', '--status', 'archived'), { code: 0, stdout: String(id) })
  const inAccount = (account: string): Promise<CliResult> => plinth('resources', 'list', 'movie', '--account', account)
  t.match(await inAccount('nope'), { code: 1, stderr: /there is no account urn:account:nope/ })
  t.match(await inAccount('default'), { code: 0, stdout: /1986/ })
  for (const none of ['urn:user:x', 'a b']) t.match(await inAccount(none), { code: 2, stderr: /--account/ })
  const failed = await plinth('resources', 'get', 'movie', 'none', '--json')
  t.match(failed, { code: 1, stdout: '' })
  t.type(json(failed.stderr)['message'], 'string')
  t.match(await plinth('resources', 'restore', 'movie', String(id)), { code: 0, stdout: String(id) })
  t.match(await plinth('resources', 'versions', 'movie', String(id)), { code: 0, stdout: /^sequence_no +status/ })
  t.match(await plinth('resources', 'versions', 'movie', String(id), '--show', '1'), { code: 0, stdout: String(id) })
  t.match(await plinth('events', '--type', 'Resource.Restored'), { code: 0, stdout: String(id) })

  const drafts = { name: 'Note', slug: 'note', schema: { 'x-drafts': true, properties: { text: { type: 'string' } } } }
  writeFileSync(join(folder, 'note.json'), JSON.stringify(drafts))
  t.match(await plinth('types', 'create', join(folder, 'note.json')), { code: 0 })
  const note = json((await plinth('resources', 'create', 'note', '--data', '{"text":"Draft"}', '--json')).stdout)
  writeFileSync(join(folder, 'notes.json'), '[{"text":"Public"}]')
  t.match(await plinth('import', 'note', join(folder, 'notes.json'), '--publish'), { code: 0 })
  t.match(await plinth('resources', 'get', 'note', String(note['id'])), { code: 1, stderr: /not published/ })
  const asDraft = ['--perspective', 'draft', '--json']
  t.match(json((await plinth('resources', 'get', 'note', String(note['id']), ...asDraft)).stdout), { id: note['id'] })
  t.match(json((await plinth('resources', 'versions', 'note', String(note['id']), ...asDraft)).stdout), { data: [{}] })
  for (const [further, count] of [
    [['--json'], 1],
    [asDraft, 2],
  ] as const)
    t.match(json((await plinth('resources', 'list', 'note', ...further)).stdout), { data: { length: count } })
  t.match(await plinth('export', 'note', '-', '--format', 'ndjson'), { stdout: /^.*Public.*\n$/ })
  t.match(await plinth('export', 'note', '-', '--format', 'ndjson', '--perspective', 'draft'), { stdout: /Draft/ })
  t.match(await plinth('resources', 'list', 'note', '--perspective', 'other'), { code: 2, stderr: /published, draft/ })
  t.match(await plinth('events', '--type', 'x'), { code: 1 })
  t.match(await plinth('accounts', 'list'), { code: 0, stdout: /urn:account:default/ })
  t.match(await plinth('settings', 'get', 'roles'), { code: 0, stdout: /admin/ })
  const shown = await plinth('types', 'get', 'movie', '--json')
  const spaced = shown.stdout.replaceAll('"movie"', '"spaced"').replace('"title":{', '"Full Title":{')
  const copied = await callCli(['types', 'create', '-'], { env, cwd: folder, input: spaced })
  t.match(copied, { code: 0, stdout: /urn:type:spaced/ }, copied.stderr)
  t.match(
    await plinth('resources', 'list', 'spaced'),
    { code: 0, stdout: /^id +Full Title/ },
    'headings of an empty list',
  )
  t.match(await plinth('resources', 'list', 'spaced', '--filter', 'Full Title eq x y'), { code: 0 })
  t.match(await plinth('resources', 'list', 'movie', '--quiet', '--all'), { code: 0, stderr: '' })
  const of = { type: 'string', 'x-resource-type': 'movie' }
  const review = { name: 'Review', slug: 'review', schema: { type: 'object', properties: { text: {}, of } } }
  await callCli(['types', 'create', '-'], { env, cwd: folder, input: JSON.stringify(review) })
  for (const data of [{ text: 'of 1980', of: id }, { text: 'of none' }])
    await plinth('resources', 'create', 'review', '--data', JSON.stringify(data))
  for (const [filter, found] of [
    ['of.year ne 1980', ['of none']],
    ['of.year nin 1979,1980', ['of none']],
    ['of.year exists false', ['of none']],
    ['of.year eq 1980', ['of 1980']],
  ] as const) {
    const { stdout } = await plinth('resources', 'list', 'review', '--filter', filter, '--json')
    t.match(json(stdout), { data: found.map(text => ({ data: { '@graph': [{ text }] } })) }, filter)
    t.equal((stdout.match(/"text"/g) ?? []).length, found.length, filter)
  }
  t.match(await plinth('types', 'delete', 'movie'), { code: 0 })
  t.match(await plinth('types', 'update', 'movie', '--status', 'active'), { code: 0, stdout: /status +active/ })
})

t.test('a running service: by --url, and by itself in development mode', async t => {
  const { folder, env, plinth } = await place(t)
  const file = join(folder, 'small.json')
  writeFileSync(file, '{"plugins": {"backup": false}}')
  const everywhere = { ...env, HOST: '0.0.0.0', PLINTH_MODE: 'development', PLINTH_CONFIG: file }
  const { url: bound, stop } = await serving(t, everywhere, folder)
  t.match(bound, '//0.0.0.0:')
  const url = bound.replace('//0.0.0.0:', '//127.0.0.1:') // the address that clients are told
  t.match(await callCli(['types', 'create', '--name', 'Movie', '--slug', 'movie', '--url', url]), {
    code: 0,
    stdout: /urn:type:movie/,
  })
  for (const address of [`${url}/`, `${url}/api`, `${url}/api/`]) {
    const listed = await callCli(['types', 'list', '--url', address, '--json'])
    t.match(listed, { code: 0, stdout: /"slug":"movie"/, stderr: '' })
  }
  const through = await plinth('types', 'list')
  t.match(through, {
    code: 0,
    stdout: /movie/,
    stderr: `a running service owns the store: going through it, at ${url}`,
  })
  t.match(await plinth('doctor'), { code: 0, stdout: `${url} answers and reaches its store` })
  t.match(await callCli(['doctor', '--url', url, '--json']), { code: 0, stdout: /"ok":true/ })
  t.match(await plinth('types', 'list', '--account', 'urn:account:x'), { code: 2 })
  t.match(await callCli(['types', 'list', '--url', `${url}/api/docs`]), { code: 1 })
  t.match(await callCli(['backup', join(folder, 'x'), '--url', url]), {
    code: 1,
    stderr: /there is nothing at this address: \/api\/admin\/backup; the plugin that serves it may be switched off/,
  })
  t.match(await callCli(['types', 'list'], { env: { ...env, ...production(folder) } }), {
    code: 3,
    stdout: '',
    stderr: `use --url ${url}`,
  })
  t.match(await callCli(['serve', '--port', '0'], { env, cwd: folder }), { code: 3, stderr: /is in use by process/ })
  t.match(await callCli(['serve'], { env: { ...env, PORT: 'x' }, cwd: folder }), {
    code: 78,
    stderr: /^plinth: PORT must be a whole number/,
  })
  t.match(await callCli(['types', 'list', '--json'], { env, cwd: folder }), {
    stdout: /movie/,
    stderr: /going through it/,
  })
  const asBogus = { ...env, PLINTH_TOKEN: 'bogus' }
  t.match(await callCli(['types', 'list'], { env: asBogus, cwd: folder }), { code: 1, stderr: /token is not valid/ })
  t.match(await callCli(['types', 'list', '--url', url, '--as', 'ada@example.com'], { env: asBogus }), {
    code: 2,
    stderr: /--as does not go with an API token/,
  })
  writeFileSync(join(folder, 'token'), 'bogus\n')
  const fromFile = { ...env, PLINTH_TOKEN_FILE: 'token' }
  t.match(await callCli(['types', 'list'], { env: fromFile, cwd: folder }), { code: 1, stderr: /token is not valid/ })
  t.match(await callCli(['types', 'list'], { env: { PLINTH_URL: url } }), { code: 0, stdout: /movie/ })
  t.match(await callCli(['types', 'list'], { env: { PLINTH_URL: 'http://127.0.0.1:9' } }), { code: 3 })

  const made = await callCli(['tokens', 'create', 'Laptop', '--url', url, '--as', 'ada@example.com', '--json'])
  t.equal(made.code, 0, made.stderr)
  const { token } = json(made.stdout)
  const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'xdg') }
  const login = await callCli(['login', 'there', '--url', url], { env: home, input: `${String(token)}\n` })
  t.match(login, { code: 0, stdout: url }, login.stderr)
  t.equal(statSync(join(folder, 'xdg', 'plinth', 'profiles.json')).mode & 0o777, 0o600)
  t.match(await callCli(['types', 'list', '--profile', 'there'], { env: home }), { code: 0, stdout: /movie/ })
  t.match(await callCli(['login', '--url', url, '--token', 'bogus'], { env: home }), { code: 1 })
  t.match(await callCli(['types', 'list'], { env: { ...home, PLINTH_PROFILE: 'default' } }), { code: 2 })
  t.match(await callCli(['logout', 'there'], { env: home }), { code: 0 })
  t.equal(await stop(), 0)
  t.match(
    await plinth('types', 'list'),
    { code: 0, stdout: /movie/, stderr: '' },
    'and on the store when it has stopped',
  )
  t.match(
    await callCli(['types', 'list'], { env: asBogus, cwd: folder }),
    { code: 0, stderr: /PLINTH_TOKEN is not used/ },
    'on the store nobody looks at a token, which is said',
  )
  t.match(await plinth('types', 'list', '--token', 'x'), { code: 2, stderr: /--token needs/ })
  t.match(await callCli(['types', 'list', '--url', url]), { code: 3, stderr: /cannot reach the service/ })
  t.match(await callCli(['doctor', '--url', url]), { code: 3, stdout: /WRONG.*cannot reach/s })
  const failing = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/octet-stream' })
    answer.write('the begin', () => answer.destroy())
  })
  t.teardown(() => failing.close())
  await new Promise<void>(resolve => failing.listen(0, '127.0.0.1', resolve))
  const { port } = failing.address() as AddressInfo
  t.match(await callCli(['backup', join(folder, 'half'), '--url', `http://127.0.0.1:${port}`]), {
    code: 3,
    stderr: /broke off its answer; its log says why/,
  })
})

t.test('a store that is away is exit code 3', async t => {
  const env = { MONGODB_URL: 'mongodb://127.0.0.1:9/plinth?serverSelectionTimeoutMS=300' }
  const away = await callCli(['types', 'list'], { env })
  t.match(away, { code: 3, stdout: '', stderr: /^plinth: \S/ })
  t.notMatch(away.stderr, /MongoServerSelectionError|\n +at /, 'no driver text, no stack')
})

t.test('Ctrl-C ends a command in order', async t => {
  const { folder, env, plinth } = await place(t)
  await plinth('types', 'create', '--name', 'Movie', '--slug', 'movie')
  const rows = Array.from({ length: 20_000 }, (_, index) => `{"title":"${index}"}\n`).join('')
  writeFileSync(join(folder, 'movies.ndjson'), rows)
  const result = await runCli(['import', 'movie', 'movies.ndjson'], {
    env,
    cwd: folder,
    started: child => child.stderr?.once('data', () => child.kill('SIGINT')), // at the first figures of progress
  })
  t.match(result, { code: 130, stderr: /plinth: interrupted\n$/ })
  const { total } = json((await plinth('resources', 'list', 'movie', '--count', '--json')).stdout)
  t.ok(Number(total) >= 999, 'what was loaded stays, and the store is free again')
})

t.test('filters are written as field, operator, value', async t => {
  t.strictSame(parseFilter('year gte 1990'), ['_filter[year][gte]', '1990'])
  t.strictSame(parseFilter(' title  eq The  Land = Girls '), ['_filter[title][eq]', 'The  Land = Girls '])
  t.strictSame(parseFilter('title eq '), ['_filter[title][eq]', ''])
  for (const wrong of ['', 'year', 'year=5', 'year eq'])
    t.throws(() => parseFilter(wrong), { name: 'CommandFailed', exitCode: 2 })
})
