import type { StoreReport } from '../../../lib/store-kit/document-store.ts'
import { indexesOf, sideTables } from '../schema/statements.ts'
import { logBytes } from './log.ts'
import type { Session } from './session.ts'

/** A write-ahead log larger than this, in bytes, is not being checkpointed. */
const maxLogBytes = 1_000_000_000

/** The state of the store. Checks the whole file, in a thread. */
export async function reportOf(location: string, session: Session): Promise<StoreReport> {
  const ended = session.pressure.readWhole()
  const examined = await session.reading.run({ kind: 'examine' }).finally(ended)
  const lines = examined.filter(line => line !== 'ok')
  const damage = lines.map(line => ({
    message: `the file is damaged: ${line}`,
    remedy: 'stop the service and put back a copy of the file from a backup',
  }))
  const version = String(session.connection.get('SELECT sqlite_version()')?.[0])
  return {
    kind: 'sqlite',
    location,
    version: `SQLite ${version}`,
    problems: [...damage, ...missingParts(session), ...logProblems(location)],
  }
}

function missingParts({ connection, catalogue }: Session): StoreReport['problems'] {
  const present = new Set(connection.all('SELECT name FROM sqlite_master').map(([name]) => String(name)))
  return catalogue.all().flatMap(({ definition, layout }) =>
    [layout.table, ...indexesOf(layout).map(index => index.name), ...sideTables(layout)]
      .filter(name => !present.has(name))
      .map(name => ({
        message: `${definition.name}: ${JSON.stringify(name)} is missing in the file`,
        remedy: 'stop the service and put back a copy of the file from a backup',
      })),
  )
}

function logProblems(location: string): StoreReport['problems'] {
  const bytes = logBytes(location)
  if (bytes < maxLogBytes) return []
  return [
    {
      message: `the write-ahead log ${location}-wal has ${Math.round(bytes / 1e6)} MB`,
      remedy: 'see whether another program keeps the file open, and restart the service',
    },
  ]
}
