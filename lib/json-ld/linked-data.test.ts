import fc from 'fast-check'
import t from 'tap'
import { InvalidInput } from '../errors/index.ts'
import { compileSchema } from '../json-schema/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import {
  checkContext,
  checkTerms,
  documentText,
  graphParts,
  linkedDataView,
  nodeText,
  protectedData,
  readLinkedData,
} from './index.ts'
import { compiled, data, expand, id, reference, schemaOrg, triplesOf, viewOf } from './testing.ts'

// A fixed seed, unless one is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

const graphText = (...arguments_: Parameters<typeof graphParts>): string => [...graphParts(...arguments_)].join('')

const withoutType = ({ '@type': _type, ...context }: JsonObject): JsonObject => context
const iris = (...ids: string[]): Json => ids.map(iri => ({ '@id': iri }))

t.test('documents expand to the IRIs of the context, references to @id', async t => {
  const all = {
    '@id': id,
    '@type': ['https://schema.org/Book'],
    'https://schema.org/name': [{ '@value': 'Emma' }],
    'https://schema.org/author': iris('urn:writer:1'),
    'https://schema.org/editors': iris('urn:writer:2', 'urn:writer:3'),
    'https://schema.org/note': [{ 'https://schema.org/by': iris('urn:writer:4') }],
  }
  const { 'https://schema.org/author': _author, ...withoutAuthor } = all
  const cases: [string, JsonObject, JsonObject][] = [
    ['a vocabulary', { '@vocab': schemaOrg }, all],
    ['a type of its own', { '@vocab': schemaOrg, '@type': 'Novel' }, { ...all, '@type': ['https://schema.org/Novel'] }],
    [
      'a prefix',
      { schema: schemaOrg, '@type': 'schema:Book', name: 'schema:name', author: { '@id': 'schema:author' } },
      {
        '@id': id,
        '@type': ['https://schema.org/Book'],
        'https://schema.org/name': [{ '@value': 'Emma' }],
        'https://schema.org/author': iris('urn:writer:1'),
      },
    ],
    ['a base', { '@base': 'https://example.org/', '@vocab': schemaOrg }, all],
    ['a term that is dropped', { '@vocab': schemaOrg, author: null }, withoutAuthor],
    [
      'a term typed otherwise',
      { '@vocab': schemaOrg, author: { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI' } },
      {
        ...all,
        'https://schema.org/author': [{ '@value': 'urn:writer:1', '@type': 'http://www.w3.org/2001/XMLSchema#anyURI' }],
      },
    ],
    [
      'a list',
      { '@vocab': schemaOrg, editors: { '@id': 'https://example.org/editors', '@container': '@list' } },
      {
        ...Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'https://schema.org/editors')),
        'https://example.org/editors': [{ '@list': iris('urn:writer:2', 'urn:writer:3') }],
      },
    ],
    ['a set', { '@vocab': schemaOrg, author: { '@container': '@set' } }, all],
    [
      'a reverse property',
      { '@vocab': schemaOrg, author: { '@reverse': 'https://schema.org/wrote' } },
      { ...withoutAuthor, '@reverse': { 'https://schema.org/wrote': iris('urn:writer:1') } },
    ],
    ['aliases of keywords', { '@vocab': schemaOrg, id: '@id', kind: '@type' }, all],
  ]
  for (const [name, context, expected] of cases) {
    const text = documentText(viewOf(context), id, JSON.stringify(data))
    t.strictSame(
      await expand(text, !('author' in context && context.author === null) && name !== 'a prefix'),
      [expected],
      name,
    )
  }
})

t.test('the generated documents', async t => {
  const view = viewOf({ '@vocab': schemaOrg, '@type': 'Novel' })
  t.strictSame(JSON.parse(view.contextText), view.context)
  t.strictSame(view.context['@vocab'], schemaOrg)
  t.notOk('@type' in view.context, 'that would be keyword redefinition')
  t.equal(viewOf({}, 'Kitchen Tool').type, 'Kitchen Tool', 'the name of the type is used instead')
  t.equal(nodeText(view, id, '{"name":"Emma"}'), `{"@id":"${id}","@type":"Novel","name":"Emma"}`)
  t.equal(nodeText(view, id, '{}'), `{"@id":"${id}","@type":"Novel"}`)
  const graph = graphText(view, [
    { id, data: '{"name":"Emma"}' },
    { id: 'urn:book:02', data: '{}' },
  ])
  t.strictSame(Object.keys(JSON.parse(graph)), ['@context', '@graph'])
  t.equal((await expand(graph)).length, 2)
  t.equal(graphText(view, []), `{"@context":${view.contextText},"@graph":[]}`)
  await t.resolves(expand(documentText(viewOf({ '@vocab': schemaOrg }, 'Kitchen Tool'), id, '{"name":"x"}'), false))
})

t.test('a name that is a reference in one place and a text in another keeps both meanings', async t => {
  const clashing = compileSchema({
    properties: { author: { type: 'string' }, review: { type: 'object', properties: { author: reference } } },
  })
  const view = linkedDataView('Book', { '@vocab': schemaOrg }, clashing)
  const text = documentText(view, id, '{"author":"Jane Austen","review":{"author":"urn:writer:1"}}')
  t.match(await expand(text), [
    {
      'https://schema.org/author': [{ '@value': 'Jane Austen' }],
      'https://schema.org/review': [{ 'https://schema.org/author': [{ '@id': 'urn:writer:1' }] }],
    },
  ])
})

const values = compileSchema({
  properties: {
    date: { type: 'string', format: 'date' },
    dates: { type: 'array', items: { type: ['string', 'null'], format: 'date-time' } },
    time: { type: 'string', format: 'time' },
    price: { type: 'number' },
    prices: { type: 'array', items: { type: 'number' } },
    size: { enum: [1, 2, null] },
    page: { type: 'string', format: 'uri' },
    mail: { type: 'string', format: 'email' },
    either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    steps: { type: 'array', 'x-list': true, items: { type: 'string' } },
    editors: { type: 'array', 'x-list': true, items: reference },
    part: {
      type: 'object',
      properties: {
        date: { type: 'string' },
        price: { type: 'string', format: 'date' },
        time: { type: 'string', format: 'time' },
        inner: { type: 'object', properties: { date: { type: 'string', format: 'date' }, price: { type: 'number' } } },
        part: { type: 'object', properties: { time: { type: 'string' }, at: { type: 'string', format: 'date' } } },
        when: { type: 'string', format: 'date' },
      },
    },
    when: { type: 'string', format: 'date' },
    parts: { type: 'array', items: { type: 'object', properties: { at: { type: 'string', format: 'date' } } } },
  },
})
const sample: JsonObject = {
  date: '2026-05-01',
  dates: ['2026-05-01T10:00:00Z'],
  time: '10:00:00Z',
  price: 10,
  prices: [10.5, 3],
  size: 2,
  page: 'https://a.example/',
  mail: 'a@a.example',
  either: 7,
  steps: ['b', 'a'],
  part: {
    date: 'soon',
    price: '2026-05-02',
    time: '11:00:00Z',
    inner: { date: '2026-05-03', price: 4 },
    part: { time: 'noon', at: '2026-05-05' },
    when: '2026-05-06',
  },
  when: '2026-05-07',
  parts: [{ at: '2026-05-04' }],
}

t.test('values have datatypes, ordered lists their order, also where a name means several things', async t => {
  const view = linkedDataView('Thing', { '@vocab': 'urn:v:' }, values)
  const text = documentText(view, id, JSON.stringify(sample))
  const triples = (await triplesOf(JSON.parse(text))).map(line => line.replaceAll('urn:v:', ''))
  t.strictSame(
    triples.filter(line => line.startsWith(`<${id}>`) && !/<part|<steps|#type/.test(line)),
    [
      '<date> "2026-05-01"^^<xsd:date>',
      '<dates> "2026-05-01T10:00:00Z"^^<xsd:dateTime>',
      '<either> "7"^^<xsd:integer>',
      '<mail> "a@a.example"',
      '<page> <https://a.example/>',
      '<price> "1.0E1"^^<xsd:double>',
      '<prices> "1.05E1"^^<xsd:double>',
      '<prices> "3.0E0"^^<xsd:double>',
      '<size> "2"^^<xsd:integer>',
      '<time> "10:00:00Z"^^<xsd:time>',
      '<when> "2026-05-07"^^<xsd:date>',
    ].map(line => `<${id}> ${line}`),
  )
  const inner = triples.filter(line => line.startsWith('_:') && !line.includes('rdf-syntax')).map(line => line.slice(5))
  t.strictSame(inner.filter(line => !/<(?:part|inner)>/.test(line)).toSorted(), [
    '<at> "2026-05-04"^^<xsd:date>',
    '<at> "2026-05-05"^^<xsd:date>',
    '<date> "2026-05-03"^^<xsd:date>',
    '<date> "soon"',
    '<price> "2026-05-02"^^<xsd:date>',
    '<price> "4.0E0"^^<xsd:double>',
    '<time> "11:00:00Z"',
    '<time> "noon"',
    '<when> "2026-05-06"^^<xsd:date>',
  ])
  t.match(await expand(text), [{ 'urn:v:steps': [{ '@list': [{ '@value': 'b' }, { '@value': 'a' }] }] }])
  const listed = documentText(view, id, JSON.stringify({ editors: ['urn:writer:2', 'urn:writer:1'] }))
  t.match(await expand(listed), [{ 'urn:v:editors': [{ '@list': iris('urn:writer:2', 'urn:writer:1') }] }])
})

t.test('what a context says of a property stays', async t => {
  const context = {
    '@vocab': 'urn:v:',
    xsd: 'http://www.w3.org/2001/XMLSchema#',
    date: { '@type': 'xsd:string' },
    time: { '@language': 'en' },
    price: 'urn:w:price',
    prices: { '@container': '@set' },
    steps: { '@container': '@set' },
    page: null,
    part: { '@context': { '@vocab': 'urn:inner:', price: { '@type': 'xsd:gYear' } } },
  }
  checkContext(context)
  const view = linkedDataView('Thing', context, values)
  t.match(await expand(documentText(view, id, JSON.stringify(sample)), false), [
    {
      'urn:v:date': [{ '@type': 'http://www.w3.org/2001/XMLSchema#string', '@value': '2026-05-01' }],
      'urn:v:time': [{ '@language': 'en', '@value': '10:00:00Z' }],
      'urn:w:price': [{ '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': 10 }],
      'urn:v:prices': [{ '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': 10.5 }, {}],
      'urn:v:steps': [{ '@value': 'b' }, { '@value': 'a' }],
      'urn:v:page': undefined,
      'urn:v:when': [{ '@type': 'http://www.w3.org/2001/XMLSchema#date', '@value': '2026-05-07' }],
      'urn:v:part': [
        {
          'urn:v:date': [{ '@type': 'http://www.w3.org/2001/XMLSchema#string', '@value': 'soon' }],
          'urn:inner:price': [{ '@type': 'http://www.w3.org/2001/XMLSchema#gYear' }],
          'urn:inner:when': [{ '@type': 'http://www.w3.org/2001/XMLSchema#date', '@value': '2026-05-06' }],
        },
      ],
    },
  ])
})

t.test('properties with the names of members that every object has', async t => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty']
  const date: JsonObject = { type: 'string', format: 'date' }
  const ofCar = compileSchema({ type: 'object', properties: Object.fromEntries(names.map(name => [name, date])) })
  const context = { '@vocab': schemaOrg, constructor: 'https://x.example/builder', car: { '@id': 'constructor' } }
  checkContext(context)
  const view = linkedDataView('Car', context, ofCar)
  const document = JSON.parse(
    documentText(view, 'urn:car:1', JSON.stringify(Object.fromEntries(names.map(name => [name, '1958-07-06'])))),
  )
  const day = '"1958-07-06"^^<xsd:date>'
  t.strictSame(
    (await triplesOf(document)).filter(line => !line.includes('#type')),
    [
      `<urn:car:1> <https://schema.org/hasOwnProperty> "1958-07-06"`,
      `<urn:car:1> <https://schema.org/toString> ${day}`,
      `<urn:car:1> <https://schema.org/valueOf> ${day}`,
      `<urn:car:1> <https://x.example/builder> ${day}`,
    ],
  )
  t.throws(() => checkContext({ hasOwnProperty: 'https://x.example/has' }), { message: /\/hasOwnProperty: / })
})

t.test('a type without a context has a vocabulary of its own', async t => {
  const odd = compileSchema({
    properties: { 'Full name': { type: 'string' }, born: { type: 'string', format: 'date' } },
  })
  for (const context of [{}, { '@type': 'Field trip' }]) {
    const view = linkedDataView('Field trip', context, odd, 'field-trip')
    const text = documentText(view, id, '{"Full name":"Ada","born":"1815-12-10","other":true}')
    t.strictSame(await triplesOf(JSON.parse(text)), [
      `<${id}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:plinth:field-trip:Field%20trip>`,
      `<${id}> <urn:plinth:field-trip:Full%20name> "Ada"`,
      `<${id}> <urn:plinth:field-trip:born> "1815-12-10"^^<xsd:date>`,
      `<${id}> <urn:plinth:field-trip:other> "true"^^<xsd:boolean>`,
    ])
  }
  t.strictSame(linkedDataView('Note', {}, compileSchema(null), 'note').context, { '@vocab': 'urn:plinth:note:' })
  for (const [context, added] of [
    [{ '@vocab': null }, { 'My note': 'urn:plinth:note:My%20note' }],
    [{ 'My note': 'https://x.example/n' }, {}],
    [{ '@base': 'https://x.example/' }, {}],
    [{ '@type': 'x:N', x: 'https://x.example/' }, {}],
  ] as const)
    t.strictSame(
      linkedDataView('My note', context, [], 'note').contextText,
      JSON.stringify({ ...withoutType(context), ...added }),
    )
})

t.test('keywords in data are harmless and are returned unchanged', async t => {
  const view = viewOf({ '@vocab': schemaOrg })
  const hostile: Json[] = [
    { '@context': 'https://evil.example/' },
    { '@context': { '@vocab': 'https://evil.example/' }, name: 'x' },
    [{ '@graph': [{ '@id': 5 }] }],
    { '@value': { a: 1 } },
    { '@value': 'x', other: 1 },
    { '@type': '@json', '@value': { '@context': 1 } },
    { '@type': 5 },
    { '@id': { a: 1 } },
    { '@reverse': 'x', '@nest': 1, '@included': 2, '@index': 3, '@list': 4, '@foo': 5 },
    '@handle',
    'a "@quoted" text',
  ]
  for (const value of hostile) {
    const properties = { name: 'Emma', extra: value }
    const text = documentText(view, id, JSON.stringify(properties))
    const [node] = await expand(text)
    t.match(node, { '@id': id, 'https://schema.org/name': [{ '@value': 'Emma' }] }, JSON.stringify(value))
    t.strictSame(await readLinkedData(JSON.parse(text), { view, compiled, id }), properties)
  }
  const fitting = { extra: { '@id': 'urn:x:1', '@type': 'Thing', label: { '@value': 'x', '@language': 'en' } } }
  t.strictSame(JSON.parse(nodeText(view, id, JSON.stringify(fitting))).extra, fitting.extra)
  t.match(await expand(documentText(view, id, JSON.stringify(fitting))), [
    { 'https://schema.org/extra': [{ '@id': 'urn:x:1', '@type': ['https://schema.org/Thing'] }] },
  ])
})

t.test('texts that need no change are found without parsing them', async t => {
  const names = ['name', 'author', 'year', 'tags', 'me', 'gone', 'other', 'a\\', 'a"b', 'a:b', '@id', '', 'é\n']
  const schema = compileSchema({ properties: Object.fromEntries(names.slice(0, 10).map(name => [name, {}])) })
  const terms = { author: { '@type': '@id' }, me: '@id', year: { '@type': '@json' }, tags: { '@container': '@list' } }
  const view = linkedDataView('Thing', { '@vocab': schemaOrg, gone: null, ...terms }, schema)
  const text = fc.oneof(fc.constantFrom('urn:a:1', '"', '\\', '":"', '{"a":1}', ':"x', '[', ','), fc.string())
  const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
  const value = fc.oneof(
    { weight: 6, arbitrary: scalar },
    fc.array(scalar, { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...names, '@value'), scalar, { maxKeys: 2 }),
  )
  const stored = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 })
  fc.assert(
    fc.property(stored, properties => {
      const json: JsonObject = JSON.parse(JSON.stringify(properties))
      const { '@context': _context, ...written } = JSON.parse(documentText(view, id, JSON.stringify(json)))
      t.strictSame(written, { '@id': id, '@type': 'Thing', ...protectedData(view, json) })
    }),
    { numRuns: 3000 },
  )
})

t.test('values of a list keep their places, also beside null', async t => {
  const list = { '@container': '@list' }
  const view = linkedDataView('Row', { '@vocab': schemaOrg, row: list, rows: list }, compiled)
  for (const properties of [
    { row: [51.5, null, 13.4] },
    { rows: [[1, null], [2]] },
    { row: [1, 2], rows: [[1], []] },
  ]) {
    const [expanded] = await expand(documentText(view, id, JSON.stringify(properties)))
    t.strictSame(await readLinkedData(expanded ?? {}, { view, compiled, id }), properties)
  }
})

t.test('an alias of a keyword that is a declared property is left out of the context', async t => {
  const own = { '@vocab': schemaOrg, id: '@id', kind: 'id', type: '@type' }
  const schema = compileSchema({ properties: { id: { type: 'string' }, name: { type: 'string' } } })
  t.throws(() => checkTerms('Book', own, schema), { constructor: InvalidInput, message: /\/id: is mapped to @id/ })
  const view = linkedDataView('Book', own, schema)
  t.strictSame(view.context, { '@vocab': schemaOrg, kind: '@id', type: '@type' })
  const properties = { id: 'b-1', name: 'Emma', kind: 'novel', type: 'any' }
  const text = documentText(view, id, JSON.stringify(properties))
  t.match(await expand(text), [{ '@id': id, 'https://schema.org/id': [{ '@value': 'b-1' }] }])
  t.strictSame(await readLinkedData(JSON.parse(text), { view, compiled: schema, id }), properties)
})

t.test('invalid contexts are refused', async t => {
  const cases: [JsonObject, RegExp][] = [
    [{ '@import': 'https://schema.org/' }, /\/@import: .*never fetched/],
    [{ '@context': 'https://schema.org/' }, /\/@context: is not a keyword/],
    [{ '@vocab': schemaOrg, part: { '@context': 'https://schema.org/' } }, /\/part\/@context: .*never fetched/],
    [{ '@vocab': schemaOrg, part: { '@context': ['https://schema.org/'] } }, /\/part\/@context/],
    [{ '@vocab': schemaOrg, part: { '@context': { '@import': 'x' } } }, /\/part\/@context\/@import/],
    [{ '@type': ['A'] }, /\/@type/],
    [{ '@type': '' }, /\/@type/],
    [{ '@type': '@id' }, /\/@type/],
    [{ '@vocab': 'not an iri' }, /\/@vocab/],
    [{ '@vocab': 5 }, /\/@vocab/],
    [{ '@base': 'relative' }, /\/@base/],
    [{ '@language': 'not a tag!' }, /\/@language/],
    [{ '@version': '1.1' }, /\/@version/],
    [{ '@unknown': 1 }, /\/@unknown/],
    [{ name: 5 }, /\/name: must be an IRI/],
    [{ '@vocab': schemaOrg, name: { '@reverse': 'name' } }, /\/name: must not be the reverse of itself/],
    [{ name: 'relative' }, /\/name: must map to an absolute IRI/],
    [{ name: { '@type': '@id' } }, /\/name: must map to an absolute IRI/],
    [{ a: 'b', b: 'a' }, /\/a: .*\/b: /],
    [{ a: 'b:x', b: 'a:x' }, /./],
    [{ '@vocab': schemaOrg, name: { '@kind': 1 } }, /\/name\/@kind/],
    [{ '@vocab': schemaOrg, name: { '@type': 'no such' } }, /\/name\/@type/],
    [{ '@vocab': schemaOrg, name: { '@language': 'de_DE' } }, /\/name\/@language: must be a language tag or null/],
    [{ '@vocab': schemaOrg, name: { '@container': '@bag' } }, /\/name\/@container/],
    [{ '@vocab': schemaOrg, name: { '@container': ['@list', '@set'] } }, /\/name\/@container/],
    [{ '@vocab': schemaOrg, value: '@value' }, /\/value: must not be mapped to @value/],
    [{ '@vocab': schemaOrg, '': 'https://x.example/' }, /empty/],
    [JSON.parse('{"__proto__":"https://x.example/"}'), /__proto__/],
    [{ '@vocab': schemaOrg, name: 'x'.repeat(70_000) }, /bytes/],
  ]
  for (const [context, message] of cases) {
    t.throws(() => checkContext(context), { constructor: InvalidInput, message }, JSON.stringify(context).slice(0, 80))
  }
})

t.test('a JSON-LD processor can use every accepted context', async () => {
  const iri = fc.constantFrom(
    schemaOrg,
    'https://x.example/y#',
    'ex:',
    'ex:a',
    'a',
    'b',
    'a:b',
    '_:z',
    '@id',
    '@type',
    '',
    'x y',
    'urn:q',
  )
  const definition = fc.oneof(
    iri,
    fc.constant(null),
    fc.record(
      {
        '@id': fc.oneof(iri, fc.constant(null)),
        '@reverse': iri,
        '@type': fc.constantFrom('@id', '@vocab', '@json', 'ex:t', 't', '_:t'),
        '@container': fc.constantFrom(
          '@list',
          '@set',
          '@language',
          '@index',
          '@id',
          '@type',
          '@graph',
          ['@graph', '@id'],
          ['@set', '@index'],
        ),
        '@language': fc.constantFrom('en', null),
        '@prefix': fc.boolean(),
        '@index': fc.constantFrom('a', '@x'),
        '@nest': fc.constantFrom('@nest', 'n'),
        '@protected': fc.boolean(),
        '@context': fc.constantFrom(null, {}, { a: 'https://s.example/a' }, { b: 'b' }, { c: 'ex:c', '@vocab': null }),
      },
      { requiredKeys: [] },
    ),
  )
  const context = fc.record(
    {
      '@vocab': fc.constantFrom(schemaOrg, null, 'ex:v/', 'rel'),
      '@base': fc.constantFrom('https://b.example/', null),
      '@version': fc.constant(1.1),
      '@protected': fc.boolean(),
      ...Object.fromEntries(
        ['a', 'b', 'ex', 'a:b', 'x/y', 'author', 'published', 'more', 'https://schema.org/name'].map(term => [
          term,
          definition,
        ]),
      ),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(context, async candidate => {
      try {
        checkContext(candidate as JsonObject)
      } catch (error) {
        if (error instanceof InvalidInput) return
        throw error
      }
      const view = linkedDataView('Book', candidate as JsonObject, compiled)
      await expand(documentText(view, id, '{"other":{"name":"x"}}'), false)
      await expand(documentText(linkedDataView('Book', candidate as JsonObject, []), id, '{}'), false)
    }),
    { numRuns: 3000 },
  )
})

// A fixed seed, unless one is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

t.test('GET then PUT is an exact round trip', async t => {
  const view = viewOf({ '@vocab': schemaOrg, '@type': 'Novel' })
  const options = { view, compiled, id }
  t.strictSame(await readLinkedData(JSON.parse(documentText(view, id, JSON.stringify(data))), options), data)
  t.strictSame(await readLinkedData(data, options), data, 'without any context')
  t.strictSame(await readLinkedData({ ...data, '@context': [view.context] }, options), data)
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string().filter(name => !name.startsWith('@')),
        fc.jsonValue(),
      ),
      async value => {
        const text = JSON.stringify(value)
        const read = await readLinkedData(JSON.parse(documentText(view, id, text)), options)
        t.strictSame(read, JSON.parse(text))
      },
    ),
    { numRuns: 100 },
  )
  const stored = { ...options, current: { created_by: 'urn:user:1' } }
  t.strictSame(await readLinkedData({ ...data, created_by: 'urn:user:1' }, stored), data, 'a read-only value unchanged')
  t.match(
    await readLinkedData({ ...data, created_by: 'urn:user:2' }, stored),
    { created_by: 'urn:user:2' },
    'is kept, so that it can be refused',
  )
})

t.test('identity is checked', async t => {
  const view = viewOf({ '@vocab': schemaOrg })
  const refused: [JsonObject, { id?: string }, RegExp][] = [
    [{ '@type': 'Film' }, { id }, /@type: must be "Book"/],
    [{ '@type': ['Book', 'Film'] }, { id }, /@type/],
    [{ '@id': 'urn:book:02' }, { id }, /@id: must be the id/],
    [{ '@id': id }, {}, /@id: is given by the service/],
    [{ '@context': { x: 'https://schema.org/' }, '@type': 'x:Film' }, { id }, /@type/],
    [{ '@context': { x: 'https://schema.org/' }, '@id': 'urn:book:02' }, { id }, /@id/],
  ]
  for (const [body, address, message] of refused) {
    await t.rejects(readLinkedData(body, { view, compiled, ...address }), { constructor: InvalidInput, message })
  }
})

t.test('a body with another context is translated', async t => {
  const view = viewOf({ '@vocab': schemaOrg })
  const body: JsonObject = {
    '@context': {
      title: 'https://schema.org/name',
      s: schemaOrg,
      writer: { '@id': 's:author', '@type': '@id' },
      label: 's:tags',
      note: 's:note',
    },
    '@id': id,
    '@type': 's:Book',
    title: 'Emma',
    writer: 'urn:writer:1',
    label: 'only',
    's:editors': { '@id': 'urn:writer:2' },
    's:year': 1815,
    note: { label: 'one' },
  }
  const expected = {
    name: 'Emma',
    author: 'urn:writer:1',
    tags: ['only'],
    editors: ['urn:writer:2'],
    year: 1815,
    note: { tags: ['one'] },
  }
  const read = await readLinkedData(body, { view, compiled, id })
  t.same(read, expected)
  t.same(await readLinkedData({ ...body, '@id': '_:b0' }, { view, compiled }), expected, 'a blank node has no address')
})

t.test('typed and plain literals, addresses and lists of another context', async t => {
  const typed = compileSchema({
    properties: {
      due: { type: 'string', format: 'date' },
      at: { type: 'array', items: { type: 'string', format: 'date-time' } },
      price: { type: 'number' },
      page: { type: 'string', format: 'uri' },
      steps: { type: 'array', 'x-list': true, items: { type: 'string' } },
      tags: { type: 'array', items: { type: 'string' } },
      text: { type: 'string' },
      part: { type: 'object', properties: { due: { type: 'string', format: 'date' } } },
    },
  })
  const xsd = 'http://www.w3.org/2001/XMLSchema#'
  const expected = {
    due: '2026-05-01',
    at: ['2026-05-01T10:00:00Z'],
    price: 10,
    page: 'https://schema.org/x',
    steps: ['b', 'a'],
    tags: ['x', 'y'],
    part: { due: '2026-05-02' },
  }
  const name = (term: string, more: object = {}) => ({ [term]: { '@id': `${schemaOrg}${term}`, ...more } })
  const plain: JsonObject = Object.assign({}, ...Object.keys(expected).map(term => name(term)))
  for (const own of [{ '@vocab': schemaOrg }, { '@vocab': schemaOrg, xsd, schema: schemaOrg }]) {
    const view = linkedDataView('Task', own, typed)
    const options = { view, compiled: typed, id }
    const bodies: JsonObject[] = [
      { '@context': plain, ...expected },
      {
        ...expected,
        '@context': { ...plain, ...name('page', { '@type': '@id' }), ...name('steps', { '@container': '@list' }) },
      },
      {
        '@context': {
          '@vocab': schemaOrg,
          ...name('due', { '@type': `${xsd}date` }),
          ...name('at', { '@type': `${xsd}dateTime` }),
          ...name('price', { '@type': `${xsd}double` }),
          ...name('steps', { '@container': '@list' }),
        },
        ...expected,
        price: '1.0E1',
        page: { '@id': 'https://schema.org/x' },
      },
      { ...expected, '@context': own },
      { ...expected, '@context': view.context },
      JSON.parse(JSON.stringify({ ...expected, '@context': [{}, view.context] })),
    ]
    for (const body of bodies) t.same(await readLinkedData(body, options), expected, JSON.stringify(body['@context']))
    for (const text of ['', '.', './a', '../a', 'a/../b'])
      t.same(
        await readLinkedData({ '@context': name('text', { '@type': '@id' }), text }, options),
        { text },
        `the relative address "${text}" stays as it is`,
      )
    await t.rejects(
      readLinkedData({ '@context': name('text', { '@type': `${xsd}date` }), text: '2026-05-01' }, options),
      { constructor: InvalidInput, message: /^text: .*xsd:date would be lost/ },
      'a datatype that the schema does not have is not lost in silence',
    )
  }
})

t.test('a context in which data would be lost or fetched is refused', async t => {
  const view = viewOf({ '@vocab': schemaOrg })
  const name = 'https://schema.org/name'
  const refused: [JsonObject, RegExp][] = [
    [{ '@context': 'https://schema.example/', name: 'x' }, /never fetched/],
    [{ '@context': [{ name }, 'https://schema.example/'], name: 'x' }, /never fetched/],
    [{ '@context': { '@import': 'https://schema.org/' }, name: 'x' }, /@import/],
    [{ '@context': { name, part: { '@id': 'ex:p', '@context': 'https://x.example/' } }, part: {} }, /never fetched/],
    [{ '@context': { name }, name: 'x', other: 'lost' }, /"other"/],
    [{ '@context': { name }, name: 'x', '@type': 'Relative' }, /"Relative"/],
    [{ '@context': { name: 5 }, name: 'x' }, /JSON-LD: invalid term definition/],
    [{ '@context': { name: 'relative' }, name: 'x' }, /JSON-LD: invalid IRI mapping/],
    [{ '@context': { name }, '@graph': [{ name: 'a' }, { name: 'b' }] }, /exactly one/],
    [{ '@context': { name } }, /empty object/],
    [{ '@context': { name }, name: Array.from({ length: 6000 }, () => 'x') }, /at most 5000/],
    [{ '@context': 7, name: 'x' }, /JSON-LD/],
  ]
  for (const [body, message] of refused) {
    await t.rejects(
      readLinkedData(body, { view, compiled, id }),
      { constructor: InvalidInput, message },
      JSON.stringify(body).slice(0, 90),
    )
  }
})

t.test('the context of one body does not affect another', async t => {
  const view = viewOf({ '@vocab': schemaOrg })
  const read = (text: string) => readLinkedData(JSON.parse(text), { view, compiled, id })
  const vocab = `"@vocab":${JSON.stringify(schemaOrg)}`
  for (let i = 0; i < 130; i++) await read(`{"@context":{${vocab},"x${i}":"https://x.example/"},"name":"x"}`)
  await read(`{"@context":{${vocab},"__proto__":{"@language":"de"}},"name":"x"}`).catch(() => undefined)
  t.same(await read(`{"@context":{"name":"https://schema.org/name"},"name":"Ada"}`), { name: 'Ada' })
  const other = viewOf({ '@vocab': schemaOrg, x: 'https://x.example/' })
  t.same(
    await readLinkedData(JSON.parse(`{"@context":{${vocab}},"name":"Ada"}`), {
      view: other,
      compiled,
      id,
    }),
    { name: 'Ada' },
  )
})

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
