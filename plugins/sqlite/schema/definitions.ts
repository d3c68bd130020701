import type { CollectionDefinition, DefineOptions } from '../../../lib/store-kit/document-store.ts'
import { UniqueViolation } from '../../../lib/errors/index.ts'
import type { Connection } from '../file/connection.ts'
import { violatedColumn } from '../file/failures.ts'
import type { Executor } from '../threads/executor.ts'
import type { Writer } from '../write/writer.ts'
import type { Catalogue } from './catalogue.ts'
import type { LayoutChange, TableChange } from './changes.ts'
import { manyColumns } from './layout.ts'
import type { Collection, Layout } from './layout.ts'
import { quoteName } from './names.ts'
import {
  completedLayout,
  emptyLayout,
  growingLayout,
  isInForce,
  isSameLayout,
  planLayout,
  unfilledColumns,
} from './plan-layout.ts'
import type { Planning } from './plan-layout.ts'
import { indexesOf } from './statements.ts'

/** The parts that changes of definitions use. */
interface DefinitionParts {
  /** Reads. */
  connection: Connection
  catalogue: Catalogue
  writer: Writer
  /** The thread that writes. */
  executor: Executor
}

/** The tables of a collection with up to this many documents are recreated at once; a larger one is changed step by step while it is in use. */
const maxRemadeRows = 500
/** The same for the bytes of its documents: writes wait for about a tenth of a second. */
const maxRemadeBytes = 8_000_000

/** How the layout of a large table is planned that is changed while it is in use. */
const growth: Planning = { fresh: false, keep: true }

type Phase = 'prepare' | 'finish' | undefined

/**
 * Changes collections to match their definitions, one change of a collection after the other. A large one gets empty columns and side tables first, and writers fill
 * them from then on; then existing rows are filled and indexes are built in portions, and writes continue in between. Only complete parts are recorded
 * as ready. What an interruption leaves is removed when the file is opened.
 */
export class Definitions {
  readonly #parts: DefinitionParts
  /** The last change of each collection that is in progress. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(parts: DefinitionParts) {
    this.#parts = parts
  }

  /** As the contract defines it. When interrupted at any point, the collection is either in its old or in its new state. */
  define(definition: CollectionDefinition, phase: Phase, options: DefineOptions = {}): Promise<void> {
    return this.#inTurn(definition.name, () => this.#define(structuredClone(definition), phase, options))
  }

  /** @throws when the collection has documents */
  drop(name: string): Promise<void> {
    return this.#inTurn(name, () => this.#parts.writer.exclusive(() => this.#drop(name)))
  }

  /** Resolves when no change is in progress. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values())
  }

  #inTurn(name: string, work: () => Promise<void>): Promise<void> {
    const result = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const last = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(name) === last) this.#last.delete(name)
      })
    this.#last.set(name, last)
    return result
  }

  async #define(definition: CollectionDefinition, phase: Phase, options: DefineOptions): Promise<void> {
    const { catalogue, writer } = this.#parts
    const known = catalogue.find(definition.name)
    if (known === undefined) return writer.exclusive(() => this.#create(definition))
    if (isInForce(known, definition)) return undefined
    if (this.#isSmall(known.layout)) return writer.exclusive(() => this.#remake(definition, phase))
    const target = planLayout(known.layout, [known.definition, definition], growth)
    const isLarger = phase !== 'finish' || !isSameLayout(known.layout, target)
    const grown = isLarger ? await this.#grow(definition, options) : undefined
    return writer.exclusive(() => this.#settle(definition, phase, grown))
  }

  #isSmall({ table }: Layout): boolean {
    const rows = `SELECT octet_length(data) AS bytes FROM ${quoteName(table)} LIMIT ${maxRemadeRows + 1}`
    const isSmall = `count(*) <= ${maxRemadeRows} AND total(bytes) <= ${maxRemadeBytes}`
    return this.#parts.connection.number(`SELECT ${isSmall} FROM (${rows})`) === 1
  }

  #create(definition: CollectionDefinition): Promise<void> {
    const number = 1 + Math.max(0, ...this.#parts.catalogue.all().map(({ layout }) => layout.number))
    const layout = planLayout(emptyLayout(definition.name, number), [definition], { fresh: true, keep: false })
    return this.#put({ kind: 'create', collection: { definition, layout } })
  }

  #remake(definition: CollectionDefinition, phase: Phase): Promise<void> {
    const known = this.#parts.catalogue.get(definition.name)
    const keep = phase === 'prepare'
    const definitions = keep ? [known.definition, definition] : [definition]
    const layout = planLayout(known.layout, definitions, { fresh: true, keep })
    const collection: Collection = { definition: keep ? known.definition : definition, layout }
    return isSameLayout(known.layout, layout)
      ? this.#put({ kind: 'settle', collection: { ...collection, layout: known.layout } })
      : this.#put({ kind: 'remake', before: known.layout, collection })
  }

  /** Add the parts that a definition needs. @returns the layout with all of them */
  async #grow(definition: CollectionDefinition, options: DefineOptions): Promise<Layout> {
    const { catalogue, writer } = this.#parts
    const { name } = definition
    const { definition: inForce, layout: before } = catalogue.get(name)
    const target = planLayout(before, [inForce, definition], growth)
    const growing = growingLayout(before, target)
    const columns = unfilledColumns(before, target).map(({ number }) => number)
    const existing = new Set(indexesOf(before).map(index => index.name))
    const indexes = indexesOf(target).filter(index => !existing.has(index.name))
    try {
      await writer.exclusive(() =>
        this.#put({ kind: 'grow', before, collection: { definition: inForce, layout: growing } }),
      )
      const isFilled =
        columns.length === 0 &&
        manyColumns(growing).every(({ values }) => values === 'ready') &&
        growing.words.every(({ ready }) => ready)
      const filling = (after: number) => ({ kind: 'fill', name, columns, after }) as const
      if (!isFilled) await this.#inPortions(name, filling, options, 0, 1 + indexes.length)
      for (const [place, index] of indexes.entries()) {
        const step = (after: number) => ({ kind: 'index', name, index, after }) as const
        await this.#inPortions(name, step, options, 1 + place, 1 + indexes.length)
      }
      return target
    } catch (error) {
      await writer.exclusive(() => this.#settle(inForce, undefined, undefined))
      const violated = violatedColumn(error, target)
      throw violated === undefined ? error : new UniqueViolation(violated.path.join('.'))
    }
  }

  /**
   * Repeat a step, each time for the next rows, until there are no more.
   * @param pass which one of all passes over the rows it is, from 0
   */
  async #inPortions(
    name: string,
    step: (after: number) => TableChange & { kind: 'fill' | 'index' },
    { signal, onProgress }: DefineOptions,
    pass: number,
    passes: number,
  ): Promise<void> {
    const { catalogue, connection, executor } = this.#parts
    const rows = connection.number(`SELECT max(rowid) FROM ${quoteName(catalogue.get(name).layout.table)}`)
    for (let after: number | null = 0; after !== null;) {
      signal?.throwIfAborted()
      onProgress?.(pass * rows + Math.min(after, rows), passes * rows)
      after = await executor.run({ kind: 'change', change: step(after) })
    }
  }

  /** Put a definition in force, or after its first phase keep the current one. @param grown the layout that is complete now */
  #settle(definition: CollectionDefinition, phase: Phase, grown: Layout | undefined): Promise<void> {
    const known = this.#parts.catalogue.get(definition.name)
    const layout = grown ?? known.layout
    if (phase === 'prepare') return this.#put({ kind: 'settle', collection: { definition: known.definition, layout } })
    const settled =
      grown === undefined
        ? completedLayout(layout, definition)
        : planLayout(layout, [definition], { fresh: false, keep: false })
    return this.#put({ kind: 'settle', collection: { definition, layout: settled } })
  }

  #drop(name: string): Promise<void> {
    const { catalogue, connection } = this.#parts
    const collection = catalogue.find(name)
    if (collection === undefined) return Promise.resolve()
    if (connection.get(`SELECT 1 FROM ${quoteName(collection.layout.table)} LIMIT 1`) !== undefined) {
      return Promise.reject(new Error(`the collection ${JSON.stringify(name)} has documents`))
    }
    return this.#put({ kind: 'drop', collection })
  }

  /** Run a step that changes a collection, and update the catalogue. */
  async #put(change: LayoutChange): Promise<void> {
    const { catalogue, executor } = this.#parts
    const { kind, collection } = change
    try {
      await executor.run({ kind: 'change', change })
      if (kind === 'drop') catalogue.delete(collection.definition.name)
      else catalogue.set(collection)
    } catch (error) {
      const violated = violatedColumn(error, collection.layout)
      throw violated === undefined ? error : new UniqueViolation(violated.path.join('.'))
    }
  }
}
