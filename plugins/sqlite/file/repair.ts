import { existsSync, renameSync, rmSync } from 'node:fs'
import type {
  CollectionDefinition,
  DocumentDraft,
  DocumentMeta,
  RepairReport,
  WriteOperation,
} from '../../../lib/store-kit/document-store.ts'
import { ConfigurationError, WriteRefused } from '../../../lib/errors/index.ts'
import { isObject, isRecord } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { currentDefinition, formerReferences } from '../../../lib/store-kit/index.ts'
import type { StoredDefinition } from '../../../lib/store-kit/index.ts'
import { quoteName } from '../schema/names.ts'
import { SqliteStore } from '../store.ts'
import { Connection } from './connection.ts'
import type { Bind } from './connection.ts'
import { isDamage } from './failures.ts'
import { openReadOnly } from './format.ts'
import { own } from './ownership.ts'

/** A collection of the damaged file. */
interface Source {
  number: number
  definition: CollectionDefinition
  table: string
}

const portionSize = 200
/** No table has a row number as large as this. */
const maxRow = 2 ** 52

/**
 * Write everything that can be read of a damaged file into a new one. Rows are looked up by their numbers, so that damaged indexes do not matter,
 * and steps over damaged pages are found by bisection. Indexes, words and the values of lists are made again. The damaged file is not changed.
 * @throws ConfigurationError when the target exists, or not even the schema can be read
 */
export async function repairFile(path: string, target: string): Promise<RepairReport> {
  if (!existsSync(path)) throw new ConfigurationError(`there is no store ${path}`)
  if (existsSync(target)) throw new ConfigurationError(`${target} exists already; delete it, or give another name`)
  const letGo = own(path)
  const unfinished = `${target}.part`
  try {
    removeFile(unfinished)
    const damaged = openReadOnly(path)
    try {
      const report = await copyStore(damaged, unfinished)
      renameSync(unfinished, target)
      return report
    } finally {
      damaged.close()
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new ConfigurationError(
      `the schema of ${path} cannot be read; put back a backup, or try the command ".recover" of the program sqlite3`,
      { cause: error },
    )
  } finally {
    removeFile(unfinished)
    letGo()
  }
}

function removeFile(path: string): void {
  for (const ending of ['', '-wal', '-shm', '.lock', '.address']) rmSync(`${path}${ending}`, { force: true })
}

async function copyStore(damaged: Connection, target: string): Promise<RepairReport> {
  const { sources, notes } = readSources(damaged)
  const collections: RepairReport['collections'] = []
  const store = new SqliteStore(target)
  await store.open()
  try {
    for (const source of sources) {
      await store.define(source.definition)
      collections.push({ name: source.definition.name, ...(await copyDocuments(damaged, store, source)) })
    }
  } finally {
    await store.close()
  }
  const copy = new Connection(target)
  try {
    const versions = copyVersions(damaged, copy, sources)
    for (const [place, found] of versions.entries()) {
      const counts = collections[place]
      if (counts !== undefined) Object.assign(counts, sumOf(counts, found))
    }
    notes.push(...copyRemovedIds(damaged, copy, sources))
    copy.truncateLog()
  } finally {
    copy.close()
  }
  return { collections, notes }
}

type Counts = Pick<RepairReport['collections'][number], 'copied' | 'lost'>

const sumOf = (a: Counts, b: Counts): Counts => ({ copied: a.copied + b.copied, lost: a.lost + b.lost })

/** The collections whose definitions can be read. */
function readSources(damaged: Connection): { sources: Source[]; notes: string[] } {
  const sources: Source[] = []
  const notes: string[] = []
  const tables = new Set(
    damaged.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(([name]) => String(name)),
  )
  const tally = { copied: 0, lost: 0 }
  for (const [number, definition, layout] of readRows(damaged, 'plinth.collections', 'definition, layout', tally)) {
    const found = sourceOf(Number(number), definition, layout)
    if (found === undefined) tally.lost += 1
    else if (found.definition.name !== formerReferences) sources.push(found)
  }
  if (sources.length === 0) throw new ConfigurationError('no definition of a collection can be read; put back a backup')
  const known = new Set(sources.map(({ table }) => table))
  const orphans = [...tables].filter(name => !known.has(name) && !name.includes('.') && !name.startsWith('sqlite_'))
  if (tally.lost > 0) notes.push(`definitions of collections are lost: ${orphans.join(', ') || 'unknown ones'}`)
  return { sources, notes }
}

function sourceOf(number: number, definition: unknown, layout: unknown): Source | undefined {
  const defined: unknown = parseObject(definition)
  const table = parseObject(layout)?.['table']
  if (!isDefinition(defined) || typeof table !== 'string') return undefined
  return { number, definition: currentDefinition(defined), table }
}

const isDefinition = (value: unknown): value is StoredDefinition =>
  isRecord(value) && typeof value['name'] === 'string' && Array.isArray(value['columns']) && 'words' in value

/** The object in a JSON text; undefined for anything else, which is a damaged text. */
function parseObject(text: unknown): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(String(text))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Copy the current states of a collection's documents. */
async function copyDocuments(damaged: Connection, store: SqliteStore, source: Source): Promise<Counts> {
  const read = { copied: 0, lost: 0 }
  const counts = { copied: 0, lost: 0 }
  let portion: WriteOperation[] = []
  const write = async (): Promise<void> => {
    const refused = await writeAll(store, portion)
    counts.copied += portion.length - refused
    counts.lost += refused
    portion = []
  }
  for (const [, id, meta, data] of readRows(damaged, source.table, 'id, meta, data', read)) {
    const document = draftOf(id, meta, data)
    if (document === undefined) counts.lost += 1
    else portion.push({ kind: 'insert', collection: source.definition.name, document })
    if (portion.length >= portionSize) await write()
  }
  await write()
  const total = countRows(damaged, source.table)
  return {
    copied: counts.copied,
    lost: total === undefined ? counts.lost + read.lost : Math.max(0, total - counts.copied),
  }
}

/** Write documents, in case of a conflict one by one. @returns the number of refused ones */
async function writeAll(store: SqliteStore, operations: readonly WriteOperation[]): Promise<number> {
  if (operations.length === 0) return 0
  try {
    await store.write(operations)
    return 0
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    if (operations.length === 1) return 1
  }
  let refused = 0
  for (const operation of operations) refused += await writeAll(store, [operation])
  return refused
}

/** A row as a document; undefined when its texts are damaged. */
function draftOf(id: unknown, metaText: unknown, text: unknown): DocumentDraft | undefined {
  const meta = parseObject(metaText)
  const data = parseObject(text)
  if (typeof id !== 'string' || typeof text !== 'string' || meta === undefined || data === undefined) return undefined
  return isMeta(meta) ? { id, meta, data, text } : undefined
}

const isMeta = (meta: JsonObject): meta is JsonObject & DocumentMeta =>
  typeof meta['sequence_no'] === 'number' &&
  typeof meta['account_id'] === 'string' &&
  typeof meta['status'] === 'string'

/** The number of rows according to the smallest index; undefined when that is damaged. */
function countRows(damaged: Connection, table: string): number | undefined {
  return unlessDamaged(() => damaged.number(`SELECT count(*) FROM ${quoteName(table)}`))
}

/** Copy earlier states. @returns how many, in the order of the collections */
function copyVersions(damaged: Connection, copy: Connection, sources: readonly Source[]): Counts[] {
  const numbers = newNumbers(copy, sources)
  const counts = sources.map(() => ({ copied: 0, lost: 0 }))
  const read = { copied: 0, lost: 0 }
  const sql = 'INSERT OR IGNORE INTO "plinth.versions" (collection, id, sequence_no, meta, data) VALUES (?, ?, ?, ?, ?)'
  const columns = 'collection, id, sequence_no, meta, data'
  copy.transaction(() => {
    for (const [, number, id, sequence, meta, data] of readRows(damaged, 'plinth.versions', columns, read)) {
      const place = sources.findIndex(source => source.number === number)
      const found = counts[place]
      const target = numbers[place]
      if (found === undefined || target === undefined) continue
      if (draftOf(id, meta, data) === undefined) {
        found.lost += 1
        continue
      }
      copy.run(sql, target, String(id), Number(sequence), String(meta), String(data))
      found.copied += 1
    }
  })
  for (const [place, found] of counts.entries()) {
    const number = sources[place]?.number ?? 0
    const total = unlessDamaged(() =>
      damaged.number('SELECT count(*) FROM "plinth.versions" WHERE collection = ?', number),
    )
    if (total !== undefined) found.lost = Math.max(found.lost, total - found.copied)
  }
  return counts
}

/** The numbers that the copied collections have in the new file. */
function newNumbers(copy: Connection, sources: readonly Source[]): number[] {
  const sql = 'SELECT number FROM "plinth.collections" WHERE name = ?'
  return sources.map(({ definition }) => copy.number(sql, definition.name))
}

/** Copy the ids of removed documents, which must not be used again, from both ends of the index to where it is damaged. */
function copyRemovedIds(damaged: Connection, copy: Connection, sources: readonly Source[]): string[] {
  const numbers = newNumbers(copy, sources)
  const notes: string[] = []
  copy.transaction(() => {
    for (const [place, { number, definition }] of sources.entries()) {
      const target = numbers[place] ?? 0
      for (const order of ['ASC', 'DESC']) {
        const sql = `SELECT id FROM "plinth.removed" WHERE collection = ? ORDER BY id ${order}`
        const isWhole = unlessDamaged(() => {
          for (const [id] of damaged.each(sql, number))
            copy.run('INSERT OR IGNORE INTO "plinth.removed" (collection, id) VALUES (?, ?)', target, String(id))
          return true
        })
        if (isWhole === true) break
        if (order === 'DESC')
          notes.push(`${definition.name}: ids of removed documents are lost, and could be used again`)
      }
    }
  })
  return notes
}

/**
 * The rows of a table that can be read, each with its number first.
 * @param tally `lost` is increased by the row numbers that are stepped over
 */
function* readRows(damaged: Connection, table: string, columns: string, tally: Counts): Generator<unknown[]> {
  const sql = `SELECT rowid, ${columns} FROM ${quoteName(table)} NOT INDEXED WHERE rowid >= ? ORDER BY rowid`
  for (let from = 0; from < maxRow;) {
    try {
      for (const row of damaged.each(sql, from)) {
        yield row
        from = Number(row[0]) + 1
      }
      return
    } catch (error) {
      if (!isDamage(error)) throw error
    }
    const next = nextReadable(damaged, `${sql} LIMIT 1`, from)
    if (next === undefined) {
      tally.lost += 1 // at least
      return
    }
    tally.lost += next - from
    from = next
  }
}

/** The smallest row number after a damaged place from which on a table can be read; undefined when the damage reaches its end. */
function nextReadable(damaged: Connection, sql: string, from: number): number | undefined {
  const rowAt = (start: Bind): number | undefined => unlessDamaged(() => Number(damaged.get(sql, start)?.[0] ?? maxRow))
  let step = 1
  let found: number | undefined
  while (found === undefined && step < maxRow) {
    step *= 2
    found = rowAt(from + step)
  }
  if (found === undefined) return undefined
  let low = from + step / 2 // cannot be read, unless it is `from`
  let high = from + step
  if (step === 2 && rowAt(from + 1) !== undefined) return from + 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (rowAt(middle) === undefined) low = middle
    else high = middle
  }
  return high
}

function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  }
}
