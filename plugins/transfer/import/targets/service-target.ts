import {
  BadRequest,
  Forbidden,
  NotFound,
  PayloadTooLarge,
  OutcomeUnknown,
  StoreUnavailable,
  type Access,
  type Caller,
} from '../../../../kernel/index.ts'
import type { Problem } from '../../../../lib/errors/index.ts'
import type { JsonObject } from '../../../../lib/json/index.ts'
import { fieldOf } from '../../../../lib/json-schema/index.ts'
import { filterParameter, readListParameters } from '../../../../lib/query/index.ts'
import { readData, readMeta, type StoredDocument } from '../../../../lib/store-kit/index.ts'
import type { RowProblem } from '../../../../lib/tabular/index.ts'
import type { ResourceReader, Resources } from '../../../dynamic-resources/contract.ts'
import type { ResourceType, TypeRegistry } from '../../../types/contract.ts'
import {
  bulkOperation,
  noResult,
  valueLists,
  wholeRow,
  withRetries,
  writeHalving,
  type ExistingResource,
  type ImportTarget,
  type RowOperation,
  type RowResult,
} from './import-target.ts'

/** The contracts that an import in the service uses. */
export interface ServiceContracts {
  resources: Resources
  resourceReader: ResourceReader
  typeRegistry: TypeRegistry
  access: Access
}

/** The service itself, written to with the rights of the user who sends the rows. */
export class ServiceTarget implements ImportTarget {
  readonly #contracts: ServiceContracts
  readonly #admit: () => Promise<Caller>
  readonly #dryRun: boolean

  /**
   * @param admit checks again that the caller is allowed to write, and returns the caller; called before each batch
   * @param dryRun whether operations are only tried
   */
  constructor(contracts: ServiceContracts, admit: () => Promise<Caller>, dryRun: boolean) {
    this.#contracts = contracts
    this.#admit = admit
    this.#dryRun = dryRun
  }

  async find(typeSlug: string, values: readonly string[], property = 'meta.id'): Promise<ExistingResource[]> {
    if (values.length === 0) return []
    const caller = await this.#admit()
    const type = await this.#contracts.typeRegistry.find(typeSlug)
    if (type?.status !== 'active') return []
    const found: ExistingResource[] = []
    for (const list of valueLists(values)) found.push(...(await this.#findList(caller, type, property, list)))
    return found
  }

  async write(typeSlug: string, operations: readonly RowOperation[]): Promise<RowResult[]> {
    const caller = await this.#admit()
    const mayChooseIds = await this.#contracts.access.isAdministrator(caller)
    const isRefused = ({ op, hasOwnId }: RowOperation): boolean => op === 'create' && hasOwnId === true && !mayChooseIds
    const allowed = operations.filter(operation => !isRefused(operation))
    const written = allowed.length === 0 ? [] : await this.#bulk(caller, typeSlug, allowed)
    let next = 0
    return operations.map(operation => (isRefused(operation) ? ownIdRefused : (written[next++] ?? noResult)))
  }

  #bulk(caller: Caller, typeSlug: string, operations: readonly RowOperation[]): Promise<RowResult[]> {
    const options = { atomic: false, dryRun: this.#dryRun, mode: 'import', ownIds: true } as const
    const write = async (some: readonly RowOperation[]): Promise<RowResult[]> => {
      const results = await this.#contracts.resources.bulk(caller, typeSlug, some.map(bulkOperation), options)
      if (results.some(({ status }) => status === 503)) throw new OutcomeUnknown() // every row has an id: repeated rows are recognised
      return results.map(({ status, message = '', problems = [] }, at) => ({
        status,
        problems: problems.length === 0 ? wholeRow(message) : fieldsOf(problems, some[at]?.data ?? {}),
      }))
    }
    return withRetries(
      () => writeHalving(operations, write, refusalOf),
      error => error instanceof StoreUnavailable || error instanceof OutcomeUnknown,
    )
  }

  async #findList(
    caller: Caller,
    type: ResourceType,
    property: string,
    list: readonly string[],
  ): Promise<ExistingResource[]> {
    // A type without a schema supports only equality.
    const operator = list.length === 1 ? 'eq' : 'in'
    try {
      const filter: [string, string] = [filterParameter(property, operator), list.join(',')]
      const reader = this.#contracts.resourceReader
      const query = readListParameters([filter], type.compiled)
      const selection = await reader.select(reader.callerScope(caller), type, query)
      const found: ExistingResource[] = []
      for await (const { documents } of selection.walk()) found.push(...documents.map(foundOf))
      return found
    } catch (error) {
      // If the caller cannot read resources of the type, nothing is found.
      if (error instanceof Forbidden || error instanceof NotFound) return []
      if (!(error instanceof BadRequest)) throw error
      if (list.length === 1) return []
    }
    // A value that the property can never have makes the query of the whole list fail: each value is queried separately.
    const found: ExistingResource[] = []
    for (const value of list) found.push(...(await this.#findList(caller, type, property, [value])))
    return found
  }
}

const ownIdRefused: RowResult = {
  status: 403,
  problems: [{ field: '@id', message: 'only an administrator may choose the id of a new resource' }],
}

function refusalOf(error: unknown): RowResult | undefined {
  if (error instanceof BadRequest) return { status: 400, problems: wholeRow(error.message) }
  return error instanceof PayloadTooLarge ? { status: 413, problems: wholeRow(error.message) } : undefined
}

/** The problems of data, with the field names that users write. */
const fieldsOf = (problems: readonly Problem[], data: JsonObject): RowProblem[] =>
  problems.map(({ pointer, message }) => ({ field: fieldOf(data, pointer), message }))

function foundOf(document: StoredDocument): ExistingResource {
  const { sequence_no, status } = readMeta(document)
  return { id: document.id, sequence_no, status, data: readData(document) }
}
