import { definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { listColumnless } from './check.ts'
import { followRename, viewRecords } from './records.ts'
import { viewRoutes } from './routes.ts'
import { ViewService } from './service.ts'

/** Saved views of lists: filters, order and columns under a name. */
export default definePlugin({
  name: 'views',
  version: '1.0.0',
  requires: ['access', 'documentStore', 'typeRegistry'],
  provides: ['views'],
  contributes: {
    segments: ['views'],
    upgrade: {
      plan: async (contract, { isListed }) =>
        isListed ? listColumnless(contract('documentStore'), contract('typeRegistry')) : [],
      run: async () => undefined, // what a view names can become a column again
    },
  },
  async register({ app, contracts: { access, documentStore: store, typeRegistry: registry } }) {
    await store.define(viewRecords.definition)
    registry.onRename(followRename(store))
    const views = new ViewService({ store, registry, access, cursors: await openCursors(store) })
    viewRoutes(app, views)
    return { views }
  },
})
