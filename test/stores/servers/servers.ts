import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import type { MongoClientOptions } from 'mongodb'
import { freePort } from '../../../testing/free-port.ts'
import { until } from '../../../testing/internal/until.ts'

const host = '127.0.0.1'
/** As little as MongoDB allows, so that its cache does not hide what is slow. */
const cacheGigabytes = '0.25'

/** Servers that are started from one binary with any flags, each a replica set of one member. */
export class Servers {
  readonly #mongod: string
  readonly #processes: ChildProcess[] = []
  #folder: string | undefined

  constructor(mongod: string) {
    this.#mongod = mongod
  }

  /** A folder that {@link stop} removes. */
  async folder(): Promise<string> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'plinth-mongodb-'))
    return this.#folder
  }

  /**
   * Start a server that takes writes.
   * @param name of the replica set
   * @param options with which the driver connects
   * @returns its address
   */
  async start(name: string, flags: readonly string[] = [], options: MongoClientOptions = {}): Promise<string> {
    const port = await freePort()
    const folder = join(await this.folder(), name)
    await mkdir(folder)
    const address = `${host}:${port}`
    const place = ['--dbpath', folder, '--port', String(port), '--bind_ip', host]
    const limits = ['--wiredTigerCacheSizeGB', cacheGigabytes, '--setParameter', 'transactionLifetimeLimitSeconds=6']
    const ended = this.#spawn(this.#mongod, ['--replSet', name, ...place, ...limits, ...flags])
    const ready = withClient(`mongodb://${address}/?directConnection=true`, options, async client => {
      const admin = client.db('admin')
      const { setName } = await admin.command({ hello: 1 })
      const configuration = {
        _id: name,
        ...(flags.includes('--configsvr') && { configsvr: true }), // MongoDB does not add it to a given configuration
        members: [{ _id: 0, host: address }],
      }
      if (setName === undefined) await admin.command({ replSetInitiate: configuration })
      await until(async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true)
    })
    await Promise.race([ready, ended])
    return address
  }

  /** Start a router of a sharded cluster. @param config the replica set with its configuration, as `name/address` @returns its address */
  async startRouter(mongos: string, config: string): Promise<string> {
    const port = await freePort()
    this.#spawn(mongos, ['--configdb', config, '--port', String(port), '--bind_ip', host])
    return `${host}:${port}`
  }

  /** @returns rejects when the process ends by itself */
  #spawn(binary: string, flags: readonly string[]): Promise<never> {
    const child = spawn(binary, flags, { stdio: ['ignore', 'ignore', 'inherit'] })
    this.#processes.push(child)
    const ended = new Promise<never>((_, reject) => {
      child.once('error', reject)
      child.once('exit', status => reject(new Error(`${binary} ended with ${status}`)))
    })
    ended.catch(() => undefined) // also when it is stopped
    return ended
  }

  async stop(): Promise<void> {
    for (const child of this.#processes.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Work with a client, once its server answers. */
export async function withClient<T>(
  url: string,
  options: MongoClientOptions,
  work: (client: MongoClient) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 60_000, ...options })
  try {
    return await work(await client.connect())
  } finally {
    await client.close()
  }
}
