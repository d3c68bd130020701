import type { Json, JsonObject } from '../json/types.ts'
import { isObject, pointerToken } from '../json/index.ts'
import { Problems } from '../json-schema/problems.ts'
import { checkDefinition } from './check-definition.ts'
import { isAbsoluteIri, looksLikeKeyword } from './iri.ts'
import type { Vocabulary } from './iri.ts'

/** What a context may measure. */
const limits = { bytes: 64 * 1024, depth: 10 } as const

/**
 * Check the JSON-LD context of a type: one that a processor can use without fetching anything.
 * @throws `BadRequest` naming everything that is wrong, each with its JSON Pointer
 */
export function checkContext(context: JsonObject): void {
  const problems = new Problems('context')
  const text = JSON.stringify(context)
  if (Buffer.byteLength(text) > limits.bytes) problems.add('', `has more than ${limits.bytes} bytes`)
  if (depthOf(context) > limits.depth) problems.add('', `is nested deeper than ${limits.depth}`)
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

const depthOf = (value: Json): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

/** Check a context object. @param outerVocab the `@vocab` in force around it */
function checkLocal(context: JsonObject, pointer: string, outerVocab: string | undefined, problems: Problems): void {
  const own = context['@vocab']
  const vocab = own === undefined ? outerVocab : typeof own === 'string' ? own : undefined
  const vocabulary: Vocabulary = { context, vocab }
  for (const key of Object.keys(context)) {
    const value = context[key] as Json
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
  return term in Object.prototype ? 'a term of this name cannot be used' : undefined
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
