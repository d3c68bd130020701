import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import type { Config } from '../contracts/config.ts'
import { reportFailure } from './failure.ts'
import { greeting } from './greeting.ts'
import { closeOnSignal } from './signals.ts'

/** Time for plugins and store to close after the last request ended, ms. */
const closing = 10_000

/**
 * Run the service in this process until a signal ends it: read the configuration, build, listen, say where.
 * @throws what `loadConfig`, `buildApp` and listening throw
 */
export async function serve(): Promise<void> {
  keepYoungObjectsYoung()
  const running: { app?: FastifyInstance } = {}
  const config = loadConfig()
  closeOnSignal(() => running.app, config.http.closeTimeout + closing)
  process.on('uncaughtException', error => process.exit(reportFailure(error)))
  const app = await buildApp(config)
  running.app = app
  const { log } = app
  process.on('unhandledRejection', error => {
    log.error({ err: error }, 'a background task failed')
  })
  const url = await listen(app, config)
  await announce(config.store, url)
  if (!['info', 'debug', 'trace'].includes(config.log.level)) return
  process.stdout.write(greeting(config, url, app.hasRoute({ method: 'GET', url: '/*' })))
}

/**
 * V8 allocates objects as old ones at places whose objects once lived long. After a large import, in which everything waits for the disk,
 * these are the places that every request passes: what dies at once then fills the old generation, and answers take half as long again.
 */
function keepYoungObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/** An embedded store is ours alone: say beside its file where others find us. */
async function announce(store: Config['store'], url: string): Promise<void> {
  if (store.kind !== 'sqlite' || store.path === ':memory:') return
  const { announceAddress } = await import('../store/sqlite/ownership.ts')
  announceAddress(store.path, url)
}

async function listen(app: FastifyInstance, { http: { host, port } }: Config): Promise<string> {
  await app.listen({ host, port })
  const address = app.server.address() as AddressInfo // a port, never a pipe
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
