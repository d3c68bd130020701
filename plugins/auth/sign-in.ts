import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, Forbidden, Unauthorized } from '../../kernel/index.ts'
import type { SignIn } from '../../kernel/index.ts'
import type { Agent, Agents, Arrival } from '../users/contract.ts'
import { rememberSignIn, takeSignIn } from './cookies.ts'
import { hashOf } from './credential.ts'
import type { Credential } from './credential.ts'
import { readArrival } from './provider/arrival.ts'
import { readCallback, readState } from './provider/callback.ts'
import { beginFlow } from './provider/flow.ts'
import type { IdentityProvider } from './provider/provider.ts'
import { addressOf } from './return-to.ts'
import type { Sessions } from './sessions/service.ts'

/** What signing in works with. */
export interface SignInParts {
  shownBy: (request: FastifyRequest) => Credential | undefined
  signIn: SignIn
  provider: IdentityProvider
  sessions: Sessions
  agents: Agents
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Begin to sign in. What the way back is checked against goes with the browser, encrypted.
 * @returns the address at the identity provider
 * @throws `ProviderUnavailable` when it cannot be found
 */
export async function beginSignIn({ provider }: SignInParts, exchange: Exchange, returnTo: string): Promise<string> {
  const { flow } = await provider.find()
  const { address, state, verifier } = await beginFlow(flow, exchange.request, exchange.reply)
  const nonce = randomBytes(32).toString('base64url')
  address.searchParams.set('nonce', nonce)
  rememberSignIn(exchange, { state, nonce, verifier, returnTo })
  return address.href
}

/**
 * Finish signing in: a new session, and the one before it ends.
 * @returns the address to go on to
 * @throws `BadRequest` when this is no way back from a sign-in that was begun here, or one that was gone before; `Unauthorized` when the provider
 * did not sign somebody in, or not in a way that can be trusted; `ProviderUnavailable`
 */
export async function finishSignIn(parts: SignInParts, exchange: Exchange): Promise<string> {
  const { signIn, provider, sessions } = parts
  const begun = takeSignIn(exchange, readState(exchange.request))
  if (begun === undefined) {
    throw new BadRequest('state: this sign-in was not begun in this browser, or took too long; sign in again')
  }
  const namesItself = readCallback(exchange.request, signIn.issuer)
  const state = hashOf(begun.state)
  if (await sessions.isUsed(state)) throw usedUp()
  const found = await provider.recall()
  if (found.metadata.namesItself && !namesItself) throw new BadRequest('iss: the answer does not say who it is from')
  await welcome(parts, exchange.request, state, await readArrival(found, signIn, begun, exchange.request))
  return addressOf(signIn.frontendUrl, begun.returnTo)
}

async function welcome(parts: SignInParts, request: FastifyRequest, signIn: string, arrival: Arrival): Promise<void> {
  const agent = await userOf(parts.agents, arrival)
  const shown = parts.shownBy(request)
  const before = shown === undefined ? undefined : await parts.sessions.find(shown)
  const userAgent = request.headers['user-agent'] ?? ''
  const credential = await parts.sessions.begin(agent, { signIn, userAgent, before })
  if (credential === undefined) throw usedUp()
  request.session.regenerate()
  request.session.set('credential', credential)
}

/** @throws `Unauthorized` when the user is disabled: to sign in is what they cannot do */
async function userOf(agents: Agents, arrival: Arrival): Promise<Agent> {
  try {
    return await agents.signIn(arrival)
  } catch (error) {
    if (error instanceof Forbidden) throw new Unauthorized(error.message)
    throw error
  }
}

const usedUp = (): BadRequest => new BadRequest('this sign-in was finished already; sign in again')
