import { BadRequest, Forbidden, NotUnique } from '../../../kernel/index.ts'
import { insteadOf } from '../../../lib/errors/index.ts'
import type { Column, DocumentStore, StoredDocument, Visibility } from '../../../kernel/index.ts'
import { inTurns } from '../../../lib/event-loop/index.ts'
import { withNormalSlug } from '../../../lib/json-schema/index.ts'
import { getOwn, pointerOf } from '../../../lib/json/index.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/index.ts'
import { invalidParameter, newestFirst, quote } from '../../../lib/query/index.ts'
import { orderKey, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { callerScope } from '../reading/scopes.ts'
import { setOf } from '../publishing/sets.ts'
import type { CompleteChange, Write } from './write.ts'

/** A change that would give a resource a value that another resource has. */
export interface Duplicate<One> {
  planned: One
  error: NotUnique
}

const valuesAtOnce = 500

/** Find without writing what the store would refuse as not unique if these were written in order: for dry runs. */
export async function findDuplicates<One extends { type: ResourceType; change: CompleteChange }>(
  write: Write,
  planned: readonly One[],
): Promise<Duplicate<One>[]> {
  const found = new Map<One, NotUnique>()
  for (const type of new Set(planned.map(one => one.type))) {
    const columns = write.isNew(type) ? [] : type.compiled.columns.filter(({ unique }) => unique)
    if (columns.length === 0) continue
    const changes: { planned: One; id: string; data: JsonObject }[] = []
    for await (const one of inTurns(planned.filter(other => other.type === type))) {
      const { document, published } = one.change
      changes.push({ planned: one, id: document.id, data: published ?? readData(document) })
    }
    for (const column of columns) {
      const name = column.path[0] ?? ''
      const values = changes.map(({ data }) => scalarAt(data, name))
      const holders = await readHolders(write, type, column, values)
      // Of what is public, all give up their values before any takes one.
      if (type.set !== undefined) for (const { id } of changes) holders.take(id, null)
      for (const { planned: one, id, data } of changes) {
        if (!holders.take(id, scalarAt(data, name)) && !found.has(one)) found.set(one, new NotUnique(name))
      }
    }
  }
  return planned.flatMap(one => {
    const error = found.get(one)
    return error === undefined ? [] : [{ planned: one, error }]
  })
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
  { parts: { store }, caller }: Write,
  type: ResourceType,
  column: Column,
  wanted: readonly Scalar[],
): Promise<Holders> {
  const holders = new Holders()
  const field = column.path.join('.')
  for (const document of await documentsWith(store, type, caller.account_id, column, wanted))
    holders.take(document.id, scalarAt(readData(document), field))
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
  type: ResourceType
  error: NotUnique
  /** The data that contain the value. */
  data: JsonObject
}

/** The same errors, each with the resource that has the value if the caller is allowed to read it, and the value is not secret. */
export async function describeHolders(
  { parts: { store, access }, caller }: Write,
  refused: readonly RefusedValue[],
): Promise<NotUnique[]> {
  const shown = refused.filter(({ type, error }) => !type.compiled.secrets.includes([error.property]))
  const holders = new Map<string, StoredDocument>()
  const scope = callerScope(access, caller)
  for (const type of new Set(shown.map(one => one.type))) {
    const ofType = shown.filter(one => one.type === type)
    // Values are those of drafts, so that those who may only read the type are told no holder.
    const visible = await scope.visible(setOf(type, 'draft'), 'active').catch(insteadOf(Forbidden, undefined))
    if (visible === undefined) continue
    for (const property of new Set(ofType.map(({ error }) => error.property))) {
      const column = columnOf(type, property)
      const values = ofType.map(({ data }) => scalarAt(data, property))
      for (const holder of await documentsWith(store, type, caller.account_id, column, values, visible.visibility))
        holders.set(keyOfValue(type, readData(holder), column), holder)
    }
  }
  return refused.map(({ type, error, data }) => {
    const { property } = error
    const holder = holders.get(keyOfValue(type, data, columnOf(type, property)))
    return holder === undefined ? error : new NotUnique(property, { id: holder.id, status: readMeta(holder).status })
  })
}

/** {@link describeHolders} of one refused value. */
export async function describeHolder(write: Write, refused: RefusedValue): Promise<NotUnique> {
  const [error = refused.error] = await describeHolders(write, [refused])
  return error
}

const columnOf = ({ compiled }: ResourceType, property: string): Pick<Column, 'path' | 'kind'> =>
  compiled.columns.find(({ path }) => path.length === 1 && path[0] === property) ?? { path: [property], kind: 'json' }

function keyOfValue(
  { slug }: ResourceType,
  data: JsonObject,
  { path: [name = ''], kind }: Pick<Column, 'path' | 'kind'>,
): string {
  const value = scalarAt(data, name)
  return JSON.stringify([slug, name, value === null ? null : orderKey(value, kind)])
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
