import { isIP } from 'node:net'
import type { ConfigFile } from './config-file.ts'
import type { Config, Mode, StrictTransportSecurity } from '../contracts/config.ts'
import { variable } from './environment.ts'
import type { Environment } from './environment.ts'
import { ConfigurationError } from '../errors.ts'
import { isLoopback } from './loopback.ts'

type Http = NonNullable<ConfigFile['http']>

/** The settings that `config/default.json` makes: other files and the environment change them, and none can take one away. */
const defaulted = [
  'port',
  'bodyLimit',
  'maxBodyBytesInFlight',
  'maxObjectMembers',
  'maxFilterValues',
  'maxPageBytes',
  'requestTimeout',
  'headersTimeout',
  'handlerTimeout',
  'closeTimeout',
  'drainDelayMs',
  'compression',
  'errors',
  'hsts',
  'rateLimit',
] as const

type Complete = Http & Pick<Config['http'], (typeof defaulted)[number]>

const isComplete = (http: Http): http is Complete => defaulted.every(name => http[name] !== undefined)

/**
 * Read where to listen, the limits, and which origins and proxies are accepted.
 * @param http the merged configuration files, the default one included
 * @param decided the mode, and whether it was stated explicitly
 * @throws ConfigurationError naming the key or variable
 */
export function readHttp(
  http: Http = {},
  environment: Environment,
  decided: { mode: Mode; spelledOut: boolean },
): Config['http'] {
  if (!isComplete(http)) throw new ConfigurationError(`config/default.json must set in http: ${defaulted.join(', ')}`)
  const { trustProxy, cors, minBodyBytesPerSecond: _rate, maxUnsentAnswerBytes: _unsent, ...settings } = http
  checkHsts(http.hsts)
  return {
    ...settings,
    host: readHost(http, environment, decided),
    port: readPort(environment) ?? http.port,
    ...(trustProxy !== undefined && { trustProxy: trustProxy.map(checkProxy) }),
    ...(cors !== undefined && { cors: { origins: cors.origins.map(checkForm) } }),
  }
}

function readHost(
  http: Http,
  environment: Environment,
  { mode, spelledOut }: { mode: Mode; spelledOut: boolean },
): string {
  const host = variable(environment, 'HOST') ?? http.host ?? (mode === 'development' ? '127.0.0.1' : '0.0.0.0')
  if (mode === 'production' || spelledOut || isLoopback(host)) return host
  throw new ConfigurationError(
    `in development mode everyone who reaches the service may do everything; to bind to ${host} anyway, ` +
      'set PLINTH_MODE=development',
  )
}

/** The preload lists of browsers take a host name only with all its subdomains, for a year at least. */
const minPreloadSeconds = 31_536_000

function checkHsts(hsts: StrictTransportSecurity | false): void {
  if (hsts === false || !hsts.preload || (hsts.includeSubDomains && hsts.maxAgeSeconds >= minPreloadSeconds)) return
  throw new ConfigurationError(
    `http.hsts.preload requires includeSubDomains, and maxAgeSeconds of ${minPreloadSeconds} (one year) or more`,
  )
}

function readPort(environment: Environment): number | undefined {
  const value = variable(environment, 'PORT')
  if (value === undefined) return undefined
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
  throw new ConfigurationError(`PORT must be a whole number from 0 to 65535, not "${value}"`)
}

function checkProxy(proxy: string): string {
  if (isNetwork(proxy)) return proxy
  throw new ConfigurationError(`http.trustProxy must contain addresses or networks such as 10.0.0.0/8, not "${proxy}"`)
}

/** A network that contains every address would let every client choose its own address. */
function isNetwork(text: string): boolean {
  const [address = '', length, more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  if (isIP(address) === 0 || more !== undefined) return false
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits)
}

/** An origin exactly as browsers send it (RFC 6454): no `*`, no path, no trailing slash, no default port, lower case. */
function checkForm(origin: string): string {
  if (/^https?:\/\/[a-z\d.:[\]-]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin)
    return origin
  throw new ConfigurationError(
    `http.cors.origins must contain origins as browsers send them, such as https://app.example.org, not "${origin}"`,
  )
}
