import { inTurns } from '../../../lib/event-loop/index.ts'
import { holdsNull, type Json, type JsonObject } from '../../../lib/json/index.ts'
import type { FoundReference } from '../../../lib/json-schema/index.ts'
import { prepare, refuse, type Batch, type ReadyRow, type Refusal } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { failuresIn } from './inspect.ts'
import { findReferences, propertyOf } from './references.ts'
import type { RowIndex } from './row-index.ts'
import { noResult, wholeRow, type RowOperation } from './target.ts'
import { readWaiting, sortByNeeds, toWaiting, type WaitingRow } from './waiting-rows.ts'
import { noOutcome, writeBatch, type Outcome } from './write-rows.ts'

/** Rows of a file that arrive together. */
export interface FileBatch {
  file: FileImport
  batch: Batch
}

/** A resource that is written but not complete. */
interface Unfinished {
  file: FileImport
  number: number
  line: number
  operation: RowOperation
  /** Whether this import created or changed the resource, and not an earlier one. */
  isFresh: boolean
  /** What is missing until the operation has succeeded. */
  state: string
  /** Ids of the rows that it refers to. */
  targets: readonly string[]
  bytes: number
}

/** How many batches are written concurrently if no row refers to another row. */
const maxAtOnce = 2
/** How many operations complete resources at once. */
const finishedAtOnce = 200
const maxRows = 1000
const maxBatchBytes = 4 * 1024 * 1024
/** How many bytes an import keeps of rows and references that have to wait for later rows, and of refused rows among them. */
const maxWaitingBytes = 64 * 1024 * 1024

/**
 * Imports rows as they arrive, in two passes. The first writes every row whose references exist; a row that refers to a later one waits. When
 * all rows have arrived, those that wait are written in the order of their references, so that no row is loaded whose references would be missing.
 * Where rows refer to each other in a circle, the references that can be left out are, and the second pass sets them.
 */
export class RowImport {
  readonly #index: RowIndex
  readonly #own: ReadonlySet<string>
  readonly #dryRun: boolean
  readonly #onSettled: ((row: number) => Promise<void>) | undefined
  readonly #underWay: { file: FileImport; outcome: Promise<Outcome>; lastRow: number }[] = []
  readonly #positions = new Map<FileImport, number>()
  /** Whether a batch was not written, so that later ones do not settle the rows before them. */
  #hasFailed = false
  #waiting = new Map<string, WaitingRow>()
  #refusals: { file: FileImport; refusal: Refusal }[] = []
  #unfinished: Unfinished[] = []
  #archived: Unfinished[] = []
  #bytes = 0

  /**
   * @param index the rows that were read
   * @param own slugs of the types whose rows other rows of the import can refer to
   * @param dryRun write nothing, find all problems of every row
   * @param onSettled called with the number of a row when it and all before it have been written or refused; for one file without rows that wait
   */
  constructor(index: RowIndex, own: ReadonlySet<string>, dryRun: boolean, onSettled?: (row: number) => Promise<void>) {
    this.#onSettled = onSettled
    this.#index = index
    this.#own = own
    this.#dryRun = dryRun
  }

  /** @throws the error that ends the import; rows that were loaded before it stay */
  async run(batches: AsyncIterable<FileBatch>): Promise<void> {
    try {
      for await (const { file, batch } of batches) {
        if (!this.#positions.has(file)) this.#positions.set(file, this.#positions.size)
        if (file.isLinked) await this.#drain(0)
        const lastRow = Math.max(batch.ready.at(-1)?.number ?? 0, batch.refused.at(-1)?.number ?? 0)
        const arrived = await this.#keepWaiting(file, await prepare(batch, [...file.keys, ...file.names]))
        const outcome = this.#write(file, await this.#check(file, arrived))
        // Awaited later, in the order of the file; until then a failure must not count as unhandled.
        outcome.catch(() => undefined)
        this.#underWay.push({ file, outcome, lastRow })
        await this.#drain(file.isLinked ? 0 : maxAtOnce - 1)
        if (this.#bytes > maxWaitingBytes) await this.#settle(false)
      }
      await this.#drain(0)
      await this.#settle(true)
      await this.#finish(this.#unfinished)
      await this.#finish(this.#archived)
    } finally {
      await this.#drain(0)
      await this.#reportRefusals()
    }
  }

  async #drain(left: number): Promise<void> {
    while (this.#underWay.length > left) {
      const next = this.#underWay.shift()
      if (next === undefined) continue
      const outcome = await next.outcome.catch((error: unknown) => {
        this.#hasFailed = true
        throw error
      })
      await this.#record(next.file, outcome)
      if (!this.#hasFailed) await this.#onSettled?.(next.lastRow)
    }
  }

  /** Refuse rows before they are written; in a dry run for all their problems. */
  async #check(file: FileImport, batch: Batch): Promise<Batch> {
    if (!this.#dryRun) return file.check(batch)
    return file.inspection.inspect(batch, id => this.#isOfImport(id))
  }

  #isOfImport = (id: string): boolean => this.#own.has(slugOf(id)) && this.#index.has(id)

  #write(file: FileImport, batch: Batch): Promise<Outcome> {
    return writeBatch(file, batch, this.#dryRun ? this.#index : undefined)
  }

  /** Keep the rows of a batch that refer to rows which do not exist yet. @returns the others */
  async #keepWaiting(file: FileImport, batch: Batch): Promise<Batch> {
    if (!file.isLinked) return batch
    await this.#lookUp(file, batch.ready)
    const positions = new Map(batch.ready.map(({ id }, at) => [id, at]))
    const before = new Set<string>()
    const ready: ReadyRow[] = []
    for (const [at, one] of batch.ready.entries()) {
      const references = this.#ownReferences(file, one)
      const isLater = ({ id }: FoundReference): boolean => !this.#index.has(id) || (positions.get(id) ?? -1) > at
      const forward = [...new Set(references.filter(isLater).map(propertyOf))]
      const row = forward.length === 0 ? one : { ...one, forward }
      if (this.#isUnnamed(file, row) || references.some(({ id }) => !this.#exists(id, before))) this.#keep(file, row)
      else {
        before.add(row.id)
        ready.push(row)
      }
    }
    return { ...batch, ready }
  }

  #keep(file: FileImport, row: ReadyRow): void {
    const needs = this.#ownReferences(file, row).map(({ id }) => id)
    const waiting = toWaiting(file, row, this.#isUnnamed(file, row) ? ['', ...needs] : needs)
    this.#waiting.set(row.id, waiting)
    this.#bytes += waiting.text.length
    const name = file.nameOf(row.data)
    if (name !== undefined) this.#index.name(row.id, name)
  }

  /** The references of a row to other resources of types of the import. */
  #ownReferences({ compiled }: FileImport, { id, data }: ReadyRow): FoundReference[] {
    return findReferences(compiled, data).filter(reference => {
      const slug = slugOf(reference.id)
      return reference.id !== id && this.#own.has(slug) && reference.type_slugs.includes(slug)
    })
  }

  /** Whether a reference has a name that can be that of a later row. */
  #isUnnamed({ compiled }: FileImport, { data, problems }: ReadyRow): boolean {
    if (problems === undefined) return false
    const references = findReferences(compiled, data)
    return references.some(
      ({ id, type_slugs }) => !id.startsWith('urn:') && type_slugs.some(slug => this.#own.has(slug)),
    )
  }

  #exists = (id: string, before: ReadonlySet<string>): boolean => this.#index.isSettled(id) || before.has(id)

  /** Find out which of the resources exist that rows refer to. */
  async #lookUp(file: FileImport, rows: readonly ReadyRow[]): Promise<void> {
    const ids = rows.flatMap(row => this.#ownReferences(file, row).map(({ id }) => id))
    for (const { id } of await file.target.get(ids.filter(id => !this.#index.isSettled(id)))) this.#index.settle(id)
  }

  /** Count and report the results of rows, and note what their resources still need. */
  async #record(file: FileImport, outcome: Outcome): Promise<void> {
    const { created, updated, there, differing } = outcome
    for (const refusal of outcome.refused) this.#noteRefused(file, refusal)
    if (this.#dryRun && file.isLinked) {
      outcome.created = this.#withoutReferrers(file, created, outcome.refused)
      outcome.updated = this.#withoutReferrers(file, updated, outcome.refused)
    }
    const present = [...outcome.created, ...outcome.updated, ...[...there, ...differing].map(({ row }) => row)]
    if (this.#own.has(file.typeSlug)) for (const { id } of present) this.#index.settle(id)
    if (this.#dryRun)
      for (const { id, data } of present) {
        const name = file.nameOf(data)
        if (name !== undefined) this.#index.name(id, name)
      }
    else this.#noteUnfinished(file, outcome)
    if (this.#waiting.size === 0) {
      await file.tally.settled(outcome)
      return
    }
    await file.tally.settled({ ...outcome, refused: [] })
    for (const refusal of outcome.refused) this.#refuse(file, refusal)
  }

  /** In a dry run the service does not see that rows refer to refused rows. */
  #withoutReferrers(file: FileImport, rows: readonly ReadyRow[], refused: Refusal[]): ReadyRow[] {
    return rows.filter(row => {
      const wrong = this.#ownReferences(file, row).find(({ id }) => this.#index.isRefused(id))
      if (wrong === undefined) return true
      refused.push(this.#referrerRefused(row, wrong))
      this.#index.refuse(row.id)
      return false
    })
  }

  #referrerRefused = (row: ReadyRow, { id, name }: FoundReference): Refusal =>
    refuse(row, [{ field: name, message: `refers to ${this.#index.placeOf(id)}, which is refused` }])

  /** Report a refused row when the rows before it have been reported. */
  #refuse(file: FileImport, refusal: Refusal): void {
    this.#noteRefused(file, refusal)
    this.#refusals.push({ file, refusal })
    this.#bytes += JSON.stringify(refusal.row).length
  }

  #noteRefused({ typeSlug }: FileImport, { id }: Refusal): void {
    if (id !== undefined && this.#own.has(typeSlug)) this.#index.refuse(id)
  }

  async #reportRefusals(): Promise<void> {
    const place = ({ file }: { file: FileImport }): number => this.#positions.get(file) ?? 0
    const refusals = this.#refusals.sort((a, b) => place(a) - place(b) || a.refusal.number - b.refusal.number)
    this.#refusals = []
    for await (const { file, refusal } of inTurns(refusals)) file.tally.refused(refusal)
  }

  /**
   * Write the rows that wait, as far as what they refer to exists.
   * @param isFinal whether all rows have arrived: what cannot be written is refused. Otherwise too much waits, and references are left out of rows where that is enough.
   */
  async #settle(isFinal: boolean): Promise<void> {
    await this.#readAgain(isFinal)
    if (isFinal) this.#refuseReferrers()
    const ordered = sortByNeeds([...this.#waiting.values()], ({ needs }) =>
      needs.filter(id => !this.#index.isSettled(id)),
    )
    await this.#writeWaiting(ordered)
    if (isFinal) this.#refuseReferrers()
    if (isFinal || this.#bytes > maxWaitingBytes / 2) await this.#breakCircles(isFinal)
    this.#bytes = [...this.#waiting.values()].reduce((sum, { text }) => sum + text.length, 0)
    await this.#reportRefusals()
    if (isFinal) return
    const isDue = ({ targets }: Unfinished): boolean => targets.every(id => this.#index.isSettled(id))
    await this.#finish(this.#unfinished.filter(isDue))
    this.#unfinished = this.#unfinished.filter(one => !isDue(one))
    this.#bytes += this.#unfinished.reduce((sum, { bytes }) => sum + bytes, 0)
    if (this.#bytes > maxWaitingBytes / 2) await this.#giveUpWaiting()
  }

  /** Resolve names again, and look up what exists now; when all rows have arrived, refuse those with problems. */
  async #readAgain(isFinal: boolean): Promise<void> {
    for (const { file, rows } of chunksOf([...this.#waiting.values()])) {
      const named = await prepare({ ready: rows.map(readWaiting), refused: [], unchanged: 0 }, file.names)
      await this.#lookUp(file, named.ready)
      const isThere = (id: string): boolean => this.#index.isSettled(id) || this.#isOfImport(id)
      const batch = isFinal ? await file.inspection.inspect(named, isThere) : named
      const unchanged = new Set(rows.map(({ id }) => id))
      for (const { id } of rows) this.#waiting.delete(id)
      for (const row of batch.ready) {
        unchanged.delete(row.id)
        this.#keep(file, row)
      }
      for (const refusal of batch.refused) {
        unchanged.delete(refusal.id ?? '')
        this.#refuse(file, refusal)
      }
      for (const id of unchanged) this.#index.settle(id)
      await file.tally.settled({ ...noOutcome(), unchanged: batch.unchanged })
    }
  }

  /** Refuse the rows that wait for refused rows, and those that wait for them. */
  #refuseReferrers(): void {
    const referrers = new Map<string, WaitingRow[]>()
    for (const one of this.#waiting.values())
      for (const id of one.needs) {
        const known = referrers.get(id)
        if (known === undefined) referrers.set(id, [one])
        else known.push(one)
      }
    const queue = [...referrers.keys()].filter(id => this.#index.isRefused(id))
    for (const id of queue)
      for (const one of referrers.get(id) ?? []) {
        if (!this.#waiting.delete(one.id)) continue
        const row = readWaiting(one)
        const reference = this.#ownReferences(one.file, row).find(found => found.id === id)
        if (reference !== undefined) this.#refuse(one.file, this.#referrerRefused(row, reference))
        queue.push(one.id)
      }
  }

  async #writeWaiting(rows: readonly WaitingRow[]): Promise<void> {
    for (const { file, rows: some } of chunksOf(rows)) {
      const before = new Set<string>()
      const ready = some.map(one => {
        const row = this.#dryRun ? readWaiting(one) : this.#withoutMissing(file, readWaiting(one), before)
        before.add(one.id)
        return row
      })
      const batch = { ready, refused: [], unchanged: 0 }
      const outcome = await this.#write(file, batch)
      await this.#record(file, outcome)
      for (const { id } of some) this.#waiting.delete(id)
    }
  }

  /** A copy of a row in which the properties with references that do not exist yet are set later. */
  #withoutMissing(file: FileImport, row: ReadyRow, before: ReadonlySet<string> = new Set()): ReadyRow {
    const missing = this.#ownReferences(file, row).filter(({ id }) => !this.#exists(id, before))
    const properties = new Set(missing.map(propertyOf))
    if (properties.size === 0) return row
    const entries = Object.entries(row.data)
    return {
      ...row,
      data: Object.fromEntries(entries.filter(([name]) => !properties.has(name))),
      later: Object.fromEntries(entries.filter(([name]) => properties.has(name))),
    }
  }

  /** Write the rows that refer to each other, without the references that can be left out. */
  async #breakCircles(isFinal: boolean): Promise<void> {
    const breakable = new Set<string>()
    for (const one of this.#waiting.values()) {
      const row = readWaiting(one)
      const isValid = failuresIn(one.file.compiled, this.#withoutMissing(one.file, row)).length === 0
      if (isValid && !this.#isUnnamed(one.file, row)) breakable.add(one.id)
    }
    const needsOf = ({ id, needs }: WaitingRow): readonly string[] =>
      breakable.has(id) ? [] : needs.filter(need => !this.#index.isSettled(need))
    if (isFinal) {
      const possible = new Set(sortByNeeds([...this.#waiting.values()], needsOf).map(({ id }) => id))
      for (const one of this.#waiting.values())
        if (!possible.has(one.id))
          this.#refuseWaiting(
            one,
            'has to refer to a row that has to refer to this one, so that neither can come first',
          )
      this.#refuseReferrers()
      await this.#tryWaiting()
    }
    await this.#writeWaiting(sortByNeeds([...this.#waiting.values()], needsOf))
  }

  /** Try the rows that refer to each other, so that none is loaded whose references would be missing. */
  async #tryWaiting(): Promise<void> {
    for (const { file, rows } of chunksOf([...this.#waiting.values()])) {
      const { refused } = await writeBatch(
        file,
        { ready: rows.map(readWaiting), refused: [], unchanged: 0 },
        this.#index,
      )
      for (const refusal of refused) {
        this.#waiting.delete(refusal.id ?? '')
        this.#refuse(file, refusal)
      }
    }
    this.#refuseReferrers()
  }

  #refuseWaiting(one: WaitingRow, message: string): void {
    this.#waiting.delete(one.id)
    this.#refuse(one.file, refuse(readWaiting(one), wholeRow(message)))
  }

  /** More rows wait than an import can keep, or more references. */
  async #giveUpWaiting(): Promise<void> {
    const message = `waits for later rows, as do more rows than an import can keep (${maxWaitingBytes / 1024 / 1024} MiB); repeat the import`
    for (const one of this.#waiting.values()) this.#refuseWaiting(one, message)
    await this.#finish(this.#unfinished)
    this.#unfinished = []
    await this.#reportRefusals()
    this.#bytes = 0
  }

  /** Note the references that were left out, and the resources to be archived. For resources that existed already, what an interrupted import left undone. */
  #noteUnfinished(file: FileImport, { created, updated, there }: Outcome): void {
    for (const row of [...created, ...updated]) {
      if (row.later !== undefined) this.#noteLater(file, row, row.later, true)
      if (file.isArchived) this.#noteArchived(file, row, true)
    }
    for (const { row, found, left, isOwn } of there) {
      const data = { ...row.data, ...row.later }
      const later = Object.fromEntries(left.map((name): [string, Json] => [name, data[name] ?? null]))
      if (left.length > 0) this.#noteLater(file, row, later, isOwn)
      const isUntouched = found.sequence_no <= (row.forward === undefined ? 1 : 2)
      if (file.isArchived && found.status === 'active' && isUntouched) this.#noteArchived(file, row, isOwn)
    }
  }

  #noteLater(file: FileImport, row: ReadyRow, later: JsonObject, isFresh: boolean): void {
    const { number, line, id, changes } = row
    // A patch would remove members that are null.
    const replaces = changes === undefined && isFresh && Object.values(later).some(holdsNull)
    const operation: RowOperation = replaces
      ? { op: 'replace', id, data: { ...row.data, ...later } }
      : { op: 'patch', id, data: later }
    const targets = this.#ownReferences(file, { ...row, data: later }).map(target => target.id)
    const state = `is there without ${Object.keys(later).join(', ')}`
    const bytes = JSON.stringify(operation).length
    this.#bytes += bytes
    this.#unfinished.push({ file, number, line, operation, isFresh, state, targets, bytes })
  }

  /** In a copy, references to a resource do not prevent its archiving. */
  #noteArchived(file: FileImport, { number, line, id }: ReadyRow, isFresh: boolean): void {
    const operation: RowOperation = { op: 'archive', id }
    const state = 'is there, but not archived'
    this.#archived.push({ file, number, line, operation, isFresh, state, targets: [], bytes: 0 })
  }

  /** Complete resources. If the service refuses that, the resource stays as it is, and the row is reported. */
  async #finish(unfinished: readonly Unfinished[]): Promise<void> {
    for (const { file, rows } of chunksOf(unfinished, finishedAtOnce)) {
      const results = await file.target.write(
        file.typeSlug,
        rows.map(({ operation }) => operation),
        false,
      )
      for (const [at, { number, line, operation, isFresh, state }] of rows.entries()) {
        const { error, problems } = results[at] ?? noResult
        if (error === undefined) continue
        const row = { '@id': operation.id, ...operation.data }
        file.tally.incomplete({ number, line, problems: [...wholeRow(state), ...problems], row }, isFresh)
      }
    }
  }
}

/** The slug in an id; empty for another text. */
function slugOf(id: string): string {
  const [scheme, slug = ''] = id.split(':', 2)
  return scheme === 'urn' ? slug : ''
}

/** Consecutive rows of the same file that fit into a batch. */
function* chunksOf<Row extends { file: FileImport; text?: string }>(
  rows: readonly Row[],
  max: number = maxRows,
): Generator<{ file: FileImport; rows: Row[] }> {
  let chunk: Row[] = []
  let bytes = 0
  for (const row of rows) {
    const [first] = chunk
    if (first !== undefined && (first.file !== row.file || chunk.length >= max || bytes > maxBatchBytes)) {
      yield { file: first.file, rows: chunk }
      chunk = []
      bytes = 0
    }
    chunk.push(row)
    bytes += row.text?.length ?? 0
  }
  const [first] = chunk
  if (first !== undefined) yield { file: first.file, rows: chunk }
}
