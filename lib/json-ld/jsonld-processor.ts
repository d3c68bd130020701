import type { RemoteDocument } from 'jsonld/jsonld-spec.js'
import { isObject, isRecord } from '../json/types.ts'
import type { JsonObject } from '../json/types.ts'
import { InvalidInput } from '../errors/index.ts'
import { isSchemaOrgContext, schemaOrgContext } from './schema-org.ts'

/** A JSON-LD processor that fetches nothing. */
export interface Processor {
  /** Expand, and refuse everything that would be lost. @throws `InvalidInput` naming the problem in the document */
  expand(document: JsonObject): Promise<JsonObject[]>
}

let loaded: Promise<Processor> | undefined

/** The processor, loaded on first use: loading is slow, and few requests need it. */
export const processor = (): Promise<Processor> => (loaded ??= load())

async function load(): Promise<Processor> {
  const { default: jsonld } = await import('jsonld')
  const { default: ContextResolver } = await import('jsonld/lib/ContextResolver.js')
  const documentLoader = async (url: string): Promise<RemoteDocument> => {
    if (isSchemaOrgContext(url)) return { documentUrl: url, document: { '@context': schemaOrgContext } }
    throw new InvalidInput('@context: a remote context is never fetched; write the context itself into the body')
  }
  // By default all callers share the processor's cache of contexts, and its key does not distinguish all contexts.
  return {
    async expand(document) {
      const contextResolver = new ContextResolver({ sharedCache: new Map() })
      // A body has no address of its own. Without this the processor resolves `../a` to `a`, and the empty text to `./`.
      const expandContext = { '@base': null }
      const options = { documentLoader, safe: true, contextResolver, expandContext }
      try {
        return nodes(await jsonld.expand(document, options))
      } catch (error) {
        throw new InvalidInput(explain(error))
      }
    },
  }
}

const nodes = (expanded: unknown): JsonObject[] => (Array.isArray(expanded) ? expanded.filter(isObject) : [])

const maxWordLength = 200

/** The problem that a processor found, in one sentence. The processor's own messages can contain whole documents. */
function explain(error: unknown): string {
  const { code, term, event } = detailsOf(error)
  if (isRecord(event)) {
    const { property, type, id } = isRecord(event['details']) ? event['details'] : {}
    const culprit = [property, type, id].find(value => typeof value === 'string')
    const subject = culprit === undefined ? '' : ` ${JSON.stringify(culprit.slice(0, maxWordLength))}`
    return `JSON-LD: ${String(event['code'])}${subject}; the @context must map everything in the body to an absolute IRI`
  }
  const subject = typeof term === 'string' ? ` (${term.slice(0, maxWordLength)})` : ''
  return `JSON-LD: ${typeof code === 'string' ? code : 'the document is malformed'}${subject}`
}

/** What an error of the processor says about itself. */
function detailsOf(error: unknown): Record<string, unknown> {
  const details = error instanceof Error && 'details' in error ? error.details : undefined
  return isRecord(details) ? details : {}
}
