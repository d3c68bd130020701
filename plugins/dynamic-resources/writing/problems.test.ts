import { onAnyStore, onEachStore } from '../../../testing/internal/each-store.ts'
import type { TestApp } from '../../../testing/index.ts'

const asProblem = { accept: 'application/problem+json' }
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })

async function withType({ request }: Pick<TestApp, 'request'>, slug: string, schema: object): Promise<void> {
  const created = await request('POST', '/api/resource-types', { name: slug, slug, schema })
  if (created.statusCode !== 201) throw new Error(created.body)
}

const no = { type: 'string', readOnly: true }

onEachStore('what is required and readOnly is not demanded of bodies', async (t, app) => {
  const { request } = app
  const item = object({ no, name: { type: 'string' } }, { required: ['no', 'name'] })
  const schemas: [object, valid: object, missing: object, pointer: string][] = [
    [item, { name: 'a' }, {}, '/name'],
    [object({ inner: item }), { inner: { name: 'a' } }, { inner: {} }, '/inner/name'],
    [object({ rows: { type: 'array', items: item } }), { rows: [{ name: 'a' }] }, { rows: [{}] }, '/rows/0/name'],
    [object({ a: { type: 'string' } }, { allOf: [object({ no }), { required: ['no', 'a'] }] }), { a: 'x' }, {}, '/a'],
    [
      object(
        { kind: { enum: ['x', 'y'] } },
        {
          required: ['kind'],
          if: { properties: { kind: { const: 'x' } } },
          then: object({ no: { $ref: '#/$defs/no' }, more: {} }, { required: ['no', 'more'] }),
          $defs: { no },
        },
      ),
      { kind: 'y' },
      { kind: 'x' },
      '/more',
    ],
    [
      object({ to: { oneOf: [item, object({ mail: { type: 'string' } }, { required: ['mail'] })] } }),
      { to: { name: 'a' } },
      { to: { name: 1 } },
      '/to/name',
    ],
    [object({ no, a: {} }, { dependentRequired: { a: ['no', 'b'] } }), { a: 1, b: 1 }, { a: 1 }, '/b'],
  ]
  for (const [index, [schema, valid, missing, pointer]] of schemas.entries()) {
    const slug = `kind-${index}`
    await withType(app, slug, schema)
    t.equal((await request('POST', `/api/${slug}/_check`, valid)).statusCode, 200)
    const created = await request('POST', `/api/${slug}`, valid)
    t.equal(created.statusCode, 201, created.body)
    const path = `/api/${slug}/${created.json().id}`
    t.equal((await request('PUT', path, valid)).statusCode, 200)
    t.equal((await request('PATCH', path, valid)).statusCode, 200)
    t.equal((await request('POST', `${path}/_check?action=replace`, valid)).statusCode, 200)
    const imported = await request('POST', `/api/${slug}/_import`, [valid])
    t.match(imported.body, /"loaded":1/, imported.body)
    for (const [method, at] of [
      ['POST', `/api/${slug}`],
      ['POST', `/api/${slug}/_check`],
      ['PUT', path],
    ] as const) {
      const refused = await request(method, at, missing, asProblem)
      t.match(refused.json().problems, [{ pointer }], `${method} ${at}`)
      t.equal(refused.json().problems.length, 1)
    }
  }
  const set = await request('POST', '/api/kind-0', { name: 'a', no: '1' }, asProblem)
  t.match(set.json().problems, [{ pointer: '/no', code: 'read-only' }])
  const inner = await request('POST', '/api/kind-2', { rows: [{ name: 'a', no: '1' }] })
  t.strictSame(inner.json().data['@graph'][0].rows, [{ name: 'a', no: '1' }], 'in items the service takes it')
  const described = (await request('GET', '/api/openapi.json?type_slug=kind-0')).json()
  const [, input] = Object.entries(described.components.schemas).find(([name]) => /kind.?0input/i.test(name)) ?? []
  t.match(input, { required: ['name'], properties: { no: { readOnly: true } } })
})

onAnyStore('a test of readOnly properties stays a test', async (t, app) => {
  await withType(app, 'part', object({ no, a: {} }, { if: { required: ['no'] }, then: { required: ['a'] } }))
  t.equal((await app.request('POST', '/api/part', {})).statusCode, 201)
})

onEachStore('a property with the name of a standard column can be declared in an alternative', async (t, app) => {
  const { request } = app
  const branches: object[] = [
    { oneOf: [object({ id: { type: 'string' } }, { required: ['id'] }), object({ name: {} }, { required: ['name'] })] },
    { if: { required: ['created_at'] }, then: object({ id: { type: 'string' } }) },
    { dependentSchemas: { created_at: object({ id: { type: 'string' } }) } },
    { anyOf: [{ $ref: '#/$defs/own' }], $defs: { own: object({ id: { type: 'string' } }) } },
  ]
  for (const [index, schema] of branches.entries()) {
    const slug = `kind-${index}`
    await withType(app, slug, { type: 'object', ...schema })
    const created = await request('POST', `/api/${slug}`, { id: 'mine' })
    t.equal(created.statusCode, 201, created.body)
    const path = `/api/${slug}/${created.json().id}`
    t.equal((await request('GET', path)).json().data['@graph'][0].id, 'mine')
    t.equal((await request('PUT', path, { id: 'other' })).statusCode, 200)
    t.equal((await request('PATCH', path, { id: 'third' })).json().data['@graph'][0].id, 'third')
  }
  await withType(app, 'open', { type: 'object', not: object({ id: { type: 'number' } }) })
  t.match((await request('POST', '/api/open', { id: 'x' }, asProblem)).json().problems, [{ code: 'read-only' }])
})

onAnyStore('a reference to the root takes what the root allows', async (t, app) => {
  const { request } = app
  await withType(app, 'rule', {
    type: ['object', 'boolean'],
    properties: { not: { $ref: '#' }, n: { type: 'number' } },
  })
  t.equal((await request('POST', '/api/rule', { not: true })).statusCode, 201)
  t.equal((await request('POST', '/api/rule', { not: { not: false } })).statusCode, 201)
  const refused = async (body: unknown) => (await request('POST', '/api/rule', body, asProblem)).json().problems
  t.match(await refused({ not: 1 }), [{ pointer: '/not', code: 'type', params: { types: ['object', 'boolean'] } }])
  t.match(await refused(true), [{ pointer: '', code: 'type' }])
  const { components } = (await request('GET', '/api/openapi.json?type_slug=rule')).json()
  t.strictSame(components.schemas.RuleInput.type, ['object', 'boolean'])
})

onAnyStore('problems say what their messages are about', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  await withType(
    app,
    'part',
    object(
      {
        n: { type: 'number', minimum: 1, multipleOf: 2 },
        s: { type: 'string', maxLength: 2, pattern: '^a' },
        d: { type: ['string', 'null'], format: 'date' },
        e: { enum: ['x', 1, null] },
        c: { const: 'x' },
        l: { type: 'array', minItems: 3, uniqueItems: true, contains: { const: 7 } },
        m: { type: 'object', propertyNames: { maxLength: 1 }, minProperties: 2 },
        many: { enum: Array.from({ length: 500 }, (_, index) => index) },
        two: {
          oneOf: [
            { type: 'number', minimum: 1 },
            { type: 'number', maximum: 5 },
          ],
        },
        u: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        o: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
      },
      { required: ['r'], dependentRequired: { n: ['q'] }, additionalProperties: false },
    ),
  )
  const body = {
    n: -1,
    s: 'bcd',
    d: 'x',
    e: 'y',
    c: 'y',
    l: [1, 1],
    m: { ab: 1 },
    many: -1,
    two: 3,
    u: 'x',
    o: 'c',
    z: 1,
  }
  const refused = await request('POST', '/api/part/_check', body, asProblem)
  t.equal(refused.statusCode, 400)
  const found = new Map(
    refused
      .json()
      .problems.map(({ pointer, code, params }: { pointer: string; code: string; params: unknown }) => [
        `${pointer} ${code}`,
        params,
      ]),
  )
  t.strictSame(Object.fromEntries(found), {
    '/r required': { missingProperty: 'r' },
    '/q dependentRequired': { missingProperty: 'q', property: 'n' },
    '/z unknown-property': undefined,
    '/n minimum': { limit: 1 },
    '/n multipleOf': { limit: 2 },
    '/s maxLength': { limit: 2 },
    '/s pattern': { pattern: '^a' },
    '/d format': { format: 'date' },
    '/e enum': { allowedValues: ['x', 1, null] },
    '/c const': { allowedValues: ['x'] },
    '/l minItems': { limit: 3 },
    '/l uniqueItems': undefined,
    '/l contains': { minContains: 1 },
    '/m/ab propertyNames': { propertyName: 'ab' },
    '/m minProperties': { limit: 2 },
    '/many enum': { allowedValues: Array.from({ length: 100 }, (_, index) => index), more: true },
    '/two oneOf': { passingSchemas: [0, 1] },
    '/u type': { types: ['integer', 'null'] },
    '/o enum': { allowedValues: ['a', 'b'] },
  })
  const many = { rows: Array.from({ length: 500 }, () => ({ a: 1, b: 2 })) }
  await withType(app, 'list', object({ rows: { type: 'array', items: object({ a: text, b: text }) } }))
  const { problems } = (await request('POST', '/api/list/_check', many, asProblem)).json()
  t.equal(problems.length, 100)
  t.match(problems.at(-1), { pointer: '', code: 'too-many-problems' })
})

onAnyStore('of alternatives that fail, the problems of the nearest one are named', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  const address = object({ city: text, zip: text }, { required: ['city', 'zip'] })
  const person = object({ name: text, age: { type: 'number' } }, { required: ['name'] })
  const tagged = (kind: string, more: object): object =>
    object({ kind: { const: kind }, ...more }, { required: ['kind', ...Object.keys(more)] })
  await withType(
    app,
    'part',
    object(
      {
        to: { anyOf: [{ $ref: '#/$defs/address' }, { $ref: '#/$defs/person' }] },
        by: { oneOf: [tagged('box', { w: { type: 'number' }, h: { type: 'number' } }), tagged('bag', { s: text })] },
        rows: { type: 'array', items: { oneOf: [{ type: 'string' }, address, { type: 'null' }] } },
        either: { ...object({ a: {}, b: {} }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      },
      { $defs: { address, person } },
    ),
  )
  const cases: [object, string[]][] = [
    [{ to: { city: 1, zip: 'x' } }, ['/to/city type']],
    [{ to: { name: 1 } }, ['/to/name type']],
    [{ to: { age: 'x' } }, ['/to/age type', '/to/name required']],
    [{ by: { kind: 'box', w: 'x', h: 'y' } }, ['/by/h type', '/by/w type']],
    [{ by: { kind: 'bag' } }, ['/by/s required']],
    [{ by: { kind: 'none', w: 1 } }, ['/by/kind enum']],
    [{ rows: ['a', { city: 'x' }, null, 3] }, ['/rows/1/zip required', '/rows/3 type']],
    [{ either: {} }, ['/either anyOf']],
  ]
  for (const [body, expected] of cases) {
    const { problems } = (await request('POST', '/api/part/_check', body, asProblem)).json()
    const found = problems.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
    t.strictSame(found.sort(), expected, JSON.stringify(body))
  }
  const kinds = (await request('POST', '/api/part/_check', { by: { kind: 'none' } }, asProblem)).json().problems
  t.match(kinds, [{ params: { allowedValues: ['box', 'bag'] } }])
})

onAnyStore('a reference to what may not be referred to is a problem at its place', async (t, app) => {
  const { request } = app
  const to = { type: 'string', 'x-resource-type': 'part' }
  await withType(app, 'part', object({ to, rows: { type: 'array', items: object({ to }) } }))
  const body = { to: 'urn:part:none', rows: [{}, { to: 'urn:part:none' }] }
  const refused = await request('POST', '/api/part/_check', body, asProblem)
  t.match(refused.json(), {
    code: 'validation-failed',
    problems: [
      { pointer: '/to', code: 'x-resource-type', params: { type_slugs: ['part'] } },
      { pointer: '/rows/1/to', code: 'x-resource-type' },
    ],
  })
})
