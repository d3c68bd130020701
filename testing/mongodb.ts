import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { freePort } from './free-port.ts'

/** A MongoDB replica set for tests. */
export interface TestMongo {
  /** URL of a database; without a name, of an unused one. */
  url(database?: string): string
  /** Drop the databases that {@link url} returned, and stop the server if it was started here. */
  stop(): Promise<void>
  /** The server, for fault injection; null for an external one (`MONGODB_URL`). */
  server: TestServer | null
}

/** Fault injection. */
export interface TestServer {
  port: number
  /** End it at once, like a power failure (SIGKILL). */
  kill(): Promise<void>
  /** Suspend it without closing connections (SIGSTOP), like a network that drops all packets. */
  pause(): void
  resume(): void
  /** Start it again on its data, and wait until it accepts writes. */
  restart(): Promise<void>
  /** Start it again on its data, and wait until it answers. */
  launch(): Promise<unknown>
}

/** How long a server has to answer, ms: on a machine on which fifty programs run it starts for half a minute. */
const patience = 120_000

/** Several servers run at once, each of which would take half of the memory. */
const smallCacheGb = 0.25

/**
 * A MongoDB for tests: that of `MONGODB_URL`, else one started from the `mongod` that `MONGOD_BINARY` names (`none`: no MongoDB), or that is in `PATH`.
 * @param options `cacheGb`: size of the cache of a server that is started here, GB; `isShared`: a database of the server that `npm run test:stores`
 * started is enough (`TEST_MONGODB_URL`)
 * @returns null when there is none; the caller prints that its tests are skipped. With `PLINTH_REQUIRE_MONGODB` set it throws instead.
 */
export async function startMongo({
  cacheGb = smallCacheGb,
  isShared = false,
}: { cacheGb?: number; isShared?: boolean } = {}): Promise<TestMongo | null> {
  const given = process.env['MONGODB_URL'] || (isShared ? process.env['TEST_MONGODB_URL'] : undefined)
  if (given !== undefined && given !== '') return database(given, null, () => Promise.resolve())
  const binary = findBinary()
  if (binary === undefined) {
    if (process.env['PLINTH_REQUIRE_MONGODB'] === undefined) return null
    throw new Error('PLINTH_REQUIRE_MONGODB is set, but there is no MongoDB: set MONGODB_URL or MONGOD_BINARY')
  }
  const directory = await mkdtemp(join(tmpdir(), 'plinth-mongodb-'))
  const server = new MongoProcess(binary, directory, await freePort(), cacheGb)
  await server.start().catch(async (error: unknown) => {
    await server.end('SIGKILL') // or it would keep this process running
    throw error
  })
  const stop = async (): Promise<void> => {
    await server.end('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
  return database(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`, server, stop)
}

/** A replica set of several members, in each of which faults can be injected. */
export interface TestReplicaSet {
  url: string
  members: TestServer[]
  stop(): Promise<void>
}

/**
 * Three members of one replica set, from the binary that {@link startMongo} would start.
 * @returns why there is none, when the binary is missing or cannot start sets of several members
 */
export async function startReplicaSet(): Promise<TestReplicaSet | string> {
  const binary = findBinary()
  if (binary === undefined) return 'there is no mongod to start (MONGOD_BINARY, PATH)'
  const directory = await mkdtemp(join(tmpdir(), 'plinth-mongodb-'))
  const members: MongoProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(members.map(member => member.end('SIGKILL')))
    await rm(directory, { recursive: true, force: true })
  }
  for (const name of ['a', 'b', 'c']) {
    const folder = join(directory, name)
    await mkdir(folder)
    const member = new MongoProcess(binary, folder, await freePort(), smallCacheGb)
    members.push(member)
    await member.launch()
  }
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`)
  const client = new MongoClient(`mongodb://${hosts[0]}/?directConnection=true`, { serverSelectionTimeoutMS: patience })
  try {
    const configuration = { _id: 'rs0', members: hosts.map((host, _id) => ({ _id, host })) }
    await client.db('admin').command({ replSetInitiate: configuration })
  } catch (error) {
    await stop()
    return `this mongod makes no replica set of three members (${String(error)})`
  } finally {
    await client.close()
  }
  return { url: `mongodb://${hosts.join(',')}/plinth_test?replicaSet=rs0`, members, stop }
}

let named = 0

function database(given: string, server: TestServer | null, end: () => Promise<void>): TestMongo {
  const used = new Set<string>()
  const [, hosts = '', options = ''] = /^([^?]*?:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(given) ?? []
  return {
    server,
    url(name = `plinth_test_${process.pid}_${Date.now().toString(36)}_${++named}`) {
      used.add(name)
      return `${hosts}/${name}${options}`
    },
    async stop() {
      if (server === null) await dropAll(given, used)
      await end()
    },
  }
}

async function dropAll(url: string, names: ReadonlySet<string>): Promise<void> {
  const client = new MongoClient(url)
  for (const name of names) await client.db(name).dropDatabase()
  await client.close()
}

function findBinary(): string | undefined {
  const given = process.env['MONGOD_BINARY']
  if (given === 'none') return undefined
  if (given !== undefined && given !== '') return given
  const inPath = (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, 'mongod'))
  return inPath.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A `mongod` as a child process that does not outlive this one. */
class MongoProcess implements TestServer {
  readonly port: number
  readonly #binary: string
  readonly #directory: string
  readonly #cacheGb: number
  #child: ChildProcess | undefined
  readonly #killChild = (): void => void this.#child?.kill('SIGKILL')

  constructor(binary: string, directory: string, port: number, cacheGb: number) {
    this.#binary = binary
    this.#directory = directory
    this.port = port
    this.#cacheGb = cacheGb
  }

  async start(): Promise<void> {
    const child = await this.launch()
    await Promise.race([this.#becomePrimary(), endedEarly(child)])
  }

  /** Start it, and wait until it answers. */
  async launch(): Promise<ChildProcess> {
    const flags = [
      '--port',
      String(this.port),
      '--bind_ip',
      '127.0.0.1',
      '--dbpath',
      this.#directory,
      '--replSet',
      'rs0',
      // Fault injection (`configureFailPoint`).
      '--setParameter',
      'enableTestCommands=1',
      // What the server measures of itself every second.
      '--setParameter',
      'diagnosticDataCollectionEnabled=false',
      '--wiredTigerCacheSizeGB',
      String(this.#cacheGb),
    ]
    const child = spawn(this.#binary, flags, { stdio: 'ignore' })
    this.#child = child
    process.once('exit', this.#killChild)
    await Promise.race([this.#answer(), endedEarly(child)])
    return child
  }

  async #answer(): Promise<void> {
    const url = `mongodb://127.0.0.1:${this.port}/?directConnection=true`
    const client = new MongoClient(url, { serverSelectionTimeoutMS: patience })
    await client
      .db('admin')
      .command({ ping: 1 })
      .finally(() => client.close())
  }

  async #becomePrimary(): Promise<void> {
    const url = `mongodb://127.0.0.1:${this.port}/?directConnection=true`
    const client = new MongoClient(url, { serverSelectionTimeoutMS: patience })
    try {
      const admin = client.db('admin')
      await initiate(client, `127.0.0.1:${this.port}`)
      const until = Date.now() + patience
      while ((await admin.command({ hello: 1 }))['isWritablePrimary'] !== true) {
        if (Date.now() > until) throw new Error('mongod does not become primary')
        await delay(50)
      }
    } finally {
      await client.close()
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    this.#child = undefined
    process.off('exit', this.#killChild)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }

  kill(): Promise<void> {
    return this.end('SIGKILL')
  }

  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  async restart(): Promise<void> {
    await this.end('SIGTERM')
    await this.start()
  }
}

async function endedEarly(child: ChildProcess): Promise<never> {
  const ended: unknown[] = await Promise.race([once(child, 'exit'), once(child, 'error')])
  throw new Error(`mongod ended: ${String(ended[0])}`)
}

async function initiate(client: MongoClient, host: string): Promise<void> {
  const configuration = { _id: 'rs0', members: [{ _id: 0, host }] }
  await client
    .db('admin')
    .command({ replSetInitiate: configuration })
    .catch((error: unknown) => {
      const already = 23
      if (!(error instanceof Error && 'code' in error && error.code === already)) throw error
    })
}
