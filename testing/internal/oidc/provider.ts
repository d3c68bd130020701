import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from 'oidc-provider'

/** The claims of the provider about a user. */
export interface Claims {
  email?: string
  name?: string
  email_verified?: boolean
}

/** The only client of the provider. */
export const client = { id: 'plinth-test', secret: 'the secret of a client that is only for tests' }

/** A real OpenID provider on the loopback interface. */
export interface TestProvider {
  issuer: string
  /** The users, by login. */
  accounts: Map<string, Claims>
  /** Stop the provider; `restart` starts it again at the same address. */
  stop(): Promise<void>
  restart(): Promise<void>
}

/** Cookie that names the user who signs in, in requests of tests; people use a form. */
export const loginCookie = 'test_login'

/**
 * Start a provider (oidc-provider), whose accounts need no password and whose client needs no consent.
 * @param redirectUris allowed redirect addresses
 */
export async function startProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  const server = createServer()
  const port = await listen(server, 0)
  const issuer = `http://127.0.0.1:${port}`
  const accounts = new Map<string, Claims>()
  server.on('request', await listenerOf(issuer, redirectUris, accounts))
  return {
    issuer,
    accounts,
    stop: () => close(server),
    restart: async () => {
      await listen(server, port)
    },
  }
}

export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

export function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function listenerOf(
  issuer: string,
  redirectUris: readonly string[],
  accounts: ReadonlyMap<string, Claims>,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const { default: Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, configuration(redirectUris, accounts))
  const serve = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const login = loginOf(request)
    if (login === undefined) response.setHeader('content-type', 'text/html').end(form)
    else if (login === '') await provider.interactionFinished(request, response, { error: 'access_denied' })
    else await provider.interactionFinished(request, response, { login: { accountId: login } })
  }
  return (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) serve(request, response)
    else interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }

  function configuration(uris: readonly string[], known: ReadonlyMap<string, Claims>): object {
    return {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: uris,
          grant_types: ['authorization_code'],
          response_types: ['code'],
          token_endpoint_auth_method: 'client_secret_basic',
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [signingKey()] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
      cookies: { keys: ['for tests alone'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...known.get(id) }),
      }),
      loadExistingGrant: async ({ oidc }: Context) => {
        const grant = new provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    }
  }
}

/** It signs much faster than RSA. */
function signingKey(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'ES256' }
}

const form =
  '<!doctype html><title>Sign in</title><form><label>Login <input name="login" autofocus></label><button>Sign in</button></form>'

function loginOf({ url = '', headers: { cookie = '' } }: IncomingMessage): string | undefined {
  const typed = new URL(url, 'http://localhost').searchParams.get('login')
  if (typed !== null) return typed
  const given = new RegExp(`(?:^|; )${loginCookie}=([^;]*)`).exec(cookie)?.[1]
  return given === undefined ? undefined : decodeURIComponent(given)
}
