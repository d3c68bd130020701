import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { callCli } from '../testing/index.ts'
import type { CliResult, TestApp } from '../testing/index.ts'
import { onEachStore } from '../testing/internal/each-store.ts'

type Headers = Record<string, string>
interface Listed {
  data: { id: string; subject: string; type_slug: string }[]
  cursor: string
  total?: number
}

const ada: Headers = { 'x-dev-agent': 'ada@example.org' }
const bob: Headers = { 'x-dev-agent': 'bob@example.org' }

const bookSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    isbn: { type: 'string', 'x-unique': true },
    author: { type: 'string', 'x-resource-type': 'writer' },
  },
}

/** Ada works in the default account, Bob in one of his own; both have a writer and a book with the same number. */
async function twoAccounts(t: Test, { request }: TestApp): Promise<Record<string, string>> {
  await request('POST', '/api/resource-types', { name: 'Writer', slug: 'writer' })
  await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema: bookSchema })
  const account = (await request('POST', '/api/accounts', { name: 'Bob & Co.' })).json().id as string
  const bobId = (await request('GET', '/api/auth/me', undefined, bob)).json().id as string
  await request('GET', '/api/auth/me', undefined, ada)
  t.equal((await request('PUT', `/api/users/${bobId}`, { account_id: account })).statusCode, 200)
  const ids: Record<string, string> = { account, bobId }
  for (const [name, headers] of Object.entries({ ada, bob })) {
    const writer = await request('POST', '/api/writer', { name: `${name} the writer` }, headers)
    const draft = { title: `Secret of ${name}`, isbn: '1', author: writer.json().id }
    const book = await request('POST', '/api/book', draft, headers)
    t.equal(book.statusCode, 201, `unique within the account only: ${book.body}`)
    ids[`${name}Writer`] = writer.json().id
    ids[`${name}Book`] = book.json().id
  }
  return ids
}

onEachStore('accounts are created, renamed and listed', async (t, { request }) => {
  const first = (await request('GET', '/api/accounts?count=true')).json()
  t.match(first, { data: [{ id: 'urn:account:default', name: 'Default' }], cursor: '', has_more: false, total: 1 })
  const made = await request('POST', '/api/accounts', { name: 'Other' })
  t.equal(made.statusCode, 201, made.body)
  const { id } = made.json()
  t.match(id, /^urn:account:[0-9A-Z]{26}$/)
  t.strictSame(Object.keys(made.json()), ['id', 'name', 'created_at'])
  t.match(made.headers, { location: `/api/accounts/${encodeURIComponent(id)}`, etag: `"${id}.1"` })
  for (const path of [String(made.headers.location), `/api/accounts/${id}`, `/api/accounts/${id.slice(12)}`])
    t.strictSame((await request('GET', path)).json(), made.json(), path)
  const renamed = await request('PUT', `/api/accounts/${id}`, { name: 'Another' }, { 'if-match': `"${id}.1"` })
  t.strictSame(renamed.json(), { ...made.json(), name: 'Another' })
  t.equal((await request('PUT', `/api/accounts/${id}`, { name: 'X' }, { 'if-match': `"${id}.1"` })).statusCode, 412)
  t.equal((await request('PUT', '/api/accounts/default', { name: 'Main' })).json().name, 'Main')
  const pages: string[] = []
  for (let cursor = ''; ;) {
    const page: Listed = (await request('GET', `/api/accounts?limit=1${cursor && `&cursor=${cursor}`}`)).json()
    pages.push(...page.data.map(account => account.id))
    if (page.cursor === '') break
    cursor = page.cursor
  }
  t.strictSame(pages, [id, 'urn:account:default'])
  const wrong: [string, string, unknown, number][] = [
    ['POST', '', {}, 400],
    ['POST', '', { name: ' ' }, 400],
    ['POST', '', { name: 'x', id: 'urn:account:x' }, 400],
    ['PUT', `/${id}`, { created_at: '' }, 400],
    ['PUT', `/${id}`, { lost: 1 }, 400],
    ['PUT', '/lost', { name: 'x' }, 404],
    ['GET', '/urn:user:admin', undefined, 404],
    ['GET', '?sort_by=name', undefined, 400],
    ['DELETE', `/${id}`, undefined, 405],
  ]
  for (const [method, path, body, status] of wrong)
    t.equal((await request(method, `/api/accounts${path}`, body)).statusCode, status, `${method} ${path}`)
  const events: Listed = (await request('GET', `/api/events?subject=${id}`)).json()
  t.equal(events.data.length, 2)
})

onEachStore(
  'resources of another account are invisible: single ones, lists, counts, references, referrers',
  async (t, app) => {
    const { request } = app
    const { adaBook = '', adaWriter = '', bobBook = '', bobWriter = '' } = await twoAccounts(t, app)
    const absent = (await request('GET', '/api/book/urn:book:01ARZ3NDEKTSV4RRFFQ69G5FAV', undefined, bob)).body
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '?sequence_no=1'],
      ['GET', '?include=author'],
      ['PUT', '', { title: 'x' }],
      ['DELETE', ''],
      ['GET', '/versions'],
      ['GET', '/referrers'],
      ['POST', '/restore'],
    ]
    for (const [method, path, body] of calls) {
      const answer = await request(method, `/api/book/${adaBook}${path}`, body, bob)
      t.equal(answer.statusCode, 404, `${method} ${path}`)
      t.equal(answer.body, absent, 'the same response as for a resource that never existed')
    }
    for (const query of ['', '?q=secret', '?_filter[title][like]=secret', '?filter_field=isbn&filter_value=1']) {
      const list: Listed = (
        await request('GET', `/api/book${query}${query ? '&' : '?'}count=true`, undefined, bob)
      ).json()
      t.strictSame([list.data.map(({ id }) => id), list.total], [[bobBook], 1], query)
    }
    for (const query of [
      '_filter[author.name][eq]=ada%20the%20writer',
      `_filter[author][eq]=${adaWriter}`,
      '_filter[id][exists]=false',
    ])
      t.equal((await request('GET', `/api/book?count=true&${query}`, undefined, bob)).json().total, 0, query)
    const stranger = await request('POST', '/api/book', { title: 'x', author: adaWriter }, bob)
    const never = await request(
      'POST',
      '/api/book',
      { title: 'x', author: 'urn:writer:01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      bob,
    )
    t.equal(stranger.statusCode, 400)
    t.equal(
      stranger.json().message.replaceAll(adaWriter, ''),
      never.json().message.replaceAll('urn:writer:01ARZ3NDEKTSV4RRFFQ69G5FAV', ''),
      'the same message',
    )
    t.equal((await request('GET', `/api/writer/${bobWriter}/referrers?count=true`, undefined, bob)).json().total, 1)
    t.equal((await request('GET', `/api/writer/${adaWriter}/referrers`, undefined, bob)).statusCode, 404)
    const taken = await request('POST', '/api/book', { title: 'x', isbn: '1' }, bob)
    t.equal(taken.statusCode, 409)
    t.notMatch(taken.body, /ada|Secret/)
    await request('POST', '/api/book', { title: 'Only here', isbn: '2' }, ada)
    t.equal((await request('POST', '/api/book', { title: 'Mine', isbn: '2' }, bob)).statusCode, 201)
    const bulk = { operations: [{ op: 'delete', id: adaBook }], atomic: false }
    t.equal((await request('POST', '/api/book/_bulk', bulk, bob)).json().results[0].status, 404)
    t.equal((await request('GET', `/api/book/${adaBook}`, undefined, ada)).statusCode, 200, 'it still exists')
  },
)

onEachStore('a user who moves to another account takes nothing along', async (t, app) => {
  const { request } = app
  const { account, bobId, adaBook = '', adaWriter = '', bobBook = '' } = await twoAccounts(t, app)
  const person = await request('POST', '/api/persons', { given_name: 'Ada', family_name: 'King' }, ada)
  const organization = await request('POST', '/api/organizations', { name: 'A', slug: 'a' }, ada)
  t.equal((await request('POST', '/api/organizations', { name: 'B', slug: 'a' }, bob)).statusCode, 201)
  t.equal((await request('GET', `/api/persons/${person.json().id}`, undefined, bob)).statusCode, 404)
  t.equal(
    (await request('GET', `/api/organizations/${organization.json().id}/members`, undefined, bob)).statusCode,
    404,
  )
  t.strictSame((await request('GET', '/api/persons', undefined, bob)).json().data, [])
  for (let i = 0; i < 3; i++) await request('POST', '/api/book', { title: `Volume ${i}` }, bob)
  const page: Listed = (await request('GET', '/api/book?limit=2', undefined, bob)).json()
  t.equal((await request('GET', `/api/book?limit=2&cursor=${page.cursor}`, undefined, bob)).statusCode, 200)
  t.equal((await request('GET', `/api/book?limit=2&cursor=${page.cursor}`, undefined, ada)).statusCode, 400, 'a cursor')

  const subjects = async (headers: Headers): Promise<string[]> =>
    ((await request('GET', '/api/events?limit=1000', undefined, headers)).json() as Listed).data.map(one => one.subject)
  const [adaSees, bobSees] = [await subjects(ada), await subjects(bob)]
  for (const id of [adaBook, adaWriter, person.json().id]) {
    t.ok(adaSees.includes(id))
    t.notOk(bobSees.includes(id), 'events of another account')
  }
  t.ok(bobSees.includes(bobBook) && !adaSees.includes(bobBook))
  for (const shared of ['urn:type:book', account, bobId])
    t.ok(
      [adaSees, bobSees].every(seen => seen.includes(shared ?? '')),
      'shared events are visible to everyone',
    )
  t.strictSame((await request('GET', `/api/events?subject=${adaBook}`, undefined, bob)).json().data, [])

  t.equal((await request('GET', `/api/book/${bobBook}`, undefined, bob)).statusCode, 200)
  await request('PUT', `/api/users/${bobId}`, { account_id: 'urn:account:default' })
  t.equal(
    (await request('GET', `/api/book/${bobBook}`, undefined, bob)).statusCode,
    404,
    'immediately, although it is his own',
  )
  t.equal((await request('GET', `/api/book?cursor=${page.cursor}`, undefined, bob)).statusCode, 400)
  t.equal((await request('GET', `/api/book/${adaBook}`, undefined, bob)).statusCode, 200)
  t.equal((await request('GET', '/api/auth/me', undefined, bob)).json().account_id, 'urn:account:default')
  t.notOk((await subjects(bob)).includes(bobBook))
})

t.test('an export contains the resources of the account', async t => {
  const folder = t.testdir({ 'a.json': '[{"title":"Of A"}]', 'b.json': '[{"title":"Of B"}]' })
  const plinth = (...args: string[]): Promise<CliResult> =>
    callCli(args, { env: { SQLITE_PATH: join(folder, 'plinth.db') }, cwd: folder })
  await plinth('types', 'create', '--name', 'Book', '--slug', 'book')
  const { stdout } = await plinth('accounts', 'create', 'B', '--json')
  const { id: account } = JSON.parse(stdout) as { id: string }
  t.equal((await plinth('import', 'book', 'a.json')).code, 0)
  t.equal((await plinth('import', 'book', 'b.json', '--account', account)).code, 0)
  for (const [mine, other, options] of [
    ['Of A', 'Of B', []],
    ['Of B', 'Of A', ['--account', account]],
  ] as const) {
    t.equal((await plinth('export', 'book', 'out.json', ...options)).code, 0)
    const text = await readFile(join(folder, 'out.json'), 'utf8')
    t.match(text, mine)
    t.notMatch(text, other)
    await rm(join(folder, 'out.json'))
  }
})
