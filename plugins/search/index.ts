import { definePlugin } from '../../kernel/index.ts'
import { searchRoutes } from './routes.ts'

/** Search over the resources of all types. */
export default definePlugin({
  name: 'search',
  version: '1.0.0',
  requires: ['access', 'documentStore', 'labels', 'typeRegistry'],
  provides: [],
  contributes: { segments: ['search'] },
  register({ app, contracts: { access, documentStore: store, labels, typeRegistry: registry } }) {
    searchRoutes(app, { access, store, labels, registry })
    return {}
  },
})
