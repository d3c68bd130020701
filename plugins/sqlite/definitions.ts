import type { CollectionDefinition } from '../../lib/store-kit/document-store.ts'
import type { Background } from './background.ts'
import type { Catalogue, Collection } from './catalogue.ts'
import type { Connection } from './connection.ts'
import { growOnline, shrinkOnline } from './online.ts'
import type { Layout } from './layout.ts'
import { quoteName } from './names.ts'
import { emptyLayout, layoutFor } from './planning.ts'
import { createTables, dropTables, rebuildTables } from './tables.ts'
import type { Writer } from './writer.ts'

/** What changes of definitions work with. */
export interface Workshop {
  connection: Connection
  catalogue: Catalogue
  writer: Writer
  background: Background
}

/** A collection with at most so many documents is copied into a new table at once; in a larger one each thing is added while it is in use. */
const smallTable = 500

/** Brings collections to their definitions, one change after the other. */
export class Definitions {
  readonly #workshop: Workshop
  #last: Promise<unknown> = Promise.resolve()

  constructor(workshop: Workshop) {
    this.#workshop = workshop
  }

  /** As the contract says. Interrupted anywhere, the collection is as before or as after. */
  define(definition: CollectionDefinition, phase?: 'prepare' | 'finish'): Promise<void> {
    return this.#inTurn(() => this.#define(structuredClone(definition), phase))
  }

  /** @throws when the collection has documents */
  drop(name: string): Promise<void> {
    return this.#inTurn(() => this.#workshop.writer.exclusive(() => this.#drop(name)))
  }

  /** Resolves when no change is under way. */
  async idle(): Promise<void> {
    await this.#last
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #define(definition: CollectionDefinition, phase: 'prepare' | 'finish' | undefined): Promise<void> {
    const { catalogue, writer } = this.#workshop
    const known = catalogue.find(definition.name)
    if (known === undefined) return writer.exclusive(() => this.#create(definition))
    if (isInForce(known, definition)) return
    if (this.#isSmall(known.layout)) return writer.exclusive(() => this.#rebuild(definition, phase))
    if (phase !== 'finish' || needsMore(known, definition)) await growOnline(this.#workshop, definition)
    if (phase !== 'prepare') await shrinkOnline(this.#workshop, definition)
  }

  #isSmall({ table }: Layout): boolean {
    const most = smallTable + 1
    return (
      this.#workshop.connection.number(`SELECT count(*) FROM (SELECT 1 FROM ${quoteName(table)} LIMIT ${most})`) < most
    )
  }

  #create(definition: CollectionDefinition): void {
    const { connection, catalogue } = this.#workshop
    const before = emptyLayout(definition.name, catalogue.nextNumber())
    const layout = layoutFor(before, [definition], { fresh: true, keep: false })
    for (const column of layout.columns) column.examined = true
    const collection = { definition, layout }
    connection.transaction(() => {
      createTables(connection, layout)
      catalogue.save(collection)
    })
    catalogue.remember(collection)
  }

  #rebuild(definition: CollectionDefinition, phase: 'prepare' | 'finish' | undefined): void {
    const { connection, catalogue } = this.#workshop
    const known = catalogue.find(definition.name)
    if (known === undefined) return
    const keep = phase === 'prepare'
    const after: Collection = {
      definition: keep ? known.definition : definition,
      layout: layoutFor(known.layout, keep ? [known.definition, definition] : [definition], { fresh: true, keep }),
    }
    connection.transaction(() => {
      if (!sameTables(known.layout, after.layout)) rebuildTables(connection, known.layout, after.layout)
      catalogue.save(after)
    })
    catalogue.remember(after)
  }

  #drop(name: string): void {
    const { connection, catalogue } = this.#workshop
    const known = catalogue.find(name)
    if (known === undefined) return
    if (connection.get(`SELECT 1 FROM ${quoteName(known.layout.table)} LIMIT 1`) !== undefined) {
      throw new Error(`the collection ${JSON.stringify(name)} has documents`)
    }
    connection.transaction(() => {
      dropTables(connection, known.layout)
      catalogue.delete(known)
    })
    catalogue.forget(name)
  }
}

/** Everything but what was seen in the documents. */
const tablesText = ({ columns, words, standardIndexes }: Layout): string =>
  JSON.stringify([columns.map(column => ({ ...column, shape: null, examined: null })), words, standardIndexes])

const sameTables = (a: Layout, b: Layout): boolean => tablesText(a) === tablesText(b)

/** Whether nothing at all is to be done. */
const isInForce = ({ definition, layout }: Collection, wanted: CollectionDefinition): boolean =>
  JSON.stringify(definition) === JSON.stringify(wanted) &&
  sameTables(layout, layoutFor(layout, [wanted], { fresh: false, keep: false }))

const needsMore = ({ layout }: Collection, wanted: CollectionDefinition): boolean =>
  !sameTables(layout, layoutFor(layout, [wanted], { fresh: false, keep: true }))
