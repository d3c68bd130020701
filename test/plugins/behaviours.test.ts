import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { Test } from 'tap'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { badPlugins, keptLog, withBad } from '../../testing/internal/bad-plugins.ts'
import type { LogLine } from '../../testing/internal/bad-plugins.ts'

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

interface Served extends TestApp {
  lines: LogLine[]
  /** Create a loan whose behaviour does this. */
  lend(does: string): ReturnType<TestApp['request']>
}

async function serve(t: Test, url: string | undefined, behaviourTimeout = 10_000): Promise<Served> {
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

function onEachStore(name: string, run: (t: Test, app: Served) => Promise<void>, behaviourTimeout?: number): void {
  void t.test(`${name} (SQLite)`, async t => run(t, await serve(t, undefined, behaviourTimeout)))
  void t.test(`${name} (MongoDB)`, async t => {
    const url = await ownDatabase()
    if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    else await run(t, await serve(t, url, behaviourTimeout))
  })
}

const errorsOf = async ({ request }: TestApp, name: string): Promise<{ route: string; part?: string }[]> => {
  const { data } = (await request('GET', '/api/admin/plugins?limit=100')).json<{
    data: { name: string; errors: { route: string; part?: string }[] }[]
  }>()
  return data.find(plugin => plugin.name === name)?.errors ?? []
}

onEachStore('changes of a behaviour in one attempt are not visible in the next', async (t, app) => {
  for (let burst = 0; burst < 3; burst++) {
    const people = Array.from({ length: 12 }, (_, i) => ({ givenName: `Ada ${burst}`, familyName: `${i}` }))
    const answers = await Promise.all(people.map(person => app.request('POST', '/api/person', person)))
    for (const answer of answers) t.equal(answer.statusCode, 201, answer.body)
  }
  t.equal((await app.request('GET', '/api/person?count=true&limit=1')).json().total, 36)
  const claims = await Promise.all(Array.from({ length: 12 }, () => app.lend('claim')))
  for (const answer of claims) t.equal(answer.statusCode, 201, answer.body)
})

onEachStore(
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

onEachStore('the result of a behaviour is validated like a body', async (t, app) => {
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
  const errors = await errorsOf(app, 'bad-behaviours')
  t.match(errors[0], { route: '/api/:typeSlug/_bulk', part: 'called by dynamic-resources' })
  t.equal(errors.length, 20, 'the latest errors are kept')
  t.strictSame(await errorsOf(app, 'dynamic-resources'), [], 'the plugin that runs behaviours is not blamed for them')

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

onEachStore(
  'a behaviour that hangs ends only its request',
  async (t, app) => {
    const [hung, below, well] = await Promise.all(['hang', 'hang-below', 'none'].map(app.lend))
    for (const answer of [hung, below]) {
      t.match([answer?.statusCode, answer?.json()], [503, { message: /bad-loan did not finish within 0\.3 s/ }])
    }
    t.equal(well?.statusCode, 201)
    t.equal((await app.request('GET', '/api/loan?count=true')).json().total, 1)
    t.equal((await errorsOf(app, 'bad-behaviours')).length, 2)
    t.match(
      app.lines.filter(({ level }) => level >= 50).map(({ err }) => err),
      [{ plugin: 'bad-behaviours' }, { plugin: 'bad-behaviours' }],
    )
  },
  300,
)
