import type { FastifyInstance } from 'fastify'
import { queryPairs } from '../../kernel/index.ts'
import { readOnce } from '../../lib/query/index.ts'
import { IdentityProvider } from './provider/provider.ts'
import { readReturnTo } from './return-to.ts'
import * as schemas from './schemas.ts'
import { beginSignIn, finishSignIn } from './sign-in.ts'
import type { SignInParts } from './sign-in.ts'

/** What is answered is for a browser on its way: it is not negotiated, and failures are JSON as everywhere. */
const config = { access: 'public', cacheControl: 'no-store', rateLimit: 'sign-in', produces: 'text/html' } as const
const answers = { response: { 302: { type: 'null' } } }

/** The routes by which people sign in; only where there is an identity provider. */
export function signInRoutes(app: FastifyInstance, parts: Omit<SignInParts, 'provider'>): void {
  const all = { ...parts, provider: new IdentityProvider(parts.signIn) }
  app.get(
    '/api/auth/login',
    {
      exposeHeadRoute: false,
      config,
      schema: { ...answers, summary: 'Sign in: go to the identity provider', querystring: schemas.loginQuery },
    },
    async (request, reply) => {
      const returnTo = readReturnTo(readOnce(queryPairs(request), ['return_to']).get('return_to'))
      return reply.redirect(await beginSignIn(all, { request, reply }, returnTo))
    },
  )
  app.get(
    '/api/auth/callback',
    {
      exposeHeadRoute: false,
      config,
      schema: { ...answers, summary: 'Come back from the identity provider', querystring: schemas.callbackQuery },
    },
    async (request, reply) => reply.redirect(await finishSignIn(all, { request, reply })),
  )
}
