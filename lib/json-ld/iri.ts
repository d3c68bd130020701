import { isObject } from '../json/types.ts'
import type { Json, JsonObject } from '../json/types.ts'

const absolute = /^(?:[A-Za-z][A-Za-z0-9+\-.]*|_):[^\s<>"{}|\\^`]*$/
const keywords = new Set(
  (
    '@base @container @context @default @direction @embed @explicit @graph @id @import @included @index @json @language @list @nest ' +
    '@none @omitDefault @prefix @preserve @propagate @protected @requireAll @reverse @set @type @value @version @vocab'
  ).split(' '),
)

/** Whether a text is an absolute IRI or a blank node identifier. */
export const isAbsoluteIri = (text: string): boolean => absolute.test(text)

export const isKeyword = (text: string): boolean => keywords.has(text)

/** Whether a text looks like a keyword; texts that look like one but are none are reserved. */
export const looksLikeKeyword = (text: string): boolean => /^@[A-Za-z]+$/.test(text)

/** Terms with which a processor (jsonld.js) cannot read a context: it asks the context itself whether it has a term. */
export const unusableTerms: ReadonlySet<string> = new Set(['__proto__', 'hasOwnProperty'])

/** The context that IRIs are expanded with: its terms and the vocabulary in force. */
export interface Vocabulary {
  context: JsonObject
  vocab: string | undefined
}

/** The value that a term's definition maps it to, unexpanded; undefined when the definition has none. */
function writtenId(definition: Json | undefined): Json | undefined {
  return isObject(definition) ? (definition['@id'] ?? definition['@reverse']) : definition
}

/**
 * Expand a term, a compact IRI or an IRI as a JSON-LD processor does while it reads a context.
 * @returns the IRI or keyword; undefined when the text expands to neither
 */
export function expandIri(text: string, vocabulary: Vocabulary, open: readonly string[] = []): string | undefined {
  if (isKeyword(text)) return text
  if (text === '' || looksLikeKeyword(text)) return undefined
  if (Object.hasOwn(vocabulary.context, text) && !open.includes(text)) return expandTerm(text, vocabulary, open)
  return expandForm(text, vocabulary, open)
}

/** The IRI or keyword that a term of the context stands for. */
export function expandTerm(term: string, vocabulary: Vocabulary, open: readonly string[] = []): string | undefined {
  if (open.length > maxChainLength) return undefined
  const id = writtenId(vocabulary.context[term])
  if (id === null) return undefined
  if (typeof id === 'string' && id !== term) {
    return open.includes(id) ? undefined : expandIri(id, vocabulary, [...open, term])
  }
  return expandForm(term, vocabulary, [...open, term])
}

const maxChainLength = 20

function expandForm(text: string, vocabulary: Vocabulary, open: readonly string[]): string | undefined {
  const colon = text.indexOf(':')
  if (colon > 0) {
    const prefix = text.slice(0, colon)
    const suffix = text.slice(colon + 1)
    if (prefix !== '_' && !suffix.startsWith('//') && Object.hasOwn(vocabulary.context, prefix)) {
      if (open.includes(prefix)) return undefined
      const base = expandTerm(prefix, vocabulary, open)
      if (isPrefix(prefix, vocabulary, open)) {
        return base === undefined || isKeyword(base) ? undefined : ifAbsolute(base + suffix)
      }
      if (base === undefined && vocabulary.context[prefix] !== null) return undefined
      if (base !== undefined && isKeyword(base)) return undefined
    }
    if (isAbsoluteIri(text)) return text
  }
  return vocabulary.vocab === undefined ? undefined : ifAbsolute(vocabulary.vocab + text)
}

const ifAbsolute = (iri: string): string | undefined => (isAbsoluteIri(iri) ? iri : undefined)

/** Whether a term can begin a compact IRI: because of `@prefix`, or as a plain string that ends like a namespace. */
export function isPrefix(term: string, vocabulary: Vocabulary, open: readonly string[] = []): boolean {
  if (!Object.hasOwn(vocabulary.context, term) || /[:/]/.test(term)) return false
  const definition = vocabulary.context[term]
  if (isObject(definition)) return definition['@prefix'] === true
  if (typeof definition !== 'string') return false
  return /[:/?#[\]@]$/.test(expandTerm(term, vocabulary, open) ?? '')
}
