import type { Document } from 'mongodb'
import type { StoreReport } from '../../../lib/store-kit/document-store.ts'
import { ConfigurationError, StoreUnavailable } from '../../../lib/errors/index.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { existingIndexes } from '../schema/catalogue.ts'
import { indexesOf } from '../schema/indexes.ts'
import type { Index } from '../schema/indexes.ts'
import type { Connection } from './connection.ts'
import { askOf } from './space.ts'

type Problem = StoreReport['problems'][number]

/** The state of the store, with a remedy for every problem. An unreachable store is a problem too. */
export async function reportOn(connection: Connection, catalogue: Catalogue): Promise<StoreReport> {
  const { location } = connection
  const report = { kind: 'mongodb', location, version: 'unknown', problems: [] as Problem[], warnings: [] as Problem[] }
  try {
    await connection.open()
    const { version } = await connection.run(database => database.command({ buildInfo: 1 }))
    report.version = String(version)
    report.problems.push(...(await collectionProblems(connection, catalogue)))
    report.warnings.push(...(await serverWarnings(connection)))
  } catch (error) {
    if (error instanceof ConfigurationError)
      report.problems.push({ message: error.message, remedy: 'correct MONGODB_URL, or how MongoDB is started' })
    else if (error instanceof StoreUnavailable) {
      const remedy = 'start MongoDB, or correct MONGODB_URL; look whether its port can be reached from here'
      report.problems.push({ message: `MongoDB at ${connection.location} cannot be reached`, remedy })
    } else throw error
  }
  return report
}

/** How long MongoDB keeps the locks of a transaction whose client is gone, in seconds; ours end within 5. */
const maxLifetimeSeconds = 10

/** Settings that work but could be improved. Settings that the user is not allowed to read are left out. */
async function serverWarnings(connection: Connection): Promise<Problem[]> {
  const warnings: Problem[] = []
  const lifetime = 'transactionLifetimeLimitSeconds'
  const ask = (command: Document): Promise<Document> =>
    connection.run(() => askOf(connection.client.db('admin'), command))
  const parameters = await ask({ getParameter: 1, [lifetime]: 1 })
  if (Number(parameters[lifetime]) > maxLifetimeSeconds) {
    warnings.push({
      message: `after a crash of the service its last transactions lock their documents for ${Number(parameters[lifetime])} s`,
      remedy: `start mongod with --setParameter ${lifetime}=6`,
    })
  }
  const hello = await ask({ hello: 1 })
  if (hello['msg'] === 'isdbgrid') {
    warnings.push({
      message:
        'MongoDB is a sharded cluster: a shard without writes reports changes only every 10 s, and nothing is cached meanwhile',
      remedy:
        'keep the collections of the service unsharded, or shard them as docs/operating/sharding.md says, and start the members of every shard with --setParameter periodicNoopIntervalSecs=1',
    })
  }
  return warnings
}

/** Indexes and validators that differ from the definitions. */
async function collectionProblems(connection: Connection, catalogue: Catalogue): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { definition } of await catalogue.all()) {
    const { name } = definition
    const remedy = 'start the service again, which makes what is missing'
    const [information] = await connection.run(database => database.listCollections({ name }).toArray())
    if (information === undefined) {
      problems.push({ message: `the collection ${name} is missing`, remedy: 'restore the database from a backup' })
      continue
    }
    const options: Document = 'options' in information ? (information.options ?? {}) : {}
    if (options['validator'] === undefined) problems.push({ message: `${name} has no validator`, remedy })
    const { ready, builds } = await connection.run(database => existingIndexes(database, name))
    const missing = indexesOf(definition).filter(index => !ready.has(index.name))
    const isBeingBuilt = (index: Index): boolean => builds.flat().includes(index.name)
    const lacking = fieldsOf(missing.filter(index => !isBeingBuilt(index)))
    if (lacking !== '') problems.push({ message: `${name} lacks indexes on ${lacking}`, remedy })
    const building = fieldsOf(missing.filter(isBeingBuilt))
    if (building !== '') {
      const message = `the indexes of ${name} on ${building} are still being built`
      problems.push({ message, remedy: `wait for MongoDB (db.currentOp shows the builds), then ${remedy}` })
    }
  }
  return problems
}

const fieldsOf = (indexes: readonly Index[]): string => indexes.map(({ field }) => field).join(', ')
