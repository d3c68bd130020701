import jsonld from 'jsonld'
import type { JsonLdDocument } from 'jsonld'
import type { JsonObject } from '../json/types.ts'
import type { LinkedDataView } from './linked-data-view.ts'
import { compileSchema } from '../json-schema/index.ts'
import { checkContext, linkedDataView } from './index.ts'

const documentLoader = async (url: string): Promise<never> => {
  throw new Error(`something was fetched: ${url}`)
}

/** The triples of a document by a JSON-LD processor, as N-Quads without the dot, in a fixed order. */
export async function triplesOf(document: JsonLdDocument): Promise<string[]> {
  const options = { documentLoader, format: 'application/n-quads', safe: true } as const
  const text: unknown = await jsonld.toRDF(document, options)
  return String(text)
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.replace(/ \.$/, '').replaceAll('http://www.w3.org/2001/XMLSchema#', 'xsd:'))
    .toSorted()
}

/** Expand offline with a JSON-LD processor; by default, refuse everything that would be lost. */
export async function expand(text: string, safe = true): Promise<JsonObject[]> {
  const options = { documentLoader, safe }
  const document: JsonLdDocument = JSON.parse(text)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON-LD expands to an array of node objects
  return (await jsonld.expand(document, options)) as JsonObject[]
}

export const reference = { type: 'string', 'x-resource-type': 'writer' }

const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    author: reference,
    editors: { type: 'array', items: reference },
    note: { type: 'object', properties: { by: reference, tags: { type: 'array', items: { type: 'string' } } } },
    label: { type: 'object', additionalProperties: { type: 'string' } },
    tags: { type: 'array', items: { type: 'string' } },
    year: { type: 'integer' },
    published: { type: ['string', 'null'], format: 'date' },
    more: { type: 'object', properties: { published: { type: 'string' }, more: { type: 'object' } } },
  },
}
export const compiled = compileSchema(schema)

export function viewOf(context: JsonObject, name = 'Book'): LinkedDataView {
  checkContext(context)
  return linkedDataView(name, context, compiled)
}

export const id = 'urn:book:01'
export const data: JsonObject = {
  name: 'Emma',
  author: 'urn:writer:1',
  editors: ['urn:writer:2', 'urn:writer:3'],
  note: { by: 'urn:writer:4' },
}

export const schemaOrg = 'https://schema.org/'
