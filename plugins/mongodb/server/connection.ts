import { MongoClient } from 'mongodb'
import type { Db, Document, MongoClientOptions } from 'mongodb'
import { ConfigurationError, StoreUnavailable } from '../../../lib/errors/index.ts'
import { commandShape } from './command-shape.ts'
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

/** The longest that an operation may wait for a server, or for a connection. */
const maxWaitMs = maxAnswerMs - 300

/** Options that the URL can change. With these an unresponsive server is noticed within 2.5 s, and its return within 1 s. */
const defaults: MongoClientOptions = {
  appName: 'plinth',
  serverSelectionTimeoutMS: maxWaitMs,
  connectTimeoutMS: 1_500,
  heartbeatFrequencyMS: 1_000,
  waitQueueTimeoutMS: maxWaitMs,
  maxPoolSize: 50,
}

/** Options on which the guarantees of the store depend: acknowledged writes are durable, and reads are committed and from the primary. */
const fixed: MongoClientOptions = {
  minHeartbeatFrequencyMS: 200,
  retryReads: true,
  retryWrites: true,
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
}

/** The only values that the URL may have for options that {@link fixed} sets, or that change what it means; by lower-case names. */
const valuesInUrl: Readonly<Record<string, readonly string[]>> = {
  readconcernlevel: ['majority'],
  w: ['majority'],
  j: ['true'],
  journal: ['true'],
  fsync: [],
  wtimeout: ['0'],
  wtimeoutms: ['0'],
  retrywrites: ['true'],
  retryreads: ['true'],
  readpreference: ['primary'],
  readpreferencetags: [],
  maxstalenessseconds: ['-1'],
  timeoutms: [],
  sockettimeoutms: ['0'],
}
/** Limits that the URL can shorten, not extend. */
const waitsInUrl = new Set(['serverselectiontimeoutms', 'waitqueuetimeoutms'])

/** The part of a log that the connection needs. */
interface TraceLog {
  level: string
  trace(fields: object, message: string): void
}

/** The connection to one database of a replica set. */
export class Connection {
  /** Hosts and database, without credentials. */
  readonly location: string
  readonly #url: string
  readonly databaseName: string
  readonly #log: TraceLog | undefined
  #client: MongoClient | undefined
  /** Making one costs as much as a tenth of a list. */
  #database: Db | undefined
  #opening: Promise<void> | undefined

  /**
   * @param log gets the shape of each command, if its level is `trace` when the connection is opened
   * @throws `ConfigurationError` when the text is not a MongoDB URL
   */
  constructor(url: string, log?: TraceLog) {
    this.#log = log
    this.#url = url
    checkOptions(url)
    const { hosts, srvHost } = this.clientOptions
    this.databaseName = databaseOf(url)
    const names = srvHost === undefined ? hosts.map(host => host.toString()) : [srvHost]
    this.location = `${names.join(',')}/${this.databaseName}`
  }

  /** The options of the driver: those of the URL, and ours. */
  get clientOptions(): MongoClient['options'] {
    return makeClient(this.#url).options
  }

  get client(): MongoClient {
    if (this.#client === undefined) throw new StoreUnavailable('the store is not open')
    return this.#client
  }

  get database(): Db {
    this.#database ??= this.client.db(this.databaseName)
    return this.#database
  }

  /** @throws `StoreUnavailable`, or a `ConfigurationError` when the server is not a replica set or refuses the sign-in */
  async open(): Promise<void> {
    if (this.#client !== undefined) return
    this.#opening ??= this.#connect().finally(() => (this.#opening = undefined))
    await this.#opening
  }

  async #connect(): Promise<void> {
    const log = this.#log
    const isTraced = log?.level === 'trace'
    const client = makeClient(this.#url, isTraced ? { monitorCommands: true } : {})
    if (isTraced) client.on('commandStarted', ({ command }) => log.trace({ command: commandShape(command) }, 'MongoDB'))
    let failed: unknown
    client.on('serverHeartbeatFailed', ({ failure }) => (failed = failure))
    try {
      await within(maxOpenMs, client.connect())
      await within(maxOpenMs, this.#check(client))
      this.#client = client
    } catch (error) {
      await client.close(true).catch(() => undefined) // the opened connection is not used; only the cause matters
      throw connectionProblem(failed, error, this.location) ?? (await this.#diagnose(error)) ?? error
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
    const missing = missingActions(status, this.databaseName)
    if (missing.length > 0) {
      throw new ConfigurationError(
        `the user of MONGODB_URL may not ${missing.join(', ')} on the database ${this.databaseName}: ${leastPrivileges}`,
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
    this.#database = undefined
    if (client !== undefined) await within(2_000, client.close()).catch(() => client.close(true))
  }

  /** The configuration error behind a failure, if there is one. */
  async #diagnose(error: unknown): Promise<ConfigurationError | undefined> {
    if (!(error instanceof StoreUnavailable)) return undefined
    // A standalone server cannot be found by the name of a replica set: ask it directly.
    const { hosts, replicaSet } = this.clientOptions
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

/** Codes of Node.js and OpenSSL for a TLS connection that cannot be made. */
const ofTls =
  /^(?:ERR_SSL|ERR_TLS|ERR_OSSL|UNABLE_TO_|CERT_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/

/** What is wrong with TLS, or with a file that the URL names, if that is why no connection was made. */
function connectionProblem(failed: unknown, thrown: unknown, location: string): ConfigurationError | undefined {
  for (let error of [failed, thrown]) {
    for (; error instanceof Error; error = error.cause) {
      const code = 'code' in error ? String(error.code) : ''
      if (code === 'ENOENT' || code === 'EACCES')
        return new ConfigurationError(`a file that MONGODB_URL names cannot be read: ${error.message}`)
      if (/before secure TLS connection/.test(error.message))
        return new ConfigurationError(
          `MongoDB at ${location} ended the connection when TLS began: it seems to run without TLS; remove tls from MONGODB_URL, or switch it on at the server (net.tls.mode)`,
        )
      if (!ofTls.test(code)) continue
      const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message
      return new ConfigurationError(
        `TLS with MongoDB at ${location} failed: ${reason} (${code}); look at tls, tlsCAFile and tlsCertificateKeyFile in MONGODB_URL, and at the certificate of the server`,
      )
    }
  }
  return undefined
}

const notReplicated = (): ConfigurationError =>
  new ConfigurationError(
    'MongoDB runs without a replica set, which transactions need: start mongod with --replSet rs0, run rs.initiate() once (one member is enough), and add replicaSet=rs0 to MONGODB_URL',
  )

/** The options of a URL as `[name, value]`. */
const optionsOf = (url: string): [string, string][] => [...new URLSearchParams(url.split('?')[1])]

/** @throws `ConfigurationError` for an option that would weaken the guarantees of the store */
function checkOptions(url: string): void {
  for (const [name, value] of optionsOf(url)) {
    const allowed = valuesInUrl[name.toLowerCase()]
    if (allowed !== undefined && !allowed.includes(value.toLowerCase()))
      throw new ConfigurationError(
        `MONGODB_URL sets ${name}, on which the guarantees of the store depend: ${allowed.length === 0 ? 'remove it' : `remove it, or set ${name}=${allowed.join()}`}`,
      )
    if (waitsInUrl.has(name.toLowerCase()) && !(Number(value) > 0 && Number(value) <= maxWaitMs))
      throw new ConfigurationError(
        `MONGODB_URL sets ${name} to more than the time in which every request is answered: remove it, or set at most ${maxWaitMs}`,
      )
  }
}

function makeClient(url: string, further: MongoClientOptions = {}): MongoClient {
  const given = new Set(optionsOf(url).map(([name]) => name.toLowerCase()))
  const ours = Object.fromEntries(Object.entries(defaults).filter(([name]) => !given.has(name.toLowerCase())))
  try {
    return new MongoClient(url, { ...ours, ...fixed, ...further })
  } catch (error) {
    // Other messages of the driver may contain the URL, and with it the password.
    const [, unknown] =
      /^options? ([\w, ]+) (?:is|are) not supported$/.exec(error instanceof Error ? error.message : '') ?? []
    throw new ConfigurationError(
      unknown === undefined
        ? 'MONGODB_URL is not a MongoDB connection string like mongodb://127.0.0.1:27017/plinth?replicaSet=rs0'
        : `MONGODB_URL sets ${unknown}, which MongoDB does not know`,
    )
  }
}

/** The database that the URL names, else `plinth`. @throws `ConfigurationError` for a name that no database of MongoDB can have */
function databaseOf(url: string): string {
  const written = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]*)/.exec(url)?.[1] ?? ''
  const name = written === '' ? 'plinth' : decodeURIComponent(written)
  if (/[\s./\\"$\0]/.test(name) || Buffer.byteLength(name) > 63)
    throw new ConfigurationError(`MONGODB_URL names a database that cannot exist: ${JSON.stringify(name)}`)
  return name
}
