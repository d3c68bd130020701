import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { until } from '../../testing/internal/until.ts'
import { badPlugins, keptLog, withBad } from '../../testing/internal/bad-plugins.ts'
import type { LogLine } from '../../testing/internal/bad-plugins.ts'

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

async function serve(t: Test, bad: string, url?: string): Promise<TestApp & { lines: LogLine[] }> {
  const { logger, lines } = keptLog()
  const config = { directory: badPlugins }
  const app = await buildTestApp({ logger, plugins: withBad(bad), config, ...(url !== undefined && { url }) })
  t.teardown(() => app.close())
  return { ...app, lines }
}

t.test('errors of a route are attributed to its plugin, and the log names it', async t => {
  const app = await serve(t, 'routes')
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

async function withListener(t: Test, url: string | undefined): Promise<void> {
  const app = await serve(t, 'listener', url)
  const make = (name: string) => app.request('POST', '/api/person', { givenName: name, familyName: 'x' })
  t.equal((await make('Ada')).statusCode, 201)
  const failed = () => app.lines.filter(({ level }) => level === 50)
  await until(() => failed().length >= 2)
  t.match(failed()[0]?.err, { message: 'listener has no luck', stack: /listener\.mjs/ })
  t.equal((await make('Bo')).statusCode, 201, 'the feed continues')
  t.equal((await app.request('GET', '/api/person?count=true')).json().total, 2)
}

t.test('errors of a change listener are logged, and the feed continues (SQLite)', t => withListener(t, undefined))
t.test('errors of a change listener are logged, and the feed continues (MongoDB)', async t => {
  const url = await ownDatabase()
  if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  else await withListener(t, url)
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
    t.equal(JSON.parse(types.stdout).data.length, 2)
    const help = await callCli(['--help'], options)
    t.match([help.code, help.stdout], [0, /serve .*Run the service/])
  }
})
