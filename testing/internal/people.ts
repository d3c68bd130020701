import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Caller, Config, DocumentStore } from '../../kernel/index.ts'
import { buildTestApp } from '../index.ts'
import type { TestApp } from '../index.ts'

/** A user in a test. */
export interface Person {
  role: string
  /** Default: `urn:account:default`. */
  account?: string
  status?: 'active' | 'disabled'
}

/** The users, by the last part of their URN. Can be changed while the test runs. */
export type People = Record<string, Person>

/** The requests of one user. */
export type Ask = TestApp['request']

/**
 * Provides `identity` and `agents`: the header `actor` names the user, from a table. Sign-in is tested elsewhere; here rights are tested.
 * `GET /api/allowed` shows the rights of the caller by the contract `access`.
 */
const people = `export default {
  name: 'people', version: '1.0.0', requires: [], provides: ['identity', 'agents'], options: { type: 'object' },
  register({ options: { key } }) {
    const agentOf = id => {
      const table = globalThis[key]
      const name = id.slice('urn:user:'.length)
      if (!id.startsWith('urn:user:') || !Object.hasOwn(table, name)) return undefined
      const { role, account = 'urn:account:default', status = 'active' } = table[name]
      return { id, account_id: account, status, attributes: { role }, name, email: '', created_at: '2020-01-01T00:00:00.000Z' }
    }
    const identify = ({ headers }) => {
      const agent = agentOf('urn:user:' + headers.actor)
      if (agent === undefined || agent.status !== 'active') return undefined
      return { id: agent.id, account_id: agent.account_id, ...JSON.parse(headers.further ?? '{}') }
    }
    const names = async (account, ids) => new Map(ids.flatMap(id => {
      const agent = agentOf(id)
      return agent?.account_id === account ? [[id, agent]] : []
    }))
    return { identity: { identify }, agents: { get: agentOf, names } }
  },
}`
const allowed = `export default {
  name: 'allowed', version: '1.0.0', requires: ['access'], provides: [], contributes: { segments: ['allowed'] },
  register({ app, contracts: { access } }) {
    app.get('/api/allowed', { config: { access: 'signed-in', tokenLimits: { actions: false, types: false } } }, async ({ caller }) => ({
      administrator: await access.isAdministrator(caller), permissions: await access.permissions(caller),
    }))
    return {}
  },
}`

/** A service in production mode, and its users. */
export interface Peopled {
  app: TestApp
  /** Requests of this person; `further` adds properties of the caller, such as a token. */
  as(name: string, further?: Partial<Caller>): Ask
}

let services = 0

/** Differences from SQLite in a file. */
export interface Where {
  url?: string | undefined
  store?: DocumentStore
  /** Further plugins: source texts of their modules, by name. */
  modules?: Record<string, string>
  /** Options of the default plugins, and further ones by their path. */
  plugins?: Config['plugins']
}

/** Start the service in production mode for these users. */
export async function startPeopled(
  t: Test,
  table: People,
  { url, store, modules = {}, plugins: more = {} }: Where = {},
): Promise<Peopled> {
  services += 1
  const key = `people ${services}`
  Object.assign(globalThis, { [key]: table })
  const directory = t.testdir({ 'people.mjs': people, 'allowed.mjs': allowed, ...modules })
  const without = { auth: false, users: false, admin: false }
  const further = Object.fromEntries(Object.keys(modules).map(name => [`./${name}`, true]))
  const own = { './people.mjs': { key }, './allowed.mjs': true, ...further }
  const plugins = { ...loadConfig({}).plugins, ...without, rbac: true, ...more, ...own }
  const config = { mode: 'production' as const, directory }
  const app = await buildTestApp({
    plugins,
    config,
    ...(url !== undefined && { url }),
    ...(store !== undefined && { store }),
  })
  t.teardown(() => app.close())
  return {
    app,
    as:
      (name, further = {}) =>
      (method, path, body, headers) =>
        app.request(method, path, body, { actor: name, further: JSON.stringify(further), ...headers }),
  }
}
