import { onAnyStore, onEachStore } from '../../../testing/internal/each-store.ts'

const merge = { 'content-type': 'application/merge-patch+json' }
const text = { type: 'string' }
const nullable = { type: ['number', 'null'] }

onEachStore('null in a merge is stored where the property is required and allows null', async (t, { request }) => {
  const place = {
    type: 'object',
    required: ['zip', 'city'],
    properties: { zip: { anyOf: [text, { type: 'null' }] }, city: text, note: { type: ['string', 'null'] } },
  }
  const schema = {
    type: 'object',
    required: ['title', 'rating'],
    $defs: { place },
    properties: { title: text, rating: nullable, other: nullable, place: { $ref: '#/$defs/place' } },
  }
  await request('POST', '/api/resource-types', { name: 'Film', slug: 'film', schema })
  const film = { title: 'A', rating: 7.5, other: 1, place: { zip: '1', city: 'Rome', note: 'x' } }
  const { id } = (await request('POST', '/api/film', film)).json()
  const stored = async () => {
    const {
      '@id': _id,
      '@type': _type,
      '@context': _context,
      ...data
    } = (await request('GET', `/api/film/${id}`)).json().data['@graph'][0]
    return data
  }
  const patch = async (body: unknown) => (await request('PATCH', `/api/film/${id}`, body, merge)).statusCode
  t.equal(await patch({ rating: null, other: null, place: { zip: null, note: null } }), 200)
  const nulled = { title: 'A', rating: null, place: { zip: null, city: 'Rome' } }
  t.strictSame(await stored(), nulled, 'what is not required is removed')
  const refused = await request('PATCH', `/api/film/${id}`, { title: null, rating: null, place: { city: null } }, merge)
  t.match([refused.statusCode, refused.json()], [400, { message: /title: is required; place\.city: is required/ }])
  t.equal(await patch({ place: null }), 200)
  t.equal(await patch({ place: { zip: null, city: 'Oslo' } }), 200, 'a new object')
  t.match(await stored(), { place: { zip: null, city: 'Oslo' } })
  t.equal((await request('POST', `/api/film/${id}/_check?action=update`, { rating: null }, merge)).statusCode, 200)
  await patch({ rating: 1 })
  const operations = [{ op: 'patch', id, data: { rating: null } }]
  t.equal((await request('POST', '/api/film/_bulk', { operations })).statusCode, 200)
  t.match(await stored(), { rating: null })
  await patch({ rating: 2 })
  const load = async () =>
    (await request('POST', '/api/film/_import?update=true', [{ '@id': id, title: 'A', rating: null }])).body
  t.match(await load(), /"updated":1/)
  t.match(await stored(), { rating: null })
  t.match(await load(), /"updated":0,"there":1/, 'it changes nothing')
})

onEachStore('a merge keeps what a closed type does not declare any more', async (t, { request }) => {
  const closed = (properties: object) => ({ type: 'object', additionalProperties: false, properties })
  const before = closed({ title: text, old: text, size: closed({ width: nullable, depth: nullable }) })
  const after = closed({ title: text, size: closed({ width: nullable }) })
  const type = { name: 'Box', slug: 'box', schema: before }
  await request('POST', '/api/resource-types', type)
  const { id } = (await request('POST', '/api/box', { title: 'a', old: 'x', size: { width: 1, depth: 2 } })).json()
  t.equal((await request('PUT', '/api/resource-types/box', { schema: after })).statusCode, 200)
  const data = async () => (await request('GET', `/api/box/${id}`)).json().data['@graph'][0]
  const patch = (body: unknown) => request('PATCH', `/api/box/${id}`, body, merge)
  t.equal((await patch({ title: 'b' })).statusCode, 200)
  t.equal((await patch({ size: { width: 3 } })).statusCode, 200)
  t.match(await data(), { title: 'b', old: 'x', size: { width: 3, depth: 2 } })
  const operations = [{ op: 'patch', id, data: { title: 'c' } }]
  t.equal((await request('POST', '/api/box/_bulk', { operations })).statusCode, 200)
  const loaded = await request('POST', '/api/box/_import?update=true', [{ '@id': id, title: 'd' }])
  t.match(loaded.body, /"updated":1/)
  t.match(await data(), { title: 'd', old: 'x', size: { width: 3, depth: 2 } })
  for (const [body, field] of [
    [{ old: 'y' }, 'old'],
    [{ other: 1 }, 'other'],
    [{ size: { depth: 3 } }, 'size.depth'],
  ] as const) {
    const answer = await patch(body)
    const message = `${field}: is not a property that the schema declares`
    t.match([answer.statusCode, answer.json()], [400, { message }], field)
  }
  t.equal((await request('PUT', `/api/box/${id}`, { title: 'e', old: 'x' })).statusCode, 400, 'the whole body')
  t.equal((await patch({ old: null, size: { depth: null } })).statusCode, 200)
  const { '@id': _id, '@type': _type, '@context': _context, ...left } = await data()
  t.strictSame(left, { title: 'd', size: { width: 3 } })
})

onAnyStore('the flat shape of a closed type', async (t, { request }) => {
  const type = (await request('GET', '/api/resource-types/organization')).json()
  const { id } = (await request('POST', '/api/organizations', { name: 'Acme', slug: 'acme' })).json()
  const declared = { ...type.schema.properties, motto: text }
  const change = (properties: object) =>
    request('PUT', '/api/resource-types/organization', { schema: { ...type.schema, properties } })
  t.equal((await change(declared)).statusCode, 200)
  t.equal((await request('PATCH', `/api/organization/${id}`, { motto: 'x' }, merge)).statusCode, 200)
  t.equal((await change(type.schema.properties)).statusCode, 200)
  t.equal((await request('PUT', `/api/organizations/${id}`, { name: 'Acme Ltd' })).statusCode, 200)
  t.match((await request('GET', `/api/organization/${id}`)).json().data['@graph'][0], { name: 'Acme Ltd', motto: 'x' })
})
