import { isObject, type Json, type JsonObject } from '../../../../lib/json/index.ts'
import type { ReadyRow } from '../batches.ts'
import { noResult, wholeRow, type RowOperation } from '../targets/import-target.ts'
import type { FileImport } from '../file-import.ts'
import type { Outcome } from '../write-rows.ts'
import { TemporaryRows } from '../temporary-rows.ts'

/** A row that is written but not complete. */
interface UnfinishedRow {
  number: number
  line: number
  id: string
  /** Whether this import created or changed the resource, and not an earlier one. */
  isFresh: boolean
  /** Names of the properties to set. */
  names: string[]
  op: 'patch' | 'update'
  data: JsonObject
  row: Json
}

const atOnce = 200

/** Completes the resources of a file when all rows are written: sets references to later rows, and archives resources. */
export class Completion {
  readonly #file: FileImport
  readonly #references: TemporaryRows<UnfinishedRow>
  readonly #archived: TemporaryRows<UnfinishedRow>

  constructor(file: FileImport) {
    this.#file = file
    this.#references = new TemporaryRows(file.temporaryFolder)
    this.#archived = new TemporaryRows(file.temporaryFolder)
  }

  /** Note what the written rows still need. For resources that existed already, only what an interrupted import left undone. */
  async add({ created, updated, there }: Outcome): Promise<void> {
    const fresh = [...created, ...updated].map(row => unfinishedRow(row, true))
    const untouched = there.filter(
      ({ row: { later = {} }, found }) =>
        found.sequence_no === 1 && !Object.keys(later).some(name => Object.hasOwn(found.data, name)),
    )
    const left = [...fresh, ...untouched.map(({ row }) => unfinishedRow(row, false))]
    await this.#references.add(left.filter(({ names }) => names.length > 0))
    if (!this.#file.isArchived) return
    const active = there.filter(
      ({ row, found }) => found.status === 'active' && found.sequence_no <= (row.later === undefined ? 1 : 2),
    )
    await this.#archived.add([...fresh, ...active.map(({ row }) => unfinishedRow(row, false))])
  }

  /** Set the references that were left out. If the service refuses them, the resource stays without them, and the row is reported. */
  setReferences(): Promise<void> {
    return this.#writeAll(
      this.#references,
      ({ op, id, data }) => ({ op, id, data }),
      ({ names }) => `is there without ${names.join(', ')}`,
    )
  }

  /** Archive resources. In a copy, references to a resource do not prevent its archiving. */
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
    const { target, typeSlug, tally } = this.#file
    for await (const portion of rows.portions(atOnce)) {
      const results = await target.write(typeSlug, portion.map(operationOf))
      for (const [at, unfinished] of portion.entries()) {
        const { status, problems } = results[at] ?? noResult
        if (status < 400) continue
        const { number, line, row, isFresh } = unfinished
        const told = [...wholeRow(stateOf(unfinished)), ...problems]
        await tally.incomplete({ number, line, problems: told, row }, isFresh)
      }
    }
  }
}

const unfinishedRow = (row: ReadyRow, isFresh: boolean): UnfinishedRow => ({
  number: row.number,
  line: row.line,
  id: row.id,
  isFresh,
  ...settingOf(row),
  row: row.row,
})

/** The operation that sets the properties that were left out: an update where a patch would remove members that are null. */
function settingOf({ data, later = {}, changes }: ReadyRow): Pick<UnfinishedRow, 'names' | 'op' | 'data'> {
  const names = Object.keys(later)
  if (changes !== undefined || !Object.values(later).some(holdsNull)) return { names, op: 'patch', data: later }
  return { names, op: 'update', data: { ...data, ...later } }
}

const holdsNull = (value: Json): boolean => value === null || (isObject(value) && Object.values(value).some(holdsNull))
