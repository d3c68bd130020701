import t from 'tap'
import { noStore } from '../testing/no-store.ts'
import { buildApp } from './app.ts'
import { loadConfig } from './config/load-config.ts'

/** A plugin outside the repository whose handlers take what they need from the scope of their request. */
const scoped = `import { asFunction } from 'awilix'
export default {
  name: 'scoped', version: '1.0.0', requires: [], provides: [], requestScopes: true,
  register({ app, onClose }) {
    app.get('/api/mine', { config: { access: 'signed-in' } }, request => {
      const { caller, log, config } = request.diScope.cradle
      return { caller, isOwnLog: log === request.log, mode: config.mode }
    })
    app.get('/api/open', { config: { access: 'public' } }, request => request.diScope.resolve('caller'))
    app.get('/api/helper', { config: { access: 'signed-in' } }, request => {
      const dispose = helper => globalThis.happened.push('disposed of ' + helper.user)
      request.diScope.register('helper', asFunction(({ caller }) => ({ user: caller.id })).scoped().disposer(dispose))
      return [request.diScope.resolve('helper'), request.diScope.resolve('helper') === request.diScope.cradle.helper]
    })
    onClose(() => { globalThis.happened.push('plugin closed') })
    return {}
  },
}`

t.test('handlers get the caller, the log and contracts from the scope of their request', async t => {
  const happened: string[] = []
  Object.assign(globalThis, { happened })
  const directory = t.testdir({ 'scoped.mjs': scoped })
  const store = noStore()
  const close = t.capture(store, 'close', async () => void happened.push('store closed'))
  const config = { ...loadConfig({}, directory), directory, plugins: { './scoped.mjs': true } }
  const app = await buildApp(config, { logger: false, store })
  const admin = 'urn:user:admin'
  t.match((await app.inject('/api/mine')).json(), { caller: { id: admin }, isOwnLog: true, mode: 'development' })
  t.equal((await app.inject('/api/open')).statusCode, 500, 'no caller is identified on a public route')
  t.strictSame((await app.inject('/api/helper')).json(), [{ user: admin }, true])
  await app.close()
  t.strictSame(happened, [`disposed of ${admin}`, 'plugin closed', 'store closed'])
  t.equal(close().length, 1)
})
