import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import type { Test } from 'tap'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { checkDocument, countControllers, publicExample, refusalOf, serveDocument, writeDocument } from './testing.ts'
import type { CheckedOperation } from './testing.ts'

// Documents by others. `@readme/oas-examples` collects documents for testing OpenAPI tools, including the examples of the OpenAPI
// Initiative; `shipengine-openapi` is the published document of a company's API.

const shipEngine = createRequire(import.meta.url).resolve('shipengine-openapi/openapi.yaml')

/** A document and the expected result. */
interface Expectation {
  /** What distinguishes it from the others. */
  exercises: string
  /** How many operations get which controller; `501` for those without one. Undefined for a document that is refused. */
  plan?: Record<string, number>
  /** Why it is refused; with a plan, why it cannot be served nevertheless. */
  refusal?: RegExp
  /** Set if it is so large that it is not served here. */
  isOnlyChecked?: boolean
  /** Set if its paths collide with those of the service. */
  prefix?: string
}

const documents: Record<string, Expectation> = {
  callbacks: { exercises: 'callbacks: they are described, and nobody here calls them', plan: { 501: 1 } },
  'circular-paths': { exercises: 'references from one path into another', plan: { 501: 3 } },
  'circular-request-bodies': {
    exercises: 'schemas that refer to themselves, directly and in circles',
    plan: { Create: 4 },
    refusal: /"person" is a resource type of the service itself; rename the schema/,
  },
  circular: { exercises: 'a property that refers to its own schema', plan: { 501: 1 } },
  'complex-nesting': {
    exercises: 'arrays of arrays, maps, alternatives in alternatives',
    plan: { 501: 2, Create: 2, CreateBatch: 1 },
  },
  discriminators: { exercises: 'discriminators with and without mapping, in allOf and oneOf', plan: { 501: 10 } },
  'file-uploads': { exercises: 'bodies of multipart/form-data', plan: { 501: 3 } },
  'form-data': { exercises: 'a form', plan: { 501: 1 } },
  'http-status-codes': { exercises: 'every status there is as an answer', plan: { 501: 89 } },
  'link-example': { exercises: 'links between operations', plan: { 501: 4, List: 2 } },
  'parameters-common': { exercises: 'parameters of a path for all of its operations', plan: { 501: 5 } },
  'parameters-cookies': { exercises: 'a cookie parameter', refusal: /"foo" is a cookie parameter/ },
  'parameters-style': {
    exercises: 'all styles; some parameters are cookies',
    refusal: /"primitive" is a cookie parameter/,
  },
  polymorphism: { exercises: 'allOf, anyOf, oneOf in bodies', plan: { 501: 13 } },
  'readme-legacy': { exercises: 'extensions of other tools', plan: { 501: 31, Create: 4, List: 1 }, prefix: '/api/v1' },
  'request-examples': { exercises: 'examples of bodies', plan: { 501: 10, Create: 1 } },
  'response-http-behavior': {
    exercises: 'a security scheme that is not declared',
    refusal: /"api_key" is not declared/,
  },
  'response-schemas': { exercises: 'answers that are arrays', plan: { 501: 6, List: 2 } },
  'schema-additional-properties': {
    exercises: 'maps',
    plan: { 501: 1 },
    refusal: /a property name must not have a dot/,
  },
  'schema-circular': {
    exercises: 'circles through allOf, items and maps',
    plan: { 501: 3 },
    refusal: /a property name may have at most 128 characters/,
  },
  'schema-deprecated': { exercises: 'deprecated properties', plan: { Create: 1 } },
  'schema-enums': { exercises: 'enumerations, nullable ones too', plan: { 501: 3 } },
  'schema-types': { exercises: 'every type and format, nullable', plan: { 501: 21 } },
  'schema-validation': {
    exercises: 'limits: lengths, exclusive minima, patterns',
    refusal: /the pattern is not a regular expression of ECMA-262 with the flag u/,
  },
  security: { exercises: 'every kind of security scheme', plan: { 501: 15 } },
  'server-path-level': { exercises: 'servers of paths and operations', plan: { 501: 7 } },
  'star-trek': {
    exercises: 'size: 120 operations, 500 KB; pages whose `page` is an object, which ours is not',
    plan: { 501: 80, List: 40 },
    isOnlyChecked: true,
    prefix: '/api/v1',
  },
  uspto: { exercises: 'an example of the OpenAPI Initiative: a search by form', plan: { 501: 3 }, prefix: '/api/v1' },
  'openapi-workshop/hoot': {
    exercises: 'a first document, as workshops teach it',
    plan: { 501: 1, Create: 1, List: 2, View: 1 },
    prefix: '/api/v1',
  },
  'openapi-workshop/post': {
    exercises: 'an operation without answers',
    refusal: /responses: must NOT have fewer than 1 properties/,
  },
}

/** Send a request to every operation: each is served, whatever the result. */
async function askAll(t: Test, app: TestApp, prefix: string, operations: readonly CheckedOperation[]): Promise<void> {
  for (const { method, path, controller } of operations) {
    const url = `${prefix}${path === '/' ? '' : path.replaceAll(/\{[^{}]+\}/g, '1')}`
    const answer = await app.request(method.toUpperCase() as 'GET', url, method === 'get' ? undefined : {})
    const { statusCode, body } = answer
    const isServed = statusCode < 500 || (statusCode === 501 && controller === null)
    if (!isServed || /nothing at this address/.test(body)) t.fail(`${method} ${url}: ${statusCode} ${body}`)
  }
}

for (const [name, { exercises, plan, refusal, isOnlyChecked = false, prefix = '/api' }] of Object.entries(documents)) {
  void t.test(`${name}: ${exercises}`, async t => {
    const checked = await checkDocument(t, publicExample(name), prefix)
    if (typeof checked === 'string') return void t.match(checked, refusal)
    t.strictSame(countControllers(checked), plan)
    const path = publicExample(name)
    if (refusal !== undefined) return void t.match(await refusalOf(t, path), refusal)
    const hasController = Object.keys(plan ?? {}).some(controller => controller !== '501')
    if (!hasController || isOnlyChecked) return
    const app = await serveDocument(t, path, { options: { prefix } })
    await askAll(t, app, prefix, checked)
  })
}

void t.test('petstore-expanded: request bodies lack properties of responses', async t => {
  const app = await serveDocument(t, publicExample('petstore-expanded'))
  const created = await app.request('POST', '/api/pets', { name: 'Rex', tag: 'dog' })
  t.equal(created.statusCode, 200, created.body)
  t.strictSame(created.json(), { name: 'Rex', tag: 'dog', id: 1 })
  t.strictSame((await app.request('GET', '/api/pets/1')).json(), { name: 'Rex', tag: 'dog', id: 1 })
  t.equal((await app.request('GET', '/api/pets?limit=10')).json<unknown[]>().length, 1)
  t.equal((await app.request('DELETE', '/api/pets/1')).statusCode, 204)
  t.equal((await app.request('GET', '/api/pets/1')).statusCode, 404)
})

void t.test('circular-request-bodies: trees are checked at every depth', async t => {
  const text = readFileSync(publicExample('circular-request-bodies'), 'utf8').replaceAll('Person', 'Employee')
  const app = await serveDocument(t, writeDocument(t, text, 'circular.json'))
  const chain = { id: 'a', next: { id: 'b', next: { id: 'c', prev: { id: 'b' } } } }
  const created = await app.request('POST', '/api/multiple', chain)
  t.equal(created.statusCode, 200, created.body)
  t.strictSame(created.json(), chain)
  const refused = await app.request('POST', '/api/multiple', { id: 'd', next: { id: 'b', next: { prev: {} } } })
  t.equal(refused.statusCode, 400)
  t.match(
    refused.json<{ message: string }>().message,
    /next\.next\.id: is required; .*next\.next\.prev\.id: is required/,
  )
  t.equal((await app.request('POST', '/api/polymorphic', { type: 'binary', value: { type: 'no' } })).statusCode, 400)
  t.equal((await app.request('POST', '/api/polymorphic', { value: { value: 'x' } })).statusCode, 200)
})

void t.test('ShipEngine: the API of a company, with one invalid reference', async t => {
  t.match(
    await checkDocument(t, shipEngine),
    /line \d+, components\.schemas\.estimate_rates_response_body.*must match format "uri-reference"/,
  )
  const repaired = readFileSync(shipEngine, 'utf8').replaceAll('rate estimate', 'rate_estimate')
  const path = writeDocument(t, repaired, 'shipengine.yaml')
  const checked = await checkDocument(t, path, '/api/v1')
  if (typeof checked === 'string') return void t.fail(checked)
  t.strictSame(countControllers(checked), { 501: 56, List: 2, Create: 18 })
})

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
  const byTags = await app.request('GET', '/api/v1/pet/findByTags?tags=small')
  t.equal(byTags.statusCode, 400)
  t.match(byTags.json(), { message: /"tags" is no column: it allows array/ })
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
