import type { CollectionDefinition } from '../../lib/store-kit/document-store.ts'
import type { Catalogue, Collection } from './catalogue.ts'
import { columnDefinition, createValues, createWords, indexStatements, valuesName } from './columns.ts'
import type { Workshop } from './definitions.ts'
import type { Layout, PhysicalColumn, Shape } from './layout.ts'
import { widerShape } from './layout.ts'
import { quoteName } from './names.ts'
import { layoutFor } from './planning.ts'
import { fillings, uniqueViolation } from './tables.ts'
import type { Filling } from './tasks.ts'

/*
 * Changes of a large collection while it is in use. First the new columns and side tables are made, empty, and writers keep them from then on;
 * then the background fills them in portions, between which writes go on, and makes the indexes. Only what is complete is written down
 * as ready. `tidy.ts` clears away what an interruption leaves.
 */

/**
 * Add what a definition asks for; nothing goes.
 * @throws `UniqueViolation`; then nothing that was added stays
 */
export async function growOnline(workshop: Workshop, definition: CollectionDefinition): Promise<void> {
  const { definition: inForce } = current(workshop.catalogue, definition.name)
  try {
    await grow(workshop, definition)
  } catch (error) {
    await shrinkOnline(workshop, inForce)
    throw error
  }
}

async function grow(workshop: Workshop, definition: CollectionDefinition): Promise<void> {
  const { writer, catalogue } = workshop
  const before = current(catalogue, definition.name).layout
  const target = await writer.exclusive(() => beginGrowth(workshop, definition))
  const added = target.columns.filter(({ stored, examined, name }) => stored && !examined && name !== null)
  if (added.length > 0) await fill(workshop, { kind: 'columns', table: target.table, columns: added, after: 0 })
  const existing = indexStatements(before)
  const missing = [...indexStatements(target)].filter(([name]) => !existing.has(name))
  const uniqueFirst = missing.toSorted(
    ([, a], [, b]) => Number(b.includes(' UNIQUE ')) - Number(a.includes(' UNIQUE ')),
  )
  for (const [name, statement] of uniqueFirst) await makeIndex(workshop, target, name, statement)
  for (const filling of fillings(target)) {
    if (isNew(before, filling)) await fill(workshop, filling)
  }
  const shapes = await lookAtShapes(workshop, target)
  await writer.exclusive(() => endGrowth(workshop, definition.name, target, shapes))
}

/** Make what writers must keep from now on. */
function beginGrowth({ connection, catalogue }: Workshop, definition: CollectionDefinition): Layout {
  const { definition: inForce, layout: before } = current(catalogue, definition.name)
  const target = layoutFor(before, [inForce, definition], { fresh: false, keep: true })
  const building: Layout = {
    ...target,
    standardIndexes: before.standardIndexes,
    columns: target.columns.map(column => unfinished(column, before)),
    words: target.words.map(index => ({ ...index, ready: before.words.some(({ table }) => table === index.table) })),
  }
  const collection = { definition: inForce, layout: building }
  connection.transaction(() => {
    connection.execute(...additions(before, building))
    catalogue.save(collection)
  })
  catalogue.remember(collection)
  return target
}

/** A column whose new indexes are not there yet. */
function unfinished(column: PhysicalColumn, before: Layout): PhysicalColumn {
  const old = before.columns.find(({ number }) => number === column.number)
  return {
    ...column,
    indexed: old?.indexed === true,
    unique: old?.unique === true,
    values: column.values === 'ready' && old?.values !== 'ready' ? 'building' : column.values,
  }
}

function additions(before: Layout, building: Layout): string[] {
  const table = quoteName(building.table)
  const wasStored = new Map(before.columns.map(({ name, stored }) => [name, stored]))
  return [
    ...building.columns
      .filter(({ name, stored }) => name !== null && wasStored.get(name) !== stored)
      .flatMap(column => [
        ...(wasStored.has(column.name) ? [`ALTER TABLE ${table} DROP COLUMN ${quoteName(column.name ?? '')}`] : []),
        `ALTER TABLE ${table} ADD COLUMN ${columnDefinition(column)}`,
      ]),
    ...building.columns.filter(({ values }) => values === 'building').map(column => createValues(building, column)),
    ...building.words.filter(({ ready }) => !ready).flatMap(({ table }) => createWords(table)),
  ]
}

async function makeIndex({ writer, background }: Workshop, layout: Layout, name: string, sql: string): Promise<void> {
  try {
    await writer.exclusive(() => background.run({ kind: 'execute', statements: [sql] }))
  } catch (error) {
    throw uniqueViolation(error, layout, name)
  }
}

const isNew = (before: Layout, filling: Exclude<Filling, { kind: 'columns' }>): boolean =>
  filling.kind === 'words'
    ? before.words.every(({ table }) => table !== filling.index.table)
    : before.columns.every(({ number, values }) => number !== filling.column.number || values === 'none')

/** One portion at a time; writes go on between them. */
async function fill({ writer, background }: Workshop, filling: Filling): Promise<void> {
  for (let after: unknown = 0; typeof after === 'number';) {
    const task = { ...filling, after }
    after = await writer.exclusive(() => background.run(task))
    await new Promise(resolve => setImmediate(resolve))
  }
}

async function lookAtShapes({ background }: Workshop, { table, columns }: Layout): Promise<Map<number, Shape>> {
  const shapes = new Map<number, Shape>()
  for (const column of columns.filter(({ examined }) => !examined)) {
    shapes.set(column.number, (await background.run({ kind: 'shape', table, column })) as Shape)
  }
  return shapes
}

/** Everything is there. */
function endGrowth(
  { connection, catalogue }: Workshop,
  name: string,
  target: Layout,
  shapes: Map<number, Shape>,
): void {
  const { definition, layout: building } = current(catalogue, name)
  const columns = target.columns.map((column, i) => ({
    ...column,
    shape: widerShape(shapes.get(column.number) ?? 'pure', building.columns[i]?.shape ?? 'varied'),
    examined: true,
  }))
  const collection = { definition, layout: { ...target, removed: building.removed, columns } }
  connection.transaction(() => catalogue.save(collection))
  catalogue.remember(collection)
}

/** Put a definition in force that needs no more than there is, and take away what it does not name. */
export async function shrinkOnline(workshop: Workshop, definition: CollectionDefinition): Promise<void> {
  const { connection, catalogue, writer, background } = workshop
  const { statements, columns } = await writer.exclusive(() => {
    const { layout: before } = current(catalogue, definition.name)
    const layout = layoutFor(before, [definition], { fresh: false, keep: false })
    connection.transaction(() => catalogue.save({ definition, layout }))
    catalogue.remember({ definition, layout })
    return { statements: leftoverTables(before, layout), columns: leftoverColumns(layout) }
  })
  for (const statement of [...statements, ...columns]) {
    await writer.exclusive(() => background.run({ kind: 'execute', statements: [statement] }))
  }
  await writer.exclusive(() => {
    const { layout } = current(catalogue, definition.name)
    const left = { definition, layout: { ...layout, columns: layout.columns.filter(isThere) } }
    connection.transaction(() => catalogue.save(left))
    catalogue.remember(left)
  })
}

/** A stored column that nobody needs stays, hidden, until it is needed again: to take it away would write every row anew. */
const isThere = ({ inUse, stored }: PhysicalColumn): boolean => inUse || stored

/** Statements that take away the columns that are in no use any more. */
export const leftoverColumns = ({ table, columns }: Layout): string[] =>
  columns
    .filter(column => !isThere(column))
    .map(({ name }) => `ALTER TABLE ${quoteName(table)} DROP COLUMN ${quoteName(name ?? '')}`)

function leftoverTables(before: Layout, after: Layout): string[] {
  const indexes = indexStatements(after)
  const kept = new Set(sideTables(after))
  return [
    ...[...indexStatements(before).keys()]
      .filter(name => !indexes.has(name))
      .map(name => `DROP INDEX IF EXISTS ${quoteName(name)}`),
    ...sideTables(before)
      .filter(name => !kept.has(name))
      .map(name => `DROP TABLE ${quoteName(name)}`),
  ]
}

export const sideTables = (layout: Layout): string[] => [
  ...layout.columns.filter(({ values }) => values !== 'none').map(column => valuesName(layout, column)),
  ...layout.words.map(({ table }) => table),
]

function current(catalogue: Catalogue, name: string): Collection {
  const collection = catalogue.find(name)
  if (collection === undefined) throw new Error(`the collection ${JSON.stringify(name)} went away`)
  return collection
}
