import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import { packageRoot } from '../../kernel/package-root.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { badPlugins, keptLog, withBad } from '../../testing/internal/bad-plugins.ts'
import type { LogLine } from '../../testing/internal/bad-plugins.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import type { Ask, People, Peopled } from '../../testing/internal/people.ts'
import { until } from '../../testing/internal/until.ts'

const text = { type: 'string' }
const loan = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'does'],
  properties: {
    title: text,
    does: text,
    of: { ...text, 'x-resource-type': 'person' },
    copies: { type: 'integer' },
    number: { type: 'integer', 'x-unique': true },
    stamp: { ...text, readOnly: true },
  },
}

interface Loans extends TestApp {
  lines: LogLine[]
  /** Create a loan whose behaviour does this. */
  lend(does: string): ReturnType<TestApp['request']>
}

async function serveLoans(t: Test, behaviourTimeout = 10_000): Promise<Loans> {
  const url = await ownDatabase()
  const { logger, lines } = keptLog()
  const app = await buildTestApp({
    logger,
    plugins: { ...withBad('behaviours'), 'dynamic-resources': { behaviourTimeout } },
    config: { directory: badPlugins },
    ...(url !== undefined && { url }),
  })
  t.teardown(() => app.close())
  const made = await app.request('POST', '/api/resource-types', { name: 'Loan', slug: 'loan', schema: loan })
  t.equal(made.statusCode, 201, made.body)
  return { ...app, lines, lend: does => app.request('POST', '/api/loan', { title: 'x', does }) }
}

/** A test on a service with the type loan, whose behaviours do what a loan says. */
function onLoans(name: string, run: (t: Test, app: Loans) => Promise<void>, behaviourTimeout?: number): void {
  void t.test(name, async t => run(t, await serveLoans(t, behaviourTimeout)))
}

const loanErrorsOf = async ({ request }: TestApp, name: string): Promise<{ route: string; part?: string }[]> => {
  const { data } = (await request('GET', '/api/admin/plugins?limit=100')).json<{
    data: { name: string; errors: { route: string; part?: string }[] }[]
  }>()
  return data.find(plugin => plugin.name === name)?.errors ?? []
}

onLoans('changes of a behaviour in one attempt are not visible in the next', async (t, app) => {
  for (let burst = 0; burst < 3; burst++) {
    const people = Array.from({ length: 12 }, (_, i) => ({ givenName: `Ada ${burst}`, familyName: `${i}` }))
    const answers = await Promise.all(people.map(person => app.request('POST', '/api/person', person)))
    for (const answer of answers) t.equal(answer.statusCode, 201, answer.body)
  }
  t.equal((await app.request('GET', '/api/person?count=true&limit=1')).json().total, 36)
  const claims = await Promise.all(Array.from({ length: 12 }, () => app.lend('claim')))
  for (const answer of claims) t.equal(answer.statusCode, 201, answer.body)
})

onLoans(
  'unique numbers that a behaviour gives have no gaps, however many resources are created at once',
  async (t, app) => {
    const numbers = async (): Promise<number[]> => {
      type Page = { data: { data: { '@graph': [{ number: number }] } }[] }
      const half = async (filter: string): Promise<number[]> => {
        const page = (await app.request('GET', `/api/loan?limit=100&_filter[number][${filter}]=80`)).json<Page>()
        return page.data.map(loan => loan.data['@graph'][0].number)
      }
      return [...(await half('lte')), ...(await half('gt'))].toSorted((a, b) => a - b)
    }
    const first = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)
    const answers = await Promise.all(first(40).map(() => app.lend('count')))
    t.strictSame(
      answers.map(({ statusCode }) => statusCode),
      answers.map(() => 201),
      `${answers.find(({ statusCode }) => statusCode !== 201)?.body}`,
    )
    t.strictSame(await numbers(), first(40))

    const address = await app.listen()
    const client = async (): Promise<number[]> => {
      const statuses: number[] = []
      for (let i = 0; i < 20; i++) {
        const body = JSON.stringify({ title: 'x', does: 'count' })
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`${address}/api/loan`, { method: 'POST', headers, body })
        statuses.push(answer.status)
        await answer.arrayBuffer()
      }
      return statuses
    }
    t.strictSame([...new Set((await Promise.all([client(), client()])).flat())], [201])
    t.strictSame(await numbers(), first(80))

    const operations = first(5).map(() => ({ op: 'create', data: { title: 'x', does: 'count' } }))
    const bulks = await Promise.all(
      first(8).map(i => app.request('POST', '/api/loan/_bulk', { atomic: i % 2 === 0, operations })),
    )
    const results = bulks.flatMap(answer => answer.json<{ results?: { status: number }[] }>().results ?? [])
    t.strictSame([results.length, ...new Set(results.map(({ status }) => status))], [40, 201], `${bulks[1]?.body}`)
    t.strictSame(await numbers(), first(120))

    const sent = await Promise.all(
      first(5).map(i =>
        app.request('POST', '/api/loan', { title: `once ${i} ${randomUUID()}`, does: 'count', number: 7 }),
      ),
    )
    for (const answer of sent) {
      t.strictSame(
        [answer.statusCode, answer.json().message],
        [409, 'number: another resource has this value already'],
        'a value that was sent is refused at once',
      )
    }
    t.strictSame(await numbers(), first(120))
  },
)

onLoans('the result of a behaviour is validated like a body', async (t, app) => {
  const faults: [string, RegExp][] = [
    ['number', /"bad-loan": it leaves data of loan that cannot be stored: title: must be a string/],
    ['undeclared', /colour: is not a property/],
    ['missing', /title: is required/],
    ['reference', /of: must be the URN of an active resource/],
    ['circular', /circular/],
    ['infinite', /copies: is no finite number/],
    ['nothing', /"bad-loan": it failed: undefined/],
    ['fault', /"bad-loan": it failed: secret reason/],
    ['operation', /it returns what is no write operation: operations\[0\]: /],
    ['operations', /it returns what is no write operation/],
    ['swallow', /"bad-loan": it failed: secret reason/],
    ['hurry', /did not wait/],
    ['invalid', /it gives data of loan that cannot be stored: title: must be a string/],
    ['maintain-other', /does not declare that it maintains name of secret/],
  ]
  for (const [does, message] of faults) {
    const answer = await app.lend(does)
    t.strictSame([answer.statusCode, answer.json()], [500, { message: 'internal server error' }], does)
    const line = app.lines.at(-1)
    t.match(line?.err?.message, message, does)
    t.match(line?.err?.message, /^plugin "bad-behaviours": its behaviour /, does)
    const bulk = { operations: [{ op: 'create', data: { title: 'x', does } }] }
    t.equal((await app.request('POST', '/api/loan/_bulk', bulk)).statusCode, 500, does)
  }
  t.equal((await app.request('GET', '/api/loan?count=true')).json().total, 0, 'nothing was stored')
  const errors = await loanErrorsOf(app, 'bad-behaviours')
  t.match(errors[0], { route: '/api/:typeSlug/_bulk', part: 'called by dynamic-resources' })
  t.equal(errors.length, 20, 'the latest errors are kept')
  t.strictSame(
    await loanErrorsOf(app, 'dynamic-resources'),
    [],
    'the plugin that runs behaviours is not blamed for them',
  )

  const stamped = await app.lend('read-only')
  t.equal(stamped.statusCode, 201, stamped.body)
  t.match(stamped.json(), { data: { '@graph': [{ title: 'x', stamp: 'stamped' }] } }, 'read-only properties can be set')
  const path = `/api/loan/${stamped.json().id}`
  const changed = await app.request('PUT', path, { title: 'y', does: 'before' })
  t.match([changed.statusCode, changed.json()], [200, { data: { '@graph': [{ title: 'y', stamp: 'stamped' }] } }])
  t.equal((await app.request('PUT', path, { title: 'y', does: 'number' })).statusCode, 500)
  t.equal((await app.request('GET', path)).json().sequence_no, 2)
  t.equal((await app.lend('raw')).statusCode, 409, 'a condition that is never met')
  t.equal((await app.lend('none')).statusCode, 201, 'later writes work')
})

onLoans(
  'a behaviour that hangs ends only its request',
  async (t, app) => {
    const [hung, below, well] = await Promise.all(['hang', 'hang-below', 'none'].map(app.lend))
    for (const answer of [hung, below]) {
      t.match([answer?.statusCode, answer?.json()], [503, { message: /bad-loan did not finish within 0\.3 s/ }])
    }
    t.equal(well?.statusCode, 201)
    t.equal((await app.request('GET', '/api/loan?count=true')).json().total, 1)
    t.equal((await loanErrorsOf(app, 'bad-behaviours')).length, 2)
    t.match(
      app.lines.filter(({ level }) => level >= 50).map(({ err }) => err),
      [{ plugin: 'bad-behaviours' }, { plugin: 'bad-behaviours' }],
    )
  },
  300,
)

const boolean = { type: 'boolean' }

const cast: People = {
  root: { role: 'admin' },
  lender: { role: 'lender' },
  owner: { role: 'owner' },
  member: { role: 'member' },
}

interface Stage extends Peopled {
  root: Ask
  secret: string
  /** Create a loan whose behaviour does this. */
  lend(who: string, does: string, more?: object): ReturnType<Ask>
}

async function stage(t: Test): Promise<Stage> {
  const url = await ownDatabase()
  const module = readFileSync(join(badPlugins, 'behaviours.mjs'), 'utf8')
  const people = await startPeopled(t, cast, { url, modules: { 'behaviours.mjs': module } })
  const root = people.as('root')
  const types = {
    loan: { title: text, does: text, of: text },
    secret: { name: text, current: boolean },
    note: { name: text },
  }
  for (const [slug, properties] of Object.entries(types)) {
    const made = await root('POST', '/api/resource-types', { name: slug, slug, schema: { type: 'object', properties } })
    t.equal(made.statusCode, 201, made.body)
  }
  const all = ['odrl:read', 'odrl:modify']
  const roles = {
    lender: { loan: all, note: ['odrl:modify'] },
    owner: { loan: all, secret: ['odrl:modify'] },
    member: { '*': all },
  }
  t.equal((await root('PUT', '/api/settings/roles', { roles: ['lender', 'owner'] })).statusCode, 200)
  t.equal((await root('PUT', '/api/settings/role-access', { roles })).statusCode, 200)
  const secret = await root('POST', '/api/secret', { name: 'Hidden', current: true })
  return {
    ...people,
    root,
    secret: secret.json().id,
    lend: (who, does, more = {}) => people.as(who)('POST', '/api/loan', { title: 'x', does, ...more }),
  }
}

/** A test on a service with users, whose behaviours do what a loan says. */
function onStage(name: string, run: (t: Test, stage: Stage) => Promise<void>): void {
  void t.test(name, async t => run(t, await stage(t)))
}

onStage('a behaviour has the rights of the caller, and no others', async (t, { lend, root, as, secret }) => {
  const of = secret
  const status = async (answer: ReturnType<Ask>): Promise<number> => (await answer).statusCode
  for (const does of ['look', 'search', 'look-anyway', 'write', 'change', 'archive', 'replace']) {
    const answer = await lend('lender', does, { of })
    t.equal(answer.statusCode, 403, does)
    t.notMatch(answer.body, /Hidden|current/)
    const operations = [{ op: 'create', data: { title: 'x', does, of } }]
    for (const query of ['', '?dry_run=true']) {
      const bulk = as('lender')('POST', `/api/loan/_bulk${query}`, { operations })
      t.equal(await status(bulk), 403, `${does} in bulk${query}`)
    }
  }
  const none = await lend('lender', 'look', { of: 'urn:secret:none' })
  const there = await lend('lender', 'look', { of })
  t.equal(none.body, there.body, 'whether it exists or not')
  t.equal((await root('GET', '/api/loan?count=true')).json().total, 0)
  t.match((await root('GET', `/api/secret/${secret}`)).json(), { sequence_no: 1, status: 'active' })

  t.equal(await status(lend('lender', 'change-own')), 201, 'it can read and change what the write creates')
  t.equal(await status(lend('owner', 'change', { of })), 201, 'changing does not require the right to read')
  t.equal(await status(lend('owner', 'look', { of })), 403)
  t.equal(await status(as('owner')('POST', '/api/secret', { name: 'own' })), 201)
  t.equal(await status(lend('owner', 'search')), 403, 'one of them is unreadable')
  t.equal(await status(lend('member', 'archive', { of })), 403, 'archiving requires odrl:delete')
  const found = await lend('member', 'search')
  t.match([found.statusCode, found.json()], [201, { data: { '@graph': [{ title: '2' }] } }])
  t.equal(await status(lend('root', 'archive', { of })), 201)
})

onStage(
  'derived values of a behaviour are changed with the rights of the service',
  async (t, { lend, root, secret }) => {
    const answer = await lend('lender', 'maintain')
    t.equal(answer.statusCode, 201, answer.body)
    const changed = (await root('GET', `/api/secret/${secret}`)).json()
    t.match(changed, { sequence_no: 2, data: { '@graph': [{ name: 'Hidden', current: false }] } }, 'nothing else on it')
    const [event] = (await root('GET', `/api/events?subject=${secret}&limit=1`)).json().data
    t.match(event, { type: 'Resource.Updated', data: { actor: 'urn:user:lender' } })
  },
)

const example = join(packageRoot, 'docs', 'examples', 'openapi-extension')
const { plugins: defaults } = loadConfig({})

t.test('the example of the documentation works', async t => {
  const url = await ownDatabase()
  const { logger, lines } = keptLog()
  const openapi = { document: join(example, 'api.yaml'), answers: 'refuse' }
  const plugins = { ...defaults, openapi, './index.mjs': true }
  const app = await buildTestApp({ plugins, logger, config: { directory: example }, ...(url !== undefined && { url }) })
  t.teardown(() => app.close())
  t.equal((await app.request('POST', '/api/books', { isbn: '1', title: 'Emma' })).statusCode, 201)
  const loan = (query: string, card: string) =>
    app.request('POST', `/api/books/1/loan?${query}`, undefined, { 'x-library-card': card })
  const lent = await loan('until=2030-01-31', '1234')
  t.strictSame([lent.statusCode, lent.json()], [200, { lent: true, until: '2030-01-31' }], lent.body)
  t.equal(lent.headers['x-library-card'], '1234')
  t.match(lines.at(-1), { msg: 'operation', operation: 'post /books/{isbn}/loan', status: 200 }, 'the outer one logs')
  t.strictSame((await app.request('GET', '/api/books/1')).json(), { isbn: '1', title: 'Emma', lentTo: '1234' })
  t.match((await loan('until=2030-01-31', '12')).json(), { message: /X-Library-Card/ })
  t.match((await loan('until=soon', '1234')).json(), { message: /until \(query\) must be/ })
  const again = await loan('until=2030-01-31', '5678')
  t.match([again.statusCode, again.json()], [409, { message: 'somebody else has it' }])
  t.match(lines.at(-1), { msg: 'operation', status: 409 })
  const none = await app.request('POST', '/api/books/2/loan?until=2030-01-31', undefined, { 'x-library-card': '1234' })
  t.equal(none.statusCode, 404)
})

t.test('a controller that requires a right gets only requests of users who have it', async t => {
  const openapi = { document: join(example, 'api.yaml') }
  const people = { root: { role: 'admin' }, mia: { role: 'member' }, vic: { role: 'viewer' } }
  const modules = { 'library.mjs': readFileSync(join(example, 'index.mjs'), 'utf8') }
  const { as } = await startPeopled(t, people, { plugins: { openapi }, modules })
  await as('root')('POST', '/api/books', { isbn: '1', title: 'Emma' })
  const loan = (name: string, path: string) =>
    as(name)('POST', `/api/books/${path}`, undefined, { 'x-library-card': '1234' })
  t.equal((await loan('nobody', '1/loan')).statusCode, 401)
  for (const path of ['1/loan?until=2030-01-31', '2/loan?until=2030-01-31', '1/loan?until=soon']) {
    t.equal((await loan('vic', path)).statusCode, 403, path)
  }
  t.equal((await loan('mia', '1/loan?until=2030-01-31')).statusCode, 200)
})

/** A document with one path per operation. */
const documentOf = (operations: Record<string, object>): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        `/ext/${name}`,
        { get: { ...operation, responses: { 200: { description: 'ok' } } } },
      ]),
    ),
  })

interface ServedDocument extends TestApp {
  lines: LogLine[]
}

async function serveDocument(
  t: Test,
  operations: Record<string, object>,
  plugins: Config['plugins'],
): Promise<ServedDocument> {
  const { logger, lines } = keptLog()
  const directory = t.testdir({ 'api.json': documentOf(operations) })
  const openapi = { document: join(directory, 'api.json'), timeout: 200 }
  const app = await buildTestApp({ plugins: { ...plugins, openapi }, logger, config: { directory: badPlugins } })
  t.teardown(() => app.close())
  return { ...app, lines }
}

const well = { 'x-controller': 'Well' }

t.test('errors of middleware and controllers end only that request, and are attributed to their plugin', async t => {
  const cases: Record<string, [operation: object, status: number, message: RegExp]> = {
    throws: [{ ...well, 'x-middleware': ['Throws'] }, 500, /its middleware "Throws" failed: secret reason/],
    nothing: [{ ...well, 'x-middleware': ['ThrowsNothing'] }, 500, /"ThrowsNothing" failed: undefined/],
    after: [{ ...well, 'x-middleware': ['ThrowsAfter'] }, 500, /"ThrowsAfter" failed: secret reason/],
    hangs: [{ ...well, 'x-middleware': ['Passes', 'Hangs'] }, 503, /the middleware Hangs did not finish within 0\.2 s/],
    late: [{ ...well, 'x-middleware': ['HangsAfter', 'Passes'] }, 503, /the middleware HangsAfter did not finish/],
    twice: [{ ...well, 'x-middleware': ['Twice'] }, 500, /"Twice" failed: it called next twice/],
    silent: [
      { ...well, 'x-middleware': ['Mends', 'TwiceInSilence'] },
      500,
      /"TwiceInSilence" failed: it called next twice/,
    ],
    loose: [{ ...well, 'x-middleware': ['DoesNotWait'] }, 500, /"DoesNotWait" failed: it did not wait for next/],
    empty: [
      { ...well, 'x-middleware': ['NoAnswer'] },
      500,
      /"NoAnswer" failed: the handler must return \{ status, headers, body \}/,
    ],
    status: [
      { ...well, 'x-middleware': ['Status'] },
      500,
      /"Status" failed: the handler must return \{ status, headers, body \}/,
    ],
    header: [
      { ...well, 'x-middleware': ['Header'] },
      500,
      /"Header" failed: the handler must return \{ status, headers, body \}/,
    ],
    circular: [{ ...well, 'x-middleware': ['Circular'] }, 500, /"Circular" failed: .*circular/],
    throwing: [
      { 'x-controller': 'Throws', 'x-middleware': ['Passes'] },
      500,
      /its controller "ThrowsController" failed: secret/,
    ],
    hanging: [
      { 'x-controller': 'Hangs', 'x-middleware': ['RequestID'] },
      503,
      /the controller HangsController did not/,
    ],
    silence: [
      { 'x-controller': 'Nothing' },
      500,
      /"NothingController" failed: the handler must return \{ status, headers, body \}/,
    ],
  }
  const operations = Object.fromEntries(Object.entries(cases).map(([name, [operation]]) => [name, operation]))
  const others = {
    well: { ...well, 'x-middleware': ['RequestID', 'Passes'] },
    mended: { 'x-controller': 'Throws', 'x-middleware': ['Mends'] },
    recovered: { 'x-controller': 'Throws', 'x-middleware': ['Logger', 'Recover', 'RequestID'] },
  }
  const app = await serveDocument(t, { ...operations, ...others }, withBad('extensions'))
  for (const [name, [, status, message]] of Object.entries(cases)) {
    const answer = await app.request('GET', `/api/ext/${name}`)
    t.equal(answer.statusCode, status, `${name} ${answer.body}`)
    if (status === 500) t.strictSame(answer.json(), { message: 'internal server error' }, name)
    t.match(app.lines.at(-1), { level: 50, err: { plugin: 'bad-extensions', message } }, name)
  }
  const { data } = (await app.request('GET', '/api/admin/plugins?limit=100')).json<{
    data: { name: string; errors: { part?: string }[] }[]
  }>()
  const booked = data.find(({ name }) => name === 'bad-extensions')?.errors ?? []
  t.equal(booked.length, Object.keys(cases).length)
  t.match(booked[0], { part: 'called by openapi', route: '/api/ext/silence' })
  t.strictSame(data.find(({ name }) => name === 'openapi')?.errors, [])

  const answered = await app.request('GET', '/api/ext/well')
  t.strictSame([answered.statusCode, answered.json()], [200, { well: true }])
  t.ok(answered.headers['x-request-id'])
  t.strictSame((await app.request('GET', '/api/ext/mended')).json(), { mended: true }, 'the features of middleware')
  const recovered = await app.request('GET', '/api/ext/recovered')
  t.strictSame([recovered.statusCode, recovered.json()], [500, { message: 'internal server error' }])
  t.match(app.lines.at(-2), { msg: 'the operation failed', err: { plugin: 'bad-extensions' } })
  t.match(app.lines.at(-1), { msg: 'operation', status: 500 })
})

t.test('invalid contributions stop startup and name their plugin', async t => {
  const plugin = (contributes: string): string =>
    `export default { name: 'odd', version: '1.0.0', requires: [], provides: [], contributes: ${contributes}, register: () => ({}) }`
  const fail = "() => { throw new Error('no luck') }"
  const cases: [contributes: string, operation: object, message: RegExp][] = [
    ['{ openapiControllers: {} }', {}, /plugin "odd": openapiControllers must be a list/],
    ["{ openapiMiddleware: [{ name: 'X' }] }", {}, /plugin "odd": openapiMiddleware must be a list/],
    [
      `{ openapiMiddleware: [{ name: 'Logger', attach: ${fail} }] }`,
      {},
      /"odd": there is a middleware "Logger" already, of plugin "openapi"/,
    ],
    [`{ openapiControllers: [{ name: 'View', attach: ${fail} }] }`, {}, /"odd": there is a controller "View" already/],
    [
      `{ openapiControllers: [{ name: 'X', attach: ${fail} }] }`,
      { 'x-controller': 'X' },
      /"odd": X cannot be attached to GET \/ext\/a: no luck/,
    ],
    [
      "{ openapiMiddleware: [{ name: 'X', attach: () => 1 }] }",
      { 'x-middleware': ['X'] },
      /"odd": X cannot be attached .*no function/,
    ],
    [
      `{ openapiControllers: [{ name: 'X', fits: ${fail}, attach: ${fail} }] }`,
      {},
      /X cannot say whether it fits: no luck/,
    ],
  ]
  for (const [index, [contributes, operation, message]] of cases.entries()) {
    const module = `odd-${index}.mjs` // modules are loaded once
    const directory = t.testdir({ [module]: plugin(contributes), 'api.json': documentOf({ a: operation }) })
    const plugins = { ...defaults, openapi: { document: join(directory, 'api.json') }, [`./${module}`]: true }
    await t.rejects(buildTestApp({ plugins, logger: false, config: { directory } }), { message }, contributes)
  }
})

interface Failure {
  route: string
  request_id: string
  part?: string
}

const errorsOf = async ({ request }: TestApp, name: string): Promise<Failure[]> => {
  const { data } = (await request('GET', '/api/admin/plugins?limit=100')).json<{
    data: { name: string; errors: Failure[] }[]
  }>()
  return data.find(plugin => plugin.name === name)?.errors ?? []
}

async function serveBad(t: Test, bad: string): Promise<TestApp & { lines: LogLine[] }> {
  const { logger, lines } = keptLog()
  const url = await ownDatabase()
  const config = { directory: badPlugins }
  const app = await buildTestApp({ logger, plugins: withBad(bad), config, ...(url !== undefined && { url }) })
  t.teardown(() => app.close())
  return { ...app, lines }
}

t.test('errors of a route are attributed to its plugin, and the log names it', async t => {
  const app = await serveBad(t, 'routes')
  const names = ['error', 'undefined', 'text', 'later', 'status']
  for (const name of names) {
    const answer = await app.request('GET', `/api/bad/${name}`)
    t.strictSame([answer.statusCode, answer.json()], [500, { message: 'internal server error' }], name)
    t.match(app.lines.at(-1), { level: 50, plugin: 'bad-routes', reqId: answer.headers['x-request-id'] }, name)
  }
  const routes = (await errorsOf(app, 'bad-routes')).map(({ route }) => route)
  t.strictSame(routes, names.map(name => `/api/bad/${name}`).toReversed())
  await app.request('GET', '/api/bad/log')
  for (const msg of ['of the plugin', 'of the request']) {
    t.match(
      app.lines.find(line => line.msg === msg),
      { plugin: 'bad-routes' },
      msg,
    )
  }
  t.equal((await app.request('GET', '/api/health')).statusCode, 200)
})

t.test('errors of a change listener are logged, and the feed continues', async t => {
  const app = await serveBad(t, 'listener')
  const make = (name: string) => app.request('POST', '/api/person', { givenName: name, familyName: 'x' })
  t.equal((await make('Ada')).statusCode, 201)
  const failed = () => app.lines.filter(({ level }) => level === 50)
  await until(() => failed().length >= 2)
  t.match(failed()[0]?.err, { message: 'listener has no luck', stack: /listener\.mjs/ })
  t.equal((await make('Bo')).statusCode, 201, 'the feed continues')
  t.equal((await app.request('GET', '/api/person?count=true')).json().total, 2)
})

t.test('commands that cannot be added do not prevent others', async t => {
  const cases: [string, RegExp][] = [
    ['commands-throw', /^plinth: plugin "bad-commands": its commands are not there: no luck$/m],
    ['commands-taken', /^plinth: plugin "bad-name": its commands are not there: .*serve/m],
  ]
  for (const [name, message] of cases) {
    const directory = t.testdir({
      [`${name}.mjs`]: readFileSync(join(badPlugins, `${name}.mjs`)),
      'plinth.json': JSON.stringify({ plugins: { [`./${name}.mjs`]: true } }),
    })
    const options = { cwd: directory, env: { PLINTH_CONFIG: 'plinth.json' } }
    const types = await callCli(['types', 'list', '--json'], options)
    t.match([types.code, types.stderr], [0, message])
    t.equal(JSON.parse(types.stdout).data.length, 3)
    const help = await callCli(['--help'], options)
    t.match([help.code, help.stdout], [0, /serve .*Run the service/])
  }
})

t.test('what a plugin prints is not in the result of a command', async t => {
  const plugin = `console.log('loaded')
  export default { name: 'talks', version: '1.0.0', requires: [], provides: [], register: () => (console.log('started'), {}) }`
  const cwd = t.testdir({ 'talks.mjs': plugin, 'plinth.json': '{ "plugins": { "./talks.mjs": true } }' })
  const { stdout, stderr } = await callCli(['types', 'list', '--json'], { cwd, env: { PLINTH_CONFIG: 'plinth.json' } })
  t.match(stderr, /^loaded\nstarted\n/)
  t.equal(JSON.parse(stdout).data.length, 3)
})
