import { onEachStore } from '../../test/each-store.ts'

onEachStore(
  'the empty schema takes any object, and annotations are checked when they are new',
  async (t, { request }) => {
    const type = (slug: string, schema: unknown) => request('POST', '/api/resource-types', { name: slug, slug, schema })
    t.equal((await type('anything', {})).statusCode, 201)
    for (const data of [{}, { a: { b: [1, null, 'x'] }, c: true }]) {
      t.equal((await request('POST', '/api/anything', data)).statusCode, 201, JSON.stringify(data))
    }
    for (const data of [[], 'x', null, 1]) t.equal((await request('POST', '/api/anything', data)).statusCode, 400)
    const flagged = { type: 'object', properties: { flag: { type: 'boolean' } }, 'x-display-property': 'flag' }
    t.match((await type('flag', flagged)).json().message, /x-display-property/)
    t.equal((await type('flag', { ...flagged, properties: { flag: { type: 'string' } } })).statusCode, 201)
    const change = (schema: unknown) => request('PUT', '/api/resource-types/flag', { schema })
    t.equal((await change(flagged)).statusCode, 200, 'what was said before stays')
    t.equal((await change({ type: 'object', 'x-display-property': 'flag' })).statusCode, 200)
    t.equal((await change({ type: 'object', 'x-display-property': 'other' })).statusCode, 400)
    t.equal((await request('POST', '/api/flag', { flag: true })).statusCode, 201)
  },
  ['presets'],
)
