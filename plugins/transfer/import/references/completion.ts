import { isObject, type Json, type JsonObject } from '../../../../lib/json/index.ts'
import type { Refusal, ReadyRow } from '../batches.ts'
import { noResult, type RowOperation } from '../targets/import-target.ts'
import type { BatchOutcome, FileImport } from '../file-import.ts'
import { TemporaryRows } from '../temporary-rows.ts'

/** A row of which something is left to do. */
interface UnfinishedRow {
  /** Index of its file. */
  file: number
  number: number
  line: number
  id: string
  /** Whether it was created or changed just now, and not by an earlier import. */
  isFresh: boolean
  /** Names of the properties to set. */
  names: string[]
  op: 'patch' | 'update'
  data: JsonObject
  row: Json
}

const atOnce = 200

/** What is left to do when all rows are there: references to what came later, and what is to be archived. */
export class Completion {
  readonly #files: readonly FileImport[]
  readonly #references = new TemporaryRows<UnfinishedRow>()
  readonly #archived = new TemporaryRows<UnfinishedRow>()

  constructor(files: readonly FileImport[]) {
    this.#files = files
  }

  /** Note what is left to do of rows that were written. Of those that were there, only what an interrupted import left undone. */
  async add(file: FileImport, { created, updated, there }: BatchOutcome): Promise<void> {
    const index = this.#files.indexOf(file)
    const fresh = [...created, ...updated].map(row => unfinishedRow(row, index, true))
    const untouched = there.filter(
      ({ row: { later = {} }, found }) =>
        found.sequence_no === 1 && !Object.keys(later).some(name => Object.hasOwn(found.data, name)),
    )
    const left = [...fresh, ...untouched.map(({ row }) => unfinishedRow(row, index, false))]
    await this.#references.add(left.filter(({ names }) => names.length > 0))
    if (!file.isArchived) return
    const active = there.filter(
      ({ row, found }) => found.status === 'active' && found.sequence_no <= (row.later === undefined ? 1 : 2),
    )
    await this.#archived.add([...fresh, ...active.map(({ row }) => unfinishedRow(row, index, false))])
  }

  /** Set the references that were left out. A row for which that is refused stays without them, and is reported. */
  setReferences(): Promise<void> {
    return this.#writeAll(
      this.#references,
      ({ op, id, data }) => ({ op, id, data }),
      ({ names }) => `is there without ${names.join(', ')}`,
    )
  }

  /** Archive what is to be archived. In a copy nothing is kept from it by those who refer to it. */
  archive(): Promise<void> {
    return this.#writeAll(
      this.#archived,
      ({ id }) => ({ op: 'delete', id }),
      () => 'is there, but not archived',
    )
  }

  async remove(): Promise<void> {
    await this.#references.remove()
    await this.#archived.remove()
  }

  async #writeAll(
    rows: TemporaryRows<UnfinishedRow>,
    operationOf: (row: UnfinishedRow) => RowOperation,
    stateOf: (row: UnfinishedRow) => string,
  ): Promise<void> {
    for await (const portion of rows.portions(atOnce)) {
      for (const [index, file] of this.#files.entries()) {
        const own = portion.filter(row => row.file === index)
        if (own.length === 0) continue
        const results = await file.target.write(file.typeSlug, own.map(operationOf))
        for (const [at, unfinished] of own.entries()) {
          const { status, problems } = results[at] ?? noResult
          if (status < 400) continue
          const { number, line, row, isFresh } = unfinished
          const refusal: Refusal = {
            number,
            line,
            problems: [{ field: '', message: stateOf(unfinished) }, ...problems],
            row,
          }
          await file.listener.incomplete(refusal, isFresh)
        }
      }
    }
  }
}

const unfinishedRow = (row: ReadyRow, file: number, isFresh: boolean): UnfinishedRow => ({
  file,
  number: row.number,
  line: row.line,
  id: row.id,
  isFresh,
  ...settingOf(row),
  row: row.row,
})

/** How the properties of a row that were left out are set. In a patch a null inside an object would say that there is nothing. */
function settingOf({ data, later = {}, changes }: ReadyRow): Pick<UnfinishedRow, 'names' | 'op' | 'data'> {
  const names = Object.keys(later)
  if (changes !== undefined || !Object.values(later).some(holdsNull)) return { names, op: 'patch', data: later }
  return { names, op: 'update', data: { ...data, ...later } }
}

const holdsNull = (value: Json): boolean => value === null || (isObject(value) && Object.values(value).some(holdsNull))
