import t from 'tap'
import { callCli } from '../../testing/index.ts'
import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'

const types = '/api/resource-types'
const asProblem = { accept: 'application/problem+json' }
const asType = (schema: object, slug = 'part'): object => ({ name: 'Part', slug, schema })
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })

onAnyStore('each refusal of a schema has a pointer, a code and the remedy', async (t, { request }) => {
  const at = (pointer: string): string => `/schema${pointer}`
  const cases: [object, pointer: string, code: string, remedy: RegExp][] = [
    [object({ a: { options: {} } }), at('/properties/a/options'), 'unknown-keyword', /leave it out.*call it x-options/],
    [object({ a: { format: 'table' } }), at('/properties/a/format'), 'unknown-format', /known are .*date-time.*uuid/],
    [{ type: 'array' }, at(''), 'root-type', /wrap another one: .*"value"/],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, at('/$schema'), 'unknown-draft', /draft-07.*unknown=drop/],
    [
      object({ a: { items: [{}] } }),
      at('/properties/a/items'),
      'old-form',
      /"http:\/\/json-schema.org\/draft-07\/schema#"/,
    ],
    [object({ a: { additionalItems: {} } }), at('/properties/a/additionalItems'), 'old-form', /prefixItems and items/],
    [
      object({ a: { $ref: 'https://example.test/a' } }),
      at('/properties/a/$ref'),
      'remote-reference',
      /put .* into \$defs/,
    ],
    [object({ a: { $ref: '#/$defs/a' } }), at('/properties/a/$ref'), 'dangling-reference', /put one there/],
    [object({ 'a.b': {} }), at('/properties/a.b'), 'property-name', /dot \(\.\)/],
    [object({ a: object({ $b: {} }) }), at('/properties/a/properties/$b'), 'property-name', /begin with \$ or @/],
    [
      object({ a: { exclusiveMaximum: true } }),
      at('/properties/a/exclusiveMaximum'),
      'old-form',
      /a number since draft-06/,
    ],
    [object({ a: { required: true } }), at('/properties/a/required'), 'old-form', /"required" of the object/],
    [object({ a: { type: 'any' } }), at('/properties/a/type'), 'old-form', /leave type out/],
    [object({ a: { type: ['string', {}] } }), at('/properties/a/type'), 'old-form', /anyOf/],
    [object({ a: { nullable: true } }), at('/properties/a/nullable'), 'old-form', /add "null" to type/],
    [object({}, { id: 'a' }), at('/id'), 'old-form', /\$id/],
    [object({ a: { title: 1 } }), at('/properties/a/title'), 'invalid-schema', /must be a string/],
    [object({ a: { enum: Array(6000).fill(0) } }), at(''), 'schema-too-large', /at most 5000/],
    [object({ a: { pattern: '(?=a)' } }), at('/properties/a/pattern'), 'pattern', /./],
    [
      object({ a: { 'x-resource-type': 'nothing' } }),
      at('/properties/a/x-resource-type'),
      'unknown-type',
      /create it first/,
    ],
    [object({ a: { 'x-index': true, type: 'object' } }), at('/properties/a/x-index'), 'invalid-schema', /no column/],
    [object({ a: { 'x-show-if-item': 1 } }), at('/properties/a/x-show-if-item'), 'invalid-schema', /must be a schema/],
    [object({ a: { $ref: '#/properties/a' } }), at('/properties/a'), 'invalid-schema', /itself without end/],
  ]
  for (const [schema, pointer, code, remedy] of cases) {
    for (const path of [types, `${types}/_check`]) {
      const refused = await request('POST', path, asType(schema), asProblem)
      t.equal(refused.statusCode, 400, JSON.stringify(schema).slice(0, 100))
      const { problems = [], detail } = refused.json()
      t.match(problems, [{ pointer, code, message: remedy }], `${pointer} ${JSON.stringify(problems)}`)
      t.match(detail, remedy)
    }
  }
})

onAnyStore('published forms that mean the same are accepted', async (t, { request }) => {
  const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' }
  const bundle = {
    $id: 'https://example.test/order',
    ...object({ to: { $ref: 'address' }, from: { $ref: 'https://example.test/order#/$defs/a' } }),
    $defs: { a: { $id: 'https://example.test/address', ...object({ city: { type: 'string' } }) } },
  }
  const accepted: [object, object, string][] = [
    [bundle, { to: { city: 1 } }, '/to/city'],
    [bundle, { from: { city: 1 } }, '/from/city'],
    [
      object({ a: { $ref: '#it' } }, { $defs: { b: { $anchor: 'it', type: 'string', deprecated: true } } }),
      { a: 1 },
      '/a',
    ],
    [
      { ...draft07, ...object({ a: { $ref: '#/$defs/b' } }, { $defs: { b: { type: 'string', deprecated: true } } }) },
      { a: 1 },
      '/a',
    ],
    [
      { ...draft07, ...object({ a: { $ref: '#it' } }, { definitions: { b: { $anchor: 'it', type: 'string' } } }) },
      { a: 1 },
      '/a',
    ],
    [{ ...draft07, ...object({ a: {} }, { dependentRequired: { a: ['b'] } }) }, { a: 1 }, '/b'],
  ]
  for (const [index, [schema, data, pointer]] of accepted.entries()) {
    const slug = `kind-${index}`
    const created = await request('POST', types, asType(schema, slug))
    t.equal(created.statusCode, 201, created.body)
    t.match((await request('POST', `/api/${slug}`, data, asProblem)).json().problems, [{ pointer }])
  }
})

onEachStore('unknown=drop takes a schema that was written for other tools', async (t, { request }) => {
  const schema = {
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties: {
      a: { type: 'string', required: true, format: 'color', 'ui:order': 1 },
      n: { maximum: 3, exclusiveMaximum: true },
    },
  }
  const dropped = [
    { pointer: '/schema/properties/a/format', keyword: 'format', value: 'color' },
    { pointer: '/schema/properties/a/ui:order', keyword: 'ui:order', value: 1 },
  ]
  const rewritten = ['/schema/properties/a/required', '/schema/properties/n/exclusiveMaximum', '/schema/$schema'].map(
    pointer => ({ pointer }),
  )
  const stored = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { type: 'string' }, n: { exclusiveMaximum: 3 } },
    required: ['a'],
  }
  t.equal((await request('POST', types, asType(schema))).statusCode, 400)
  const checked = await request('POST', `${types}/_check?unknown=drop`, asType(schema))
  t.match(checked.json(), { compatible: true, problems: [], dropped, rewritten, schema: stored })
  t.equal((await request('GET', `${types}/part`)).statusCode, 404)
  const created = await request('POST', `${types}?unknown=drop`, asType(schema))
  t.equal(created.statusCode, 201, created.body)
  t.strictSame(created.json().dropped, dropped)
  t.match(created.json(), { schema: stored, rewritten })
  const read = (await request('GET', `${types}/part`)).json()
  t.strictSame([read.schema, 'dropped' in read], [stored, false])
  t.match((await request('POST', '/api/part', { n: 3 }, asProblem)).json().problems, [
    { pointer: '/a', code: 'required' },
    { pointer: '/n', code: 'exclusiveMaximum', params: { limit: 3 } },
  ])

  const changed = { ...schema, properties: { ...schema.properties, b: { type: 'string', widget: 'x' } } }
  t.equal((await request('PUT', `${types}/part`, { schema: changed })).statusCode, 400)
  const dry = await request('POST', `${types}/part/_check?action=replace&unknown=drop`, { schema: changed })
  t.match(dry.json(), { compatible: true, dropped: [...dropped, { pointer: '/schema/properties/b/widget' }] })
  const put = await request('PUT', `${types}/part?unknown=drop`, { schema: changed })
  t.equal(put.statusCode, 200, put.body)
  t.match(put.json(), { schema: { properties: { b: { type: 'string' } } }, dropped: { length: 3 } })
  t.strictSame((await request('PUT', `${types}/part?unknown=drop`, { name: 'Other' })).json().dropped, [])
  for (const [method, path] of [
    ['PATCH', `${types}/part?unknown=drop`],
    ['PUT', `${types}/part?unknown=keep`],
    ['POST', `${types}/part/_check?action=update&unknown=drop`],
  ] as const)
    t.match((await request(method, path, { name: 'x' }, asProblem)).json(), { status: 400, parameter: 'unknown' }, path)
  const remote = await request('POST', `${types}?unknown=drop`, asType({ $ref: 'a.json', a: 1 }, 'other'), asProblem)
  t.match(remote.json(), { status: 400, problems: [{ pointer: '/schema/$ref', code: 'remote-reference' }] })
})

onAnyStore('a default that the schema forbids is a warning of the check', async (t, { request }) => {
  const schema = object(
    {
      n: { type: 'integer', default: '' },
      l: { type: 'array', items: { $ref: '#/$defs/choice' }, minItems: 2, default: ['a'] },
      deep: { type: 'object', default: { x: 'no' }, properties: { x: { type: 'integer', default: 1 } } },
      on: { type: 'string', format: 'date', default: 'today' },
      fine: { type: 'string', default: 'x' },
    },
    { $defs: { choice: { enum: ['a', 'b'], default: 'c' } } },
  )
  const pointers = ['/$defs/choice', '/properties/deep', '/properties/l', '/properties/n', '/properties/on']
  for (const path of [`${types}/_check`, `${types}?dry_run=true`]) {
    const { compatible, warnings } = (await request('POST', path, asType(schema))).json()
    t.equal(compatible, true)
    t.strictSame(
      warnings.map(({ pointer }: { pointer: string }) => pointer).sort(),
      pointers.map(one => `/schema${one}/default`),
    )
    t.ok(warnings.every(({ code }: { code: string }) => code === 'default-forbidden'))
  }
  t.equal((await request('POST', types, asType(schema))).statusCode, 201, 'the type is accepted')
  const change = { schema: object({ n: { type: 'boolean', default: 'false' } }) }
  const checked = await request('POST', `${types}/part/_check?action=replace`, change)
  t.match(checked.json().warnings, [{ pointer: '/schema/properties/n/default', message: /must be a boolean/ }])
  t.notOk('warnings' in (await request('POST', `${types}/_check`, asType(object({}), 'other'))).json())
})

t.test('the command line takes such a schema', async t => {
  const env = { SQLITE_PATH: `${t.testdir()}/plinth.db` }
  const schema = {
    $schema: 'http://json-schema.org/draft-06/schema#',
    type: 'array',
    items: { type: 'string', default: 1, widget: 'x' },
  }
  const run = (...args: string[]) =>
    callCli(['types', 'create', '-', ...args], { env, input: JSON.stringify(asType(schema, 'list')) })
  const refused = await run()
  t.not(refused.code, 0)
  t.match(refused.stderr, /unknown=drop/)
  const checked = await run('--unknown', 'drop', '--dry-run')
  t.equal(checked.code, 0, checked.stderr)
  t.match(
    checked.stderr + checked.stdout,
    /\/schema\/properties\/value\/items\/default the schema forbids its own default/,
  )
  const created = await run('--unknown', 'drop')
  t.equal(created.code, 0, created.stderr)
  t.match(created.stderr + created.stdout, /\/schema\/items\/widget is left out: x\n/)
  t.match(created.stderr + created.stdout, /\/schema is not the schema of an object/)
  const alone = ['types', 'create', '-', '--slug', 'alone', '--unknown', 'drop', '--json']
  const made = await callCli(alone, { env, input: JSON.stringify({ title: 'Alone', ...schema }) })
  t.match(JSON.parse(made.stdout), { name: 'Alone', slug: 'alone', dropped: [{ keyword: 'widget' }] })
})
