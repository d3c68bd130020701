import { QueryTooSlow } from '../../kernel/index.ts'
import type { DocumentStore, ListQuery, StoredDocument } from '../../kernel/index.ts'
import { newestFirst } from '../../lib/query/index.ts'
import { compareText, hasWords, queryWords, readData, readMeta } from '../../lib/store-kit/index.ts'
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

/** Sizes of the portions in which the matches of a type are read; the first one is usually enough. */
const firstPortion = 100
const portion = 1000
const portionBytes = 8 * 1024 * 1024
/** Maximum number of resources of a type that are read, and of matches that are counted. */
const maxSeen = 10_000

/**
 * Search one type: matches whose label begins with a word come first, then the newest.
 * @param query selects the account and the visible resources
 * @returns undefined when there was no time to search
 */
export async function searchType(
  store: DocumentStore,
  type: ResourceType,
  query: Pick<ListQuery, 'account_id' | 'visibility'>,
  search: TypeSearch,
): Promise<TypeMatches | undefined> {
  const inTexts = {
    ...query,
    collection: type.collection,
    status: 'active',
    conditions: [],
    words: search.words,
  } as const
  const walked = new Collector(type, search)
  const indexed = await walk(store, inTexts, walked, search)
  if (indexed === 'late') return undefined
  const others = wordsBesides(type, search.words)
  const inLabels = others === undefined ? 'whole' : await walk(store, { ...inTexts, words: others }, walked, search)
  const isWhole = indexed === 'whole' && inLabels === 'whole'
  const total = isWhole ? walked.count : Math.max(walked.count, await countAll(store, inTexts, search))
  const documents = walked.best(search.limit)
  return { documents, total, isNamed: walked.isNamed, hasMore: !isWhole || total > documents.length }
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

/** Read the results of a query, newest first, until no better match is possible. */
async function walk(
  store: DocumentStore,
  query: Omit<ListQuery, 'sort' | 'limit'>,
  found: Collector,
  { words, limit, deadline }: TypeSearch,
): Promise<'whole' | 'cut' | 'late'> {
  const isDecided = query.words.length === words.length
  let after: ListQuery['after']
  const begun = found.begin()
  for (let seen = 0; seen < maxSeen;) {
    const size = seen === 0 ? firstPortion : portion
    try {
      const page = await store.list({
        ...query,
        sort: newestFirst,
        limit: size,
        maxBytes: portionBytes,
        deadline,
        after,
      })
      for (const document of page.documents) found.add(document, isDecided)
      if (page.next === null) return 'whole'
      seen += page.documents.length
      after = page.next
    } catch (error) {
      if (error instanceof QueryTooSlow) return seen === 0 ? 'late' : 'cut'
      throw error
    }
    if (begun() > limit) return 'cut'
  }
  return 'cut'
}

/** The number of resources that contain the words; none if there is no time to count. */
async function countAll(
  store: DocumentStore,
  query: Parameters<DocumentStore['count']>[0],
  { deadline }: TypeSearch,
): Promise<number> {
  try {
    return await store.count({ ...query, deadline }, { max: maxSeen })
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
