import { definePlugin } from '../../../kernel/index.ts'
import { ModelStore } from './model.ts'

/** The smallest store that passes the suite: in memory, for one process. The service finds it by its path or as a package, see `outside.test.ts`. */
export default definePlugin({
  name: 'memory',
  version: '1.0.0',
  requires: [],
  provides: ['documentStore'],
  register: () => ({ documentStore: new ModelStore() }),
})
