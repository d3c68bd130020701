import { ConfigurationError, definePlugin } from '../../kernel/index.ts'
import { seedUsers } from './arrivals.ts'
import { developmentIdentity } from './development.ts'
import { Directory } from './directory.ts'
import { keepHeldRoles } from './held-roles.ts'
import { authRoutes } from './routes.ts'
import { usersCollection } from './users.ts'

/** Users, and who of them is asking. */
export default definePlugin({
  name: 'auth',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'events'],
  optional: ['settings'],
  provides: ['identity'],
  contributes: { segments: ['auth'] },
  async register({ app, contracts: { config, documentStore: store, events }, optional, onClose }) {
    if (config.mode === 'production') {
      throw new ConfigurationError('production mode needs sign-in and rights, and this plugin has no sign-in')
    }
    await store.define(usersCollection)
    const directory = new Directory(store)
    await directory.start()
    onClose(() => directory.close())
    const parts = { store, events, directory }
    await seedUsers(parts)
    optional('settings')?.addRule('roles', keepHeldRoles(store))
    authRoutes(app, store)
    return { identity: developmentIdentity(parts) }
  },
})
