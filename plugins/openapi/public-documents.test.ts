import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import type { Test } from 'tap'
import type { TestApp } from '../../testing/index.ts'
import { checkDocument, countControllers, publicExample, serveDocument, writeDocument } from './testing.ts'
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
  /** What happens to answers that do not match; by default the operation fails. */
  answers?: 'log'
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
  'petstore-expanded': {
    exercises: 'allOf: what is answered extends what is sent',
    plan: { Create: 1, Delete: 1, List: 1, View: 1 },
  },
  petstore: { exercises: 'the pet store', plan: { 501: 13, Create: 3, CreateBatch: 2, List: 2 }, prefix: '/api/v1' },
  polymorphism: { exercises: 'allOf, anyOf, oneOf in bodies', plan: { 501: 13 } },
  'readme-legacy': { exercises: 'extensions of other tools', plan: { 501: 31, Create: 4, List: 1 }, prefix: '/api/v1' },
  'request-examples': { exercises: 'examples of bodies', plan: { 501: 10, Create: 1 } },
  'response-http-behavior': {
    exercises: 'a security scheme that is not declared',
    refusal: /"api_key" is not declared/,
  },
  'response-schemas': { exercises: 'answers that are arrays', plan: { 501: 4, List: 4 } },
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
    answers: 'log',
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

for (const [name, { exercises, plan, refusal, answers = 'refuse', prefix = '/api' }] of Object.entries(documents)) {
  void t.test(`${name}: ${exercises}`, async t => {
    const checked = await checkDocument(t, publicExample(name), prefix)
    if (typeof checked === 'string') return void t.match(checked, refusal)
    t.strictSame(countControllers(checked), plan)
    if (refusal !== undefined) return void (await t.rejects(serveDocument(t, publicExample(name)), refusal))
    await askAll(t, await serveDocument(t, publicExample(name), { options: { prefix, answers } }), prefix, checked)
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
  // Its answers have another schema than its requests, with properties that only its own service would create.
  const options = { prefix: '/api/v1', answers: 'log' }
  await askAll(t, await serveDocument(t, path, { options }), '/api/v1', checked)
})
