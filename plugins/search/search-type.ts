import { QueryTooSlow } from '../../kernel/index.ts'
import type { Condition, StoredDocument } from '../../kernel/index.ts'
import { compareText, hasWords, normaliseText, queryWords, readData, readMeta } from '../../lib/store-kit/index.ts'
import type { ReadScope, ResourceQuery, ResourceReader, ResourceSelection } from '../dynamic-resources/contract.ts'
import type { ResourceType } from '../types/contract.ts'
import type { ReferencedNames } from './referenced-names.ts'
import { isIdentifiedBy, findFurtherQueries } from './ways.ts'
import { insteadOf } from '../../lib/errors/index.ts'

/** A matching resource. */
export interface Match {
  document: StoredDocument
  /** Its label, if the whole was not needed as far as it consists of its own properties; undefined if there is none. */
  label: string | undefined
}

/** The matches of one type. */
export interface TypeMatches {
  /** The best ones, in their order. */
  documents: Match[]
  hasMore: boolean
  /** The number of matches, as far as they were counted. */
  total: number
  /** How well the best label matches the text that is searched for: 0 when it is equal, 1 when it begins with it, else 2. */
  nearness: number
}

/** The search in one type. */
interface TypeSearch {
  /** The text that is searched for. */
  text: string
  /** Its words, normalised. */
  words: readonly string[]
  /** The languages of the reader, for labels. */
  languages: readonly string[]
  limit: number
  /** Number of the best matches that are left out. */
  offset: number
  deadline: number
}

/** A search for all best matches up to the limit. */
type BestSearch = Omit<TypeSearch, 'offset'>

/** Size of the first portion in which the matches of a type are read; it is usually enough. */
const firstPortion = 100
/** How many matches are read to find one whose label is the text. */
const minSeen = 1_000
/** Maximum number of resources of a type that are read, and of matches that are counted. */
const maxSeen = 10_000
/** Maximum number of beginnings of a text that are looked up. */
const maxBeginnings = 64

/**
 * Search one type: labels that are the text come first, then those that begin with it, then those that begin with one of its words, then the newest.
 * @param inTexts the resources that contain the words, newest first
 * @param names the names of other resources that labels show
 * @returns undefined when there was no time to search
 */
export async function searchType(
  reader: ResourceReader,
  scope: ReadScope,
  inTexts: ResourceSelection,
  names: ReferencedNames,
  { offset, ...asked }: TypeSearch,
): Promise<TypeMatches | undefined> {
  const { type } = inTexts
  const search: BestSearch = { ...asked, limit: offset + asked.limit }
  const { deadline, limit, languages } = search
  const found = new Collector(type, search)
  const indexed = await collect(inTexts, found, search, { isMatch: true })
  if (indexed === 'late') return undefined
  let isWhole = indexed === 'whole'
  const start = indexedStart(type)
  const labelsOf = (documents: readonly StoredDocument[]): Promise<Map<string, string>> =>
    reader.labels(
      scope,
      documents.map(document => ({ type, document })),
      { languages, deadline },
    )
  /** Add those whose label can be the text, regardless of age. */
  const addNearest = async (conditions: readonly Condition[]): Promise<void> => {
    if (start === undefined) return
    const isBeginning: Condition = { ...start, operator: 'in', operands: beginningsOf(search.text) }
    const selection = await reader.select(scope, type, { conditions: [...conditions, isBeginning], deadline })
    await collect(selection, found, search, { isMatch: false, labelsOf })
  }
  try {
    const { ways, isAll } = await findFurtherQueries(type, names, search.words)
    if (!isWhole && start !== undefined) await addNamed(reader, scope, start, found, search)
    if (!isWhole || ways.length > 0) await addNearest([])
    isWhole &&= isAll
    for (const { query, inReferences } of ways) {
      if (inReferences) await addNearest(query.conditions ?? [])
      const selection = await reader.select(scope, type, { ...query, deadline })
      const how = { isMatch: false, ...(inReferences && { labelsOf }) }
      isWhole = (await collect(selection, found, search, how)) === 'whole' && isWhole
    }
  } catch (error) {
    if (!(error instanceof QueryTooSlow)) throw error
    isWhole = false
  }
  const total = isWhole ? found.count : Math.max(found.count, await countAll(inTexts))
  const best = found.best(limit)
  const hasMore = !isWhole || total > best.length
  return { documents: best.slice(offset), total, nearness: found.nearness, hasMore }
}

/** The ways in which the text can be typed that begins a label: as given, and with other capital letters. */
function spellingsOf(text: string): Set<string> {
  const lower = text.toLowerCase()
  const capitalised = (word: string): string => word.replace(/^\P{L}*\p{L}/u, start => start.toUpperCase())
  return new Set([text, lower, capitalised(lower), lower.replaceAll(/\S+/g, capitalised), text.toUpperCase()])
}

/** The beginnings of a text that can be a whole value with which a label begins that is the text: “Rome” of “Rome, Italy”. */
function beginningsOf(text: string): string[] {
  const all = [...spellingsOf(text.trim())].flatMap(spelling =>
    [...spelling.matchAll(/(?<=\S)(?![\p{L}\p{N}\p{M}])/gu)]
      .slice(0, maxBeginnings)
      .map(({ index }) => spelling.slice(0, index)),
  )
  return [...new Set(all)]
}

/** The property with which labels begin, as conditions and orders name it. */
type LabelStart = Pick<NonNullable<ResourceQuery['sort']>, 'target' | 'kind' | 'field'>

/** The property with which labels begin, if it is a text with an index. */
function indexedStart({ compiled }: Pick<ResourceType, 'compiled'>): LabelStart | undefined {
  const start = compiled.labelStarts.map(compiled.resolve).find(column => column !== undefined)
  if (start === undefined || start.kind !== 'text' || start.many || !start.indexed) return undefined
  return { target: { path: start.path }, kind: start.kind, field: start.path.join('.') }
}

/** Add what begins with the text, regardless of age. */
async function addNamed(
  reader: ResourceReader,
  scope: ReadScope,
  on: LabelStart,
  found: Collector,
  { text, limit, deadline }: BestSearch,
): Promise<void> {
  const { type } = found
  for (const spelling of spellingsOf(text)) {
    const conditions: Condition[] = [
      { ...on, operator: 'gte', operands: [spelling] },
      { ...on, operator: 'lt', operands: [`${spelling}\u{10ffff}`] },
    ]
    const selection = await reader.select(scope, type, { conditions, sort: { ...on, direction: 'asc' }, deadline })
    const { documents } = await selection.slice({ limit: limit + 1, maxBytes: 1024 * 1024 })
    for (const document of documents) found.add(document, { isMatch: false })
  }
}

/** How the resources of a selection are added. */
interface Collecting {
  /** Whether all of it contains the words. */
  isMatch: boolean
  /** Returns the whole labels. Default: as far as they consist of a resource's own properties. */
  labelsOf?: (documents: readonly StoredDocument[]) => Promise<ReadonlyMap<string, string>>
}

/** Read a selection, newest first, until no better match is possible. */
async function collect(
  selection: ResourceSelection,
  found: Collector,
  { limit }: BestSearch,
  { isMatch, labelsOf }: Collecting,
): Promise<'whole' | 'cut' | 'late'> {
  const begun = found.begin()
  let seen = 0
  try {
    for await (const { documents, isLast } of selection.walk({ firstPortion })) {
      const labels = await labelsOf?.(documents)
      for (const document of documents) found.add(document, { isMatch, label: labels?.get(document.id) })
      if (isLast) return 'whole'
      seen += documents.length
      if (seen >= maxSeen || begun('equal') > limit || (seen >= minSeen && begun('first') > limit)) break
    }
  } catch (error) {
    if (!(error instanceof QueryTooSlow)) throw error
    if (seen === 0) return 'late'
  }
  return 'cut'
}

/** The number of resources that contain the words; none if there is no time to count. */
const countAll = (inTexts: ResourceSelection): Promise<number> =>
  inTexts.count({ max: maxSeen }).catch(insteadOf(QueryTooSlow, 0))

/**
 * How well a label matches, the best first: it is the text, has its words alone, begins with them, begins with the text within a word, begins with one of
 * the words; or none of these.
 */
const ranks = [0, 1, 2, 3, 4, 5] as const
type Rank = (typeof ranks)[number]
const [isText, isWords, beginsWithWords, beginsWithText, beginsWithWord, matchesElsewhere] = ranks

/** Keeps the best matches of a search. */
class Collector {
  readonly type: ResourceType
  readonly #search: BestSearch
  readonly #text: string
  readonly #start: string
  readonly #seen = new Map<string, Rank>()
  /** The matches of each rank; of each at least as many as are returned. */
  readonly #kept: Record<Rank, Match[]> = { 0: [], 1: [], 2: [], 3: [], 4: [], 5: [] }
  #hasEqual = false
  #equalCount = 0
  #firstCount = 0

  constructor(type: ResourceType, search: BestSearch) {
    this.type = type
    this.#search = search
    this.#text = normaliseText(search.text.trim())
    this.#start = search.words.join(' ')
  }

  /** The number of matches. */
  get count(): number {
    return this.#seen.size
  }

  get nearness(): number {
    if (this.#hasEqual) return 0
    return [isText, isWords, beginsWithWords, beginsWithText].some(rank => this.#kept[rank].length > 0) ? 1 : 2
  }

  /** @returns a function that returns how many matches were added from now on whose labels are the text, or begin with a word */
  begin(): (level: 'equal' | 'first') => number {
    const before = { equal: this.#equalCount, first: this.#firstCount }
    return level => (level === 'equal' ? this.#equalCount : this.#firstCount) - before[level]
  }

  /**
   * @param isMatch whether the store has found it by all words
   * @param label its whole label; default: as far as it consists of its own properties
   */
  add(document: StoredDocument, { isMatch, label: whole }: { isMatch: boolean; label?: string | undefined }): void {
    const { words, languages } = this.#search
    const { compiled } = this.type
    const data = readData(document)
    const label = whole ?? compiled.labelOf(data, undefined, languages)
    const has = (word: string): boolean =>
      hasWords(data, [word], compiled.wordExceptions) ||
      (label !== undefined && hasWords({ label }, [word], [])) ||
      isIdentifiedBy(compiled, data, word)
    if (!isMatch && !words.every(has)) return
    const rank = this.#rankOf(label)
    if (rank <= isWords) this.#equalCount++
    // Names of other resources can follow what is known of the label.
    this.#hasEqual ||= rank <= isWords && (whole !== undefined || compiled.labelReferences.length === 0)
    if (rank <= beginsWithWord) this.#firstCount++
    const before = this.#seen.get(document.id)
    if (before !== undefined) {
      if (before <= rank) return
      const earlier = this.#kept[before]
      const at = earlier.findIndex(match => match.document.id === document.id)
      if (at >= 0) earlier.splice(at, 1)
    }
    this.#seen.set(document.id, rank)
    const kept = this.#kept[rank]
    kept.push({ document, label })
    // Several scans add matches, each in its order: more are kept than are returned.
    if (kept.length > 4 * (this.#search.limit + 1)) keepNewest(kept, this.#search.limit + 1)
  }

  #rankOf(label = ''): Rank {
    if (normaliseText(label.trim()) === this.#text) return isText
    const start = queryWords(label).join(' ')
    if (start === this.#start) return isWords
    if (start.startsWith(`${this.#start} `)) return beginsWithWords
    if (start.startsWith(this.#start)) return beginsWithText
    return this.#search.words.some(word => start.startsWith(word)) ? beginsWithWord : matchesElsewhere
  }

  /** The best matches. */
  best(limit: number): Match[] {
    for (const rank of ranks) keepNewest(this.#kept[rank], limit)
    return ranks.flatMap(rank => this.#kept[rank]).slice(0, limit)
  }
}

function keepNewest(matches: Match[], count: number): void {
  const createdAt = ({ document }: Match): string => readMeta(document).created_at
  matches.sort((a, b) => compareText(createdAt(b), createdAt(a)) || compareText(b.document.id, a.document.id))
  matches.length = Math.min(matches.length, count)
}
