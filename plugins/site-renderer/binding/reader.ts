import { BadRequest, defaultAccount } from '../../../kernel/index.ts'
import type { Condition, DocumentStore, ListQuery, Sort, StoredDocument } from '../../../kernel/index.ts'
import { valuesAt } from '../../../lib/store-kit/evaluate.ts'
import { compareText, compareValues } from '../../../lib/store-kit/value-order.ts'
import { readReferenceFilter, readListParameters } from '../../../lib/query/index.ts'
import type { FilterGroup, ListParameters, ReferenceFilter } from '../../../lib/query/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { DocumentMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { SitePage, SiteQuery, SiteReader, SiteResource } from '../contract.ts'
import { checkField, checkFields, privateMembers } from './private.ts'
import { isPerson } from './schema-org.ts'

/** The sources of the site's reader. */
export interface ReaderParts {
  store: Pick<DocumentStore, 'list' | 'count' | 'getMany'>
  registry: Pick<TypeRegistry, 'all'>
  /** Slugs of the types that the site can show, or `*` for all. */
  types: readonly string[] | '*'
}

const maxPage = 1000
/** Approximate maximum number of bytes that one query reads. */
const maxAnswerBytes = 8 * 1024 * 1024
const maxIdsAtOnce = 100
/** How long a list can be cached when it cannot be told which value becomes the past next. */
const maxUnknownMs = 1000
const maxSkipped = 10_000
const maxBehind = 1000
const maxKept = 2000
const maxKeptLength = 32 * 1024 * 1024

/** The access rights of the site, in one place. */
export const createSiteReader = (parts: ReaderParts): SiteReader => new StoreReader(parts)

class StoreReader implements SiteReader {
  readonly #parts: ReaderParts
  readonly #kept = new Map<string, { document: StoredDocument; resource: SiteResource }>()
  #keptLength = 0
  #types: { all: readonly ResourceType[]; shown: readonly ResourceType[] } | undefined

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  async types(): Promise<readonly ResourceType[]> {
    const { registry, types: allowed } = this.#parts
    const all = await registry.all()
    if (this.#types?.all !== all) {
      const isShown = ({ slug, status }: ResourceType): boolean =>
        status === 'active' && (allowed === '*' || allowed.includes(slug))
      this.#types = { all, shown: all.filter(isShown) }
    }
    return this.#types.shown
  }

  async getMany(ids: readonly string[]): Promise<ReadonlyMap<string, SiteResource>> {
    const types = new Map((await this.types()).map(type => [type.slug, type]))
    const byType = new Map<ResourceType, string[]>()
    for (const id of new Set(ids)) {
      const type = types.get(id.split(':')[1] ?? '')
      if (type !== undefined) byType.set(type, [...(byType.get(type) ?? []), id])
    }
    const found = new Map<string, SiteResource>()
    const read = async ([type, some]: [ResourceType, string[]]): Promise<void> => {
      let bytes = 0
      for (let start = 0; start < some.length && bytes < maxAnswerBytes; start += maxIdsAtOnce) {
        for (const document of await this.#parts.store.getMany(
          type.collection,
          some.slice(start, start + maxIdsAtOnce),
        )) {
          bytes += document.data.length
          const resource = this.#show(type, document)
          if (resource !== undefined) found.set(document.id, resource)
        }
      }
    }
    await Promise.all([...byType].map(read))
    return found
  }

  async find(query: SiteQuery, deadline: number): Promise<SitePage> {
    const answers = await Promise.all(query.types.map(async type => this.#findOf(type, query, deadline)))
    const sort = answers.find(answer => answer.sort !== undefined)?.sort
    const { skip = 0, limit } = query
    const several = query.types.length > 1
    const merged =
      several && sort !== undefined
        ? answers.flatMap(answer => answer.resources).sort(orderOf(sort))
        : answers.flatMap(answer => answer.resources)
    const totals = answers.map(answer => answer.total)
    const from = several ? skip : 0
    return {
      resources: merged.slice(from, from + limit),
      hasMore: merged.length > from + limit,
      total: totals.reduce<number | undefined>(
        (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
        0,
      ),
      // If there are several types, some may lack a field that others have.
      problems: answers.every(({ problem }) => problem !== undefined)
        ? answers.flatMap(({ problem }) => problem ?? [])
        : [],
      validUntil: Math.min(...answers.map(answer => answer.validUntil)),
    }
  }

  /** The resources of one type: as many as the page needs and one more. With several types each one can fill the page, so none can be skipped here. */
  async #findOf(type: ResourceType, query: SiteQuery, deadline: number): Promise<TypeAnswer> {
    const none: TypeAnswer = { resources: [], total: 0, sort: undefined, problem: undefined, validUntil: Infinity }
    try {
      checkFields(type, query.parameters)
      const parameters = readListParameters(query.parameters, type.compiled)
      const { groups, now = 0 } = parameters
      const conditions = [...(await this.#conditionsOf(parameters, now, deadline)), ...publishedOnly(type)]
      const alternatives = await Promise.all(groups.map(group => this.#conditionsOf(group, now, deadline)))
      const path = query.referring?.paths.get(type.slug)
      if (query.referring !== undefined && path === undefined) return none
      if (query.referring !== undefined && path !== undefined)
        conditions.push(referringTo({ path, ids: query.referring.ids }))
      const { sort, words } = parameters
      const anyOf = alternatives.length > 0 ? alternatives : undefined
      const asked = { ...baseQuery(type, conditions, deadline), anyOf, words, sort }
      const { skip = 0, limit, count } = query
      if (skip > maxSkipped) return { ...none, sort }
      const documents = await this.#walk(
        asked,
        query.types.length > 1 ? 0 : skip,
        query.types.length > 1 ? skip + limit + 1 : limit + 1,
      )
      const resources = documents.flatMap(document => this.#show(type, document) ?? [])
      const counted = count === undefined ? undefined : await this.#parts.store.count(asked, { max: count + 1 })
      const total = counted === undefined || count === undefined || counted > count ? undefined : counted
      const validUntil = await this.#validUntil(type, parameters, deadline)
      return { resources, total, sort, problem: undefined, validUntil }
    } catch (error) {
      if (error instanceof BadRequest) return { ...none, problem: `${type.slug}: ${error.message}` }
      throw error
    }
  }

  async #walk(query: Omit<ListQuery, 'limit'>, skip: number, wanted: number): Promise<StoredDocument[]> {
    const found: StoredDocument[] = []
    let passed = 0
    let bytes = 0
    let after: ListQuery['after']
    while (found.length < wanted && bytes < maxAnswerBytes) {
      const limit = Math.min(maxPage, skip - passed > 0 ? skip - passed : wanted - found.length)
      const page = await this.#parts.store.list({ ...query, limit, after, maxBytes: maxAnswerBytes })
      if (passed < skip) passed += page.documents.length
      else {
        found.push(...page.documents)
        for (const { data } of page.documents) bytes += data.length
      }
      if (page.next === null) break
      after = page.next
    }
    return found
  }

  /** A filter behind a reference: selects the resources that refer to one of the matches. */
  async #conditionOf(behind: ReferenceFilter, now: number, deadline: number): Promise<Condition> {
    const types = (await this.types()).filter(({ slug }) => behind.type_slugs.includes(slug))
    const ids: string[] = []
    for (const type of types) {
      checkField(type, behind.parameter, behind.field)
      const conditions = [readReferenceFilter(behind, type.compiled, now), ...publishedOnly(type)]
      const query = { ...baseQuery(type, conditions, deadline), words: [], sort: byId }
      ids.push(...(await this.#walk(query, 0, maxBehind + 1)).map(({ id }) => id))
    }
    if (ids.length > maxBehind) throw new BadRequest(`${behind.parameter}: more than ${maxBehind} resources fit`)
    return referringTo({ path: behind.path, ids })
  }

  /** When the passing of time can change which resources match: at the next day in UTC, or when the next value becomes the past. */
  async #validUntil(type: ResourceType, { now, groups, ...own }: ListParameters, deadline: number): Promise<number> {
    if (now === undefined) return Infinity
    const filters = [own, ...groups]
    const types = await this.types()
    const conditions = [
      ...filters.flatMap(group => group.conditions.map(condition => ({ type, condition }))),
      ...filters
        .flatMap(({ behind }) => behind)
        .flatMap(behind =>
          types
            .filter(({ slug }) => behind.type_slugs.includes(slug))
            .map(other => ({ type: other, condition: readReferenceFilter(behind, other.compiled, now) })),
        ),
    ]
    const changes = conditions.map(async one => this.#nextChange(one.type, one.condition, now, deadline))
    return Math.min(new Date(now).setUTCHours(24, 0, 0, 0), ...(await Promise.all(changes)))
  }

  /** When the next value that a condition compares with the present becomes the past; `Infinity` if it does not compare with it. */
  async #nextChange(type: ResourceType, condition: Condition, now: number, deadline: number): Promise<number> {
    const { target, kind, field } = condition
    const present = new Date(now).toISOString()
    if (!condition.operands.includes(present)) return Infinity
    const hasOneValue = 'column' in target || type.compiled.resolve(target.path)?.many === false
    if (kind !== 'instant' || !hasOneValue) return now + maxUnknownMs
    const query = baseQuery(type, [{ ...condition, operator: 'gte', operands: [present] }], deadline)
    const sort: Sort = { target, kind, direction: 'asc', field }
    const [next] = (await this.#parts.store.list({ ...query, words: [], sort, limit: 1 })).documents
    if (next === undefined) return Infinity
    const value = 'column' in target ? timeIn(readMeta(next), target.column) : valuesAt(readData(next), target.path)[0]
    const at = Date.parse(String(value))
    return Number.isNaN(at) ? now + maxUnknownMs : Math.max(at, now + 1)
  }

  async #conditionsOf({ conditions, behind }: FilterGroup, now: number, deadline: number): Promise<Condition[]> {
    return [...conditions, ...(await Promise.all(behind.map(one => this.#conditionOf(one, now, deadline))))]
  }

  #show(type: ResourceType, document: StoredDocument): SiteResource | undefined {
    const kept = this.#kept.get(document.id)
    if (
      kept !== undefined &&
      kept.resource.type === type &&
      kept.document.meta === document.meta &&
      kept.document.data === document.data
    ) {
      return kept.resource
    }
    const meta = readMeta(document)
    if (meta.status !== 'active' || meta.account_id !== defaultAccount) return undefined
    const data = readData(document)
    if (data['status'] === 'unpublished') return undefined
    if (isPerson(type)) delete data['email']
    const { sequence_no, created_at, updated_at } = meta
    const shown = privateMembers(type).remove(data)
    const resource: SiteResource = { id: document.id, type, sequence_no, created_at, updated_at, data: shown }
    lengths.set(resource, document.data.length)
    this.#keep(document, resource)
    return resource
  }

  #keep(document: StoredDocument, resource: SiteResource): void {
    const before = this.#kept.get(document.id)
    if (before !== undefined) this.#keptLength -= before.document.data.length
    this.#kept.delete(document.id)
    this.#kept.set(document.id, { document, resource })
    this.#keptLength += document.data.length
    for (const [id, { document: oldest }] of this.#kept) {
      if (this.#kept.size <= maxKept && this.#keptLength <= maxKeptLength) break
      this.#kept.delete(id)
      this.#keptLength -= oldest.data.length
    }
  }
}

const timeIn = ({ created_at, updated_at }: DocumentMeta, column: string): string =>
  column === 'updated_at' ? updated_at : created_at

const lengths = new WeakMap<SiteResource, number>()

/** The length of the JSON text of a resource's data; 0 if unknown. */
export const lengthOf = (resource: SiteResource): number => lengths.get(resource) ?? 0

interface TypeAnswer {
  resources: SiteResource[]
  total: number | undefined
  sort: Sort | undefined
  problem: string | undefined
  validUntil: number
}

const byId: Sort = { target: { column: 'id' }, kind: 'text', direction: 'asc', field: 'id' }

const baseQuery = (type: ResourceType, conditions: readonly Condition[], deadline: number) => ({
  collection: type.collection,
  account_id: defaultAccount,
  status: 'active' as const,
  visibility: { all: true as const },
  conditions,
  deadline,
})

/** The condition that excludes the status `unpublished`, if a property `status` is possible. */
function publishedOnly(type: ResourceType): Condition[] {
  const declared = type.compiled.open ? undefined : type.compiled.resolve(['status'])
  if (declared === undefined && type.schema?.['additionalProperties'] === false) return []
  if (declared !== undefined && ['number', 'boolean', 'json', 'instant'].includes(declared.kind)) return []
  const kind = declared?.kind === 'text' ? 'text' : 'mixed'
  return [{ target: { path: ['status'] }, kind, operator: 'ne', operands: ['unpublished'], field: 'status' }]
}

const referringTo = ({ path, ids }: { path: readonly string[]; ids: readonly string[] }): Condition => ({
  target: { path },
  kind: 'text',
  operator: 'in',
  operands: ids,
  field: path.join('.'),
})

function orderOf({ target, kind, direction }: Sort): (a: SiteResource, b: SiteResource) => number {
  const sign = direction === 'asc' ? 1 : -1
  const keyOf = (resource: SiteResource) =>
    'path' in target ? valuesAt(resource.data, target.path)[0] : columnOf(resource, target.column)
  return (a, b) => sign * (compareValues(keyOf(a), keyOf(b), kind) || compareText(a.id, b.id))
}

function columnOf(resource: SiteResource, column: string): string | number | undefined {
  if (column === 'created_at' || column === 'updated_at' || column === 'sequence_no' || column === 'id')
    return resource[column]
  return column === 'type_slug' ? resource.type.slug : undefined
}

/** A reader that shows drafts instead of the stored resources with their ids: for previews. Lists keep their order and members. */
export function overlayReader(reader: SiteReader, drafts: readonly SiteResource[]): SiteReader {
  const byId = new Map(drafts.map(draft => [draft.id, draft]))
  return {
    types: () => reader.types(),
    async find(query, deadline) {
      const page = await reader.find(query, deadline)
      return { ...page, resources: page.resources.map(resource => byId.get(resource.id) ?? resource) }
    },
    async getMany(ids) {
      const found = new Map(await reader.getMany(ids.filter(id => !byId.has(id))))
      for (const id of ids) {
        const draft = byId.get(id)
        if (draft !== undefined) found.set(id, draft)
      }
      return found
    },
  }
}
