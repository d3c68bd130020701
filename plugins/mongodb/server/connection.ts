import { MongoClient } from 'mongodb'
import type { Db, Document, MongoClientOptions } from 'mongodb'
import { ConfigurationError, StoreUnavailable } from '../../../lib/errors/index.ts'
import { within } from './errors.ts'
import { leastPrivileges, missingActions } from './privileges.ts'

/** Time limit of every operation that has one by contract, in ms, so that its caller can answer within 5 s. */
export const maxAnswerMs = 4_500
const maxPingMs = 1_800
/** Shorter for the first connection, to leave time to find the cause of a failure. */
const maxOpenMs = 3_700

/** The minimum version of MongoDB, and the `maxWireVersion` in the `hello` answer of such servers. */
const minVersion = '7.0'
const minWireVersion = 21

/** Driver options that apply whatever the URL says. An unresponsive server is noticed within 2.5 s, and its return within 1 s. */
const options: MongoClientOptions = {
  appName: 'plinth',
  serverSelectionTimeoutMS: maxAnswerMs - 300,
  connectTimeoutMS: 1_500,
  heartbeatFrequencyMS: 1_000,
  minHeartbeatFrequencyMS: 200,
  waitQueueTimeoutMS: maxAnswerMs - 300,
  maxPoolSize: 50,
  retryReads: true,
  retryWrites: true,
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
}

/**
 * Options of a connection string on which the guarantees of the store depend: acknowledged writes are durable, and reads are committed and from the
 * primary. They are set by {@link options}, whatever the URL says.
 */
const fixedInUrl = new Set([
  'readconcernlevel',
  'w',
  'j',
  'journal',
  'fsync',
  'wtimeout',
  'wtimeoutms',
  'retrywrites',
  'retryreads',
  'readpreference',
  'readpreferencetags',
  'maxstalenessseconds',
  'timeoutms',
  'sockettimeoutms',
])

/** The connection to one database of a replica set. */
export class Connection {
  /** Hosts and database, without credentials. */
  readonly location: string
  readonly #url: string
  readonly #databaseName: string
  #client: MongoClient | undefined
  #opening: Promise<void> | undefined

  /** @throws `ConfigurationError` when the text is not a MongoDB URL */
  constructor(url: string) {
    this.#url = withoutFixedOptions(url)
    const { hosts, srvHost } = makeClient(this.#url).options
    this.#databaseName = databaseOf(url)
    const names = srvHost === undefined ? hosts.map(host => host.toString()) : [srvHost]
    this.location = `${names.join(',')}/${this.#databaseName}`
  }

  get client(): MongoClient {
    if (this.#client === undefined) throw new StoreUnavailable('the store is not open')
    return this.#client
  }

  get databaseName(): string {
    return this.#databaseName
  }

  get database(): Db {
    return this.client.db(this.#databaseName)
  }

  /** @throws `StoreUnavailable`, or a `ConfigurationError` when the server is not a replica set or refuses the sign-in */
  async open(): Promise<void> {
    if (this.#client !== undefined) return
    this.#opening ??= this.#connect().finally(() => (this.#opening = undefined))
    await this.#opening
  }

  async #connect(): Promise<void> {
    const client = makeClient(this.#url)
    try {
      await within(maxOpenMs, client.connect())
      await within(maxOpenMs, this.#check(client))
      this.#client = client
    } catch (error) {
      await client.close(true).catch(() => undefined) // the opened connection is not used; only the cause matters
      throw (await this.#diagnose(error)) ?? error
    }
  }

  /** @throws `ConfigurationError` when the server is not supported, or its user lacks a privilege */
  async #check(client: MongoClient): Promise<void> {
    const admin = client.db('admin')
    const hello = await admin.command({ hello: 1 })
    if (typeof hello['setName'] !== 'string' && hello['msg'] !== 'isdbgrid') throw notReplicated()
    if (Number(hello['maxWireVersion']) < minWireVersion) {
      const { version } = await admin.command({ buildInfo: 1 })
      throw new ConfigurationError(`MongoDB ${String(version)} is too old: the service needs ${minVersion} or newer`)
    }
    const status: Document = await admin.command({ connectionStatus: 1, showPrivileges: true }).catch(() => ({})) // some hosts do not answer it; missing privileges then show up when they are needed
    const missing = missingActions(status, this.#databaseName)
    if (missing.length > 0) {
      throw new ConfigurationError(
        `the user of MONGODB_URL may not ${missing.join(', ')} on the database ${this.#databaseName}: ${leastPrivileges}`,
      )
    }
  }

  /** Run work on the database. @throws like {@link within} */
  run<T>(work: (database: Db) => Promise<T>, milliseconds = maxAnswerMs): Promise<T> {
    return within(milliseconds, work(this.database))
  }

  async ping(): Promise<void> {
    await this.run(database => database.command({ ping: 1 }), maxPingMs)
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    if (client !== undefined) await within(2_000, client.close()).catch(() => client.close(true))
  }

  /** The configuration error behind a failure, if there is one. */
  async #diagnose(error: unknown): Promise<ConfigurationError | undefined> {
    if (!(error instanceof StoreUnavailable)) return undefined
    // A standalone server cannot be found by the name of a replica set: ask it directly.
    const { hosts, replicaSet } = makeClient(this.#url).options
    const [host] = hosts
    if (host === undefined || hosts.length > 1) return undefined
    const url = this.#url.replace(/([?&])replicaSet=[^&]*&?/i, '$1')
    const client = makeClient(url, { directConnection: true, serverSelectionTimeoutMS: 400 })
    try {
      const { setName } = await within(500, client.db('admin').command({ hello: 1 }))
      if (setName === undefined) return notReplicated()
      if (typeof setName !== 'string' || replicaSet === undefined || setName === replicaSet) return undefined
      return new ConfigurationError(
        `the replica set of MongoDB is called ${setName}, MONGODB_URL says ${replicaSet}: correct replicaSet=`,
      )
    } catch {
      return undefined // it is in fact unreachable
    } finally {
      await client.close(true).catch(() => undefined)
    }
  }
}

const notReplicated = (): ConfigurationError =>
  new ConfigurationError(
    'MongoDB runs without a replica set, which transactions need: start mongod with --replSet rs0, run rs.initiate() once (one member is enough), and add replicaSet=rs0 to MONGODB_URL',
  )

/** The URL without the fixed options. */
function withoutFixedOptions(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter(option => !fixedInUrl.has(option.split('=', 1)[0]?.toLowerCase() ?? ''))
  return kept.length === 0 ? url.slice(0, start) : `${url.slice(0, start)}?${kept.join('&')}`
}

function makeClient(url: string, further: MongoClientOptions = {}): MongoClient {
  try {
    return new MongoClient(url, { ...options, ...further })
  } catch {
    // The driver's message may contain the URL, and with it the password.
    throw new ConfigurationError(
      'MONGODB_URL is not a MongoDB connection string like mongodb://127.0.0.1:27017/plinth?replicaSet=rs0',
    )
  }
}

/** The database that the URL names, else `plinth`. */
function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]*)/.exec(url)?.[1] ?? ''
  return name === '' ? 'plinth' : decodeURIComponent(name)
}
