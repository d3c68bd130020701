import { isObject } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { expandIri, expandTerm, isAbsoluteIri, isKeyword, isPrefix, looksLikeKeyword } from './iri.ts'
import type { Vocabulary } from './iri.ts'
import { sameVocabulary } from './schema-org.ts'

/** The definition of a term, with IRIs in full. */
export interface Term {
  /** The IRI or keyword that it stands for; undefined when the context drops it. */
  readonly iri: string | undefined
  readonly isReverse: boolean
  readonly isPrefix: boolean
  readonly containers: ReadonlySet<string>
  /** `@id`, `@vocab`, `@json`, `@none` or the IRI of a datatype. */
  readonly type: string | undefined
  /** The language of texts, in small letters. */
  readonly language: string | undefined
  readonly direction: string | undefined
  /** The IRI of the property that the keys of an `@index` map are values of; empty when that is none. */
  readonly index: string | undefined
  /** The context inside of its values. */
  readonly scoped: JsonObject | null | undefined
}

const noContainers: ReadonlySet<string> = new Set()

/** The contexts inside of the values of a term: that of their members, and that of what is inside of these. */
export interface Within {
  here: ActiveContext
  beyond: ActiveContext
}

/** A context as a JSON-LD processor keeps it while it reads a document: terms do not change their meaning when the vocabulary changes inside. */
export class ActiveContext {
  readonly #terms: ReadonlyMap<string, Term>
  readonly #vocab: string | undefined
  readonly #hasBase: boolean
  readonly #language: string | undefined
  readonly #direction: string | undefined
  /** All contexts that were made from one, by their text. */
  readonly #known: Map<string, ActiveContext>
  readonly #unchanged: Within = { here: this, beyond: this }
  readonly #within = new Map<JsonObject, Within>()
  #byIri: ReadonlyMap<string, string> | undefined

  private constructor(parts: Parts, known: Map<string, ActiveContext>) {
    this.#terms = parts.terms
    this.#vocab = parts.vocab
    this.#hasBase = parts.hasBase
    this.#language = parts.language
    this.#direction = parts.direction
    this.#known = known
  }

  /** @param context one that `checkContext` accepts */
  static of(context: JsonObject): ActiveContext {
    return new ActiveContext(nothing, new Map()).#with(nothing, context)
  }

  /** The vocabulary that names without a term are in. */
  get vocab(): string | undefined {
    return this.#vocab
  }

  /** The term of a name; for a name without a definition, the default of the context. */
  term(name: string): Term {
    const known = this.#terms.get(name)
    if (known !== undefined) return known
    return {
      iri: this.expandName(name),
      isReverse: false,
      isPrefix: false,
      containers: noContainers,
      type: undefined,
      language: this.#language,
      direction: this.#direction,
      index: undefined,
      scoped: undefined,
    }
  }

  isTerm(name: string): boolean {
    return this.#terms.has(name)
  }

  /** Whether the context defines that a name has no IRI. */
  isDropped(name: string): boolean {
    const term = this.#terms.get(name)
    return term !== undefined && term.iri === undefined
  }

  /** The term that is defined for an IRI; undefined when there is none. */
  termFor(iri: string, isReverse: boolean): string | undefined {
    this.#byIri ??= new Map(
      [...this.#terms].toReversed().map(([name, term]) => [iriKey(term.iri ?? '', term.isReverse), name]),
    )
    return this.#byIri.get(iriKey(iri, isReverse))
  }

  /** The prefixes of compact IRIs: name and IRI. */
  *prefixes(): Generator<[string, string], void> {
    for (const [name, { isPrefix, iri }] of this.#terms) if (isPrefix && iri !== undefined) yield [name, iri]
  }

  /** The IRI or keyword that the name of a member or a type stands for; undefined for none. */
  expandName(name: string): string | undefined {
    if (isKeyword(name)) return name
    if (looksLikeKeyword(name)) return undefined
    const term = this.#terms.get(name)
    if (term !== undefined) return term.iri
    const iri = this.#expandCompact(name)
    if (iri !== undefined) return iri
    return this.#vocab !== undefined && isAbsoluteIri(this.#vocab + name) ? this.#vocab + name : undefined
  }

  /** Whether a text is an address where addresses are expected. @param isName whether it can also be a term or a name of the vocabulary */
  isAddress(text: string, isName = false): boolean {
    if (text === '' || text.startsWith('@') || text.startsWith('_:')) return false
    if (isName) {
      const iri = this.expandName(text)
      if (iri !== undefined || this.#terms.has(text)) return iri !== undefined && !isKeyword(iri)
    }
    if (this.#expandCompact(text) !== undefined) return true
    return this.#hasBase && !(isName && this.#vocab !== undefined) && isAbsoluteIri(`x:${text}`) && !text.includes(':')
  }

  /** The contexts in force under a context inside of this one. */
  within(scoped: Term['scoped']): Within {
    if (scoped === undefined) return this.#unchanged
    if (scoped === null) return this.#with(nothing, {}).#unchanged
    const known = this.#within.get(scoped)
    if (known !== undefined) return known
    const here = this.#with(this.#parts(), scoped)
    const made = { here, beyond: scoped['@propagate'] === false ? this : here }
    this.#within.set(scoped, made)
    return made
  }

  #expandCompact(text: string): string | undefined {
    const colon = text.indexOf(':')
    if (colon < 1) return undefined
    const suffix = text.slice(colon + 1)
    const prefix = suffix.startsWith('//') ? undefined : this.#terms.get(text.slice(0, colon))
    const iri = prefix?.isPrefix === true && prefix.iri !== undefined ? prefix.iri + suffix : text
    return isAbsoluteIri(iri) ? iri : undefined
  }

  #with(outer: Parts, local: JsonObject): ActiveContext {
    const parts = partsWith(outer, local)
    const key = JSON.stringify([
      ...[...parts.terms].map(([name, term]) => [name, { ...term, containers: [...term.containers] }]),
      { ...parts, terms: null },
    ])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = new ActiveContext(parts, this.#known)
    this.#known.set(key, made)
    return made
  }

  #parts(): Parts {
    return {
      terms: this.#terms,
      vocab: this.#vocab,
      hasBase: this.#hasBase,
      language: this.#language,
      direction: this.#direction,
    }
  }
}

/** A key for an IRI in either direction. The two vocabularies of schema.org are one. */
export const iriKey = (iri: string, isReverse: boolean): string => `${isReverse ? '^' : ''}${sameVocabulary(iri)}`

interface Parts {
  terms: ReadonlyMap<string, Term>
  vocab: string | undefined
  hasBase: boolean
  language: string | undefined
  direction: string | undefined
}

const nothing: Parts = {
  terms: new Map(),
  vocab: undefined,
  hasBase: false,
  language: undefined,
  direction: undefined,
}

/** The same with the terms and settings of a context object. */
function partsWith(outer: Parts, local: JsonObject): Parts {
  const setting = (keyword: string, before: string | undefined): string | undefined => {
    const value = Object.hasOwn(local, keyword) ? local[keyword] : before
    return typeof value === 'string' ? value : undefined
  }
  const base = Object.hasOwn(local, '@base') ? local['@base'] : outer.hasBase
  const parts = {
    vocab: setting('@vocab', outer.vocab),
    hasBase: typeof base === 'string' || base === true,
    language: setting('@language', outer.language)?.toLowerCase(),
    direction: setting('@direction', outer.direction),
  }
  const context: JsonObject = {}
  for (const [name, { iri, isPrefix }] of outer.terms)
    context[name] = iri === undefined ? null : { '@id': iri, '@prefix': isPrefix }
  const vocabulary: Vocabulary = { context: Object.assign(context, local), vocab: parts.vocab }
  const terms = new Map(outer.terms)
  for (const [name, definition] of Object.entries(local)) {
    if (!name.startsWith('@')) terms.set(name, termOf(name, definition, vocabulary, parts))
  }
  return { ...parts, terms }
}

function termOf(
  name: string,
  definition: Json,
  vocabulary: Vocabulary,
  { language, direction }: Pick<Parts, 'language' | 'direction'>,
): Term {
  const own: JsonObject = isObject(definition) ? definition : {}
  const { '@type': type, '@container': container, '@index': index, '@context': scoped } = own
  const text = (keyword: string, before: string | undefined): string | undefined => {
    const value = Object.hasOwn(own, keyword) ? own[keyword] : before
    return typeof value === 'string' ? value : undefined
  }
  return {
    iri: expandTerm(name, vocabulary),
    isReverse: typeof own['@reverse'] === 'string',
    isPrefix: isPrefix(name, vocabulary),
    containers: new Set([container ?? []].flat().filter(one => typeof one === 'string')),
    type: typeof type === 'string' ? (expandIri(type, vocabulary) ?? type) : undefined,
    language: text('@language', language)?.toLowerCase(),
    direction: text('@direction', direction),
    index: typeof index === 'string' ? (expandIri(index, vocabulary) ?? '') : undefined,
    scoped: isObject(scoped) || scoped === null ? scoped : undefined,
  }
}
