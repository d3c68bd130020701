import type { Config, Mail, SignIn } from '../../kernel/contracts/config.ts'
import { isObject, parseJsonOrNothing } from '../../lib/json/index.ts'
import { failedCheck, reasonOfConnection, type Check, type Finding } from './check.ts'

/** Time limit of one request to the provider, ms. */
const requestTimeoutMs = 4_000
/** Time limits of nodemailer, ms. */
const mailTimeouts = { connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 4_000, dnsTimeout: 4_000 }
/** A larger difference of the clocks makes the times in tokens of the provider invalid. */
const maxClockDifferenceMs = 60_000
/** How much of an answer is read: whatever is at that address can send without end. */
const maxAnswerBytes = 256 * 1024

/** The checks that use the network: the identity provider, the clock compared with its clock, and the mail server, as far as they are configured. */
export async function checkNetwork({ signIn, mail }: Config): Promise<Check[]> {
  const checks = await Promise.all([
    signIn === undefined ? [] : checkProvider(signIn),
    mail === undefined ? [] : checkMail(mail).then(check => [check]),
  ])
  return checks.flat()
}

interface ProviderAnswer {
  status: number
  /** The value of the header `Date`, ms since 1970. */
  date: number
  /** When the answer arrived by the clock of this machine, ms since 1970. */
  arrivedAt: number
  body: Record<string, unknown> | undefined
}

async function ask(url: string, init: RequestInit = {}): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const answer = await fetch(url, { ...init, redirect: 'manual', signal })
  const arrivedAt = Date.now()
  const date = Date.parse(answer.headers.get('date') ?? '')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > maxAnswerBytes) break
    chunks.push(chunk)
  }
  const body = parseJsonOrNothing(Buffer.concat(chunks).toString())
  return { status: answer.status, date, arrivedAt, body: isObject(body) ? body : undefined }
}

/**
 * Whether the identity provider can be used: its discovery document (OpenID Connect Discovery 1.0, 4) and the credentials of the service. And whether
 * this machine and the provider agree about the time.
 */
async function checkProvider(signIn: SignIn): Promise<Check[]> {
  const { issuer } = signIn
  const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await ask(discovery, { headers: { accept: 'application/json' } })
    const clock = clockCheck(answer)
    const problem = discoveryProblem(answer, discovery, issuer)
    if (problem !== undefined) return [{ name: 'provider', detail: issuer, problems: [problem] }, ...clock]
    return [await checkClient(signIn, answer.body ?? {}), ...clock]
  } catch (error) {
    const { code, reason } = reasonOfConnection(error)
    const problem = new Error(`the identity provider ${issuer} cannot be reached: ${reason}`)
    const otherwise = 'correct IDP_ISSUER, or let this machine reach it (name resolution, firewall)'
    return [{ ...failedCheck('provider', problem, connectionRemedy(code, 'IDP_ISSUER', otherwise)), detail: issuer }]
  }
}

/** @param variable contains the address */
function connectionRemedy(code: string, variable: string, otherwise: string): string {
  if (/^CERT_(?:NOT_YET_VALID|HAS_EXPIRED)$/.test(code))
    return 'see that the clock of this machine is right; if it is, the other side needs a new certificate'
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code))
    return `correct the host name in ${variable}; for a certificate of your own authority set NODE_EXTRA_CA_CERTS`
  return otherwise
}

function discoveryProblem({ status, body }: ProviderAnswer, url: string, issuer: string): Finding | undefined {
  if (status !== 200 || body === undefined) {
    const what = status === 200 ? 'answers no JSON object' : `answers status ${status}`
    const remedy =
      'correct the path of IDP_ISSUER: it is the address to which /.well-known/openid-configuration is added'
    return { message: `there is no discovery document of the identity provider: ${url} ${what}`, remedy }
  }
  if (body['issuer'] !== issuer) {
    const message = `the discovery document at ${url} is that of another issuer, ${JSON.stringify(body['issuer'])}`
    return { message, remedy: 'set IDP_ISSUER to exactly that address, if it is your provider' }
  }
  if (!isAddress(body['token_endpoint']) || !isAddress(body['authorization_endpoint'])) {
    const message = `the discovery document at ${url} names no token_endpoint or no authorization_endpoint`
    return { message, remedy: 'set IDP_ISSUER to a provider of OpenID Connect' }
  }
  return undefined
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)

/**
 * Whether the provider accepts the client and its secret. It authenticates a client before it looks at the code (RFC 6749, 3.2.1): for a code that does
 * not exist the answer is `invalid_grant` when the client is accepted, and `invalid_client` otherwise.
 */
async function checkClient(signIn: SignIn, document: Record<string, unknown>): Promise<Check> {
  const { issuer, clientId, clientSecret, frontendUrl } = signIn
  const endpoint = String(document['token_endpoint'])
  const supported: unknown = document['token_endpoint_auth_methods_supported'] ?? ['client_secret_basic']
  const methods: readonly unknown[] = Array.isArray(supported) ? supported : []
  const isInBody = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'plinth-doctor-no-code',
    redirect_uri: `${frontendUrl}/api/auth/callback`,
    code_verifier: 'plinth-doctor-checks-that-this-client-is-known',
    ...(isInBody && { client_id: clientId, client_secret: clientSecret }),
  })
  const credentials = [clientId, clientSecret]
    .map(text => new URLSearchParams({ '': text }).toString().slice(1))
    .join(':')
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(!isInBody && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }
  const found = (detail: string, ...problems: Finding[]): Check => ({ name: 'provider', detail, problems })
  const answer = await ask(endpoint, { method: 'POST', headers, body: body.toString() })
  const error = answer.body?.['error']
  if (error === 'invalid_client' || answer.status === 401) {
    const message = `${issuer} does not accept the client ${clientId} with this secret (invalid_client)`
    return found(issuer, {
      message,
      remedy: 'set IDP_CLIENT_ID and IDP_CLIENT_SECRET to the values that the provider shows',
    })
  }
  if (error === 'invalid_grant') return found(`${issuer} answers and accepts the client ${clientId}`)
  const message = `the token endpoint ${endpoint} answers status ${answer.status}${typeof error === 'string' ? ` (${error})` : ''}`
  if (typeof error === 'string' && answer.status < 500) return found(`${issuer} answers; ${message}`)
  return found(issuer, { message, remedy: 'look at the log of the provider' })
}

/** Compares the clock of this machine with the header `Date` of an answer, which has a resolution of one second. */
function clockCheck({ date, arrivedAt }: ProviderAnswer): Check[] {
  if (Number.isNaN(date)) return []
  const difference = arrivedAt - date
  if (Math.abs(difference) <= maxClockDifferenceMs)
    return [{ name: 'clock', detail: 'agrees with that of the identity provider', problems: [] }]
  const message = `the clock of this machine is ${Math.round(Math.abs(difference) / 1000)} s ${difference < 0 ? 'behind' : 'ahead of'} that of the identity provider`
  const remedy = 'synchronise the clock (timedatectl set-ntp true, chrony); sign-in fails meanwhile'
  return [{ name: 'clock', detail: new Date(arrivedAt).toISOString(), problems: [{ message, remedy }] }]
}

/** Whether the mail server greets, and accepts the credentials if there are any. No mail is sent. */
async function checkMail({ url }: Mail): Promise<Check> {
  const { hostname, port, protocol } = new URL(url)
  const place = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...mailTimeouts })
  try {
    await transport.verify()
    return { name: 'mail', detail: `${place} accepts mail of this service`, problems: [] }
  } catch (error) {
    const { code, reason } = reasonOfConnection(error)
    if (code === 'EAUTH') {
      const problem = new Error(`the mail server ${place} does not accept the user name or password of SMTP_URL`)
      return failedCheck('mail', problem, 'correct the user name and password in SMTP_URL, percent-encoded')
    }
    const problem = new Error(`the mail server ${place} cannot be used: ${reason}`)
    const otherwise = 'correct SMTP_URL (smtps:// is TLS from the start, port 465), or start the mail server'
    return failedCheck('mail', problem, connectionRemedy(code, 'SMTP_URL', otherwise))
  } finally {
    transport.close()
  }
}
