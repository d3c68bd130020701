import {
  BadRequest,
  Conflict,
  Forbidden,
  PayloadTooLarge,
  OutcomeUnknown,
  StoreUnavailable,
  type Access,
  type Caller,
  type ServiceError,
} from '../../../kernel/index.ts'
import type { Problem } from '../../../lib/errors/index.ts'
import { jsonText, type JsonObject, valueAtPointer } from '../../../lib/json/index.ts'
import { fieldOf } from '../../../lib/json-schema/index.ts'
import { isUrnOf, readData, readMeta, type StoredDocument } from '../../../lib/store-kit/index.ts'
import type { RowProblem } from '../../../lib/tabular/index.ts'
import type {
  CopiedPublication,
  ReadScope,
  ResourceOperation,
  ResourceReader,
  Resources,
  ResourceWriteOptions,
} from '../../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../../types/contract.ts'

/** The contracts that an import uses. */
export interface ImportContracts {
  resources: Resources
  resourceReader: ResourceReader
  typeRegistry: TypeRegistry
  access: Access
}

/** An existing resource. */
export interface ExistingResource {
  id: string
  sequence_no: number
  status: string
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** Its properties. */
  data: JsonObject
}

/** A change to one resource. */
interface RowOperation {
  op: 'create' | 'patch' | 'archive'
  id: string
  data?: JsonObject
  /** The resource is archived, and is restored by the change. */
  restore?: boolean
  /** Whether the row has an `@id`. */
  hasOwnId?: boolean
  /** When a new resource counts as created. Default: now. */
  createdAt?: string | undefined
  /** Of a copy: what is public of a new resource. */
  published?: CopiedPublication | undefined
}

/** How operations are executed. */
interface TargetWriting {
  /** Only try them. The service cannot try a copy, because its types may not exist yet: what the schema allows counts as written. Default: no. */
  dryRun?: boolean
  /** Whether an id counts as that of a resource that can be referred to. Default: none does. */
  expects?: (id: string) => boolean
  /** For trying a copy. */
  lacksSecrets?: LacksSecrets
}

/** The result of an operation. */
interface RowResult {
  /** Why it was refused; absent when it is done. */
  error?: ServiceError
  /** The same, field by field. */
  problems: readonly RowProblem[]
  /** The row lacks values that the schema requires and that exports leave out. */
  lacksSecrets?: boolean
}

/**
 * Whether a resource that the schema allows in a copy lacks values that it requires otherwise.
 * @param before the stored resource with its secrets; empty for a new one
 * @param data the row
 */
export type LacksSecrets = (before: JsonObject, data: JsonObject) => boolean

/** A problem with the whole row. */
export const wholeRow = (message: string): readonly RowProblem[] => [{ field: '', message }]

/** The result of an operation for which none is reported. */
export const noResult: RowResult = refused(new StoreUnavailable('no answer'))

/** The resources of the service, read and written with the rights of the user who sends the rows. */
export class ImportTarget {
  readonly #contracts: ImportContracts
  readonly #admit: () => Promise<Caller>
  readonly #isCopy: boolean
  readonly #publishes: boolean

  /**
   * @param admit checks again that the caller is allowed to write, and returns the caller; called before each batch
   * @param publishes whether what is written to a type with drafts becomes public
   * @param isCopy whether the rows are those of another service: no behaviours run, and values that the service sets are kept
   */
  constructor(contracts: ImportContracts, admit: () => Promise<Caller>, isCopy: boolean, publishes = false) {
    this.#publishes = publishes
    this.#contracts = contracts
    this.#admit = admit
    this.#isCopy = isCopy
  }

  /** Those of these resources that exist and that the caller can read. @param further what is read of them besides what is shown */
  async get(
    ids: readonly string[],
    status: 'active' | 'any' = 'active',
    further: Pick<ReadScope, 'secrets'> = {},
  ): Promise<ExistingResource[]> {
    if (ids.length === 0) return []
    const { resourceReader: reader } = this.#contracts
    const scope = { ...reader.callerScope(await this.#admit(), 'draft'), ...further }
    const found = await reader.getMany(scope, new Set(ids), { status })
    return [...found.values()].map(({ document }) => foundOf(document))
  }

  /**
   * Find active resources that the caller can read, by the values of a property, written as texts.
   * @param archivedToo also archived ones: who may read and change a resource may restore it
   */
  async find(
    typeSlug: string,
    values: readonly string[],
    property: string,
    archivedToo = false,
  ): Promise<ExistingResource[]> {
    if (values.length === 0) return []
    const caller = await this.#admit()
    const type = await this.#contracts.typeRegistry.find(typeSlug)
    if (type?.status !== 'active') return []
    const { resourceReader: reader } = this.#contracts
    const scope = reader.callerScope(caller, 'draft') // rows change what is saved
    const found = await reader.findByValues(scope, type, property, values)
    if (!archivedToo) return found.map(foundOf)
    const readable: ReadScope = { ...scope, visible: one => scope.visible(one, 'active') }
    const archived = await reader.findByValues(readable, type, property, values, { status: 'archived' })
    return [...found, ...archived].map(foundOf)
  }

  /**
   * Execute these operations in order, each independently of the others.
   * @throws the error that ends the whole import
   */
  async write(
    typeSlug: string,
    operations: readonly RowOperation[],
    { dryRun = false, expects, lacksSecrets = () => false }: TargetWriting = {},
  ): Promise<RowResult[]> {
    if (this.#isCopy && dryRun) return this.#tryCopy(typeSlug, operations, lacksSecrets)
    const caller = await this.#admit()
    const mayChooseIds = await this.#contracts.access.isAdministrator(caller)
    const isRefused = ({ op, hasOwnId }: RowOperation): boolean => op === 'create' && hasOwnId === true && !mayChooseIds
    const allowed = operations.filter(operation => !isRefused(operation))
    const options = { dryRun, expects, ...this.#options }
    const written = allowed.length === 0 ? [] : await this.#write(caller, typeSlug, allowed, options)
    let next = 0
    return operations.map(operation => (isRefused(operation) ? ownIdRefused : (written[next++] ?? noResult)))
  }

  get #options() {
    const mode = this.#isCopy ? ('copy' as const) : ('import' as const)
    return { atomic: false, mode, authorizes: true, ownIds: true, ofStream: true }
  }

  async #tryCopy(
    typeSlug: string,
    operations: readonly RowOperation[],
    lacksSecrets: LacksSecrets,
  ): Promise<RowResult[]> {
    const ids = operations.map(({ id }) => id)
    // Whether a resource that is changed has its secrets already; they are not passed on.
    const there = await this.get(ids, 'any', { secrets: 'all' })
    const before = new Map(there.map(({ id, data }) => [id, data]))
    return operations.map(({ op, id, data = {} }) => {
      if (!isUrnOf(typeSlug, id)) return refused(new BadRequest(`is no id of the type; write urn:${typeSlug}:…`), '@id')
      if (op === 'create' && before.has(id)) return refused(new Conflict('is that of an archived resource'), '@id')
      return { problems: [], lacksSecrets: lacksSecrets(before.get(id) ?? {}, data) }
    })
  }

  /** Write operations in bulk. If one of them makes the whole request fail, by its id or its size, halving finds it. */
  async #write(
    caller: Caller,
    typeSlug: string,
    operations: readonly RowOperation[],
    options: ResourceWriteOptions,
  ): Promise<RowResult[]> {
    try {
      const rows = operations.map(row => operationOf(typeSlug, row, this.#publishes))
      const results = await this.#contracts.resources.write(caller, rows, options)
      const failed = results.find(({ error }) => isOfStore(error))?.error
      if (failed !== undefined) throw failed // the run is repeated, and recognises what it has written by its ids
      return results.map(({ error, lacksSecrets = false }, at) => {
        if (error === undefined) return { problems: [], lacksSecrets }
        const { problems } = error
        return problems.length === 0
          ? refused(error)
          : { error, problems: fieldsOf(problems, operations[at]?.data ?? {}) }
      })
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof PayloadTooLarge)) throw error
      if (operations.length === 1) return [refused(error)]
      const middle = Math.ceil(operations.length / 2)
      const first = await this.#write(caller, typeSlug, operations.slice(0, middle), options)
      return [...first, ...(await this.#write(caller, typeSlug, operations.slice(middle), options))]
    }
  }
}

const ownIdRefused = refused(new Forbidden('only an administrator may choose the id of a new resource'), '@id')

/** @param field where the problem is; empty for the whole row */
function refused(error: ServiceError, field = ''): RowResult {
  return { error, problems: [{ field, message: error.message }] }
}

/** Whether the store failed, so that nothing is wrong with what was to be written. */
const isOfStore = (error: unknown): boolean => error instanceof StoreUnavailable || error instanceof OutcomeUnknown

function operationOf(
  type: string,
  { op, id, data = {}, restore = false, createdAt, published }: RowOperation,
  publish: boolean,
): ResourceOperation {
  if (op === 'create') return { op, type, id, data, created_at: createdAt, publish, published }
  return op === 'archive' ? { op, type, id } : { op, type, id, data, restore, publish }
}

/** The problems of data, with the field names that users write, and the references that lead to nothing. */
const fieldsOf = (problems: readonly Problem[], data: JsonObject): RowProblem[] =>
  problems.map(({ pointer, message, ...problem }) => ({
    field: fieldOf(data, pointer),
    message:
      problem.code === 'x-resource-type' && problem.params?.['mention'] === undefined
        ? `${message}, not ${jsonText(valueAtPointer(data, pointer) ?? null)}`
        : message,
    ...problem,
  }))

function foundOf(document: StoredDocument): ExistingResource {
  const { sequence_no, status, created_at } = readMeta(document)
  return { id: document.id, sequence_no, status, created_at, data: readData(document) }
}
