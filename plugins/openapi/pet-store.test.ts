import { readFileSync } from 'node:fs'
import t from 'tap'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { checkDocument, countControllers, publicExample, serveDocument, writeDocument } from './testing.ts'

// The pet store, a common example of OpenAPI tools; written by others.

const petStore = (): JsonObject => JSON.parse(readFileSync(publicExample('petstore'), 'utf8')) as JsonObject

/** The object at a path in another object. */
function at(document: JsonObject, ...names: (string | number)[]): JsonObject {
  let value: Json | undefined = document
  for (const name of names)
    value = Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined
  if (!isObject(value)) throw new TypeError(`there is nothing at ${names.join('/')}`)
  return value
}

const unanswered = [
  'DELETE /pet/{petId}',
  'DELETE /store/order/{orderId}',
  'DELETE /user/{username}',
  'GET /pet/{petId}',
  'GET /store/inventory',
  'GET /store/order/{orderId}',
  'GET /user/login',
  'GET /user/logout',
  'GET /user/{username}',
  'POST /pet/{petId}',
  'POST /pet/{petId}/uploadImage',
  'PUT /pet',
  'PUT /user/{username}',
]

const pet = {
  name: 'Rex',
  photoUrls: ['https://example.org/rex.png'],
  status: 'available',
  category: { id: 1, name: 'Dogs' },
}

void t.test('the pet store unchanged: pets, orders and users are created and listed', async t => {
  const checked = await checkDocument(t, publicExample('petstore'), '/api/v1')
  const none = typeof checked === 'string' ? [] : checked.filter(({ controller }) => controller === null)
  const names = none.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()
  t.strictSame(names, unanswered, 'its identifiers have other names than its parameters')

  await t.rejects(
    serveDocument(t, publicExample('petstore')),
    /"(?:pet|store|user)" is an address of the service already/,
  )
  const app = await serveDocument(t, publicExample('petstore'), { options: { prefix: '/api/v1' } })
  const created = await app.request('POST', '/api/v1/pet', pet)
  t.equal(created.statusCode, 201, created.body)
  t.strictSame(created.json(), { ...pet, id: 1 })
  await app.request('POST', '/api/v1/pet', { ...pet, name: 'Tom', status: 'sold' })
  const sold = await app.request('GET', '/api/v1/pet/findByStatus?status=sold&status=pending')
  t.strictSame(
    sold.json<{ name: string }[]>().map(({ name }) => name),
    ['Tom'],
    'a parameter with the name of a property narrows the list',
  )
  t.equal((await app.request('GET', '/api/v1/pet/findByStatus?status=lost')).statusCode, 400)
  const order = await app.request('POST', '/api/v1/store/order', { petId: 1, quantity: 2, status: 'placed' })
  t.equal(order.statusCode, 200)
  t.strictSame(order.json(), { petId: 1, quantity: 2, status: 'placed', id: 1 })
  const users = [{ username: 'ada' }, { username: 'bob', userStatus: 1 }]
  const batch = await app.request('POST', '/api/v1/user/createWithList', users)
  t.strictSame(batch.json(), [
    { username: 'ada', id: 1 },
    { username: 'bob', userStatus: 1, id: 2 },
  ])
  for (const [method, body] of [
    ['PUT', pet],
    ['POST', { ...pet, status: 'lost' }],
  ] as const) {
    t.equal((await app.request(method, '/api/v1/pet', body)).statusCode, method === 'PUT' ? 501 : 400)
  }
})

void t.test('the pet store with three more keywords: round trips of pets, orders and users', async t => {
  const document = petStore()
  const paths = at(document, 'paths')
  for (const [path, name] of [
    ['/pet/{petId}', 'petId'],
    ['/store/order/{orderId}', 'orderId'],
  ] as const) {
    for (const operation of Object.values(at(paths, path)).filter(isObject)) {
      const list = operation['parameters']
      const parameter = Array.isArray(list) ? list.filter(isObject).find(one => one['name'] === name) : undefined
      if (parameter !== undefined) parameter['x-context-name'] = 'id'
    }
  }
  at(document, 'components', 'schemas', 'User')['x-identifier'] = ['username']
  const path = writeDocument(t, JSON.stringify(document), 'petstore.json')
  const checked = await checkDocument(t, path, '/api/v1')
  t.strictSame(typeof checked === 'string' ? checked : countControllers(checked), {
    501: 6,
    Create: 3,
    CreateBatch: 2,
    List: 2,
    View: 3,
    Update: 1,
    Delete: 3,
  })
  const app = await serveDocument(t, path, { options: { prefix: '/api/v1' } })
  const trip = async (collection: string, item: string, body: JsonObject, shown: JsonObject): Promise<void> => {
    t.ok([200, 201].includes((await app.request('POST', collection, body)).statusCode))
    t.strictSame((await app.request('GET', item)).json(), shown)
    t.ok([200, 204].includes((await app.request('DELETE', item)).statusCode))
    t.equal((await app.request('GET', item)).statusCode, 404)
  }
  await trip('/api/v1/pet', '/api/v1/pet/1', pet, { ...pet, id: 1 })
  await trip('/api/v1/store/order', '/api/v1/store/order/1', { petId: 1 }, { petId: 1, id: 1 })
  const user = { username: 'ada', firstName: 'Ada', password: 'x' }
  await app.request('POST', '/api/v1/user', user)
  t.equal((await app.request('POST', '/api/v1/user', user)).statusCode, 409)
  const changed = await app.request('PUT', '/api/v1/user/ada', { username: 'ada', lastName: 'King' })
  t.strictSame(changed.json(), { username: 'ada', lastName: 'King' })
  t.equal((await app.request('PUT', '/api/v1/user/ada', { username: 'bob' })).statusCode, 422)
  await app.request('DELETE', '/api/v1/user/ada')
  await trip('/api/v1/user', '/api/v1/user/ada', user, user)
})
