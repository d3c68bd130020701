import type { Caller } from '../../kernel/index.ts'
import { TooIntricate } from '../../lib/json-schema/columns/shape.ts'
import { isAssigneeName, isDueName, isEnd } from '../../lib/json-schema/due.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { readListParameters } from '../../lib/query/index.ts'
import { compareText, queryWords, readData } from '../../lib/store-kit/index.ts'
import type { ReadScope, ResourceQuery } from '../dynamic-resources/contract.ts'
import type { ResourceType } from '../types/contract.ts'
import { labelAll, selectReadable, sliceAll, timeForLabelsMs } from './search.ts'
import type { AllTypesRequest, FirstOfType, SearchParts } from './search.ts'
import { attempt, insteadOf } from '../../lib/errors/index.ts'

/** The parameters of {@link dueOfAll}. */
export interface DueRequest extends AllTypesRequest {
  /** Only what refers to a resource with this e-mail address; then what has no date is listed too. */
  assignedTo: string | undefined
  /** Only what refers to no resource with this e-mail address. */
  notAssignedTo: string | undefined
  /** Only what is due by this day: RFC 3339. */
  until: string | undefined
}

/** What is to be done of one type. */
interface DueOfType {
  type_slug: string
  /** The filters of a list of all of it. */
  filter: JsonObject
  resources: { id: string; label: string; due: string | null }[]
  has_more: boolean
}

/** How many resources with one e-mail address are followed, and how many references and states of a type. */
const maxSame = 20
const maxReferences = 8
const maxStates = 4
const maxWords = 16

/**
 * What is to be done, of each type that the caller can read and that has a date or somebody for it; the type with the nearest date first. All types share
 * one time limit, as in `searchAll`.
 * @throws `BadRequest` naming an unknown type
 */
export async function dueOfAll(parts: SearchParts, caller: Caller, request: DueRequest): Promise<DueOfType[]> {
  const { limit, assignedTo, notAssignedTo, until, languages } = request
  const scope = parts.reader.callerScope(caller, request.perspective)
  const deadline = request.deadline - timeForLabelsMs
  const assignees = await findAssignees(parts, scope, assignedTo ?? notAssignedTo, deadline)
  const by: JsonObject = until === undefined ? {} : { lte: until }
  const plans = new Map<string, { date: string | undefined; filter: JsonObject }>()
  for (const type of await parts.registry.all()) {
    const date = dueDateOf(type)
    const refers = filterOfAssignees(type, assignees, assignedTo !== undefined, date !== undefined)
    if (refers === undefined || (date === undefined && (assignedTo === undefined || until !== undefined))) continue
    const isDue = date === undefined || until === undefined ? {} : { [date]: by }
    plans.set(type.slug, { date, filter: { ...filterOfOpen(type), ...refers, ...isDue } })
  }
  const queryOf = (type: ResourceType, isDated: boolean): ResourceQuery | undefined => {
    const plan = plans.get(type.slug)
    if (plan === undefined || (isDated && plan.date === undefined)) return undefined
    const { date, filter } = plan
    const isSet = date === undefined ? {} : { [date]: { exists: isDated, ...(isDated && by) } }
    const order: [string, string][] = isDated && date !== undefined ? [['sort_by', date]] : []
    return { ...readListParameters(order, type.compiled, [], { json: { ...filter, ...isSet } }), deadline }
  }
  const dated = await selectReadable(parts, scope, request, type => queryOf(type, true))
  const hasUndated = assignedTo !== undefined && until === undefined
  const others = hasUndated ? await selectReadable(parts, scope, request, type => queryOf(type, false)) : []
  const found = mergeTypes(await sliceAll(dated, limit), await sliceAll(others, limit), limit)
  const labelOf = await labelAll(parts, scope, found, { languages, deadline: request.deadline })
  const all = found.map(({ type, documents, hasMore }) => {
    const { date = '', filter = {} } = plans.get(type.slug) ?? {}
    const resources = documents.map(document => {
      const due = readData(document)[date]
      return { id: document.id, label: labelOf(document), due: typeof due === 'string' ? due : null }
    })
    return { type_slug: type.slug, filter, resources, has_more: hasMore }
  })
  const nearest = ({ resources: [first] }: DueOfType): string => first?.due ?? '~' // after all dates
  return all.toSorted((a, b) => compareText(nearest(a), nearest(b)) || compareText(a.type_slug, b.type_slug))
}

/** Of each type what has a date, then what has none, up to the limit. */
function mergeTypes(dated: readonly FirstOfType[], others: readonly FirstOfType[], limit: number): FirstOfType[] {
  const all = new Map(dated.map(one => [one.type.slug, one]))
  for (const other of others) {
    const before = all.get(other.type.slug) ?? { documents: [], hasMore: false }
    const documents = [...before.documents, ...other.documents]
    const hasMore = before.hasMore || other.hasMore || documents.length > limit
    all.set(other.type.slug, { type: other.type, documents: documents.slice(0, limit), hasMore })
  }
  return [...all.values()]
}

/** The property with the e-mail address of the resources of a type, if it has one. */
const emailOf = (type: ResourceType): string | undefined => namesWith(type, ({ format }) => format === 'email')[0]

/** The date by which resources of a type are to be done, if it has one that lists are sorted by. */
const dueDateOf = ({ compiled }: ResourceType): string | undefined =>
  compiled.columns
    .filter(({ path, indexed, many }) => path.length === 1 && indexed && !many)
    .map(({ path: [name = ''] }) => name)
    .find(name => isDueName(name) && compiled.resolve([name])?.format === 'date' && !compiled.secrets.includes([name]))

/** The filters that leave out what has ended. */
function filterOfOpen(type: ResourceType): JsonObject {
  const states = namesWith(type, keywords => endsIn(keywords).length > 0).slice(0, maxStates)
  return Object.fromEntries(states.map(name => [name, { nin: keywordsAt(type, name).flatMap(endsIn) }]))
}

const endsIn = (keywords: JsonObject): string[] =>
  [keywords['enum'] ?? [], keywords['const'] ?? []].flat().filter(value => isEnd(value))

/** The names of the root properties with a column of texts of which a part of the schema has some keywords. */
const namesWith = (type: ResourceType, has: (keywords: JsonObject) => boolean): string[] =>
  type.compiled.columns
    .filter(({ path, kind, many }) => path.length === 1 && kind === 'text' && !many)
    .map(({ path: [name = ''] }) => name)
    .filter(name => !type.compiled.secrets.includes([name]) && keywordsAt(type, name).some(has))

/** The keywords of all schemas that apply to a property. */
const keywordsAt = ({ compiled: { shape } }: ResourceType, name: string): JsonObject[] =>
  attempt(() => [...(shape?.property(name)?.nodes ?? [])].map(({ own }) => own), insteadOf(TooIntricate, []))

/** The resources with an e-mail address, whatever its case, and the types that have such addresses. */
interface Assignees {
  ids: string[]
  typeSlugs: ReadonlySet<string>
}

/** The resources with an e-mail address, as far as the scope can see them. */
async function findAssignees(
  parts: SearchParts,
  scope: ReadScope,
  address: string | undefined,
  deadline: number,
): Promise<Assignees> {
  const wanted = address?.toLowerCase() ?? ''
  const words = [...new Set(queryWords(wanted))].slice(0, maxWords)
  if (words.length === 0) return { ids: [], typeSlugs: new Set() }
  const selections = await selectReadable(parts, scope, { typeSlugs: [] }, type => {
    const email = emailOf(type)
    if (email === undefined) return undefined
    return { ...readListParameters([], type.compiled, [], { json: { [email]: { like: wanted } } }), words, deadline }
  })
  const found = await sliceAll(selections, maxSame)
  const ids = found.flatMap(({ type, documents }) => {
    const email = emailOf(type) ?? ''
    const isTheirs = (value: Json | undefined): boolean => typeof value === 'string' && value.toLowerCase() === wanted
    return documents.filter(document => isTheirs(readData(document)[email])).map(({ id }) => id)
  })
  return { ids: ids.slice(0, maxSame), typeSlugs: new Set(selections.map(({ type }) => type.slug)) }
}

/**
 * The filter for what refers to some resources, or for all else; undefined where nothing can. A type without a date counts only by a reference that is named
 * for it: an article refers to its author, who has nothing to do with it any more.
 */
function filterOfAssignees(
  { compiled }: ResourceType,
  { ids, typeSlugs }: Assignees,
  isWanted: boolean,
  hasDate: boolean,
): JsonObject | undefined {
  const names = compiled.references
    .filter(({ path, name, type_slugs }) => {
      const isText = compiled.resolve(path)?.kind === 'text' && !compiled.secrets.includes(path)
      return isText && type_slugs.some(slug => typeSlugs.has(slug)) && (hasDate || isAssigneeName(name))
    })
    .map(({ name }) => name)
    .slice(0, maxReferences)
  const refers = (name: string): JsonObject => ({ [name]: { [isWanted ? 'in' : 'nin']: ids } })
  const [first] = names
  if (!isWanted) return ids.length === 0 ? {} : Object.assign({}, ...names.map(refers))
  if (ids.length === 0 || first === undefined) return undefined
  return names.length === 1 ? refers(first) : { or: names.map(refers) }
}
