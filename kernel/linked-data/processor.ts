import type { ContextDefinition } from 'jsonld'
import type { Json, JsonObject } from '../contracts/json.ts'
import { BadRequest } from '../errors.ts'
import { isObject } from '../json/index.ts'

/** A JSON-LD processor that fetches nothing. */
export interface Processor {
  /** Expand, refusing whatever would be lost. @throws `BadRequest` saying what is wrong with the document */
  expand(document: JsonObject): Promise<JsonObject[]>
  /** Expand as far as it goes. */
  expandLoosely(document: JsonObject): Promise<JsonObject[]>
  /** Compact an expanded node to a context. */
  compact(node: JsonObject, context: JsonObject): Promise<JsonObject>
}

let loaded: Promise<Processor> | undefined

/** The processor, loaded when first needed: it is slow to load, and few need it. */
export const processor = (): Promise<Processor> => (loaded ??= load())

async function load(): Promise<Processor> {
  const { default: jsonld } = await import('jsonld')
  const documentLoader = async (): Promise<never> => {
    throw new BadRequest('@context: a remote context is never fetched; write the context itself into the body')
  }
  const safe = { documentLoader, safe: true }
  return {
    async expand(document) {
      try {
        return nodes(await jsonld.expand(document, safe))
      } catch (error) {
        throw new BadRequest(explain(error))
      }
    },
    expandLoosely: async document => nodes(await jsonld.expand(document, { documentLoader })),
    async compact(node, context) {
      try {
        const options = { documentLoader, skipExpansion: true, compactToRelative: false }
        const compacted: unknown = await jsonld.compact(node, context as ContextDefinition, options)
        return compacted as JsonObject
      } catch (error) {
        throw new BadRequest(explain(error))
      }
    },
  }
}

const nodes = (expanded: unknown): JsonObject[] => (expanded as Json[]).filter(isObject)

const longestWord = 200

/** What a processor found wrong, in one sentence. Its own texts may hold whole documents. */
function explain(error: unknown): string {
  const { code, term, event } = detailsOf(error)
  if (event !== undefined) {
    const { property, type, id } = event.details ?? {}
    const culprit = [property, type, id].find(value => typeof value === 'string')
    const subject = culprit === undefined ? '' : ` ${JSON.stringify(culprit.slice(0, longestWord))}`
    return `JSON-LD: ${String(event.code)}${subject}; the @context must map everything in the body to an absolute IRI`
  }
  const subject = typeof term === 'string' ? ` (${term.slice(0, longestWord)})` : ''
  return `JSON-LD: ${typeof code === 'string' ? code : 'the document is malformed'}${subject}`
}

interface Details {
  code?: unknown
  term?: unknown
  event?: { code?: unknown; details?: Record<string, unknown> }
}

const detailsOf = (error: unknown): Details =>
  typeof error === 'object' && error !== null && 'details' in error
    ? ((error.details as Details | undefined) ?? {})
    : {}
