import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import type { SignIn } from '../../../kernel/index.ts'
import { fetchJson, patience } from './fetch-json.ts'
import { createFlow } from './flow.ts'
import type { Flow } from './flow.ts'
import { documentUrl, readMetadata } from './metadata.ts'
import type { ProviderMetadata } from './metadata.ts'
import { ProviderUnavailable } from './unavailable.ts'

/** An identity provider that was found. */
export interface FoundProvider {
  metadata: ProviderMetadata
  flow: Flow
  /** Its keys; fetched when they are needed, remembered, and fetched again for one that is not among them. */
  keyOf: JWTVerifyGetKey
}

/** For how long what was found is good enough to finish a sign-in with, ms. */
const lasting = 10 * 60 * 1000

/**
 * The identity provider, found by OpenID discovery when somebody signs in, never before: one that is down or slow is in nobody else's way. Every
 * sign-in asks anew, those that come while somebody is asking wait for the same answer.
 */
export class IdentityProvider {
  readonly #signIn: SignIn
  #asking: Promise<FoundProvider> | undefined
  #found: { text: string; provider: FoundProvider; at: number } | undefined

  constructor(signIn: SignIn) {
    this.#signIn = signIn
  }

  /**
   * Find it.
   * @throws `ProviderUnavailable` within some seconds
   */
  find(): Promise<FoundProvider> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** The same, but what was found when the sign-in began will do. */
  async recall(): Promise<FoundProvider> {
    if (this.#found !== undefined && Date.now() - this.#found.at < lasting) return this.#found.provider
    return this.find()
  }

  async #ask(): Promise<FoundProvider> {
    const { issuer } = this.#signIn
    const document = await fetchJson(documentUrl(issuer))
    const text = JSON.stringify(document)
    const before = this.#found
    const provider = before?.text === text ? before.provider : await this.#make(readOrRefuse(document, issuer))
    this.#found = { text, provider, at: Date.now() }
    return provider
  }

  async #make(metadata: ProviderMetadata): Promise<FoundProvider> {
    return { metadata, flow: await createFlow(metadata, this.#signIn), keyOf: remoteKeys(metadata.jwks_uri) }
  }
}

function readOrRefuse(document: Parameters<typeof readMetadata>[0], issuer: string): ProviderMetadata {
  try {
    return readMetadata(document, issuer)
  } catch (error) {
    throw new ProviderUnavailable(error)
  }
}

const remoteKeys = (url: URL): JWTVerifyGetKey =>
  createRemoteJWKSet(url, {
    timeoutDuration: patience,
    [customFetch]: async address => Response.json(await fetchJson(new URL(address))),
  })
