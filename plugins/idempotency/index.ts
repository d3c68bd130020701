import { definePlugin } from '../../kernel/index.ts'
import { answerRecords, keyRecords, sweepRegularly } from './records.ts'
import { RequestKeys } from './request-keys.ts'

/** The decorator with the keys of an application. */
const requestKeys = Symbol('request keys')

/** Makes POST requests repeatable: what was done is answered again, and not done again. */
export default definePlugin({
  name: 'idempotency',
  version: '1.0.0',
  requires: ['documentStore', 'access'],
  provides: [],
  prepare({ app }) {
    const keys = new RequestKeys()
    app.decorate(requestKeys, keys)
    app.addHook('onRoute', route => keys.serve(route))
  },
  async register({ app, contracts: { documentStore: store, access }, onClose }) {
    await keyRecords.define(store)
    await answerRecords.define(store)
    app.getDecorator<RequestKeys>(requestKeys).use(store, access)
    const stop = sweepRegularly(store, error => {
      app.log.warn({ err: error }, 'expired idempotency keys could not be removed')
    })
    onClose(stop)
    return {}
  },
})
