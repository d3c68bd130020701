import type { FastifyInstance } from 'fastify'
import { ConfigurationError, definePlugin } from '../../kernel/index.ts'
import type { Config, Identity } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import { Background } from './background.ts'
import { tokenCommands } from './commands.ts'
import { developmentIdentity } from './development.ts'
import { impersonationsCollection } from './impersonation/record.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { Impersonations } from './impersonation/service.ts'
import { meRoutes } from './me-routes.ts'
import { ofUserRoutes } from './of-user-routes.ts'
import type { AuthParts, Services } from './parts.ts'
import { authScreens } from './screens.ts'
import { sessionsCollection } from './sessions/record.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { Sessions } from './sessions/service.ts'
import { signOutOfNothing } from './sign-out-routes.ts'
import { sweepRegularly } from './sweep.ts'
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
    onClose(() => background.settled())
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
    agents.onDisable((caller, id) => sessions.endingAllOf(caller, id))
    agents.onDisable((caller, id) => tokens.removingAllOf(caller, id))
    onClose(sweepRegularly(store, background))
    meRoutes(app, parts, config.mode)
    sessionRoutes(app, sessions)
    tokenRoutes(app, { tokens, agents })
    ofUserRoutes(app, { sessions, tokens, agents })
    impersonationRoutes(app, parts)
    const serve = config.mode === 'development' ? serveDevelopment : serveProduction
    return { identity: await serve(app, config, { ...parts, tokens, sessions }) }
  },
})

/** Nobody signs in. */
function serveDevelopment(app: FastifyInstance, _config: Config, services: Services): Identity {
  const identity = developmentIdentity(services, services.tokens)
  signOutOfNothing(app, { ...services, identity })
  return identity
}

/** People sign in with an identity provider. What that takes is loaded only here: it is a tenth of the time that a start takes. */
async function serveProduction(app: FastifyInstance, { signIn }: Config, services: Services): Promise<Identity> {
  if (signIn === undefined) throw new ConfigurationError('production mode needs an identity provider')
  const { servePeople } = await import('./people.ts')
  return servePeople(app, signIn, services)
}
