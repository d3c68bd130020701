import fc from 'fast-check'
import t from 'tap'
import type { Json, JsonObject } from '../json/types.ts'
import { InvalidInput } from '../errors/index.ts'
import { compileSchema } from '../json-schema/index.ts'
import { checkContext, documentText, linkedDataView, readLinkedData } from './index.ts'
import { expand, id, reference, schemaOrg } from './testing.ts'

// A fixed seed, unless one is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

const schemas = [
  compileSchema(null),
  compileSchema({
    properties: {
      a: { type: 'string' },
      b: { type: 'object', additionalProperties: { type: 'string' } },
      c: { type: 'array', items: { type: 'array', items: {} }, 'x-list': true },
      d: { type: 'number' },
      e: reference,
      f: { type: 'object', properties: { a: { type: 'string', format: 'uri' }, b: { type: 'integer' } } },
    },
  }),
]

const names = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'id',
  'type',
  'ex',
  'ex:a',
  'Full name',
  'https://schema.org/a',
  '@foo',
  '',
]
const keys =
  'en en-US @none @id @type @value @language @list @context @graph @index @set @reverse https://x.example/z'.split(' ')
const xsd = 'http://www.w3.org/2001/XMLSchema#'
const text = fc.constantFrom('x', 'en', 'urn:x:1', 'ex:b', '_:b', '@none', '@id', 'a b', '', 'https://x.example/y')

const value = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, ...keys), tie('value'), { maxKeys: 3 }),
  ),
})).value

const iri = fc.constantFrom(`${schemaOrg}a`, 'https://x.example/y#', 'ex:a', 'ex:z', 'urn:q', '@id', '@type')
const definition = fc.oneof(
  iri,
  fc.constant(null),
  fc.record(
    {
      '@id': iri,
      '@type': fc.constantFrom('@id', '@vocab', '@json', '@none', `${xsd}date`, `${xsd}integer`),
      '@container': fc.constantFrom<Json>(
        '@list',
        '@set',
        '@language',
        '@index',
        '@id',
        '@type',
        '@graph',
        ['@graph', '@id'],
        ['@graph', '@index'],
        ['@set', '@index'],
      ),
      '@language': fc.constantFrom('en', 'de-AT', null),
      '@index': fc.constantFrom('a', 'ex:i'),
      '@context': fc.constantFrom<Json>(
        { a: 'https://s.example/a' },
        { '@vocab': 'urn:inner:' },
        { b: { '@type': '@id' } },
      ),
    },
    { requiredKeys: [] },
  ),
  fc.record({ '@reverse': iri }),
)
const context = fc.record(
  {
    '@vocab': fc.constantFrom(schemaOrg, 'ex:v/'),
    '@base': fc.constantFrom('https://b.example/', null),
    '@language': fc.constantFrom('en', null),
    ex: fc.constant('https://ex.example/'),
    id: fc.constant('@id'),
    type: fc.constant('@type'),
    ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'Full name', 'ex:a'].map(name => [name, definition])),
  },
  { requiredKeys: ['@vocab'] },
)

const isAccepted = (candidate: JsonObject): boolean => {
  try {
    checkContext(candidate)
    return true
  } catch (error) {
    if (error instanceof InvalidInput) return false
    throw error
  }
}

/** The definitions of a context that a type can have together. */
function acceptedPart(candidate: JsonObject): JsonObject {
  const accepted: JsonObject = {}
  for (const [name, one] of Object.entries(candidate))
    if (isAccepted({ ...accepted, [name]: one })) accepted[name] = one
  return accepted
}

/** Whether the context has an IRI, or none on purpose, for all names in a value, so that a processor in safe mode has nothing to report. */
const dropsNothing = (own: JsonObject): boolean => !JSON.stringify(own).includes('null')

t.test('whatever is stored, the document can be expanded, and as a body it is the same data', async t => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      context,
      fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 }),
      fc.nat({ max: schemas.length - 1 }),
      async (candidate, data, index) => {
        const schema = schemas[index] ?? compileSchema(null)
        const own = acceptedPart(candidate as JsonObject)
        seen += Object.keys(own).length
        const view = linkedDataView('Book', own, schema, 'book')
        const document = documentText(view, id, JSON.stringify(data))
        await expand(document, dropsNothing(own))
        // What was stored under another schema is refused as in JSON.
        const compiled = { ...schema, validate: () => [] }
        const read = await readLinkedData(JSON.parse(document), { view, compiled, id })
        t.strictSame(read, JSON.parse(JSON.stringify(data)), document)
      },
    ),
    { numRuns: 500 },
  )
  t.ok(seen > 1000, `${seen} definitions`)
})
