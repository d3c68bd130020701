import { equalJson, getOwn, isObject, setOwn } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { CompiledSchema, DeclaredValue, ReferenceProperty } from '../json-schema/index.ts'
import { expandTerm, isAbsoluteIri, isKeyword, isPrefix, unusableTerms } from './iri.ts'
import type { Vocabulary } from './iri.ts'
import { ActiveContext } from './active-context.ts'
import { carriesScalars } from './carried-values.ts'
import { Place } from './place.ts'

/** How the nodes of a type are represented in JSON-LD. */
export interface LinkedDataView {
  /** Value of `@type` in every node. */
  type: string
  /** The `@context` that is emitted. */
  context: JsonObject
  /** JSON text of {@link context}. */
  contextText: string
  /** The context of the type itself, without what the schema adds. */
  given: JsonObject
  /** The table by which data is read and written; compiled on first use. */
  readonly root: Place
  /** The declared properties under which any text, number or boolean is carried; found on first use. */
  readonly plainNames: ReadonlySet<string>
}

/** What is known about a type's properties: its compiled schema, or only its references. */
export type KnownProperties =
  | readonly ReferenceProperty[]
  | (Pick<CompiledSchema, 'references' | 'resolve'> & Partial<Pick<CompiledSchema, 'declaredValues' | 'shape'>>)

const xsd = 'http://www.w3.org/2001/XMLSchema#'

/** The `@type` of terms by what their values are. */
const datatypes: Record<NonNullable<DeclaredValue['datatype']>, string> = {
  date: `${xsd}date`,
  'date-time': `${xsd}dateTime`,
  time: `${xsd}time`,
  uri: '@id',
  integer: `${xsd}integer`,
  double: `${xsd}double`,
}

/**
 * Build the view of a type.
 *
 * `@type` of the type's context becomes the type of each node (without it the type's name) and is removed from the emitted context. Where the context does
 * not define a property, the emitted one types references and addresses as `@id`, dates, times and numbers by their datatypes, and makes ordered lists `@list`.
 * @param typeName the type's name
 * @param context a context that `checkContext` accepts
 * @param slug of the type: an empty context gets the vocabulary `urn:plinth:<slug>:`
 */
export function linkedDataView(
  typeName: string,
  context: JsonObject,
  properties: KnownProperties,
  slug?: string,
): LinkedDataView {
  const { '@type': _type, ...own } = context
  const nodeType = nodeTypeOf(typeName, context)
  const all = levelOf(properties)
  const given = Object.keys(own).length === 0 && slug !== undefined ? ownVocabulary(slug, nodeType, all) : own
  const emitted = typedContext(withoutAliases(withTypeTerm(given, nodeType, slug), namesIn(all)), all)
  let root: Place | undefined
  let plainNames: ReadonlySet<string> | undefined
  return {
    type: nodeType,
    context: emitted,
    contextText: JSON.stringify(emitted),
    given,
    get root() {
      const shape = 'references' in properties ? properties.shape : undefined
      return (root ??= Place.root(ActiveContext.of(emitted), nodeType, shape, vocabularyOf(slug ?? '')))
    },
    get plainNames() {
      if (plainNames !== undefined) return plainNames
      const names = Array.from(this.root.declared, ({ name }) => name)
      return (plainNames = new Set(names.filter(name => carriesScalars(name, this.root))))
    },
  }
}

/** The context with a term for the type of the nodes where it has no IRI for that: processors would resolve it against the address of the document. */
function withTypeTerm(context: JsonObject, nodeType: string, slug: string | undefined): JsonObject {
  const { '@vocab': vocab, '@base': base } = context
  const vocabulary = { context, vocab: typeof vocab === 'string' ? vocab : undefined }
  const needsTerm = slug !== undefined && typeof base !== 'string' && expandTerm(nodeType, vocabulary) === undefined
  if (!needsTerm || /[:/]/.test(nodeType)) return context // a term with these is an IRI itself
  return { ...context, [nodeType]: vocabularyOf(slug) + encodeURIComponent(nodeType) }
}

/** The `@type` of the resources of a type. */
export const nodeTypeOf = (typeName: string, { '@type': type }: JsonObject): string =>
  typeof type === 'string' ? type : typeName

/** Whether the `@context` of a body is that of the type, in which its members are the properties. It can be wrapped in an array. */
export function isOwnContext({ context, given }: LinkedDataView, written: Json): boolean {
  const only = Array.isArray(written) && written.length === 1 ? written[0] : written
  return equalJson(only, context) || equalJson(only, given)
}

const vocabularyOf = (slug: string): string => `urn:plinth:${slug}:`

/**
 * The context without the aliases of keywords that are names of declared properties: such a property would be the id or type of the node. New types cannot have
 * them (`checkTerms`).
 */
function withoutAliases(context: JsonObject, names: ReadonlySet<string>): JsonObject {
  const vocab = context['@vocab']
  const vocabulary = { context, vocab: typeof vocab === 'string' ? vocab : undefined }
  const kept: JsonObject = {}
  for (const [term, definition] of Object.entries(context)) {
    const iri = term.startsWith('@') ? undefined : expandTerm(term, vocabulary)
    const scoped = isObject(definition) ? definition['@context'] : undefined
    if (iri !== undefined && isKeyword(iri)) {
      if (!names.has(term)) kept[term] = iri
    } else
      kept[term] =
        isObject(definition) && isObject(scoped)
          ? { ...definition, '@context': withoutAliases(scoped, names) }
          : definition
  }
  return kept
}

/** What a term means: the `@type` of its values, and whether they are a list. */
interface Meaning {
  type: string | undefined
  isOrdered: boolean
}

/** A declared property, and those inside of its values. */
interface Member extends Meaning {
  members: Level
}

type Level = Map<string, Member>

/** The declared properties as a tree. */
function levelOf(properties: KnownProperties): Level {
  const root: Level = new Map()
  if ('references' in properties) {
    for (const { path, datatype, isOrdered } of properties.declaredValues?.() ?? []) {
      const member = memberAt(root, path)
      if (member === undefined) continue
      member.type = datatype === undefined ? undefined : datatypes[datatype]
      member.isOrdered = isOrdered
    }
  }
  for (const { path } of 'references' in properties ? properties.references : properties) {
    const member = memberAt(root, path)
    if (member !== undefined) member.type = '@id'
  }
  shareContexts(root)
  return root
}

/**
 * Join the levels of properties of the same name directly inside of each other: processors (jsonld.js) apply the context of a term twice where it defines
 * the term itself. A name that means several things there is not typed.
 */
function shareContexts(level: Level): void {
  for (const [name, member] of level) {
    const inner = member.members.get(name)
    for (let taken = takeMembers(inner); taken.size > 0; taken = takeMembers(inner)) merge(member.members, taken)
    shareContexts(member.members)
  }
}

function takeMembers(member: Member | undefined): Level {
  if (member === undefined) return new Map()
  const { members } = member
  member.members = new Map()
  return members
}

function merge(level: Level, others: Level): void {
  for (const [name, other] of others) {
    const member = level.get(name)
    if (member === undefined) level.set(name, other)
    else {
      if (!isSame(member, other)) Object.assign(member, { type: undefined, isOrdered: false })
      merge(member.members, other.members)
    }
  }
}

const isSame = (one: Meaning, other: Meaning): boolean => one.type === other.type && one.isOrdered === other.isOrdered

function memberAt(root: Level, path: readonly string[]): Member | undefined {
  let level = root
  let member: Member | undefined
  for (const name of path) {
    member = level.get(name) ?? { type: undefined, isOrdered: false, members: new Map() }
    level.set(name, member)
    level = member.members
  }
  return member
}

/** A vocabulary for a type without a context. Names that are no part of an IRI are escaped. */
function ownVocabulary(slug: string, nodeType: string, root: Level): JsonObject {
  const vocab = vocabularyOf(slug)
  const context: JsonObject = { '@vocab': vocab }
  for (const name of namesIn(root).add(nodeType)) {
    const needsTerm = name !== '' && !isAbsoluteIri(vocab + name) && !/[:/]/.test(name) && !name.startsWith('@')
    if (needsTerm) setOwn(context, name, vocab + encodeURIComponent(name))
  }
  return context
}

/** The names of the properties at a level and inside of it. */
function namesIn(level: Level, found = new Set<string>()): Set<string> {
  for (const [name, { members }] of level) namesIn(members, found.add(name))
  return found
}

/** The contexts in force at a level: that of the type, and the same with what is added to it. */
interface Scope {
  given: Vocabulary
  emitted: Vocabulary
}

/**
 * The context of a type with the meanings of its properties. A name that means the same wherever it is declared is defined once. Otherwise the definition of
 * the property around it contains a context for its values.
 */
function typedContext(given: JsonObject, root: Level): JsonObject {
  const vocab = given['@vocab']
  const vocabulary = { context: given, vocab: typeof vocab === 'string' ? vocab : undefined }
  const text = JSON.stringify(given)
  const isAbsolute = text.includes('"@context":')
  const context: JsonObject = { ...given }
  for (const [name, meaning] of commonMeanings(root)) {
    const definition = meaning && definitionOf(name, meaning, vocabulary, isAbsolute)
    if (definition && !isPlain(meaning)) setOwn(context, name, definition)
  }
  // A context inside of a definition cannot change protected terms.
  if (text.includes('"@protected":true')) return context
  const scope = { given: vocabulary, emitted: { ...vocabulary, context } }
  return Object.assign(context, definitionsOf(root, scope, isAbsolute))
}

const isPlain = ({ type, isOrdered }: Meaning): boolean => type === undefined && !isOrdered

/** What each name means; undefined where that differs from place to place. */
function commonMeanings(
  level: Level,
  found: Map<string, Meaning | undefined> = new Map(),
): Map<string, Meaning | undefined> {
  for (const [name, member] of level) {
    const known = found.has(name) ? found.get(name) : member
    found.set(name, known !== undefined && isSame(known, member) ? known : undefined)
    commonMeanings(member.members, found)
  }
  return found
}

/** The definitions that a level needs in addition to those in force. */
function definitionsOf(level: Level, { given, emitted }: Scope, isAbsolute: boolean): JsonObject {
  const own: JsonObject = {}
  for (const [name, member] of level) {
    const wanted = definitionOf(name, member, given, isAbsolute)
    if (wanted !== undefined && !meansTheSame(name, wanted, given, emitted)) setOwn(own, name, wanted)
  }
  const here = { ...emitted, context: { ...emitted.context, ...own } }
  for (const [name, { members }] of level) {
    if (members.size === 0) continue
    const scope = { given: within(name, given), emitted: within(name, here) }
    const inner = definitionsOf(members, scope, isAbsolute)
    const definition = Object.keys(inner).length === 0 ? undefined : fullDefinition(name, here)
    if (definition === undefined) continue
    const scoped = definition['@context']
    setOwn(own, name, { ...definition, '@context': { ...(isObject(scoped) && scoped), ...inner } })
  }
  return own
}

/** The vocabulary inside of the values of a term. */
function within(term: string, { context, vocab }: Vocabulary): Vocabulary {
  const definition = getOwn(context, term)
  const scoped = isObject(definition) ? definition['@context'] : undefined
  if (scoped === undefined) return { context, vocab }
  if (!isObject(scoped)) return { context: {}, vocab: undefined }
  const inner = Object.hasOwn(scoped, '@vocab') ? scoped['@vocab'] : vocab
  return { context: { ...context, ...scoped }, vocab: typeof inner === 'string' ? inner : undefined }
}

function meansTheSame(term: string, wanted: JsonObject, given: Vocabulary, emitted: Vocabulary): boolean {
  const now = fullDefinition(term, emitted)
  return (
    now !== undefined &&
    expandTerm(term, given) === expandTerm(term, emitted) &&
    equalJson(now['@type'], wanted['@type']) &&
    equalJson(now['@container'], wanted['@container'])
  )
}

/**
 * The definition of a term with what its values mean, as far as the context does not define another; undefined when the term maps to nothing.
 * @param isAbsolute whether it is also valid inside of a context with another vocabulary
 */
function definitionOf(
  term: string,
  { type, isOrdered }: Meaning,
  vocabulary: Vocabulary,
  isAbsolute: boolean,
): JsonObject | undefined {
  const definition = fullDefinition(term, vocabulary)
  if (definition === undefined) return undefined
  const container = definition['@container']
  const containers = container === undefined ? [] : [container].flat()
  const isTyped = ['@type', '@language', '@direction'].some(key => key in definition)
  const isReverse = '@reverse' in definition
  const takes = (one: Json): boolean =>
    type === '@id' ? one !== '@language' : one === '@set' || one === '@list' || one === '@index'
  const addsType = type !== undefined && !isTyped && containers.every(takes) && !(isReverse && type !== '@id')
  const addsList = isOrdered && container === undefined && !isReverse
  if (!addsType && !addsList) return definition
  const iri = isAbsolute && !isReverse ? expandTerm(term, vocabulary) : undefined
  return {
    ...definition,
    ...(iri !== undefined && { '@id': iri }),
    ...(addsType && { '@type': type }),
    ...(addsList && { '@container': '@list' }),
  }
}

/** The definition of a term as an object; undefined when the term maps to nothing or to a keyword, or a context cannot define it. */
function fullDefinition(term: string, vocabulary: Vocabulary): JsonObject | undefined {
  const iri = expandTerm(term, vocabulary)
  if (iri === undefined || isKeyword(iri) || unusableTerms.has(term)) return undefined
  const known = getOwn(vocabulary.context, term)
  if (isObject(known)) return known
  if (typeof known !== 'string') return term.includes(':') ? {} : { '@id': term }
  return isPrefix(term, vocabulary) ? { '@id': known, '@prefix': true } : { '@id': known }
}
