import { BadRequest, NotUnique } from '../../../kernel/index.ts'
import type { Access, Caller, Column, DocumentStore, StoredDocument, Visibility } from '../../../kernel/index.ts'
import { inTurns } from '../../../lib/event-loop/index.ts'
import { withNormalSlug } from '../../../lib/json-schema/index.ts'
import { getOwn, pointerOf } from '../../../lib/json/index.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/index.ts'
import { invalidParameter, newestFirst, quote } from '../../../lib/query/index.ts'
import { orderKey, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { visibilityOf } from '../reading/scopes.ts'
import type { CompleteChange } from './write.ts'

/** An operation that would give a resource a value that another resource has. */
export interface Duplicate<One> {
  planned: One
  error: NotUnique
}

const valuesAtOnce = 500

/**
 * Find without writing what the store would refuse as not unique if these were written in order: for dry runs.
 */
export async function findDuplicates<One extends { change: CompleteChange }>(
  store: DocumentStore,
  type: ResourceType,
  account_id: string,
  planned: readonly One[],
): Promise<Duplicate<One>[]> {
  const columns = type.compiled.columns.filter(({ unique }) => unique)
  if (columns.length === 0) return []
  const changes: { planned: One; id: string; data: JsonObject }[] = []
  for await (const one of inTurns(planned)) {
    const { document } = one.change
    changes.push({ planned: one, id: document.id, data: readData(document) })
  }
  const found = new Map<One, Duplicate<One>>()
  for (const column of columns) {
    const name = column.path[0] ?? ''
    const holders = await readHolders(
      store,
      type,
      account_id,
      column,
      changes.map(({ data }) => scalarAt(data, name)),
    )
    for (const { planned: one, id, data } of changes) {
      if (!holders.take(id, scalarAt(data, name)) && !found.has(one)) {
        found.set(one, { planned: one, error: new NotUnique(name) })
      }
    }
  }
  return planned.flatMap(one => found.get(one) ?? [])
}

const scalarAt = (data: JsonObject, name: string): Scalar => {
  const value: Json = getOwn(data, name) ?? null
  return typeof value === 'object' ? null : value
}

/** Which resource has which value of one property. */
class Holders {
  readonly #byValue = new Map<Scalar, string>()
  readonly #byId = new Map<string, Scalar>()

  /** Replace a resource's value by a new one. @returns false when another resource has the new value */
  take(id: string, value: Scalar): boolean {
    const holder = this.#byValue.get(value)
    if (value !== null && holder !== undefined && holder !== id) return false
    const old = this.#byId.get(id)
    if (old !== undefined) this.#byValue.delete(old)
    this.#byId.set(id, value)
    if (value !== null) this.#byValue.set(value, id)
    return true
  }
}

async function readHolders(
  store: DocumentStore,
  type: ResourceType,
  account_id: string,
  column: Column,
  wanted: readonly Scalar[],
): Promise<Holders> {
  const holders = new Holders()
  const field = column.path.join('.')
  for (const document of await documentsWith(store, type, account_id, column, wanted)) take(holders, document, field)
  return holders
}

/** The resources of any status that have one of these values of a unique property. */
async function documentsWith(
  store: DocumentStore,
  { collection }: ResourceType,
  account_id: string,
  { path, kind }: Pick<Column, 'path' | 'kind'>,
  wanted: readonly Scalar[],
  visibility: Visibility = { all: true },
): Promise<StoredDocument[]> {
  const found: StoredDocument[] = []
  const values = [...new Set(wanted)].filter(value => value !== null)
  for (let start = 0; start < values.length; start += valuesAtOnce) {
    const operands = values.slice(start, start + valuesAtOnce)
    const { documents } = await store.list({
      collection,
      account_id,
      status: 'any',
      visibility,
      conditions: [{ target: { path }, kind, operator: 'in', operands, field: path.join('.') }],
      words: [],
      sort: newestFirst,
      limit: 1000,
    })
    found.push(...documents)
  }
  return found
}

/** A value that was refused because it is not unique. */
export interface RefusedValue {
  error: NotUnique
  /** The data that contain the value. */
  data: JsonObject
}

/** The same errors, each with the resource that has the value if the caller is allowed to read it, and the value is not secret. */
export async function describeHolders(
  { store, access }: { store: DocumentStore; access: Access },
  caller: Caller,
  type: ResourceType,
  refused: readonly RefusedValue[],
): Promise<NotUnique[]> {
  const isShown = ({ error }: RefusedValue): boolean => !type.compiled.secrets.includes([error.property])
  const shown = refused.filter(isShown)
  const visibility = shown.length === 0 ? undefined : await visibilityOf(access, caller, type.slug)
  if (visibility === undefined) return refused.map(({ error }) => error)
  const holders = new Map<string, StoredDocument>()
  const properties = new Set(shown.map(({ error }) => error.property))
  for (const property of properties) {
    const column = columnOf(type, property)
    const values = shown.map(({ data }) => scalarAt(data, property))
    for (const holder of await documentsWith(store, type, caller.account_id, column, values, visibility))
      holders.set(keyOfValue(readData(holder), column), holder)
  }
  return refused.map(({ error, data }) => {
    const { property } = error
    const holder = holders.get(keyOfValue(data, columnOf(type, property)))
    return holder === undefined ? error : new NotUnique(property, { id: holder.id, status: readMeta(holder).status })
  })
}

const columnOf = ({ compiled }: ResourceType, property: string): Pick<Column, 'path' | 'kind'> =>
  compiled.columns.find(({ path }) => path.length === 1 && path[0] === property) ?? { path: [property], kind: 'json' }

function keyOfValue(data: JsonObject, { path: [name = ''], kind }: Pick<Column, 'path' | 'kind'>): string {
  const value = scalarAt(data, name)
  return JSON.stringify([name, value === null ? null : orderKey(value, kind)])
}

function take(holders: Holders, document: StoredDocument, name: string): void {
  holders.take(document.id, scalarAt(readData(document), name))
}

/** The value of a key in a body. @throws `BadRequest` when the property is not unique or is secret, or the body has no value for it */
export function keyValue({ slug, compiled }: ResourceType, key: string, body: JsonObject): Exclude<Scalar, null> {
  const isUnique = compiled.columns.some(({ path, unique }) => unique && path.length === 1 && path[0] === key)
  if (!isUnique) throw invalidParameter(`key: ${quote(key)} is no unique property of ${slug} (x-unique)`, 'key')
  if (compiled.secrets.includes([key])) {
    throw invalidParameter(`key: ${quote(key)} is never shown (writeOnly, or format: password), and is no key`, 'key')
  }
  const value = getOwn(withNormalSlug(compiled, body), key)
  if (value !== undefined && value !== null && typeof value !== 'object') return value
  const message = 'is the key, and must have a value'
  throw new BadRequest(`${key}: ${message}`, {
    code: 'validation-failed',
    problems: [{ pointer: pointerOf([key]), code: 'required', message }],
  })
}

/** The resource of any status that has this value of a unique property. */
export async function findHolder(
  store: DocumentStore,
  type: ResourceType,
  account_id: string,
  property: string,
  value: Exclude<Scalar, null>,
): Promise<StoredDocument | undefined> {
  const [holder] = await documentsWith(store, type, account_id, columnOf(type, property), [value])
  return holder
}
