import type { Json, JsonObject } from '../json/types.ts'
import { isObject } from '../json/index.ts'
import type { Problems } from '../json-schema/problems.ts'
import { expandIri, expandTerm, isKeyword } from './iri.ts'
import type { Vocabulary } from './iri.ts'

interface Place {
  vocabulary: Vocabulary
  pointer: string
  problems: Problems
}

/** Check one term definition of a context. */
export function checkDefinition(term: string, definition: Json, { vocabulary, pointer, problems }: Place): void {
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
  for (const keyword of Object.keys(parts)) add(partProblem(keyword, parts, vocabulary), keyword)
  if (parts['@prefix'] !== undefined && /[:/]/.test(term)) add('must not stand on a compact IRI', '@prefix')
}

/** What is wrong with what a term maps to. */
function idProblem(term: string, definition: JsonObject, vocabulary: Vocabulary): string | undefined {
  const id = definition['@id']
  const reverse = definition['@reverse']
  if (reverse !== undefined && definition['@nest'] !== undefined) return 'must not have both @reverse and @nest'
  if (id !== undefined && reverse !== undefined) return 'must not have both @id and @reverse'
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

/** Only these can be called otherwise without changing what a property's value is. */
function keywordAliasProblem(term: string, keyword: string, definition: JsonObject): string | undefined {
  if ((keyword !== '@id' && keyword !== '@type') || /[:/]/.test(term)) return `must not stand for ${keyword}`
  return Object.keys(definition).every(key => key === '@id') ? undefined : `must be nothing but a name for ${keyword}`
}

function mapsToItself(term: string, iri: string, vocabulary: Vocabulary): boolean {
  const { [term]: _own, ...others } = vocabulary.context
  return expandIri(term, { ...vocabulary, context: others }) === iri
}

const unless = (fits: boolean, problem: string): string | undefined => (fits ? undefined : problem)

function partProblem(keyword: string, definition: JsonObject, vocabulary: Vocabulary): string | undefined {
  const value = definition[keyword] as Json
  switch (keyword) {
    case '@id':
    case '@reverse':
    case '@context':
      return undefined // looked at where they are used
    case '@type':
      return typeProblem(value, vocabulary)
    case '@container':
      return containerProblem(value, definition)
    case '@language':
      return unless(value === null || typeof value === 'string', 'must be a language tag or null')
    case '@direction':
      return unless(value === null || value === 'ltr' || value === 'rtl', 'must be "ltr", "rtl" or null')
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
  if (values.includes('@type') && !['@id', '@vocab', undefined].includes(definition['@type'] as string | undefined)) {
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
