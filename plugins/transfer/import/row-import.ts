import type { Caller } from '../../../kernel/index.ts'
import type { Rows } from '../../../lib/tabular/index.ts'
import type { ImportReport } from '../report.ts'
import { prepare, refuse, type Batch } from './batches.ts'
import type { FileImport, Reading } from './file-import.ts'
import { findReferences } from './references.ts'
import { TextSet } from './text-table.ts'
import { writeBatch } from './write-rows.ts'

/** Reads the files of an import from the beginning, one after the other. */
export type RowSource = (reading: Reading) => AsyncIterable<{ file: FileImport; rows: Rows }>

/** What the first reading of an import has found. */
interface AcceptedRows {
  /** The number of rows of all files. */
  total: number
  /** Ids of the rows that other rows can refer to, and that are valid by themselves. */
  ids: TextSet
  /** Ids of those rows among them whose names others can use, and whose ids do not follow from their names. */
  names: Map<string, string[]>
}

/** More rows with one name need not be known: it cannot be used. */
const maxNamesakes = 4

const readingFor = (purpose: Reading['purpose'], { ids, names }: AcceptedRows): Reading => ({
  purpose,
  accepts: ids.has,
  named: name => names.get(name) ?? [],
})

/**
 * The first of two readings: count the rows, and check each row that others can refer to as if it was written, without its references.
 * @param referred slugs of the types whose rows other rows of the import can refer to
 * @throws `TabularError` when something cannot be read; nothing is written yet
 */
export async function acceptRows(source: RowSource, referred: ReadonlySet<string>): Promise<AcceptedRows> {
  const accepted: AcceptedRows = { total: 0, ids: new TextSet(), names: new Map() }
  for await (const { file, rows } of source(readingFor('accept', accepted))) {
    let last = 0
    const counted = async function* (): Rows {
      for await (const portion of rows) {
        last = portion.at(-1)?.number ?? last
        yield portion
      }
    }
    if (referred.has(file.typeSlug))
      for await (const batch of file.batches(counted())) await accept(file, batch, accepted)
    else for await (const _portion of counted()); // rows of such a type need no check before they are written
    accepted.total += last
  }
  return accepted
}

async function accept(file: FileImport, batch: Batch, { ids, names }: AcceptedRows): Promise<void> {
  const inspected = await file.inspection.inspect(await prepare(batch, file.resolve), () => true)
  const { created, updated, there } = await writeBatch(file, inspected, { dryRun: true, expects: () => true })
  for (const { id, identity, changes, data } of [...created, ...updated, ...there]) {
    ids.add(id)
    const name = identity === 'name' && changes === undefined ? undefined : file.nameOf(data)
    if (name === undefined) continue
    const known = names.get(name) ?? []
    if (known.length < maxNamesakes) names.set(name, [...known, id])
  }
}

/** What an import needs besides its rows. */
export interface Importing {
  /** Checks again that the caller is allowed to write, and returns the caller. */
  admit: () => Promise<Caller>
  report: ImportReport
  /** When the import began, ms since 1970. */
  startedAt: number
  /** Called with the number of rows that are done. */
  onRows: (done: number, total: number) => void
}

/** How rows are written in the second reading. */
interface SecondReading extends Pick<Importing, 'startedAt' | 'onRows'> {
  accepted: AcceptedRows
  /** Write nothing; find all problems of every row. */
  dryRun: boolean
}

/**
 * The second reading: write the rows in their order, in which they count as created a millisecond apart, the last one when the import began. A reference
 * to a stored resource or to an accepted row is found. A row stays when what it refers to is refused now; it is reported.
 * @throws the error that ends the import; rows that were written before it stay, and are recognised when the import is repeated
 */
export async function writeRows(source: RowSource, reading: SecondReading): Promise<void> {
  const { accepted, dryRun, startedAt, onRows } = reading
  const expects = accepted.ids.has
  const refused = new TextSet()
  let before = 0
  let underWay = Promise.resolve()
  for await (const { file, rows } of source(readingFor('write', accepted))) {
    let last = 0
    for await (const batch of file.batches(rows)) {
      last = Math.max(last, batch.ready.at(-1)?.number ?? 0, batch.refused.at(-1)?.number ?? 0)
      const done = before + last
      const prepared = await prepare(timed(batch, startedAt - accepted.total + before), [
        ...file.resolve,
        file.skipUnchanged,
      ])
      const checked = dryRun ? await file.inspection.inspect(prepared, expects) : await file.check(prepared)
      await underWay
      underWay = (async () => {
        const outcome = await writeBatch(file, checked, { dryRun, expects })
        for (const { id } of outcome.refused) if (id !== undefined && accepted.ids.has(id)) refused.add(id)
        await file.tally.settled(outcome)
        onRows(done, accepted.total)
      })()
      underWay.catch(() => undefined) // thrown where it is awaited
    }
    before += last
  }
  await underWay
  if (refused.size > 0) await reportReferrers(source, accepted, refused)
}

const timed = (batch: Batch, beforeFirst: number): Batch => ({
  ...batch,
  ready: batch.ready.map(row => ({ ...row, createdAt: new Date(beforeFirst + row.number).toISOString() })),
})

/** Report the rows that refer to rows which were accepted and then refused. Rarely needed, therefore nothing is noted for it while rows are written. */
async function reportReferrers(source: RowSource, accepted: AcceptedRows, refused: TextSet): Promise<void> {
  for await (const { file, rows } of source(readingFor('report', accepted)))
    for await (const batch of file.batches(rows)) {
      const { ready } = await prepare(batch, file.resolve)
      const found = ready
        .filter(({ id }) => !refused.has(id))
        .flatMap(row => findReferences(file.compiled, row.data).map(({ name, id }) => ({ row, name, id })))
        .filter(({ id }) => refused.has(id))
      const there = new Set((await file.target.get(found.map(({ id }) => id))).map(({ id }) => id))
      const missing = found.filter(({ id }) => !there.has(id))
      for (const row of new Set(missing.map(one => one.row))) {
        const own = missing.filter(one => one.row === row)
        const problems = own.map(({ name, id }) => ({ field: name, message: `refers to ${id}, which is refused` }))
        file.tally.report(refuse(row, problems))
      }
    }
}
