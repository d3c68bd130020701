import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import type { Ask, Peopled, People } from '../../testing/internal/people.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { badPlugins } from '../../testing/internal/bad-plugins.ts'

const text = { type: 'string' }
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

async function stage(t: Test, url: string | undefined): Promise<Stage> {
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

function onEachStore(name: string, run: (t: Test, stage: Stage) => Promise<void>): void {
  void t.test(`${name} (SQLite)`, async t => run(t, await stage(t, undefined)))
  void t.test(`${name} (MongoDB)`, async t => {
    const url = await ownDatabase()
    if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    else await run(t, await stage(t, url))
  })
}

onEachStore('a behaviour has the rights of the caller, and no others', async (t, { lend, root, as, secret }) => {
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

onEachStore(
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
