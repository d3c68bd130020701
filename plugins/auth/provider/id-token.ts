import { jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'

/** What signs; with a secret, or not at all, is never among it. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** By which clocks may differ, s. */
const leeway = 30
/** How long ago it may have been issued, s. */
const longestAge = 10 * 60
const longestSubject = 255

/** The claims of an id_token that was verified. */
export interface IdToken extends JWTPayload {
  sub: string
}

/**
 * Verify an id_token (OpenID Connect Core 1.0, 3.1.3.7): signature, algorithm, issuer, audience, authorized party, times, nonce.
 * @param keyOf finds the key of the provider that a token says it is signed with
 * @throws Error when anything is wrong
 */
export async function verifyIdToken(
  token: string,
  keyOf: JWTVerifyGetKey,
  expected: { issuer: string; clientId: string; nonce: string },
): Promise<IdToken> {
  const { payload } = await jwtVerify(token, keyOf, {
    algorithms,
    issuer: expected.issuer,
    audience: expected.clientId,
    clockTolerance: leeway,
    maxTokenAge: longestAge,
    currentDate: new Date(Date.now()),
    requiredClaims: ['sub', 'exp', 'nonce'],
  })
  const { sub, aud, azp, nonce } = payload
  if (nonce !== expected.nonce) throw new Error('the nonce of the id_token is another one')
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== expected.clientId) {
    throw new Error('the id_token was issued to another party')
  }
  if (typeof sub !== 'string' || sub === '' || sub.length > longestSubject) {
    throw new Error('the id_token has no proper subject')
  }
  return { ...payload, sub }
}

/** The id_token in an answer of the token endpoint. */
export function idTokenIn(answer: unknown): string | undefined {
  const { id_token: token } = Object(answer) as { id_token?: unknown }
  return typeof token === 'string' ? token : undefined
}
