import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JsonObject } from '../lib/json/types.ts'
import { CookieJar } from '../testing/internal/oidc/browser.ts'
import { client, loginCookie, startProvider, type TestProvider } from '../testing/internal/oidc/provider.ts'
import type { Client } from './load.ts'
import { startServer, type ServerProcess } from './processes.ts'

/** The service in production mode. As a client it is a signed-in member, whose role may read and change resources of all types. */
export interface Service extends ServerProcess, Client {
  /** Defines the types and loads the rows, so that the member owns none of them. */
  administrator: Client
}

const frontendUrl = 'https://plinth.bench'
const administratorEmail = 'root@example.org'
/** Requests are counted, and none is refused. */
const http = { rateLimit: { requests: 1_000_000, signIns: 100, window: 1_000 } }
const roles = { member: { '*': ['odrl:read', 'odrl:modify'] } }

/**
 * Start the service in production mode with an OpenID provider, and sign in an administrator and a member.
 * @param folder for its configuration
 * @param environment which store
 * @param plugins options of plugins
 * @param main the compiled service, by default this one
 */
export async function startService(
  folder: string,
  environment: Record<string, string>,
  plugins: JsonObject = {},
  main = '../kernel/main.js',
): Promise<Service> {
  const config = join(await mkdtemp(join(folder, 'service-')), 'config.json')
  await writeFile(config, JSON.stringify({ http, plugins }))
  const provider = await startProvider([`${frontendUrl}/api/auth/callback`])
  const server = await startServer(main, {
    ...environment,
    PLINTH_CONFIG: config,
    PLINTH_MODE: 'production',
    HOST: '127.0.0.1',
    IDP_ISSUER: provider.issuer,
    IDP_CLIENT_ID: client.id,
    IDP_CLIENT_SECRET: client.secret,
    FRONTEND_URL: frontendUrl,
    SESSION_SECRET: 'only for measurements, with 32 characters or more',
    ADMIN_EMAIL: administratorEmail,
    LOG_LEVEL: 'info',
    FILES_URL: pathToFileURL(join(folder, 'files')).href, // with MongoDB instances have no folder of their own
  })
  const stop = async (): Promise<void> => {
    await server.stop()
    await provider.stop()
  }
  try {
    const administrator = await signIn(server.url, provider, administratorEmail)
    await call(administrator, 'PUT', '/api/settings/role-access', { roles })
    return { ...server, ...(await signIn(server.url, provider, 'member@example.org')), administrator, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Sign in as a browser does, and return its session. */
async function signIn(serviceUrl: string, provider: TestProvider, email: string): Promise<Client> {
  provider.accounts.set(email, { email, name: email, email_verified: true })
  const jar = new CookieJar()
  jar.of(provider.issuer).set(loginCookie, email)
  let url = new URL('/api/auth/login', frontendUrl)
  while (url.href !== `${frontendUrl}/`) {
    const { origin } = url
    const address = origin === frontendUrl ? serviceUrl + url.pathname + url.search : url.href
    const answer = await fetch(address, { redirect: 'manual', headers: jar.header(origin) })
    jar.store(origin, answer.headers.getSetCookie())
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`)
    url = new URL(next, url)
  }
  return { url: serviceUrl, headers: jar.header(frontendUrl) }
}

/**
 * Send a request to a running service.
 * @typeParam Answer type of the answer
 * @throws Error when the request is refused
 */
export async function call<Answer = unknown>(
  { url, headers }: Client,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return JSON.parse(await answer.text())
}
