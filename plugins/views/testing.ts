import type { Test } from 'tap'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { onStoreOfRun } from '../../testing/internal/each-store.ts'

/** Sign-in by headers, and one administrator for each account. */
const strict = `export default {
  name: 'strict', version: '1.0.0', requires: [], provides: ['identity', 'access'],
  register() {
    return {
      identity: { identify: ({ headers: { user, account = 'default' } }) => user && { id: 'urn:user:' + user, account_id: 'urn:account:' + account } },
      access: { isAdministrator: ({ id }) => id === 'urn:user:root', authorize() {}, visibility: () => ({ all: true }), permissions: () => ({}) },
    }
  },
}`

/** A view in the format of the API. */
export interface View {
  id: string
  name: string
  titles?: Record<string, string>
}

interface Answer<Body> {
  status: number
  headers: Record<string, unknown>
  body: Body
}

/** Sends requests in the name of a user. */
export type Ask = <Body = View & { message: string }>(
  user: string | undefined,
  method: string,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>

async function start(t: Test, url: string | undefined): Promise<Ask> {
  const directory = t.testdir({ 'strict.mjs': strict })
  const plugins = { './strict.mjs': true, events: true, types: true, views: true } as const
  const app: TestApp = await buildTestApp({ plugins, config: { directory }, ...(url !== undefined && { url }) })
  t.teardown(() => app.close())
  const ask: Ask = async (user, method, url, body, headers) => {
    const answer = await app.request(method, url, body, { ...(user !== undefined && { user }), ...headers })
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body || 'null') as never }
  }
  for (const slug of ['movie', 'actor']) {
    t.equal((await ask('root', 'POST', '/api/resource-types', { name: slug, slug })).status, 201)
  }
  return ask
}

/** Run a test on the store of this run. */
export function onViews(name: string, run: (t: Test, ask: Ask) => Promise<void>): void {
  onStoreOfRun(name, async (t, url) => run(t, await start(t, url)))
}
