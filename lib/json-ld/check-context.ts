import { Problems } from '../json-schema/check/problems.ts'
import { isNestedWithin, isObject, pointerToken } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { isAbsoluteIri, looksLikeKeyword, expandIri, expandTerm, isKeyword, unusableTerms } from './iri.ts'
import type { Vocabulary } from './iri.ts'

/** Limits on the size of a context. */
const limits = { bytes: 64 * 1024, depth: 10 } as const

/**
 * Check the JSON-LD context of a type: a processor must be able to use it without fetching anything.
 * @throws `InvalidInput` naming every problem, each with its JSON Pointer
 */
export function checkContext(context: JsonObject): void {
  const problems = new Problems('context')
  const text = JSON.stringify(context)
  if (Buffer.byteLength(text) > limits.bytes) problems.add('', `has more than ${limits.bytes} bytes`)
  if (!isNestedWithin(context, limits.depth)) problems.add('', `is nested deeper than ${limits.depth}`)
  problems.refuse()
  const type = context['@type']
  if (type !== undefined && (typeof type !== 'string' || type.trim() === '' || looksLikeKeyword(type))) {
    problems.add('/@type', 'must be a text: the @type of the type’s nodes')
  }
  const { '@type': _type, ...emitted } = context
  checkLocal(emitted, '', undefined, problems)
  if (text.includes('"@protected":true') && text.includes('"@context":')) {
    problems.add('', '@protected and contexts inside of term definitions cannot be used together')
  }
  problems.refuse()
}

/** Check a context object. @param outerVocab the `@vocab` in force around it */
function checkLocal(context: JsonObject, pointer: string, outerVocab: string | undefined, problems: Problems): void {
  const own = context['@vocab']
  const vocab = own === undefined ? outerVocab : typeof own === 'string' ? own : undefined
  const vocabulary: Vocabulary = { context, vocab }
  for (const [key, value] of Object.entries(context)) {
    const place = `${pointer}/${pointerToken(key)}`
    const problem = key.startsWith('@') ? keywordProblem(key, value) : termProblem(key)
    if (problem !== undefined) problems.add(place, problem)
    else if (!key.startsWith('@')) {
      checkDefinition(key, value, { vocabulary, pointer: place, problems })
      checkScoped(value, place, vocab, problems)
    }
  }
}

function termProblem(term: string): string | undefined {
  if (term === '') return 'a term must not be empty'
  return unusableTerms.has(term) ? 'a term of this name cannot be used' : undefined
}

function checkScoped(definition: Json, pointer: string, vocab: string | undefined, problems: Problems): void {
  if (!isObject(definition)) return
  const scoped = definition['@context']
  if (scoped === undefined || scoped === null) return
  const place = `${pointer}/@context`
  if (isObject(scoped)) checkLocal(scoped, place, vocab, problems)
  else problems.add(place, 'must be an object or null; remote contexts are never fetched')
}

const language = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/

function keywordProblem(keyword: string, value: Json): string | undefined {
  const check = Object.hasOwn(keywordChecks, keyword) ? keywordChecks[keyword] : undefined
  if (check !== undefined) return check(value)
  if (keyword === '@import') return 'is not allowed: remote contexts are never fetched'
  return 'is not a keyword that a context may have'
}

const unless = (fits: boolean, problem: string): string | undefined => (fits ? undefined : problem)

const keywordChecks: Record<string, (value: Json) => string | undefined> = {
  '@base': value => unless(value === null || isIri(value), 'must be an absolute IRI or null'),
  '@vocab': value => unless(value === null || isIri(value), 'must be an absolute IRI or null'),
  '@language': value =>
    unless(value === null || (typeof value === 'string' && language.test(value)), 'must be a language tag or null'),
  '@direction': value => unless(value === null || value === 'ltr' || value === 'rtl', 'must be "ltr", "rtl" or null'),
  '@version': value => unless(value === 1.1, 'must be 1.1'),
  '@propagate': value => unless(typeof value === 'boolean', 'must be true or false'),
  '@protected': value => unless(value === true, 'must be true, or be left out'),
}

const isIri = (value: Json): boolean => typeof value === 'string' && isAbsoluteIri(value)

interface Place {
  vocabulary: Vocabulary
  pointer: string
  problems: Problems
}

/** Check one term definition of a context. */
function checkDefinition(term: string, definition: Json, { vocabulary, pointer, problems }: Place): void {
  if (definition === null) return
  if (typeof definition !== 'string' && !isObject(definition)) {
    problems.add(pointer, 'must be an IRI, an object or null')
    return
  }
  const parts = typeof definition === 'string' ? { '@id': definition } : definition
  const add = (problem: string | undefined, keyword = ''): void => {
    if (problem !== undefined) problems.add(keyword === '' ? pointer : `${pointer}/${keyword}`, problem)
  }
  add(idProblem(term, parts, vocabulary))
  for (const [keyword, value] of Object.entries(parts)) add(partProblem(keyword, value, parts, vocabulary), keyword)
  if (parts['@prefix'] !== undefined && /[:/]/.test(term))
    add('is not allowed in the definition of a compact IRI', '@prefix')
}

/** The problem with the IRI or keyword that a term maps to, if any. */
function idProblem(term: string, definition: JsonObject, vocabulary: Vocabulary): string | undefined {
  const id = definition['@id']
  const reverse = definition['@reverse']
  if (reverse !== undefined && definition['@nest'] !== undefined) return 'must not have both @reverse and @nest'
  if (id !== undefined && reverse !== undefined) return 'must not have both @id and @reverse'
  if (reverse === term) return 'must not be the reverse of itself'
  if (id === null) return undefined
  const written = id ?? reverse
  if (written !== undefined && (typeof written !== 'string' || written === '')) return 'must map to an IRI'
  const iri = expandTerm(term, vocabulary)
  if (iri === undefined) return 'must map to an absolute IRI: define its prefix, or give an @vocab'
  if (isKeyword(iri)) return keywordAliasProblem(term, iri, definition)
  if (typeof written === 'string' && /:[^:]|\//.test(term) && !mapsToItself(term, iri, vocabulary)) {
    return 'looks like an IRI and must map to that IRI'
  }
  return undefined
}

/** Only `@id` and `@type` can be renamed without changing the value of a property. */
function keywordAliasProblem(term: string, keyword: string, definition: JsonObject): string | undefined {
  if ((keyword !== '@id' && keyword !== '@type') || /[:/]/.test(term)) return `must not be mapped to ${keyword}`
  return Object.keys(definition).every(key => key === '@id') ? undefined : `must be nothing but a name for ${keyword}`
}

function mapsToItself(term: string, iri: string, vocabulary: Vocabulary): boolean {
  const { [term]: _own, ...others } = vocabulary.context
  return expandIri(term, { ...vocabulary, context: others }) === iri
}

function partProblem(keyword: string, value: Json, definition: JsonObject, vocabulary: Vocabulary): string | undefined {
  switch (keyword) {
    case '@id':
    case '@reverse':
    case '@context':
      return undefined // checked where they are used
    case '@type':
      return typeProblem(value, vocabulary)
    case '@container':
      return containerProblem(value, definition)
    case '@language':
    case '@direction':
      return keywordProblem(keyword, value)
    case '@nest':
      return unless(
        value === '@nest' || (typeof value === 'string' && !value.startsWith('@')),
        'must be @nest or a term',
      )
    case '@index':
      return indexProblem(value, definition)
    case '@prefix':
    case '@protected':
      return unless(typeof value === 'boolean', 'must be true or false')
    default:
      return 'is not a keyword that a term definition may have here'
  }
}

function typeProblem(type: Json, vocabulary: Vocabulary): string | undefined {
  if (typeof type !== 'string') return 'must be a text'
  if (['@id', '@vocab', '@json', '@none'].includes(type)) return undefined
  const iri = expandIri(type, vocabulary)
  return unless(
    iri !== undefined && !isKeyword(iri) && !iri.startsWith('_:'),
    'must be an IRI, @id, @vocab, @json or @none',
  )
}

const containers = new Set<Json>(['@list', '@set', '@index', '@language', '@graph', '@id', '@type'])

function containerProblem(container: Json, definition: JsonObject): string | undefined {
  const values = Array.isArray(container) ? container : [container]
  if (!values.every(value => containers.has(value))) return `must be one of ${[...containers].join(', ')}`
  if (new Set(values).size !== values.length) return 'must not name one container twice'
  if (!canCombine(values)) return 'cannot combine these containers'
  const type = definition['@type'] ?? '@id'
  if (values.includes('@type') && type !== '@id' && type !== '@vocab') {
    return 'must not be @type where the @type is neither @id nor @vocab'
  }
  const reverse = definition['@reverse'] !== undefined
  return unless(
    !reverse || values.every(value => value === '@set' || value === '@index'),
    'must be @set or @index beside @reverse',
  )
}

function canCombine(values: readonly Json[]): boolean {
  if (values.includes('@list')) return values.length === 1
  const others = values.filter(value => value !== '@set')
  if (others.includes('@graph'))
    return others.every(value => value === '@graph' || value === '@id' || value === '@index')
  return others.length <= 1
}

function indexProblem(value: Json, definition: JsonObject): string | undefined {
  const container = definition['@container']
  const indexed = Array.isArray(container) ? container.includes('@index') : container === '@index'
  return unless(
    indexed && typeof value === 'string' && !value.startsWith('@'),
    'must be a term, beside "@container": "@index"',
  )
}
