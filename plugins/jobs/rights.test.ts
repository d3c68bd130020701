import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { movableClock } from '../../testing/internal/clock.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { signedInApp } from '../../testing/internal/signed-in.ts'
import type { Client } from '../../testing/internal/signed-in.ts'
import { until } from '../../testing/internal/until.ts'
import type { JobRun } from './contract.ts'

/**
 * A plugin with jobs that note what they do under `globalThis.runs`, and go on when they are let go. Collections that are prepared, and rows that are
 * written, wait likewise while something is held.
 */
const holder = `
import { setTimeout as wait } from 'node:timers/promises'
export default {
  name: 'holder', version: '1.0.0', requires: ['jobs', 'documentStore', 'resources'], provides: [],
  register({ app, contracts: { jobs, documentStore: store, resources } }) {
    const { runs } = globalThis
    const held = async () => {
      if (!runs.isHeld) return
      runs.waiting += 1
      while (runs.isHeld) await wait(5)
    }
    const { define } = store
    store.define = async (definition, phase, options) => {
      if (phase === 'prepare') await held()
      return define.call(store, definition, phase, options)
    }
    resources.addBehaviour({ name: 'hold-note', types: ['note'], before: held })
    const right = ({ type }) => (type === undefined ? 'administrator' : { action: 'odrl:modify', type })
    const defined = {
      member: jobs.define({ name: 'member', right: () => ({ action: 'odrl:modify', type: 'note' }), async run(input, { caller, admit }) {
        runs.begun += 1
        await held()
        return { secret: 'rows', caller: (await admit()).id, before: caller.id }
      } }),
      patient: jobs.define({ name: 'patient', right, async run(input, { signal }) {
        runs.waiting += 1
        await new Promise((resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
      } }),
    }
    app.post('/api/holder/:job', { config: { access: 'signed-in' }, schema: { body: { type: 'object' } } }, async ({ params, body, caller }, reply) => {
      return reply.code(202).send(await defined[params.job].start({}, { caller, ...body }))
    })
    return {}
  },
}`

interface Runs {
  isHeld: boolean
  waiting: number
  begun: number
}

const url = await ownDatabase()
for (const [kind, where] of Object.entries({ sqlite: {}, ...(url !== undefined && { mongodb: { url } }) }))
  await t.test(`runs end with the rights of who started them: ${kind}`, async t => {
    const runs: Runs = { isHeld: false, waiting: 0, begun: 0 }
    Object.assign(globalThis, { runs })
    const plugins = {
      ...loadConfig({}).plugins,
      'dynamic-resources': { behaviourTimeout: 60_000 },
      './holder.mjs': true,
    }
    const directory = t.testdir({ 'holder.mjs': holder })
    const app = await signedInApp(t, {
      ...where,
      plugins,
      config: { directory, http: { ...loadConfig({}).http, rateLimit: false } },
    })
    const root = await app.signIn('root')
    const second = await app.signIn('second')
    const mia = await app.signIn('mia')
    const change = (who: Client, body: object) => root.request('PUT', `/api/users/${who.me.id}`, body)
    await change(second, { role: 'admin' })
    await root.request('PUT', '/api/settings/roles', { roles: ['writer', 'none'] })
    const properties = { title: { type: 'string' } }
    const type = { name: 'Note', slug: 'note', schema: { type: 'object', properties } }
    t.equal((await root.request('POST', '/api/resource-types', type)).statusCode, 201)
    const actions = ['odrl:read', 'odrl:modify']
    const roles = { member: { '*': actions }, writer: { note: actions }, none: {} }
    t.equal((await root.request('PUT', '/api/settings/role-access', { roles })).statusCode, 200)

    type Ask = Client['request']
    const read = async (ask: Ask, { id }: JobRun): Promise<JobRun> =>
      (await ask('GET', `/api/admin/jobs/${id}`)).json<JobRun>()
    /** Start a run that is held, do something, let it go, and read how it ended. */
    const ended = async (begin: () => ReturnType<Ask>, meanwhile: () => unknown): Promise<JobRun> => {
      Object.assign(runs, { isHeld: true, waiting: 0 })
      const begun = await begin()
      if (begun.statusCode !== 202) throw new Error(begun.body)
      const run = begun.json<JobRun>()
      await until(() => runs.waiting > 0)
      await meanwhile()
      runs.isHeld = false
      await until(async () => ['done', 'dead'].includes((await read(root.request, run)).state))
      return read(root.request, run)
    }
    const refused = (detail: RegExp) => ({ state: 'dead', error: { status: 403, code: 'forbidden', detail } })
    const start = (ask: Ask) => () => ask('POST', '/api/holder/member', {})
    const impersonate = () => second.request('POST', '/api/admin/impersonate', { agent_id: mia.me.id })
    const stop = () => second.request('POST', '/api/admin/stop-impersonation')
    /** Sign in again after a change that ended the sessions. */
    const signIn = async (who: Client, login: string): Promise<void> => {
      Object.assign(who, await app.signIn(login))
    }

    await t.test('an impersonation', async t => {
      await impersonate()
      t.match(await ended(start(second.request), stop), refused(/the impersonation is over$/))
      await impersonate()
      const again = async () => {
        await stop()
        await impersonate()
      }
      t.match(
        await ended(start(second.request), again),
        refused(/the impersonation is over$/),
        'another one is another',
      )
      t.match(
        await ended(start(second.request), () => change(second, { role: 'member' })),
        refused(/no administrator any more$/),
      )
      await change(second, { role: 'admin' })
      await impersonate()
      t.match(
        await ended(start(second.request), () => change(second, { status: 'disabled' })),
        refused(/the user is disabled$/),
      )
      await change(second, { status: 'active' })
      await signIn(second, 'second')
      await impersonate()
      t.match(
        await ended(start(second.request), () => second.request('POST', '/api/auth/logout')),
        refused(/the impersonation is over$/),
      )
      await signIn(second, 'second')
      await impersonate()
      t.match(await ended(start(second.request), () => undefined), { state: 'done', started_by: mia.me.id })
      const clock = movableClock(t)
      t.match(await ended(start(second.request), () => clock.pass(60 * 60_000)), refused(/the impersonation is over$/))
    })
    await signIn(second, 'second')
    await signIn(mia, 'mia')

    /** Requests with a new API token of this user. */
    const withToken = async (who: Client, settings: object = {}): Promise<{ ask: Ask; revoke: () => unknown }> => {
      const { id, token } = (
        await who.request('POST', '/api/auth/tokens', { name: 'machine', type_slugs: null, actions: null, ...settings })
      ).json<{ id: string; token: string }>()
      const ask: Ask = (method, path, body, headers) =>
        app.request(method, path, body, { authorization: `Bearer ${token}`, ...headers })
      return { ask, revoke: () => who.request('DELETE', `/api/auth/tokens/${id}`) }
    }

    await t.test('a token', async t => {
      const token = await withToken(mia)
      t.match(await ended(start(token.ask), token.revoke), refused(/the API token was revoked or has expired$/))
      const expires_at = new Date(Date.now() + 60 * 60_000).toISOString()
      const short = await withToken(mia, { expires_at })
      t.match(await ended(start(short.ask), () => undefined), { state: 'done' })
      const clock = movableClock(t)
      t.match(
        await ended(start(short.ask), () => clock.pass(60 * 60_000)),
        refused(/the API token was revoked or has expired$/),
      )
    })
    await signIn(mia, 'mia')

    await t.test('the user and the role', async t => {
      t.match(await ended(start(mia.request), () => mia.request('POST', '/api/auth/logout')), { state: 'done' })
      await signIn(mia, 'mia')
      t.match(
        await ended(start(mia.request), () => change(mia, { role: 'writer' })),
        { state: 'done' },
        'still allowed',
      )
      t.match(
        await ended(start(mia.request), () => change(mia, { role: 'none' })),
        refused(/it needs odrl:modify on note$/),
      )
      await change(mia, { role: 'member' })
      t.match(
        await ended(start(mia.request), () => change(mia, { status: 'disabled' })),
        refused(/the user is disabled$/),
      )
      await change(mia, { status: 'active' })
      await signIn(mia, 'mia')
      const patient = () => second.request('POST', '/api/holder/patient', {})
      t.match(
        await ended(patient, () => change(second, { role: 'member' })),
        refused(/only an administrator may do this$/),
        'work that only looks at its signal is stopped',
      )
      runs.begun = 0
      const later = (await mia.request('POST', '/api/holder/member', { delayMs: 300 })).json<JobRun>()
      await change(mia, { role: 'none' })
      await until(async () => (await read(root.request, later)).state === 'dead')
      t.equal(runs.begun, 0, 'a run that waits is not begun')
      await change(mia, { role: 'member' })
      await change(second, { role: 'admin' })
    })

    await t.test('who sees the result', async t => {
      const run = await ended(start(mia.request), () => undefined)
      const result = { secret: 'rows', caller: mia.me.id, before: mia.me.id }
      t.notOk('result' in run, 'an administrator does not')
      t.strictSame((await read(mia.request, run))['result'], result)
      await impersonate()
      t.strictSame((await read(second.request, run))['result'], result)
      await stop()
      await change(mia, { role: 'none' })
      const seen = await read(mia.request, run)
      t.equal(seen.state, 'done')
      t.notOk('result' in seen, 'not without the right')
      await change(mia, { role: 'member' })
    })

    await t.test('what runs do for the service itself', async t => {
      const deferred = { prefer: 'respond-async' }
      const changed = (ask: Ask, n: number) => () =>
        ask(
          'PATCH',
          '/api/resource-types/note',
          { schema: { properties: { [`more${n}`]: { type: 'string', 'x-unique': true } } } },
          deferred,
        )
      const installed = (ask: Ask) => () => ask('POST', '/api/resource-types/presets/tasks', undefined, deferred)
      const token = await withToken(second)
      t.match(await ended(changed(token.ask, 1), token.revoke), refused(/revoked/))
      t.match(
        await ended(changed(second.request, 2), () => change(second, { role: 'member' })),
        refused(/only an administrator/),
      )
      await change(second, { role: 'admin' })
      const other = await withToken(second)
      t.match(await ended(installed(other.ask), other.revoke), refused(/revoked/))
      t.match(await ended(installed(second.request), () => change(second, { status: 'disabled' })), refused(/disabled/))
      await change(second, { status: 'active' })
      await signIn(second, 'second')
      const { body } = await root.request('GET', '/api/resource-types/note')
      t.notMatch(body, /more/, 'the type is as it was')
      t.equal((await root.request('GET', '/api/resource-types/project')).statusCode, 404, 'nothing was written')
      t.match(await ended(changed(second.request, 3), () => undefined), { state: 'done' })

      const rows = Array.from({ length: 50 }, (_, n) => ({ title: `Row ${n}` }))
      const imported = (ask: Ask) => () => ask('POST', '/api/note/_import', rows, deferred)
      await impersonate()
      t.match(await ended(imported(second.request), stop), refused(/the impersonation is over$/))
      await impersonate()
      t.match(await ended(imported(second.request), () => undefined), { state: 'done' })
      await stop()
    })
  })
