import { ConfigurationError, definePlugin } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { DocumentStore } from '../../lib/store-kit/index.ts'
import type { Screen } from '../admin/contract.ts'
import { accountRoutes } from './accounts/routes.ts'
import { accounts, AccountService, makeDefaultAccount } from './accounts/service.ts'
import { guards, keepHeldRoles, makeGuard } from './administrators.ts'
import { CachedAgents, seedUsers } from './agents.ts'
import type { UserParts } from './agents.ts'
import { InvitationMail } from './invitations/mail.ts'
import { invitations } from './invitations/records.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { InvitationService } from './invitations/service.ts'
import { isBound, users } from './records.ts'
import { userRoutes } from './routes.ts'
import { UserService } from './service.ts'

const screens: readonly Screen[] = [
  {
    name: 'users',
    path: '/users',
    title: 'Users',
    icon: 'users',
    section: 'access',
    access: 'administrator',
    component: 'UsersPage',
  },
  {
    name: 'accounts',
    path: '/accounts',
    title: 'Accounts',
    icon: 'layers',
    section: 'access',
    access: 'administrator',
    component: 'AccountsPage',
  },
]

/** Users, and the accounts that they work in. */
export default definePlugin({
  name: 'users',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'events', 'settings'],
  provides: ['agents'],
  contributes: {
    segments: ['users', 'accounts'],
    commands: async (...args) => (await import('./commands.ts')).userCommands(...args),
    screens,
  },
  async register({ app, contracts: { config, documentStore: store, events, settings }, onClose }) {
    const production = config.mode === 'production'
    for (const { definition } of [accounts, users, guards, invitations]) await store.define(definition)
    if (!production && config.modeIsDefault === true) await refuseOpenService(store)
    await makeDefaultAccount({ store, events })
    await makeGuard(store)
    const { administratorEmail } = config.signIn ?? {}
    const parts: UserParts = { store, events, settings, production, administratorEmail, followers: [] }
    const agents = new CachedAgents(parts)
    await agents.start()
    onClose(() => agents.close())
    if (!production) await seedUsers(parts)
    const cursors = await openCursors(store)
    const mail = config.mail === undefined ? undefined : new InvitationMail(config.mail, app.log)
    onClose(() => mail?.settled())
    invitationRoutes(app, { service: new InvitationService(parts, cursors), signIn: config.signIn, mail })
    userRoutes(app, new UserService(parts, cursors))
    accountRoutes(app, new AccountService({ store, events }, cursors))
    settings.addRule('roles', keepHeldRoles(store))
    return { agents }
  },
})

/**
 * Prevents a store that users have signed in to from being served without sign-in only because the environment was lost.
 * @throws ConfigurationError when a user has signed in through an identity provider
 */
async function refuseOpenService(store: DocumentStore): Promise<void> {
  if ((await users.findFirst(store, [isBound])) === undefined) return
  throw new ConfigurationError(
    'people have signed in to this store through an identity provider, but none is configured, so that it would be served without sign-in and ' +
      'rights; set IDP_CLIENT_ID, IDP_CLIENT_SECRET and FRONTEND_URL again, or PLINTH_MODE=development if that is what you want',
  )
}
