import type { FastifyInstance } from 'fastify'
import { ConfigurationError, definePlugin } from '../../kernel/index.ts'
import type { Config, Identity } from '../../kernel/index.ts'
import { openCursors } from '../../lib/query/index.ts'
import type { Screen } from '../admin/contract.ts'
import { Background } from './background.ts'
import { developmentIdentity } from './identity.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { Impersonations, impersonations } from './impersonation/service.ts'
import { developmentLogout } from './logout.ts'
import { meRoutes } from './me-routes.ts'
import type { AuthContracts, AuthServices } from './services.ts'
import { Refusals } from './refusals.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { Sessions, sessions } from './sessions/service.ts'
import { sweepSessionsRegularly } from './sessions/sweep.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { Tokens, tokens } from './tokens/service.ts'

const screens: readonly Screen[] = [
  {
    name: 'sessions',
    path: '/sessions',
    title: 'Sessions',
    icon: 'monitor-smartphone',
    section: 'access',
    component: 'SessionsPage',
  },
  {
    name: 'tokens',
    path: '/tokens',
    title: 'API tokens',
    icon: 'key-round',
    section: 'access',
    component: 'TokensPage',
  },
]

/** Identifies callers: sign-in with an identity provider, sessions, API tokens, impersonation; in development mode a header. */
export default definePlugin({
  name: 'auth',
  version: '1.0.0',
  requires: ['config', 'documentStore', 'events', 'agents', 'access'],
  optional: ['typeRegistry'],
  provides: ['identity'],
  contributes: {
    segments: ['auth', 'admin'],
    commands: async (...args) => (await import('./commands.ts')).tokenCommands(...args),
    screens,
  },
  async prepare({ app, config: { signIn } }) {
    if (signIn !== undefined) await (await loadSignIn()).registerCookies(app, signIn)
  },
  async register({ app, contracts: required, optional, onClose }) {
    const { config, documentStore: store, events, agents, access } = required
    for (const records of [sessions, tokens, impersonations]) await records.define(store)
    const background = new Background(app.log)
    onClose(() => background.settled())
    const types = optional('typeRegistry')
    const contracts: AuthContracts = {
      store,
      events,
      agents,
      access,
      cursors: await openCursors(store),
      background,
      types,
    }
    const services = await startServices(contracts, onClose)
    types?.onRename(({ from, to }) => services.tokens.renameOperations(from, to))
    agents.onDisable((caller, id) => services.sessions.endAllOperations(caller, id))
    agents.onDisable((caller, id) => services.tokens.revokeAllOperations(caller, id))
    onClose(sweepSessionsRegularly(store, background))
    meRoutes(app, services, config.mode)
    sessionRoutes(app, services.sessions, agents)
    tokenRoutes(app, services.tokens, agents)
    impersonationRoutes(app, services)
    const serve = config.mode === 'development' ? serveDevelopment : serveProduction
    return { identity: await serve(app, config, services) }
  },
})

async function startServices(contracts: AuthContracts, onClose: (hook: () => void) => void): Promise<AuthServices> {
  const impersonations = new Impersonations(contracts)
  const tokens = new Tokens(contracts)
  const sessions = new Sessions(contracts, impersonations)
  for (const service of [impersonations, tokens, sessions]) {
    await service.start()
    onClose(() => service.close())
  }
  return { ...contracts, impersonations, refusals: new Refusals(contracts), tokens, sessions }
}

/** There is no sign-in. */
function serveDevelopment(app: FastifyInstance, _config: Config, services: AuthServices): Identity {
  const identity = developmentIdentity(services)
  developmentLogout(app, services, identity)
  return identity
}

/** The modules for signing in with an identity provider, which take a tenth of the start time, are only loaded where users do. */
const loadSignIn = () => import('./sign-in/routes.ts')

/** Users sign in with an identity provider. */
async function serveProduction(app: FastifyInstance, { signIn }: Config, services: AuthServices): Promise<Identity> {
  if (signIn === undefined) throw new ConfigurationError('production mode needs an identity provider')
  const { serveSignIn } = await loadSignIn()
  return serveSignIn(app, signIn, services)
}
