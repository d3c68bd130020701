import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../contracts/config.ts'
import { variable, type Environment } from '../config/environment.ts'
import { isLoopback } from '../config/loopback.ts'
import { ConfigurationError } from '../errors.ts'
import { release } from '../package-root.ts'
import { reportFailure } from './failure.ts'
import { closeOnSignal, refuseInspector } from './signals.ts'
import { releaseText } from '../../lib/store-kit/store-format.ts'

/** Time that plugins and store have to close after the last request has ended, ms. */
const closeGraceMs = 10_000

/**
 * Run the service in this process until a signal ends it: read the configuration, build, listen, log the address, and print it on a terminal.
 * A promise that is rejected without a handler ends the start; a running service logs it and continues.
 * @param environment that of the process, or a copy with other values for some variables
 * @throws the errors of `loadConfig`, `buildApp` and listening
 */
export async function serve(environment: Environment = process.env): Promise<void> {
  setHeapFlags()
  const running: { app?: FastifyInstance } = {}
  const config = loadConfig(environment)
  checkReachable(config, environment)
  const { closeTimeout, drainDelayMs } = config.http
  closeOnSignal(() => running.app, { drainDelayMs, graceMs: closeTimeout + closeGraceMs })
  if (config.mode === 'production') refuseInspector(() => running.app)
  process.on('uncaughtException', error => process.exit(reportFailure(error)))
  process.on('unhandledRejection', error => {
    if (running.app === undefined) throw error
    running.app.log.error({ err: error }, 'a background task failed')
  })
  const app = await build(config)
  running.app = app
  const url = await listen(app, config)
  app.log.info({ ...release, url, mode: config.mode, store: config.store.kind }, 'started')
  if (!process.stdout.isTTY || !['info', 'debug', 'trace'].includes(config.log.level)) return
  process.stdout.write(greeting(config, url, app.hasRoute({ method: 'GET', url: '/*' })))
}

/**
 * Development mode listens on the loopback by default, which cannot be reached from outside of a container. The image sets `PLINTH_CONTAINER`.
 * @throws ConfigurationError with the variables to set
 */
function checkReachable({ mode, http: { host } }: Config, environment: Environment): void {
  const isContainer = variable(environment, 'PLINTH_CONTAINER') !== undefined
  if (!isContainer || mode !== 'development' || !isLoopback(host) || variable(environment, 'HOST') !== undefined) return
  throw new ConfigurationError(
    'nobody outside of this container could reach the service: no sign-in is configured, and development mode listens on the loopback. ' +
      'For production mode set IDP_CLIENT_ID, IDP_CLIENT_SECRET, FRONTEND_URL and SESSION_SECRET; ' +
      'to try it without sign-in set PLINTH_MODE=development and HOST=0.0.0.0, and publish the port on this machine only (-p 127.0.0.1:8080:8080)',
  )
}

/** @throws the errors of `buildApp`; at the levels `debug` and `trace` their stack is written to stderr */
async function build(config: Config): Promise<FastifyInstance> {
  try {
    return await buildApp(config, {
      convert: true,
      upgrade: 'run',
    })
  } catch (error) {
    if (['debug', 'trace'].includes(config.log.level)) process.stderr.write(`${inspect(error)}\n`)
    throw error
  }
}

/**
 * Three settings of V8. It allocates objects directly in the old generation at code locations whose earlier objects lived long: after a large import, in
 * which everything waits for the disk, every request uses these locations, short-lived objects then fill the old generation, and answers take half as
 * long again. It collects short-lived objects in several threads: there are few to keep, so that to coordinate the threads takes longer than
 * the work. And it lets the old generation become up to four times as large as what is in use before it collects that: twice is enough (`bench/README.md`).
 */
function setHeapFlags(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--heap-growing-percent=100')
}

async function listen(app: FastifyInstance, { http: { host, port } }: Config): Promise<string> {
  await app.listen({ host, port })
  const address = app.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
}

/**
 * The message that the start prints: the addresses, the mode, and its consequences.
 * @param url where the service listens; in production users reach it at its `FRONTEND_URL` instead
 * @param hasPages whether there are pages to open in a browser
 */
function greeting({ mode, signIn }: Pick<Config, 'mode' | 'signIn'>, url: string, hasPages: boolean): string {
  const base = signIn === undefined ? url : signIn.frontendUrl
  const lines = [
    `Plinth ${releaseText(release)}`,
    ...(hasPages ? [`  Admin    ${base}/`] : []),
    `  API      ${base}/api/docs`,
    ...(signIn === undefined ? [] : [`  Sign-in  ${signIn.issuer}`, `  Listens  ${url}`]),
    mode === 'development'
      ? '  Development mode: there is no authorization. Requests need no sign-in and may do everything.'
      : '  Production mode: all requests must be signed in, and rights are enforced.',
  ]
  return `${lines.join('\n')}\n`
}
