import { attempt, insteadOf } from '../../../lib/errors/index.ts'
import type { CollectionStatistics, StoreStatistics } from '../../../lib/store-kit/document-store.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { quoteName } from '../schema/names.ts'
import type { Executor } from '../threads/executor.ts'
import type { Writer } from '../write/writer.ts'
import type { Connection } from './connection.ts'
import { QueryEnded } from './connection.ts'
import { logBytes } from './log.ts'
import { inMemory } from './ownership.ts'

/** A figure that takes long to find: the rows of a table, or the bytes of a table or index. */
export interface Measure {
  what: 'rows' | 'bytes'
  name: string
}

/** A portion of {@link vacuum}. */
export interface VacuumProgress {
  /** The empty pages that are left. */
  left: number
  /** The file has no map of its pages, so all of it was written again. */
  isWhole: boolean
}

/** The parts of an open file that this module uses. */
interface Parts {
  connection: Connection
  catalogue: Catalogue
  writer: Writer
  writing: Executor
  reading: Executor
}

/** The time for one figure, and for all of them. */
const maxMeasureMs = 4_000
const maxStatisticsMs = 20_000
/** 8 MB with pages of 4 KiB: writes wait for one portion at most. */
const portionPages = 2_000

/** @returns undefined when it took too long */
export function measure(connection: Connection, { what, name }: Measure): number | undefined {
  const sql =
    what === 'rows'
      ? `SELECT count(*) FROM ${quoteName(name)}`
      : 'SELECT sum(pgsize) FROM dbstat WHERE name = ? AND plinth_continue(1)'
  const context = { tests: [], endsAt: performance.now() + maxMeasureMs, maxWork: Infinity }
  const read = (): number => connection.number(sql, ...(what === 'rows' ? [] : [name]))
  return attempt(() => connection.query(context, read), insteadOf(QueryEnded, undefined))
}

/**
 * Give empty pages at the end of the file back, after moving the used ones there to empty places.
 * A file from before the setting `auto_vacuum` is written again, once, which makes all other writes wait.
 */
export function vacuum(connection: Connection, maxPages: number): VacuumProgress {
  const isWhole = connection.number('PRAGMA auto_vacuum') !== 2
  connection.execute(
    ...(isWhole
      ? ['PRAGMA temp_store = FILE', 'PRAGMA auto_vacuum = INCREMENTAL', 'VACUUM', 'PRAGMA temp_store = MEMORY']
      : [`PRAGMA incremental_vacuum(${maxPages})`]),
  )
  return { left: connection.number('PRAGMA freelist_count'), isWhole }
}

const pageBytes = (connection: Connection, pragma: 'page_count' | 'freelist_count'): number =>
  connection.number(`PRAGMA ${pragma}`) * connection.number('PRAGMA page_size')

/** @throws errors of the library */
export async function statisticsOf(path: string, parts: Parts): Promise<StoreStatistics> {
  const { connection, catalogue, reading } = parts
  connection.endReading()
  const endsAt = performance.now() + maxStatisticsMs
  const find = async (measured: Measure): Promise<number | null> =>
    performance.now() > endsAt ? null : ((await reading.run({ kind: 'measure', measure: measured })) ?? null)
  const trees = connection
    .all('SELECT name, tbl_name FROM sqlite_master WHERE rootpage > 0')
    .map(([name, table]) => ({ name: String(name), table: String(table) }))
  const statistics = async (name: string, table: string): Promise<CollectionStatistics> => {
    const others = trees.filter(tree => tree.name !== table && `${tree.table}.`.startsWith(`${table}.`))
    let index_bytes: number | null = 0
    for (const tree of others) {
      const bytes = await find({ what: 'bytes', name: tree.name })
      index_bytes = bytes === null || index_bytes === null ? null : index_bytes + bytes
    }
    const rows = await find({ what: 'rows', name: table })
    return { name, rows, bytes: await find({ what: 'bytes', name: table }), index_bytes }
  }
  const collections = [await statistics('_versions', 'plinth.versions')]
  for (const { definition, layout } of catalogue.all())
    collections.push(await statistics(definition.name, layout.table))
  const size = ({ bytes, index_bytes }: CollectionStatistics): number => (bytes ?? 0) + (index_bytes ?? 0)
  return {
    kind: 'sqlite',
    bytes: pageBytes(connection, 'page_count'),
    free_bytes: pageBytes(connection, 'freelist_count'),
    log_bytes: path === inMemory ? null : logBytes(path),
    collections: collections.toSorted((a, b) => size(b) - size(a)),
  }
}

/**
 * Give empty pages back, in portions between which writes go on, and the log of writes. It is truncated first, too: the pages that are moved are written to it.
 * @param options.signal ends it between two portions
 * @returns the number of bytes by which the file is smaller
 */
export async function compactFile(
  { connection, writer, writing }: Parts,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  const fileBytes = (): number => {
    connection.endReading()
    return pageBytes(connection, 'page_count')
  }
  const before = fileBytes()
  const truncate = (): Promise<boolean> => writer.exclusive(() => writing.run({ kind: 'truncate' }))
  await truncate()
  let left = Infinity
  for (;;) {
    signal?.throwIfAborted()
    const progress = await writer.exclusive(() => writing.run({ kind: 'vacuum', maxPages: portionPages }))
    if (progress.isWhole || progress.left === 0 || progress.left >= left) break
    left = progress.left
  }
  await truncate() // the file gets shorter when the log is copied into it
  return Math.max(0, before - fileBytes())
}
