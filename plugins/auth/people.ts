import type { FastifyInstance } from 'fastify'
import type { Identity, SignIn } from '../../kernel/index.ts'
import { sessionReader, useCookies } from './cookies.ts'
import type { Services } from './parts.ts'
import { productionIdentity } from './production.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { signOutOfSession } from './sign-out-routes.ts'

/** Production mode: the cookies, the routes and the identity of people who sign in with an identity provider. */
export async function servePeople(app: FastifyInstance, signIn: SignIn, services: Services): Promise<Identity> {
  await useCookies(app, signIn.secrets)
  const shownBy = sessionReader(app)
  signInRoutes(app, { ...services, signIn, shownBy })
  signOutOfSession(app, { ...services, shownBy })
  return productionIdentity(services, { ...services, shownBy })
}
