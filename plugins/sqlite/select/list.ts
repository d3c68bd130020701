import type { ListQuery, Page, Position, SelectQuery, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Collection } from '../catalogue.ts'
import type { Connection } from '../connection.ts'
import { comparePositions, orderFor, positionOf } from './order.ts'
import type { Order } from './order.ts'
import { idOrder, pathFor } from './path.ts'
import { Driven } from './driven.ts'
import { Harvest, firstTested } from './harvest.ts'
import type { Need } from './harvest.ts'
import { documentTest, select } from './selection.ts'
import type { Driver, Selection } from './selection.ts'
import { bytesOf } from './slices.ts'
import type { Slices } from './slices.ts'
import { never } from './tests.ts'
import { nextSize, TimeLimit } from './time-limit.ts'
import { Walk } from './walk.ts'

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

const emptyPage: Page = { documents: [], next: null }

/** One page, as the contract says; at once unless it takes long. */
export function list(reader: Reader, collection: Collection, query: ListQuery): Page | Promise<Page> {
  const selection = select(collection, query)
  const limit = new TimeLimit(selection.unserved, query.deadline)
  if (selection.tests.includes(never)) return emptyPage
  const order = orderFor(collection.layout, query.sort)
  const inScope = (scope: number): StoredDocument[] | Promise<StoredDocument[]> => {
    const run = { reader, selection, scope, limit, query }
    return order === undefined ? gather(run) : inOrder(run, order)
  }
  const scopes = reader.scopes(query)
  const [scope] = scopes
  const found = scopes.length === 1 && scope !== undefined ? inScope(scope) : inAll(scopes, inScope, query)
  return found instanceof Promise ? found.then(documents => pageOf(documents, query)) : pageOf(found, query)
}

async function inAll(
  scopes: readonly number[],
  inScope: (scope: number) => StoredDocument[] | Promise<StoredDocument[]>,
  query: ListQuery,
): Promise<StoredDocument[]> {
  const found: StoredDocument[] = []
  for (const scope of scopes) found.push(...(await inScope(scope)))
  return merged(found, query)
}

function pageOf(found: StoredDocument[], { limit, maxBytes, sort }: ListQuery): Page {
  const fitting = maxBytes === undefined ? limit : Math.min(limit, fittingIn(maxBytes, found))
  if (found.length <= fitting) return { documents: found, next: null }
  const documents = found.slice(0, fitting)
  const last = documents.at(-1)
  return { documents, next: last === undefined ? null : positionOf(last, sort) }
}

/** How many documents a page of so many bytes has; one at least. */
function fittingIn(maxBytes: number, documents: readonly StoredDocument[]): number {
  let bytes = 0
  const first = documents.findIndex((document, i) => (bytes += bytesOf(document)) > maxBytes && i > 0)
  return first === -1 ? documents.length : first
}

/** A query in one scope. */
interface Run {
  reader: Reader
  selection: Selection
  scope: number
  limit: TimeLimit
  query: ListQuery
}

/** One more than the page shows, to know whether more follows. */
const needOf = ({ limit, maxBytes = Infinity }: ListQuery): Need => ({ most: limit + 1, maxBytes })

/** By the index of the order, or by that of a condition, whichever leaves less to look at. */
function inOrder(run: Run, order: Order): StoredDocument[] | Promise<StoredDocument[]> {
  const { reader, selection, scope, query } = run
  const { connection, sparse } = reader
  const walk = new Walk(connection, selection, pathFor(selection, order), scope, query.after)
  const walked = harvest(run, walk, null, needOf(query))
  if (selection.drivers.length === 0) return walked.all()
  const hint = kindOf(query)
  if (!sparse.has(hint) && walked.step()) return walked.documents
  const driver = cheapest(connection, selection, scope)
  if (driver === undefined) {
    sparse.delete(hint)
    return walked.rest()
  }
  if (sparse.size >= mostHints) sparse.clear()
  sparse.add(hint)
  const driven = new Driven(connection, selection, driver, order, scope, query.after)
  return harvest(run, driven, driver, needOf(query)).all()
}

const harvest = (
  { selection, limit }: Pick<Run, 'selection' | 'limit'>,
  slices: Slices,
  driver: Driver | null,
  need: Need,
): Harvest => new Harvest(slices, documentTest(selection, driver), need, limit)

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

/** In an order that no index has: everything is looked at, and the first ones are kept. */
async function gather(run: Run): Promise<StoredDocument[]> {
  const { reader, selection, scope, query } = run
  const walk = new Walk(reader.connection, selection, pathFor(selection, idOrder(selection.layout)), scope, undefined)
  const everything = harvest(run, walk, null, { most: Infinity, maxBytes: Infinity })
  const { most, maxBytes } = needOf(query)
  let kept: StoredDocument[] = []
  for (;;) {
    const done = everything.step()
    kept = merged([...kept, ...everything.documents], query).slice(0, most)
    if (maxBytes !== Infinity) kept = kept.slice(0, 1 + fittingIn(maxBytes, kept))
    everything.documents = []
    if (done) return kept
    await run.limit.pause()
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

/** How many documents a query matches, at most `max`. */
export async function count(
  reader: Reader,
  collection: Collection,
  query: SelectQuery,
  max = Infinity,
): Promise<number> {
  const selection = select(collection, query)
  const limit = new TimeLimit(selection.unserved, query.deadline)
  if (selection.tests.includes(never)) return 0
  let total = 0
  for (const scope of reader.scopes(query)) {
    if (total < max) total += await countIn({ reader, selection, scope, limit }, max - total)
  }
  return Math.min(total, max)
}

async function countIn({ reader, selection, scope, limit }: Omit<Run, 'query'>, max: number): Promise<number> {
  const { connection } = reader
  const order = idOrder(selection.layout)
  const driver = cheapest(connection, selection, scope)
  const slices = driver
    ? new Driven(connection, selection, driver, order, scope, undefined)
    : new Walk(connection, selection, pathFor(selection, order), scope, undefined)
  const test = documentTest(selection, driver ?? null)
  for (let total = 0, size = firstTested; ; await limit.pause()) {
    const begun = performance.now()
    const next = test === undefined ? slices.count() : slices.next(size)?.filter(test).length
    if (next === undefined) return total
    total += next
    if (total >= max) return total
    size = nextSize(size, performance.now() - begun)
  }
}
