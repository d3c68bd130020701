import { LRUCache } from 'lru-cache'
import { BadRequest, Forbidden, defaultAccount } from '../../../kernel/index.ts'
import type { Condition, Sort, StoredDocument } from '../../../kernel/index.ts'
import { valuesAt, memoizeByObject } from '../../../lib/json/index.ts'
import { compareText, compareValues } from '../../../lib/store-kit/value-order.ts'
import { newestFirst, readListParameters } from '../../../lib/query/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ReadScope, ResourceQuery, ResourceReader, ResourceSelection } from '../../dynamic-resources/contract.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { SitePage, SiteQuery, SiteReader, SiteResource, WalkPosition } from '../contract.ts'
import { choicesAt, fileReferences } from './facts.ts'
import { insteadOf } from '../../../lib/errors/index.ts'
import { checkField, checkPublicFields, privateMembers } from './private.ts'
import { isPerson } from './schema-org.ts'

/** The sources of the site's reader. */
interface SiteReaderParts {
  reader: ResourceReader
  registry: Pick<TypeRegistry, 'all'>
  /** Slugs of the types that the site can show, or `*` for all. */
  types: readonly string[] | '*'
  /** What an editor may see, who gets the drafts of it. Default: none; what is public is read. */
  editor?: ReadScope
}

/** Approximate maximum number of bytes that one query reads. */
const maxAnswerBytes = 8 * 1024 * 1024
/** How long a list that compares with the present is cached, ms. */
const maxNowMs = 1000
const maxKept = 2000
/** How many resources that refer to a file are looked at. */
const maxLookedAt = 1000
const maxKeptLength = 32 * 1024 * 1024

/** How many resources of a list can be passed over by `?page=`: what comes after the next page has no page of its own. */
export const maxSkipped = 10_000

/** Resources by their age: an order in which a new one changes nothing before it. */
const oldestFirst: Sort = { ...newestFirst, direction: 'asc' }

/**
 * What the site can show, in one place: published resources of the default account, and no private property.
 * @param conditions the rule of publication as conditions
 */
const siteScope = (
  isShown: (type: ResourceType) => boolean,
  conditions: (type: ResourceType) => readonly Condition[],
  editor: ReadScope | undefined,
): ReadScope => ({
  account_id: defaultAccount,
  ...(editor?.perspective !== undefined && { perspective: editor.perspective }),
  async visible(type, status) {
    if (status !== 'active' || !isShown(type)) throw new Forbidden(`the site does not show this of ${type.slug}`)
    const isDraft = editor !== undefined && type.set?.perspective === 'draft'
    const { visibility } = isDraft ? await editor.visible(type, status) : { visibility: { all: true } as const }
    return { visibility, conditions: conditions(type) }
  },
  checkField: (type, field, parameter) => checkField(type, parameter, field),
})

/** The reader of a site that shows these types. */
export const createSiteReader = (parts: SiteReaderParts): SiteReader => new PublicReader(parts)

class PublicReader implements SiteReader {
  readonly #parts: SiteReaderParts
  readonly #scope: ReadScope
  /** Without the conditions that have no column, which {@link isUnpublished} checks. */
  readonly #scopeByColumns: ReadScope
  readonly #kept = new LRUCache<string, { document: StoredDocument; resource: SiteResource }>({
    max: maxKept,
    maxSize: maxKeptLength,
    sizeCalculation: ({ document }) => document.data.length,
  })
  #types: { all: readonly ResourceType[]; shown: readonly ResourceType[] } | undefined

  constructor(parts: SiteReaderParts) {
    this.#parts = parts
    this.#scope = siteScope(
      type => this.#isShown(type),
      type => [...publishedByColumn(type), ...publishedUndeclared(type)],
      parts.editor,
    )
    this.#scopeByColumns = siteScope(type => this.#isShown(type), publishedByColumn, parts.editor)
  }

  #isShown({ slug, status }: ResourceType): boolean {
    const { types } = this.#parts
    return status === 'active' && (types === '*' || types.includes(slug))
  }

  /** The rows of a type that the reader sees: in them `status` decides nothing. An editor who may modify none of a type sees it as it is public. */
  async #setOf(type: ResourceType): Promise<ResourceType> {
    const { drafts } = type
    if (drafts === undefined) return type
    const visible = await this.#parts.editor?.visible(drafts.draft, 'active').catch(insteadOf(Forbidden, undefined))
    if (visible === undefined) return drafts.published
    const { visibility } = visible
    return visibility.all || visibility.owner !== '' || visibility.ids.length > 0 ? drafts.draft : drafts.published
  }

  async types(): Promise<readonly ResourceType[]> {
    const all = await this.#parts.registry.all()
    if (this.#types?.all !== all) {
      const shown = all.filter(type => this.#isShown(type))
      this.#types = { all, shown: await Promise.all(shown.map(async type => this.#setOf(type))) }
    }
    return this.#types.shown
  }

  async getMany(ids: readonly string[]): Promise<ReadonlyMap<string, SiteResource>> {
    const found = await this.#parts.reader.getMany(this.#scope, ids, { maxBytes: maxAnswerBytes })
    const shown = new Map<string, SiteResource>()
    for (const [id, { type, document }] of found) {
      if (!isUnpublished(document, type)) shown.set(id, this.#show(type, document))
    }
    return shown
  }

  async find(query: SiteQuery, deadline: number): Promise<SitePage> {
    const { skip = 0, limit } = query
    const several = query.types.length > 1
    // With several types each one can fill the page, so none can be skipped before they are merged.
    const range = several ? { limit: skip + limit } : { skip, limit }
    const answers = await Promise.all(query.types.map(async type => this.#findOf(type, query, range, deadline)))
    const sort = answers.find(answer => answer.sort !== undefined)?.sort
    const all = answers.flatMap(answer => answer.resources)
    const merged = several && sort !== undefined ? all.sort(orderOf(sort)) : all
    const totals = answers.map(answer => answer.total)
    const from = several ? skip : 0
    return {
      resources: merged.slice(from, from + limit),
      hasMore: merged.length > from + limit || answers.some(answer => answer.hasMore),
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

  async #findOf(
    type: ResourceType,
    { parameters: pairs, referring, skip = 0, count }: SiteQuery,
    range: { skip?: number; limit: number },
    deadline: number,
  ): Promise<TypeAnswer> {
    const none: TypeAnswer = { resources: [], hasMore: false, total: 0, validUntil: Infinity }
    const path = referring?.paths.get(type.slug)
    if (referring !== undefined && path === undefined) return none
    try {
      checkPublicFields(type, pairs)
      const parameters = readListParameters(pairs, type.compiled)
      const { sort } = parameters
      const conditions = [...parameters.conditions]
      if (referring !== undefined && path !== undefined) conditions.push(referringTo(path, referring.ids))
      const asked = { ...parameters, conditions, deadline }
      const selection = await this.#parts.reader.select(this.#scopeFor(asked), type, asked)
      if (skip > maxSkipped) return { ...none, sort }
      const { resources, hasMore } = await this.#slice(selection, range)
      const counted = count === undefined ? undefined : await this.#count(selection, asked, count + 1)
      const total = counted === undefined || count === undefined || counted > count ? undefined : counted
      const validUntil = parameters.now === undefined ? Infinity : parameters.now + maxNowMs
      return { resources, hasMore, total, sort, validUntil }
    } catch (error) {
      if (error instanceof BadRequest) return { ...none, problem: `${type.slug}: ${error.message}` }
      throw error
    }
  }

  /**
   * A property `status` that a type does not declare has no column: a filter on it would read every resource up to the page, so the few resources that
   * it hides are left out as they are read. Behind a reference only a filter can exclude them.
   */
  #scopeFor({ referenceFilters = [], groups = [] }: ResourceQuery): ReadScope {
    return referenceFilters.length + groups.length === 0 ? this.#scopeByColumns : this.#scope
  }

  async #slice(
    selection: ResourceSelection,
    { skip = 0, limit }: { skip?: number; limit: number },
  ): Promise<Pick<TypeAnswer, 'resources' | 'hasMore'>> {
    const resources: SiteResource[] = []
    let passed = 0
    let bytes = 0
    for await (const { documents } of selection.walk({ firstPortion: skip + limit + 1 })) {
      for (const document of documents) {
        if (isUnpublished(document, selection.type)) continue
        if (passed < skip) {
          passed += 1
          continue
        }
        bytes += document.data.length
        if (resources.length === limit || (bytes > maxAnswerBytes && resources.length > 0))
          return { resources, hasMore: true }
        resources.push(this.#show(selection.type, document))
      }
    }
    return { resources, hasMore: false }
  }

  /** The number of resources of a selection, or more than `max`. */
  async #count(selection: ResourceSelection, asked: ResourceQuery, max: number): Promise<number> {
    const { type } = selection
    const found = await selection.count({ max })
    const [condition] = publishedUndeclared(type)
    if (condition === undefined || found === 0 || this.#scopeFor(asked) === this.#scope) return found
    // The word index finds the few resources that can have this value.
    const hidden = await this.#parts.reader.select(this.#scopeByColumns, type, {
      ...asked,
      conditions: [...(asked.conditions ?? []), { ...condition, operator: 'eq' }],
      words: [...(asked.words ?? []), unpublished],
    })
    return found - (await hidden.count({ max }))
  }

  async count(type: ResourceType): Promise<number> {
    const selection = await this.#parts.reader.select(this.#scopeByColumns, type)
    return this.#count(selection, {}, Infinity)
  }

  async *walk(type: ResourceType, after?: WalkPosition): AsyncGenerator<readonly SiteResource[], void> {
    const conditions: Condition[] =
      after === undefined
        ? []
        : [
            {
              target: oldestFirst.target,
              kind: 'instant',
              operator: 'gte',
              operands: [after.created_at],
              field: 'created_at',
            },
          ]
    const selection = await this.#parts.reader.select(this.#scopeByColumns, type, { conditions, sort: oldestFirst })
    for await (const { documents } of selection.walk()) {
      const resources = documents.flatMap(document =>
        isUnpublished(document, type) ? [] : [this.#show(type, document)],
      )
      yield after === undefined ? resources : resources.filter(one => isAfter(one, after))
    }
  }

  async shows(type: ResourceType, id: string, condition: Condition): Promise<boolean> {
    const selection = await this.#parts.reader.select(this.#scopeByColumns, type, { conditions: [condition] })
    for await (const { documents } of selection.walk({ firstPortion: 10 })) {
      const shown = documents
        .filter(document => !isUnpublished(document, type))
        .map(document => this.#show(type, document))
      if (shown.some(({ data }) => fileReferences(type, data).includes(id))) return true
      if (documents.length >= maxLookedAt) return false
    }
    return false
  }

  #show(type: ResourceType, document: StoredDocument): SiteResource {
    const kept = this.#kept.get(document.id)
    if (
      kept !== undefined &&
      kept.resource.type === type &&
      kept.document.meta === document.meta &&
      kept.document.data === document.data
    ) {
      return kept.resource
    }
    const data = readData(document)
    if (isPerson(type)) delete data['email']
    const { sequence_no, created_at, updated_at } = readMeta(document)
    const shown = privateMembers(type).remove(data)
    const resource: SiteResource = { id: document.id, type, sequence_no, created_at, updated_at, data: shown }
    lengths.set(resource, document.data.length)
    this.#kept.set(document.id, { document, resource })
    return resource
  }
}

const lengths = new WeakMap<SiteResource, number>()

/** The length of the JSON text of a resource's data; 0 if unknown. */
export const lengthOf = (resource: SiteResource): number => lengths.get(resource) ?? 0

interface TypeAnswer {
  resources: SiteResource[]
  hasMore: boolean
  total: number | undefined
  sort?: Sort
  problem?: string
  validUntil: number
}

const unpublished = 'unpublished'

/** The types of the preset `website` in which a resource without a state of publication is a draft. */
const typesWithDrafts: ReadonlySet<string> = new Set(['blog-post', 'article'])

/** How a declared property `status` that can be a text is compared. */
function statusColumn({ compiled }: ResourceType): 'text' | 'json' | undefined {
  const kind = compiled.open ? undefined : compiled.resolve(['status'])?.kind
  return kind === 'text' || kind === 'json' ? kind : undefined
}

const onStatus = (kind: Condition['kind'], rest: Pick<Condition, 'operator' | 'operands'>): Condition => ({
  target: { path: ['status'] },
  kind,
  field: 'status',
  ...rest,
})

/** The rule of publication for a declared property `status`; it is read from the schema once. */
const publishedByColumn = memoizeByObject(readRule)

function readRule(type: ResourceType): Condition[] {
  const kind = statusColumn(type)
  if (kind === undefined || type.set !== undefined) return []
  const isNotHidden = onStatus(kind, { operator: 'ne', operands: [unpublished] })
  if (!typesWithDrafts.has(type.slug) || !choicesAt(type, ['status']).includes('published')) return [isNotHidden]
  return [onStatus(kind, { operator: 'exists', operands: [true] }), isNotHidden]
}

/** The rule of publication for a property `status` that the type does not declare, but allows. */
function publishedUndeclared({ compiled, schema, set }: ResourceType): Condition[] {
  if (set !== undefined) return []
  const isDeclared = !compiled.open && compiled.resolve(['status']) !== undefined
  if (isDeclared || schema?.['additionalProperties'] === false) return []
  return [onStatus('json', { operator: 'ne', operands: [unpublished] })]
}

/** Whether the own status of a resource hides it, declared or not. */
const isUnpublished = (document: StoredDocument, { set }: ResourceType): boolean =>
  set === undefined && document.data.includes(unpublished) && readData(document)['status'] === unpublished

const isAfter = ({ created_at, id }: SiteResource, after: WalkPosition): boolean =>
  created_at > after.created_at || (created_at === after.created_at && id > after.id)

const referringTo = (path: readonly string[], ids: readonly string[]): Condition => ({
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
    count: type => reader.count(type),
    walk: (type, after) => reader.walk(type, after),
    shows: (type, id, condition) => reader.shows(type, id, condition),
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
