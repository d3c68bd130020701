import type { Filter } from 'mongodb'
import { runInTurns } from '../../../lib/event-loop/index.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import { wordsInSteps, indexPrefix } from '../../../lib/store-kit/words/search-words.ts'
import { digest } from './field-names.ts'
import type { StoredForm } from './stored-document.ts'

/*
 * The field `words` contains the index words of a document, and one tag that says which texts were excluded when they were created. A document
 * with another tag (the schema changed, and the background job has not yet rebuilt its words) is a candidate of every search
 * and is tested. So a search is correct at every moment, whichever definition a writer used.
 */

/** Tags begin with this, and sort before every word. */
export const tagMark = '\u0001'
/** Sorts after every tag. */
export const endOfTags = '\u0002'
/** The tag of a document with too many words, and prefix of the first characters of its words, which replace them. Sorts before other tags. */
const crowded = `${tagMark}!`
/** The whole field in a collection without search: the tag of words that were never created. Sorts before other tags. */
export const noWords: readonly string[] = [`${tagMark}-`]
/** More words would make the document and its index entries too large. */
const maxWords = 20_000

export class WordIndex {
  readonly except: readonly string[]
  readonly tag: string

  constructor(except: readonly string[]) {
    this.except = except
    this.tag = tagMark + digest(JSON.stringify(except))
  }

  /** The field `words` of a document, found in turns of the event loop. */
  async wordsOf(data: JsonObject): Promise<string[]> {
    const words = await runInTurns(wordsInSteps(data, this.except))
    if (words.length <= maxWords) return [this.tag, ...words]
    const all = await runInTurns(wordsInSteps(data, []))
    return [crowded, ...new Set(all.map(word => crowded + initial(word)))]
  }

  /** Conditions that find every document of this tag with all these words, and, unless {@link isCut}, no others. */
  found(words: readonly string[]): Filter<StoredForm>[] {
    return words.map(word => ({ words: { $elemMatch: between(indexPrefix(word)) } }))
  }

  /** Conditions that together find the documents of other tags, each a range of the index. */
  get others(): Filter<StoredForm>[] {
    const ranges = [
      { $gte: tagMark, $lt: this.tag },
      { $gt: this.tag, $lt: endOfTags },
    ]
    return ranges.map(range => ({ words: { $elemMatch: range } }))
  }

  /** The documents of other tags that may contain all these words. */
  doubtful(words: readonly string[]): Filter<StoredForm> {
    const crowd = words.map(word => ({ words: crowded + initial(word) }))
    const outdated = [
      { $gte: `${tagMark}-`, $lt: this.tag },
      { $gt: this.tag, $lt: endOfTags },
    ]
    return { $or: [{ $and: crowd }, ...outdated.map(range => ({ words: { $elemMatch: range } }))] }
  }

  /** Whether the job must rebuild the words of a document that has these. */
  isOutdated(words: readonly string[] | undefined): boolean {
    return words?.[0] !== this.tag && words?.[0] !== crowded
  }
}

/** Whether the index contains only a prefix of one of these words, so that its results must be tested. */
export const isCut = (words: readonly string[]): boolean => words.some(word => indexPrefix(word) !== word)

const initial = (word: string): string => String.fromCodePoint(word.codePointAt(0) ?? 0)

/** All texts with this prefix. No word contains the last code point. */
const between = (prefix: string): { $gte: string; $lt: string } => ({ $gte: prefix, $lt: `${prefix}\u{10ffff}` })
