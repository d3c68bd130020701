import { definePlugin } from '../../kernel/index.ts'
import { searchRoutes } from './routes.ts'

/** Search over the resources of all types. */
export default definePlugin({
  name: 'search',
  version: '1.0.0',
  requires: ['resourceReader', 'typeRegistry'],
  provides: [],
  contributes: {},
  async register({ app, contracts: { resourceReader: reader, typeRegistry: registry } }) {
    // No new type can get this slug, but one from before this plugin existed may have it: it keeps its path.
    if ((await registry.find('search')) === undefined) searchRoutes(app, { reader, registry })
    else app.log.warn('the search is not served: there is a resource type with the slug search')
    return {}
  },
})
