import fc from 'fast-check'
import t from 'tap'
import type { JsonObject } from '../json/types.ts'
import { InvalidInput } from '../errors/index.ts'
import { compileSchema } from '../json-schema/index.ts'
import { documentText, linkedDataView, readLinkedData } from './index.ts'
import { compiled, data, id, schemaOrg, viewOf } from './testing.ts'

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
