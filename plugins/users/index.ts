import { ConfigurationError, definePlugin } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { newestFirst, openCursors } from '../../lib/query/index.ts'
import type { DisableFollower } from './contract.ts'
import { accountRoutes } from './account-routes.ts'
import { AccountService, accountsCollection, makeDefaultAccount } from './accounts.ts'
import { guardCollection, makeGuard } from './administrators.ts'
import { arrivals, seedUsers } from './arrivals.ts'
import { userCommands } from './commands.ts'
import { Directory } from './directory.ts'
import { bound, usersWith } from './find.ts'
import { keepHeldRoles } from './held-roles.ts'
import type { UserParts } from './parts.ts'
import { usersCollection } from './record.ts'
import { userRoutes } from './routes.ts'
import { userScreens } from './screens.ts'
import { UserService } from './service.ts'
import { signIn } from './sign-in.ts'

/** Users: who can act here, and the accounts that they work in. */
export default definePlugin({
  name: 'users',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'events', 'settings'],
  provides: ['agents'],
  contributes: { segments: ['users', 'accounts'], commands: userCommands, screens: userScreens },
  async register({ app, contracts: { config, documentStore: store, events, settings }, onClose }) {
    const production = config.mode === 'production'
    for (const collection of [accountsCollection, usersCollection, guardCollection]) await store.define(collection)
    if (!production && config.modeIsDefault === true) await refuseOpenService(store)
    await makeDefaultAccount({ store, events })
    await makeGuard(store)
    const directory = new Directory(store, production)
    await directory.start()
    onClose(() => directory.close())
    const { administratorEmail } = config.signIn ?? {}
    const followers: DisableFollower[] = []
    const parts: UserParts = { store, events, settings, directory, production, administratorEmail, followers }
    if (!production) await seedUsers(parts)
    const cursors = await openCursors(store)
    userRoutes(app, new UserService(parts, cursors))
    accountRoutes(app, new AccountService({ store, events }, cursors))
    settings.addRule('roles', keepHeldRoles(store))
    return {
      agents: {
        get: id => directory.get(id),
        signIn: arrival => signIn(parts, arrival),
        atAddress: arrivals(parts),
        onDisable: follow => void followers.push(follow),
      },
    }
  },
})

/**
 * Nobody wants a store that people sign in to served to everybody, only because the environment was lost.
 * @throws ConfigurationError when somebody has signed in through an identity provider
 */
async function refuseOpenService(store: DocumentStore): Promise<void> {
  const { documents } = await store.list({ ...usersWith(bound), sort: newestFirst, limit: 1 })
  if (documents.length === 0) return
  throw new ConfigurationError(
    'people have signed in to this store through an identity provider, but none is configured, so that it would be served without sign-in and ' +
      'rights; set IDP_CLIENT_ID, IDP_CLIENT_SECRET and FRONTEND_URL again, or PLINTH_MODE=development if that is what you want',
  )
}
