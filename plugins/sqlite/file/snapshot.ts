import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { SnapshotPart, StoreSnapshot } from '../../../lib/store-kit/document-store.ts'
import { compareText } from '../../../lib/store-kit/index.ts'
import { asDocument } from '../query/run.ts'
import { Catalogue } from '../schema/catalogue.ts'
import { quoteName } from '../schema/names.ts'
import { Connection } from './connection.ts'
import { formatOf, openReadOnly } from './format.ts'
import type { LogPressure } from './log.ts'
import { inMemory, own, realPath } from './ownership.ts'

/** A portion of rows ends after so many rows or characters, so that other requests are answered in between. */
const maxPortionRows = 500
const maxPortionLength = 500_000

const copyPrefix = (path: string): string => `${basename(realPath(path))}.snapshot-`

/** Remove the copies that a process left next to the file when it was killed. */
export function removeCopies(path: string): void {
  const folder = dirname(realPath(path))
  for (const name of readdirSync(folder)) if (name.startsWith(copyPrefix(path))) rmSync(join(folder, name))
}

/** The content of an open store: of a copy next to the file, which is deleted when the snapshot is closed. */
export async function snapshotOf(connection: Connection, path: string, pressure: LogPressure): Promise<StoreSnapshot> {
  const isInMemory = path === inMemory
  const folder = isInMemory ? tmpdir() : dirname(realPath(path))
  const copy = join(folder, copyPrefix(path) + randomUUID())
  closeSync(openSync(copy, 'wx', 0o600))
  const remove = (): void => rmSync(copy, { force: true })
  try {
    const source = isInMemory ? connection : new Connection(path, [], { readOnly: true })
    const ended = pressure.readWhole()
    try {
      await source.copyTo(copy)
    } finally {
      ended()
      if (!isInMemory) source.close()
    }
    return snapshotOn(openReadOnly(copy), path, remove)
  } catch (error) {
    remove()
    throw error
  }
}

/** The content of a file that nobody has opened; nobody can open it until the snapshot is closed. */
export async function snapshotOfFile(path: string): Promise<StoreSnapshot> {
  if (!existsSync(path) || statSync(path).size === 0) throw new ConfigurationError(`there is no store at ${path}`)
  const letGo = own(path)
  try {
    return snapshotOn(openReadOnly(path), path, letGo)
  } catch (error) {
    letGo()
    throw error
  }
}

function snapshotOn(connection: Connection, path: string, closed: () => void): StoreSnapshot {
  const format = formatOf(connection, path)
  if (format === undefined) throw new ConfigurationError(`there is no store at ${path}`)
  return {
    format,
    parts: () => partsOf(connection),
    async close() {
      connection.close()
      closed()
    },
  }
}

async function* partsOf(connection: Connection): AsyncGenerator<SnapshotPart> {
  const collections = new Catalogue(connection)
    .all()
    .toSorted((a, b) => compareText(a.definition.name, b.definition.name))
  for (const { definition, layout } of collections) {
    if (definition.transient === true) continue
    yield { kind: 'collection', definition }
    const documents = connection.each(`SELECT id, meta, data FROM ${quoteName(layout.table)} ORDER BY id`)
    for await (const rows of portionsOf(documents)) yield { kind: 'documents', documents: rows.map(asDocument) }
    const versions = connection.each(
      'SELECT id, meta, data FROM "plinth.versions" WHERE collection = ? ORDER BY id, sequence_no',
      layout.number,
    )
    for await (const rows of portionsOf(versions)) yield { kind: 'versions', documents: rows.map(asDocument) }
    const removed = connection.each('SELECT id FROM "plinth.removed" WHERE collection = ? ORDER BY id', layout.number)
    for await (const rows of portionsOf(removed)) yield { kind: 'removed', ids: rows.map(([id]) => String(id)) }
  }
}

/** Rows in portions. */
async function* portionsOf(rows: Iterable<unknown[]>): AsyncGenerator<unknown[][]> {
  let portion: unknown[][] = []
  let length = 0
  for (const row of rows) {
    portion.push(row)
    length += String(row.at(-1)).length
    if (portion.length < maxPortionRows && length < maxPortionLength) continue
    yield portion
    portion = []
    length = 0
    await turn()
  }
  if (portion.length > 0) yield portion
}
