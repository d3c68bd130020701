import { QueryTooSlow } from '../../kernel/index.ts'
import type { StoredDocument } from '../../kernel/index.ts'
import { compareText, hasWords, queryWords, readData, readMeta } from '../../lib/store-kit/index.ts'
import type { ReadScope, ResourceReader, ResourceSelection } from '../dynamic-resources/contract.ts'
import type { ResourceType } from '../types/contract.ts'

/** A matching resource. */
export interface Match {
  document: StoredDocument
  /** Its label, as far as it consists of its own properties; undefined if there is none. */
  label: string | undefined
}

/** The matches of one type. */
export interface TypeMatches {
  /** The best ones, in their order. */
  documents: Match[]
  hasMore: boolean
  /** The number of matches, as far as they were counted. */
  total: number
  /** Whether the label of a match begins with the text that is searched for. */
  isNamed: boolean
}

/** The search in one type. */
export interface TypeSearch {
  words: readonly string[]
  /** The languages of the reader, for labels. */
  languages: readonly string[]
  limit: number
  deadline: number
}

/** Size of the first portion in which the matches of a type are read; it is usually enough. */
const firstPortion = 100
/** Maximum number of resources of a type that are read, and of matches that are counted. */
const maxSeen = 10_000

/**
 * Search one type: matches whose label begins with a word come first, then the newest.
 * @param inTexts the resources that contain the words, newest first
 * @returns undefined when there was no time to search
 */
export async function searchType(
  reader: ResourceReader,
  scope: ReadScope,
  inTexts: ResourceSelection,
  search: TypeSearch,
): Promise<TypeMatches | undefined> {
  const { type } = inTexts
  const { words, deadline, limit } = search
  const found = new Collector(type, search)
  const indexed = await collect(inTexts, found, true, search)
  if (indexed === 'late') return undefined
  const others = wordsBesides(type, words)
  const inLabels =
    others === undefined
      ? 'whole'
      : await collect(await reader.select(scope, type, { words: others, deadline }), found, false, search)
  const isWhole = indexed === 'whole' && inLabels === 'whole'
  const total = isWhole ? found.count : Math.max(found.count, await countAll(inTexts))
  const documents = found.best(limit)
  return { documents, total, isNamed: found.isNamed, hasMore: !isWhole || total > documents.length }
}

/**
 * The words that the data must contain, if labels also contain values, such as numbers, that no index of words has.
 * @returns undefined if labels contain no such words, or none that is searched for
 */
function wordsBesides({ compiled }: ResourceType, words: readonly string[]): string[] | undefined {
  const { words: literals, values } = compiled.labelExtras
  const known = queryWords(literals)
  const isExtra = (word: string): boolean =>
    known.some(one => one.startsWith(word)) ||
    (values && (/^\p{N}/u.test(word) || ['true', 'false'].some(one => one.startsWith(word))))
  const left = words.filter(word => !isExtra(word))
  return left.length === words.length ? undefined : left
}

/**
 * Read a selection, newest first, until no better match is possible.
 * @param isMatch whether all of it contains the words
 */
async function collect(
  selection: ResourceSelection,
  found: Collector,
  isMatch: boolean,
  { limit }: TypeSearch,
): Promise<'whole' | 'cut' | 'late'> {
  const begun = found.begin()
  let seen = 0
  try {
    for await (const { documents, isLast } of selection.walk({ firstPortion })) {
      for (const document of documents) found.add(document, isMatch)
      if (isLast) return 'whole'
      seen += documents.length
      if (begun() > limit || seen >= maxSeen) break
    }
  } catch (error) {
    if (!(error instanceof QueryTooSlow)) throw error
    if (seen === 0) return 'late'
  }
  return 'cut'
}

/** The number of resources that contain the words; none if there is no time to count. */
async function countAll(inTexts: ResourceSelection): Promise<number> {
  try {
    return await inTexts.count({ max: maxSeen })
  } catch (error) {
    if (error instanceof QueryTooSlow) return 0
    throw error
  }
}

/** Keeps the best matches of a search. */
class Collector {
  readonly #type: ResourceType
  readonly #search: TypeSearch
  readonly #seen = new Set<string>()
  /** The matches whose label begins with a word, and the others; of each at most as many as are returned. */
  readonly #first: Match[] = []
  readonly #others: Match[] = []
  #firstCount = 0
  #isNamed = false

  constructor(type: ResourceType, search: TypeSearch) {
    this.#type = type
    this.#search = search
  }

  /** The number of matches. */
  get count(): number {
    return this.#seen.size
  }

  /** Whether the label of a match begins with all words, in their order. */
  get isNamed(): boolean {
    return this.#isNamed
  }

  /** @returns a function that returns how many matches whose labels begin with a word were added from now on */
  begin(): () => number {
    const before = this.#firstCount
    return () => this.#firstCount - before
  }

  /** @param isMatch whether the store has found it by all words */
  add(document: StoredDocument, isMatch: boolean): void {
    const { words, languages } = this.#search
    const { compiled } = this.#type
    const data = readData(document)
    const label = compiled.labelOf(data, undefined, languages)
    const has = (word: string): boolean =>
      hasWords(data, [word], compiled.wordExceptions) || (label !== undefined && hasWords({ label }, [word], []))
    if (!isMatch && !words.every(has)) return
    const start = label === undefined ? '' : queryWords(label).join(' ')
    const isFirst = words.some(word => start.startsWith(word))
    this.#isNamed ||= start.startsWith(words.join(' '))
    if (isFirst) this.#firstCount++
    if (this.#seen.has(document.id)) return
    this.#seen.add(document.id)
    const kept = isFirst ? this.#first : this.#others
    kept.push({ document, label })
    // Two scans add matches, each in its order: more are kept than are returned.
    if (kept.length > 4 * (this.#search.limit + 1)) keepNewest(kept, this.#search.limit + 1)
  }

  /** The best matches. */
  best(limit: number): Match[] {
    for (const kept of [this.#first, this.#others]) keepNewest(kept, limit)
    return [...this.#first, ...this.#others].slice(0, limit)
  }
}

function keepNewest(matches: Match[], count: number): void {
  const createdAt = ({ document }: Match): string => readMeta(document).created_at
  matches.sort((a, b) => compareText(createdAt(b), createdAt(a)) || compareText(b.document.id, a.document.id))
  matches.length = Math.min(matches.length, count)
}
