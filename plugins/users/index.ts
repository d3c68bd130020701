import { definePlugin, openCursors } from '../../kernel/index.ts'
import type { DisableFollower } from '../../kernel/index.ts'
import { accountRoutes } from './account-routes.ts'
import { AccountService, accountsCollection, makeDefaultAccount } from './accounts.ts'
import { guardCollection, makeGuard } from './administrators.ts'
import { arrivals, seedUsers } from './arrivals.ts'
import { userCommands } from './commands.ts'
import { Directory } from './directory.ts'
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
