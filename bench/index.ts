import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startMongo } from '../testing/mongodb.ts'
import { answersPerSecond, measureLoad, median, type Load, type LoadedServer } from './load.ts'
import { buildCommit, compareImports } from './against.ts'
import { compareSizes } from './growth.ts'
import { measureLimit } from './limit.ts'
import { compareOperations } from './openapi.ts'
import { prepareProduct, scenarioNames, type Scenarios } from './product.ts'
import { startServer } from './processes.ts'
import { bareScenarios, fixedScenario } from './reference.ts'
import { installSize, startParts, startTimes } from './start.ts'
import { comparePages } from './site.ts'
import { startService, type Service } from './service.ts'
import { measureManyWrites } from './writes.ts'

// npm run bench -- [--against <commit>] [--store sqlite|mongodb] [--rows 100000] [--seconds 5] [--rounds 3] [--only openapi|site|packages|growth|writes|start|command|install|<scenario>,…]
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    against: { type: 'string' },
  },
})
const rows = Number(values.rows)
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)

const only = values.only?.split(',')
const aloneParts = ['writes', 'openapi', 'packages', 'growth', ...startParts]
const parts: readonly string[] = [...scenarioNames, 'site', ...(values.against === undefined ? aloneParts : [])]
const unknown = only?.find(part => !parts.includes(part))
if (unknown !== undefined) throw new Error(`there is no part "${unknown}": ${parts.join(', ')}`)
const isMeasured = (part: string): boolean => only === undefined || only.includes(part)

const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
const mongo = values.store === 'mongodb' ? await startMongo({ cacheGb: 2 }) : null
if (values.store === 'mongodb' && mongo === null) throw new Error('no MongoDB: set MONGODB_URL or MONGOD_BINARY')
try {
  if (values.against === undefined) await measureParts()
  else await measureAgainst(values.against)
} finally {
  await mongo?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureParts(): Promise<void> {
  if (mongo === null && ['start', 'command'].some(isMeasured)) process.stdout.write(await startTimes(folder, rounds))
  if (mongo === null && isMeasured('install')) process.stdout.write(installSize(folder))
  if (scenarioNames.some(isMeasured)) await measureProduct()
  if (mongo === null && isMeasured('writes')) process.stdout.write(await measureManyWrites(folder, rounds))
  if (mongo === null && isMeasured('openapi'))
    process.stdout.write(`\n${await compareOperations(folder, { rows, seconds, rounds })}`)
  if (mongo === null && isMeasured('site')) process.stdout.write(`\n${await comparePages(folder, { seconds, rounds })}`)
  if (mongo === null && isMeasured('packages'))
    process.stdout.write(`\n${await measureLimit(folder, { rows, seconds, rounds })}`)
  if (only?.includes('growth') === true)
    process.stdout.write(`\n${await compareSizes(folder, mongo?.url('plinth_growth'), { rows, seconds, rounds })}`)
}

/** The service compared with that of another commit. */
async function measureAgainst(commit: string): Promise<void> {
  const built = buildCommit(commit, folder)
  try {
    if (scenarioNames.some(isMeasured)) await compareProduct(built.main)
    if (mongo === null && isMeasured('site'))
      process.stdout.write(`\n${await comparePages(folder, { seconds, rounds, against: built.main })}`)
  } finally {
    built.remove()
  }
}

/** The same rows and requests on stores of their own; then an import of a tenth of the rows. @param main the compiled service of the other commit */
async function compareProduct(main: string): Promise<void> {
  const services: Service[] = []
  const start = async (name: string, file?: string): Promise<Service> => {
    const sqlite = { SQLITE_PATH: join(folder, `${name}.db`), MONGODB_URL: '' }
    const service = await startService(folder, mongo ? { MONGODB_URL: mongo.url(`plinth_${name}`) } : sqlite, {}, file)
    services.push(service)
    return service
  }
  try {
    const ours = await start('here')
    const theirs = await start('there', main)
    const scenarios = await prepareProduct(ours.administrator, rows)
    const references = await prepareProduct(theirs.administrator, rows)
    process.stdout.write(table(await measure(ours, scenarios, theirs, references)))
    process.stdout.write(`\n${await compareImports(ours, theirs, Math.ceil(rows / 10), rounds)}`)
  } finally {
    await Promise.all(services.map(service => service.stop()))
  }
}

/** The service compared with the reference server. */
async function measureProduct(): Promise<void> {
  const environment: Record<string, string> = mongo
    ? { MONGODB_URL: mongo.url('plinth_bench') }
    : { SQLITE_PATH: join(folder, 'bench.db'), MONGODB_URL: '' }
  const product = await startService(folder, environment)
  const reference = await startServer(mongo ? './bare-mongodb.js' : './bare.js', environment)
  try {
    const scenarios = await prepareProduct(product.administrator, rows)
    const references = mongo ? await bareScenarios(reference.url, rows) : fixedScenario()
    process.stdout.write(table(await measure(product, scenarios, reference, references)))
  } finally {
    await Promise.all([product.stop(), reference.stop()])
  }
}

interface Measurement {
  name: string
  product: Load[]
  reference: Load[]
}

/** Interleaved: each round measures every scenario together with its reference, so that other load on the machine affects both. */
async function measure(
  product: Service,
  scenarios: Scenarios,
  reference: LoadedServer,
  references: Scenarios,
): Promise<Measurement[]> {
  const names = scenarioNames.filter(isMeasured)
  const measurements = names.map((name): Measurement => ({ name, product: [], reference: [] }))
  for (const name of names) await answersPerSecond(product, scenarios[name], 1)
  for (let round = 0; round < rounds; round++) {
    for (const [at, name] of names.entries()) {
      measurements[at]?.reference.push(await measureLoad(reference, references[name], seconds))
      measurements[at]?.product.push(await measureLoad(product, scenarios[name], seconds))
    }
  }
  return measurements
}

function table(measurements: Measurement[]): string {
  const lines = measurements.map(({ name, product, reference }) => {
    const ratio = median(product.map(({ rate }, at) => rate / (reference[at]?.rate ?? Number.NaN)))
    const of = (loads: Load[], member: keyof Load): number => Math.round(median(loads.map(load => load[member])))
    const figures = (loads: Load[]): string => `${of(loads, 'rate')} | ${of(loads, 'processorUs')}`
    return `| ${name} | ${figures(product)} | ${figures(reference)} | ${ratio.toFixed(3)} |`
  })
  const heading = '| scenario | answers/s | µs/answer | reference/s | µs/answer | ratio |'
  return [heading, '|---|---|---|---|---|---|', ...lines, ''].join('\n')
}
