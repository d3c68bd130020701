import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, Forbidden, queryPairs, queryParameter, Unauthorized } from '../../../kernel/index.ts'
import type { Identity, SignIn } from '../../../kernel/index.ts'
import type { Agents, Arrival, SignedInAgent } from '../../users/contract.ts'
import { hashOf } from '../credential.ts'
import { productionIdentity } from '../identity.ts'
import { logoutRoute } from '../logout.ts'
import * as schemas from '../schemas.ts'
import type { AuthServices } from '../services.ts'
import { keepSignIn, markUnusedInvitation, readSession, setSession, takeSignIn } from './cookies.ts'
import { discoveryStore } from './discovery-store.ts'
import { isInvitation, isReturnPath, maxPathBytes, prefersPage, showFailure } from './failure-page.ts'
import { IdentityProvider } from './provider.ts'

export { registerCookies } from './cookies.ts'

/** The answers are for a browser that is being redirected: they are not negotiated, except for errors (`failure-page.ts`). */
const config = {
  access: 'public',
  cacheControl: 'no-store',
  rateLimit: { groupId: 'sign-in' },
  produces: 'text/html',
} as const
const response = { 302: { type: 'null' } } as const

interface SignInParts extends AuthServices {
  signIn: SignIn
  provider: IdentityProvider
}

/** Production mode: users sign in with an identity provider and have sessions. @returns the identity contract */
export async function serveSignIn(app: FastifyInstance, signIn: SignIn, services: AuthServices): Promise<Identity> {
  const provider = await IdentityProvider.start(app, signIn, discoveryStore(services))
  signInRoutes(app, { ...services, signIn, provider })
  logoutRoute(app, services, async request => {
    const credential = readSession(request)
    const session = credential === undefined ? undefined : await services.sessions.find(credential)
    if (session !== undefined) {
      const { user_id } = session.data
      const account_id = (await services.agents.get(user_id))?.account_id ?? ''
      await services.sessions.end({ id: user_id, account_id, session: session.id }, session.id)
    }
    request.session.delete()
  })
  return productionIdentity(services, readSession)
}

function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  app.get(
    '/api/auth/login',
    {
      exposeHeadRoute: false,
      config,
      onSend: showFailure,
      schema: { summary: 'Sign in: go to the identity provider', querystring: schemas.loginQuery, response },
    },
    async (request, reply) => {
      const returnTo = readReturnTo(queryParameter(request, 'return_to'))
      const { address, pending } = await parts.provider.begin()
      keepSignIn(request, reply, {
        ...pending,
        returnTo,
        invitation: readInvitation(queryParameter(request, 'invitation')),
      })
      return reply.redirect(address)
    },
  )
  app.get(
    '/api/auth/callback',
    {
      exposeHeadRoute: false,
      config,
      onSend: showFailure,
      schema: { summary: 'Come back from the identity provider', querystring: schemas.callbackQuery, response },
    },
    async (request, reply) => {
      try {
        return await reply.redirect(await finishSignIn(parts, request, reply))
      } catch (error) {
        // "Back" after signing in leads here once more.
        if (error instanceof BadRequest && prefersPage(request) && (await isSignedIn(parts, request))) {
          return reply.redirect(new URL(parts.signIn.frontendUrl).href)
        }
        if (error instanceof BadRequest || error instanceof Unauthorized) parts.refusals.note('SignIn.Failed', request)
        throw error
      }
    },
  )
}

/** @throws `BadRequest` for anything that is no path on this service */
function readReturnTo(given = '/'): string {
  if (isReturnPath(given)) return given
  throw new BadRequest(`return_to: must be a path on this service, such as /persons, of at most ${maxPathBytes} bytes`)
}

/** The code of an invitation, if it is well-formed; otherwise the user signs in as usual. */
const readInvitation = (given: string | undefined): string | undefined => (isInvitation(given) ? given : undefined)

async function isSignedIn({ sessions }: SignInParts, request: FastifyRequest): Promise<boolean> {
  const credential = readSession(request)
  return credential !== undefined && (await sessions.find(credential)) !== undefined
}

/**
 * Finish signing in: create a new session, and end the previous one.
 * @returns the address to redirect to
 * @throws `BadRequest` when this does not belong to a sign-in that this browser began, or it was finished before; `Unauthorized` when
 * the provider did not sign the user in, or its answer cannot be trusted; `ProviderUnavailable`
 */
async function finishSignIn(parts: SignInParts, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { signIn, provider, sessions } = parts
  const query = new URLSearchParams(queryPairs(request).map(([name, value]): [string, string] => [name, value]))
  const [state, ...otherStates] = query.getAll('state')
  if (state === undefined || otherStates.length > 0) {
    throw new BadRequest('state: sign-in was not started in this browser')
  }
  const pending = takeSignIn(request, reply, state)
  if (pending === undefined) {
    throw new BadRequest('state: this sign-in was not started in this browser, or took too long; sign in again')
  }
  const code = checkAnswer(query, signIn.issuer)
  const stateHash = hashOf(state)
  if (await sessions.isUsed(stateHash)) throw alreadyFinished()
  if (!query.has('iss') && (await provider.sendsIssuer())) {
    throw new BadRequest('iss: the answer does not name its issuer')
  }
  const arrival = await provider.finish(code, pending, request.log)
  const agent = await beginSession(parts, request, stateHash, {
    ...arrival,
    address: request.ip,
    invitation: pending.invitation,
  })
  if (agent.invitationAccepted === false) markUnusedInvitation(reply)
  return new URL(signIn.frontendUrl + pending.returnTo).href
}

/**
 * Check the parameters that the provider has sent through the browser, as far as possible without another request (RFC 6749, 4.1.2; RFC 9207).
 * @returns the code
 * @throws `BadRequest` when it is not an answer of the provider; `Unauthorized` when the provider refuses the sign-in
 */
function checkAnswer(query: URLSearchParams, issuer: string): string {
  if (query.getAll('iss').some(iss => iss !== issuer)) {
    throw new BadRequest('iss: the answer is from another identity provider')
  }
  const error = query.get('error')
  if (error !== null) {
    // The description is not repeated: an attacker who makes a user open an address could put any text into it.
    const name = /^[a-z_]{1,50}$/.test(error) ? ` (${error})` : ''
    throw new Unauthorized(`the identity provider did not sign you in${name}`)
  }
  const code = query.get('code') ?? ''
  if (code === '') throw new BadRequest('code: is missing')
  return code
}

async function beginSession(
  { agents, sessions }: SignInParts,
  request: FastifyRequest,
  signIn: string,
  arrival: Arrival,
): Promise<SignedInAgent> {
  const agent = await signInAgent(agents, arrival)
  const shown = readSession(request)
  const before = shown === undefined ? undefined : await sessions.find(shown)
  const userAgent = request.headers['user-agent'] ?? ''
  const credential = await sessions.begin(agent, { signIn, userAgent, before })
  if (credential === undefined) throw alreadyFinished()
  setSession(request, credential)
  return agent
}

/** @throws `Unauthorized` when the user is disabled, because they cannot sign in */
async function signInAgent(agents: Agents, arrival: Arrival): Promise<SignedInAgent> {
  try {
    return await agents.signIn(arrival)
  } catch (error) {
    throw error instanceof Forbidden ? new Unauthorized(error.message) : error
  }
}

const alreadyFinished = (): BadRequest => new BadRequest('this sign-in was finished already; sign in again')
