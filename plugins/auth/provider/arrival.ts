import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { BadRequest, Unauthorized } from '../../../kernel/index.ts'
import type { SignIn } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { Arrival } from '../../users/contract.ts'
import type { BegunSignIn } from '../cookies.ts'
import { foreignState } from './callback.ts'
import { fetchJson } from './fetch-json.ts'
import { finishFlow } from './flow.ts'
import { idTokenIn, verifyIdToken } from './id-token.ts'
import type { IdToken } from './id-token.ts'
import type { FoundProvider } from './provider.ts'
import { ProviderUnavailable } from './unavailable.ts'

/**
 * Whom the identity provider sends back: the code is exchanged for tokens, the id_token verified, and what it does not say of name and address is
 * asked of the userinfo endpoint.
 * @throws `Unauthorized` when anything is wrong with what it says, `ProviderUnavailable` when it says nothing
 */
export async function readArrival(
  provider: FoundProvider,
  signIn: SignIn,
  begun: BegunSignIn,
  request: FastifyRequest,
): Promise<Arrival> {
  const { issuer, clientId } = signIn
  const { log } = request
  const { nonce } = begun
  const answer = await exchangeCode(provider, begun, request)
  const token = idTokenIn(answer)
  if (token === undefined) throw notSignedIn(log, new Error('the token endpoint gave no id_token'))
  const claims = await attempt(log, () => verifyIdToken(token, provider.keyOf, { issuer, clientId, nonce }))
  const profile = isComplete(claims) ? claims : await attempt(log, () => userinfo(provider, claims, answer))
  const about = text(profile['email']) === '' ? claims : profile
  return {
    issuer,
    subject: claims.sub,
    name: text(profile['name']) || text(claims['name']),
    email: text(about['email']),
    email_verified: about['email_verified'] === true || about['email_verified'] === 'true',
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const isComplete = (claims: IdToken): boolean =>
  ['name', 'email', 'email_verified'].every(claim => claims[claim] !== undefined)

/** What failed because of what the provider says is the sign-in's failure; the details are for the log. */
async function attempt<Result>(log: FastifyBaseLogger, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
    throw notSignedIn(log, error)
  }
}

function notSignedIn(log: FastifyBaseLogger, error: unknown): Unauthorized {
  log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a sign-in was refused')
  return new Unauthorized('signing in failed: what the identity provider sent cannot be trusted; sign in again')
}

async function exchangeCode({ flow }: FoundProvider, begun: BegunSignIn, request: FastifyRequest): Promise<unknown> {
  try {
    return await finishFlow(flow, request, begun)
  } catch (error) {
    if (error instanceof Error && error.message === 'Invalid state') throw new BadRequest(foreignState)
    const status = statusOf(error)
    // The error holds the request with the client's secret, and the answer: neither is for the log.
    const reason = new Error(`the code could not be exchanged (status ${status ?? 'none'})`)
    if (status !== undefined && status >= 400 && status < 500) throw notSignedIn(request.log, reason)
    throw new ProviderUnavailable(reason)
  }
}

/** The status that the token endpoint answered with, if it did. */
function statusOf(error: unknown): number | undefined {
  const { data } = Object(error) as { data?: unknown }
  const { res } = Object(data) as { res?: unknown }
  const { statusCode: status } = Object(res) as { statusCode?: unknown }
  return typeof status === 'number' ? status : undefined
}

async function userinfo({ metadata }: FoundProvider, claims: IdToken, answer: unknown): Promise<JsonObject> {
  const { access_token: token } = Object(answer) as { access_token?: unknown }
  if (metadata.userinfo_endpoint === undefined || typeof token !== 'string') return {}
  const profile = await fetchJson(metadata.userinfo_endpoint, { authorization: `Bearer ${token}` })
  if (profile['sub'] !== claims.sub) throw new Error('the userinfo endpoint speaks of somebody else')
  return profile
}
