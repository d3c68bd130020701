import type { JsonObject } from '../json/types.ts'
import type { CompiledSchema, ReferenceProperty } from '../json-schema/compiled-schema.ts'
import { isObject, setOwn } from '../json/index.ts'
import { expandTerm, isKeyword, isPrefix } from './iri.ts'
import type { Vocabulary } from './iri.ts'

/** How the nodes of a type are represented in JSON-LD. */
export interface LinkedDataView {
  /** Value of `@type` in every node. */
  type: string
  /** The `@context` that is emitted. */
  context: JsonObject
  /** JSON text of {@link context}. */
  contextText: string
}

/** What is known about a type's properties: its compiled schema, or only its references. */
export type KnownProperties = readonly ReferenceProperty[] | Pick<CompiledSchema, 'references' | 'resolve'>

/**
 * Build the view of a type.
 *
 * `@type` of the type's context becomes the type of each node (without it the type's name) and is removed from the emitted context; references
 * to other resources become `@id`-typed where the context does not type them.
 * @param typeName the type's name
 * @param context a context that `checkContext` accepts
 */
export function linkedDataView(typeName: string, context: JsonObject, properties: KnownProperties): LinkedDataView {
  const { '@type': type, ...emitted } = context
  const vocab = emitted['@vocab']
  const vocabulary: Vocabulary = { context: emitted, vocab: typeof vocab === 'string' ? vocab : undefined }
  const references = 'references' in properties ? properties.references : properties
  const typed: JsonObject = { ...emitted }
  for (const { path } of references) {
    const term = path.at(-1)
    const parent = path.at(-2)
    if (term === undefined) continue
    const definition = typedDefinition(term, vocabulary)
    if (definition === undefined) continue
    const clashes = 'resolve' in properties && parent !== undefined && isOtherAtRoot(term, properties)
    if (!clashes) setOwn(typed, term, definition)
    else if (parent !== undefined) scope(typed, parent, term, definition, vocabulary)
  }
  return { type: typeof type === 'string' ? type : typeName, context: typed, contextText: JSON.stringify(typed) }
}

/** Whether a root property of the same name is not a reference, so that a common definition would change its meaning. */
const isOtherAtRoot = (
  name: string,
  { references, resolve }: Pick<CompiledSchema, 'references' | 'resolve'>,
): boolean => resolve([name]) !== undefined && !references.some(({ path }) => path.length === 1 && path[0] === name)

/** Define a term only inside the values of another term. */
function scope(
  context: JsonObject,
  parent: string,
  term: string,
  definition: JsonObject,
  vocabulary: Vocabulary,
): void {
  const before = Object.hasOwn(context, parent) ? context[parent] : undefined
  const outer = isObject(before) ? before : fullDefinition(parent, vocabulary)
  if (outer === undefined) return
  const inner = isObject(outer['@context']) ? outer['@context'] : {}
  const extended: JsonObject = { ...inner }
  setOwn(extended, term, definition)
  setOwn(context, parent, { ...outer, '@context': extended })
}

/** The definition of a reference's term with `@type: @id`, or undefined when the context says otherwise or drops the term. */
function typedDefinition(term: string, vocabulary: Vocabulary): JsonObject | undefined {
  const definition = fullDefinition(term, vocabulary)
  if (definition === undefined || ['@type', '@language', '@direction'].some(key => key in definition)) return undefined
  const container = definition['@container']
  const containers = Array.isArray(container) ? container : [container]
  return containers.includes('@language') ? undefined : { ...definition, '@type': '@id' }
}

/** The definition of a term as an object; undefined when the term maps to nothing or to a keyword. */
function fullDefinition(term: string, vocabulary: Vocabulary): JsonObject | undefined {
  const iri = expandTerm(term, vocabulary)
  if (iri === undefined || isKeyword(iri)) return undefined
  const known = Object.hasOwn(vocabulary.context, term) ? vocabulary.context[term] : undefined
  if (isObject(known)) return known
  if (typeof known !== 'string') return term.includes(':') ? {} : { '@id': term }
  return isPrefix(term, vocabulary) ? { '@id': known, '@prefix': true } : { '@id': known }
}
