import type { ListQuery, Page, Position, SelectQuery, StoredDocument } from '../../../contracts/document-store.ts'
import type { Collection } from '../catalogue.ts'
import type { Connection } from '../connection.ts'
import { comparePositions, orderFor, positionOf } from './order.ts'
import type { Order } from './order.ts'
import { idOrder, pathFor } from './path.ts'
import { nextSize, Patience } from './patience.ts'
import { documentTest, select } from './selection.ts'
import type { Driver, Selection } from './selection.ts'
import { never } from './tests.ts'
import { Driven, Walk } from './walk.ts'
import type { Slices } from './walk.ts'

/** What queries work with. */
export interface Reader {
  connection: Connection
  /** Account and status as the numbers that every index begins with. */
  scopes(query: SelectQuery): number[]
  /** Kinds of query for which a walk found little, and their conditions' own indexes did better. */
  sparse: Set<string>
}

/** A driver is worth its sorting up to so many rows. */
const mostDriven = 2_000
const mostHints = 1_000
/** How many documents are read and tested at first. */
const firstTested = 64

/** One page, as the contract says. */
export async function list(reader: Reader, collection: Collection, query: ListQuery): Promise<Page> {
  const selection = select(collection, query)
  if (selection.tests.includes(never)) return { documents: [], next: null }
  const patience = new Patience(selection.unserved)
  const need = query.limit + 1
  const order = orderFor(collection.layout, query.sort)
  const found: StoredDocument[] = []
  const scopes = reader.scopes(query)
  for (const scope of scopes) {
    const run = { reader, selection, scope, patience, query }
    found.push(...(order === undefined ? await gather(run, need) : await inOrder(run, order, need)))
  }
  const documents = scopes.length > 1 ? merged(found, query) : found
  const page = documents.slice(0, query.limit)
  const last = documents.length > query.limit ? page.at(-1) : undefined
  return { documents: page, next: last === undefined ? null : positionOf(last, query.sort) }
}

/** A query in one scope. */
interface Run {
  reader: Reader
  selection: Selection
  scope: number
  patience: Patience
  query: ListQuery
}

/** By the index of the order, or by that of a condition, whichever leaves less to look at. */
async function inOrder(run: Run, order: Order, need: number): Promise<StoredDocument[]> {
  const { reader, selection, scope, query } = run
  const { connection, sparse } = reader
  const walk = new Walk(connection, selection, pathFor(selection, order), scope, query.after)
  if (selection.drivers.length === 0) return (await collect(run, walk, null, need)).documents
  const hint = kindOf(query)
  const first = sparse.has(hint) ? undefined : await collect(run, walk, null, need, 1)
  if (first?.done === true) return first.documents
  const driver = cheapest(connection, selection, scope)
  if (driver === undefined) {
    sparse.delete(hint)
    const rest = await collect(run, walk, null, need - (first?.documents.length ?? 0))
    return [...(first?.documents ?? []), ...rest.documents]
  }
  if (sparse.size >= mostHints) sparse.clear()
  sparse.add(hint)
  const driven = new Driven(connection, selection, driver, order, scope, query.after)
  return (await collect(run, driven, driver, need)).documents
}

/** Queries that differ in their operands alone are of one kind. */
const kindOf = ({ collection, sort, conditions, visibility }: ListQuery): string =>
  [
    collection,
    sort.field,
    sort.direction,
    visibility.all,
    ...conditions.map(({ field, operator }) => `${field} ${operator}`),
  ].join('\0')

/** The driver with the fewest rows, if those are few. */
export function cheapest(connection: Connection, selection: Selection, scope: number): Driver | undefined {
  let best: Driver | undefined
  let fewest = Infinity
  for (const driver of selection.drivers) {
    const { rows, beside } = driver.size?.(scope) ?? { rows: driver.rows(scope), beside: 0 }
    const most = Math.min(fewest, driver.most ?? mostDriven) - beside
    if (most < 0) continue
    const counted = connection.number(`SELECT count(*) FROM (${rows.sql} LIMIT ?)`, ...rows.binds, most + 1)
    if (counted > most) continue
    best = driver
    fewest = counted + beside
  }
  return best
}

/** Documents from slices until there are enough; `done` unless only the slices came to their number. */
async function collect(
  { selection, patience }: Pick<Run, 'selection' | 'patience'>,
  slices: Slices,
  driver: Driver | null,
  need: number,
  most = Infinity,
): Promise<{ documents: StoredDocument[]; done: boolean }> {
  const test = documentTest(selection, driver)
  const documents: StoredDocument[] = []
  for (let slice = 0, size = firstTested; slice < most; slice++) {
    if (slice > 0) await patience.rest()
    const begun = performance.now()
    const next = slices.next(test === undefined ? need - documents.length : size)
    if (next === undefined) return { documents, done: true }
    documents.push(...(test === undefined ? next : next.filter(test)))
    size = nextSize(size, performance.now() - begun)
    if (documents.length >= need) return { documents: documents.slice(0, need), done: true }
  }
  return { documents, done: false }
}

/** In an order that no index has: everything is looked at, and the first ones are kept. */
async function gather(run: Run, need: number): Promise<StoredDocument[]> {
  const { reader, selection, scope, query } = run
  const walk = new Walk(reader.connection, selection, pathFor(selection, idOrder(selection.layout)), scope, undefined)
  let kept: StoredDocument[] = []
  for (;;) {
    const { documents, done } = await collect(run, walk, null, Infinity, 1)
    kept = merged([...kept, ...documents], query).slice(0, need)
    if (done) return kept
    await run.patience.rest()
  }
}

/** Documents in the order of the list, those that it has behind it left out. */
function merged(documents: readonly StoredDocument[], { sort, after }: ListQuery): StoredDocument[] {
  const places: [Position, StoredDocument][] = documents.map(document => [positionOf(document, sort), document])
  return places
    .filter(([position]) => after === undefined || comparePositions(position, after, sort) > 0)
    .sort(([a], [b]) => comparePositions(a, b, sort))
    .map(([, document]) => document)
}

/** How many documents a query matches. */
export async function count(reader: Reader, collection: Collection, query: SelectQuery): Promise<number> {
  const selection = select(collection, query)
  if (selection.tests.includes(never)) return 0
  const patience = new Patience(selection.unserved)
  let total = 0
  for (const scope of reader.scopes(query)) total += await countIn({ reader, selection, scope, patience })
  return total
}

async function countIn({ reader, selection, scope, patience }: Omit<Run, 'query'>): Promise<number> {
  const { connection } = reader
  const order = idOrder(selection.layout)
  const driver = cheapest(connection, selection, scope)
  const slices = driver
    ? new Driven(connection, selection, driver, order, scope, undefined)
    : new Walk(connection, selection, pathFor(selection, order), scope, undefined)
  const test = documentTest(selection, driver ?? null)
  for (let total = 0, size = firstTested; ; await patience.rest()) {
    const begun = performance.now()
    const next = test === undefined ? slices.count() : slices.next(size)?.filter(test).length
    if (next === undefined) return total
    total += next
    size = nextSize(size, performance.now() - begun)
  }
}
