import type { Test } from 'tap'
import { loadConfig } from '../kernel/index.ts'
import type { Caller } from '../kernel/index.ts'
import { buildTestApp } from '../kernel/testing/index.ts'
import type { TestApp } from '../kernel/testing/index.ts'

/** Someone who acts in a test. */
export interface Person {
  role: string
  /** Default: `urn:account:default`. */
  account?: string
  status?: 'active' | 'disabled'
}

/** One person's requests. */
export type Ask = (method: string, url: string, body?: unknown, headers?: Record<string, string>) => Answer
type Answer = ReturnType<TestApp['request']>

/**
 * A plugin that provides `identity` and `agents`: a header names who acts, out of a table. What signing in does is tested elsewhere; here it is
 * what rights do.
 */
const plugin = `export default {
  name: 'people', version: '1.0.0', requires: [], provides: ['identity', 'agents'], options: { type: 'object' },
  register({ options }) {
    const people = new Map(Object.entries(options))
    const agentOf = id => {
      const person = people.get(id.slice('urn:user:'.length))
      if (person === undefined) return undefined
      const { role, account = 'urn:account:default', status = 'active' } = person
      const common = { name: id, email: '', created_at: '2020-01-01T00:00:00.000Z' }
      return { id, account_id: account, status, attributes: { role }, ...common }
    }
    globalThis.peopleOfTests = people
    const identify = ({ headers }) => {
      const agent = agentOf('urn:user:' + headers.actor)
      if (agent === undefined || agent.status !== 'active') return undefined
      const further = headers.scope === undefined ? {} : JSON.parse(headers.scope)
      return { id: agent.id, account_id: agent.account_id, ...further }
    }
    return { identity: { identify }, agents: { get: agentOf } }
  },
}`

/** A service in production mode, and who acts there. */
export interface Peopled {
  app: TestApp
  /** Requests of this person; `further` of the caller, such as a token. */
  as(name: string, further?: Partial<Caller>): Ask
  anonymous: Ask
}

/** Start the service in production mode for these people. @param url a MongoDB, else SQLite */
export async function startPeopled(t: Test, people: Readonly<Record<string, Person>>, url?: string): Promise<Peopled> {
  const directory = t.testdir({ 'people.mjs': plugin })
  const options = JSON.parse(JSON.stringify(people)) as Record<string, Record<string, string>>
  const plugins = { ...loadConfig({}).plugins, auth: false, users: false, rbac: true, './people.mjs': options }
  const config = { mode: 'production' as const, directory }
  const app = await buildTestApp({ plugins, config, ...(url !== undefined && { url }) })
  t.teardown(() => app.close())
  return {
    app,
    anonymous: app.request,
    as: (name, further) => (method, path, body, headers) => {
      const scope = further === undefined ? {} : { scope: JSON.stringify(further) }
      return app.request(method, path, body, { actor: name, ...scope, ...headers })
    },
  }
}
