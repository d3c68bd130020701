import { ConfigurationError, definePlugin, openCursors } from '../../kernel/index.ts'
import type { Identity } from '../../kernel/index.ts'
import { Background } from './background.ts'
import { tokenCommands } from './commands.ts'
import { useCookies } from './cookies.ts'
import { developmentIdentity } from './development.ts'
import { impersonationsCollection } from './impersonation/record.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { Impersonations } from './impersonation/service.ts'
import { meRoutes } from './me-routes.ts'
import type { AuthParts } from './parts.ts'
import { productionIdentity } from './production.ts'
import { authScreens } from './screens.ts'
import { sessionsCollection } from './sessions/record.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { Sessions } from './sessions/service.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { signOutOfNothing, signOutOfSession } from './sign-out-routes.ts'
import { sweepInterval, sweepSessions } from './sweep.ts'
import { tokensCollection } from './tokens/record.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { Tokens } from './tokens/service.ts'

/** Who is asking: sign-in with an identity provider, sessions, API tokens, impersonation; in development mode a header. */
export default definePlugin({
  name: 'auth',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'events', 'agents', 'access'],
  optional: ['typeRegistry'],
  provides: ['identity'],
  contributes: { segments: ['auth', 'admin'], commands: tokenCommands, screens: authScreens },
  async register({ app, contracts, optional, onClose }) {
    const { config, documentStore: store, events, agents, access } = contracts
    for (const collection of [sessionsCollection, tokensCollection, impersonationsCollection]) {
      await store.define(collection)
    }
    const background = new Background(app.log)
    const impersonations = new Impersonations(store, events)
    const types = optional('typeRegistry')
    const cursors = await openCursors(store)
    const parts: AuthParts = { store, events, agents, access, cursors, background, impersonations, types }
    const tokens = new Tokens(parts)
    const sessions = new Sessions(parts)
    for (const service of [impersonations, tokens, sessions]) {
      await service.start()
      onClose(() => service.close())
    }
    types?.onRename(({ from, to }) => tokens.renamed(from, to))
    const sweeping = setInterval(() => {
      background.run('old sessions could not be swept', () => sweepSessions(store))
    }, sweepInterval).unref()
    onClose(async () => {
      clearInterval(sweeping)
      await background.settled()
    })

    meRoutes(app, parts, config.mode)
    sessionRoutes(app, sessions)
    tokenRoutes(app, { tokens, agents })
    impersonationRoutes(app, parts)

    let identity: Identity
    if (config.mode === 'development') {
      identity = developmentIdentity(parts, tokens)
      signOutOfNothing(app, { ...parts, tokens, identity })
    } else {
      const { signIn } = config
      if (signIn === undefined) throw new ConfigurationError('production mode needs an identity provider')
      await useCookies(app, signIn.secrets)
      identity = productionIdentity(app, parts, { tokens, sessions })
      signInRoutes(app, { signIn, sessions, agents })
      signOutOfSession(app, { ...parts, tokens, sessions })
    }
    return { identity }
  },
})
