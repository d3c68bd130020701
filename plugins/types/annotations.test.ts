import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { createStore } from '../../kernel/store.ts'
import { ownFormats } from '../../lib/json-schema/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import { testWithStore, onOneService } from '../../testing/internal/each-store.ts'

const onSharedWithoutPresets = onOneService(['presets'])

onSharedWithoutPresets(
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
    t.equal((await change(flagged)).statusCode, 200, 'an existing annotation is not checked again')
    t.equal((await change({ type: 'object', 'x-display-property': 'flag' })).statusCode, 200)
    t.equal((await change({ type: 'object', 'x-display-property': 'other' })).statusCode, 400)
    t.equal((await request('POST', '/api/flag', { flag: true })).statusCode, 201)
  },
)

const text = { type: 'string' }
const recipe = {
  type: 'object',
  properties: {
    name: { ...text, title: 'Name', description: 'What it is called', 'x-titles': { de: 'Name', 'pt-BR': 'Nome' } },
    servings: { type: 'integer', 'x-group': 'Facts', 'x-width': 'half' },
    position: { type: ['number', 'null'] },
    cook: { ...text, 'x-resource-type': 'cook' },
    place: {
      type: 'object',
      properties: { town: { ...text, 'x-private': true }, street: { ...text, 'x-private': false } },
    },
    zone: { type: 'string', format: 'time-zone', 'x-private': true },
    state: {
      oneOf: [
        { const: 'draft', title: 'Draft', 'x-color': 'gray', 'x-titles': { de: 'Entwurf' } },
        { const: 'done', title: 'Done' },
      ],
    },
    remark: { ...text, 'x-show-if': { properties: { state: { const: 'done' } }, required: ['state'] } },
  },
  'x-label': '{name} ({servings}) {cook} {cook.name} {cook.teacher} {place.town}',
  'x-plural': 'Dishes',
  'x-icon': 'cooking-pot',
  'x-color': 'orange',
  'x-titles': { de: { one: 'Gericht', many: 'Gerichte' } },
  'x-order-property': 'position',
  'x-group-layout': 'tabs',
}

onSharedWithoutPresets(
  'annotations are checked when a type is written, and do not change validation',
  async (t, { request }) => {
    const type = (slug: string, schema: unknown, name = slug) =>
      request('POST', '/api/resource-types', { name, slug, schema })
    const cook = { type: 'object', properties: { name: text, teacher: { ...text, 'x-resource-type': 'cook' } } }
    t.equal((await type('cook', cook)).statusCode, 201)
    const made = await type('recipe', recipe)
    t.equal(made.statusCode, 201, made.body)
    t.strictSame(made.json().schema, recipe)
    t.equal(made.json().plural, 'Dishes')

    const { properties } = recipe
    const root = (further: object): [object, RegExp] => [
      { ...recipe, ...further },
      new RegExp(`^schema: /${Object.keys(further)[0]}: `),
    ]
    const property = (keyword: string, value: unknown): [object, RegExp] => [
      { ...recipe, properties: { ...properties, name: { ...text, [keyword]: value } } },
      new RegExp(`^schema: /properties/name/${keyword}: `),
    ]
    const malformed: [object, RegExp][] = [
      ...['', 'words alone', '{', '{name', 'name}', '{nothing}', '{place.nothing}', '{name.first}', '{}', 5].map(
        value => root({ 'x-label': value }),
      ),
      ...['{cook.nothing}', '{cook.teacher.name}', '{name}'.repeat(11)].map(value => root({ 'x-label': value })),
      ...['', ' ', 5, null].map(value => root({ 'x-plural': value })),
      ...['', 'Not an icon', 5].map(value => root({ 'x-icon': value })),
      ...['mauve', 'Gray', 7].map(value => root({ 'x-color': value })),
      ...[{ de: 'Gericht' }, { de: { one: 'Gericht' } }, { '!': { one: 'a', many: 'b' } }, 'Gericht', []].map(value =>
        root({ 'x-titles': value }),
      ),
      ...['name', 'nothing', 'place', 5].map(value => root({ 'x-order-property': value })),
      ...[{ de: 5 }, { de: '' }, 'Name', { 'no language': 'x' }].map(value => property('x-titles', value)),
      ...['columns', 5, null].map(value => root({ 'x-group-layout': value })),
      property('x-group', 5),
      property('x-width', 'third'),
      ...['true', 1, null, {}].flatMap(value => [property('x-private', value), root({ 'x-private': value })]),
      [
        { ...recipe, properties: { ...properties, tags: { type: 'array', items: { ...text, 'x-private': 'yes' } } } },
        /^schema: \/properties\/tags\/items\/x-private: must be true or false/,
      ],
      ...['draft', { properties: { state: { type: 'word' } } }, { nonsense: 1 }].map(value =>
        property('x-show-if', value),
      ),
      [
        { ...recipe, properties: { ...properties, state: { oneOf: [{ const: 'draft', 'x-color': 'mauve' }] } } },
        /^schema: \/properties\/state\/oneOf\/0\/x-color: /,
      ],
    ]
    for (const [schema, message] of malformed) {
      for (const answer of [
        await type('wrong', schema),
        await request('PUT', '/api/resource-types/recipe', { schema }),
        await request('POST', '/api/resource-types?dry_run=true', { name: 'Wrong', slug: 'wrong', schema }),
      ]) {
        t.equal(answer.statusCode, 400, JSON.stringify(schema).slice(-300))
        t.match(answer.json().message, message)
      }
    }
    t.match((await type('wrong', { ...recipe, 'x-label': '{a} {b}' })).json().message, /a, b/)

    // A label that refers to a removed property does not prevent an edit.
    const { name: _, ...rest } = properties
    t.equal(
      (await request('PUT', '/api/resource-types/recipe', { schema: { ...recipe, properties: rest } })).statusCode,
      200,
    )
    const again = { ...recipe, properties: { ...rest, added: text } }
    t.equal((await request('PUT', '/api/resource-types/recipe', { schema: again })).statusCode, 200)

    const data = { remark: 'shown or not', state: 'draft' }
    t.equal((await request('POST', '/api/recipe', data)).statusCode, 201, 'x-show-if validates nothing')
    t.equal((await request('POST', '/api/recipe', { state: 'other' })).statusCode, 400)
    const zoned = await request('POST', '/api/recipe', { zone: 'Europe/Berlin', place: { town: 'Rome' } })
    t.match(
      zoned.json().data['@graph'][0],
      { zone: 'Europe/Berlin', place: { town: 'Rome' } },
      'private values are answered',
    )
    t.match((await request('POST', '/api/recipe', { zone: 'Mars/Olympus' })).json(), {
      message: /zone: must be the IANA name of a time zone/,
    })
  },
)

testWithStore(
  'every type has a plural',
  async (t, { request }) => {
    const cases = [
      ['Book', 'Books'],
      ['Web page', 'Web pages'],
      ['Person', 'People'],
      ['Category', 'Categories'],
      ['Lens', 'Lenses'],
      ['News', 'News'],
      ['FAQ', 'FAQs'],
      ['Plan B', 'Plan Bs'],
      ['Cook (person)', 'Cook (people)'],
      ['2026', '2026'],
    ]
    for (const [index, [name, plural]] of cases.entries()) {
      const slug = `type-${index}`
      const made = await request('POST', '/api/resource-types', { name, slug })
      t.equal(made.json().plural, plural)
      t.equal((await request('GET', `/api/resource-types/${slug}`)).json().plural, plural)
    }
    const ofPlugins = ['Files']
    const { data } = (await request('GET', '/api/resource-types?limit=100')).json()
    t.strictSame(
      data.map((one: { plural: string }) => one.plural),
      [...cases.map(([, plural]) => plural).toReversed(), ...ofPlugins],
    )
    const named = await request('PUT', '/api/resource-types/type-0', {
      schema: { type: 'object', 'x-plural': 'Library' },
    })
    t.equal(named.json().plural, 'Library')
  },
  ['presets'],
)

const due = { en: 'Due', de: 'Fällig' }
const explained = { en: 'When it must be done', de: 'Wann es fertig sein muss' }

onSharedWithoutPresets(
  'titles, descriptions and labels can be language maps, which are answered as texts beside the maps',
  async (t, { request }) => {
    const given = {
      title: { en: 'To-do', de: 'Aufgabe' },
      description: explained,
      'x-label': { de: '{due} (fällig)', en: '{due} (due)' },
      'x-titles': { de: { one: 'alt', many: 'Aufgaben' }, fr: { one: 'tâche', many: 'tâches' } },
      type: 'object',
      properties: {
        title: { type: 'string', title: due, description: explained, 'x-group': { en: 'More', de: 'Weiteres' } },
        due: { ...text, default: { title: due }, 'x-titles': { fr: 'Échéance', de: 'Termin' }, title: due },
        german: { ...text, title: { de: 'Nur Deutsch', 'de-CH': 'Auch Schweiz' } },
        before: { ...text, 'x-resource-type': 'todo', 'x-reverse-title': { en: 'Waiting', de: 'Wartende' } },
        after: { type: 'array', items: { ...text, 'x-resource-type': 'todo', 'x-reverse-title': 'Later' } },
        state: { oneOf: [{ const: 'a', title: due, description: explained }, { const: { title: due } }] },
        place: { anyOf: [{ $ref: '#/$defs/place' }, { items: { title: due } }] },
      },
      $defs: { place: { type: 'object', properties: { town: { title: due } } } },
      'x-own': { title: due },
    }
    const [title, description] = [
      { title: 'Due', 'x-titles': due },
      { description: 'When it must be done', 'x-descriptions': explained },
    ]
    const stored = {
      title: 'To-do',
      'x-titles': { de: { one: 'Aufgabe', many: 'Aufgaben' }, fr: { one: 'tâche', many: 'tâches' }, en: 'To-do' },
      ...description,
      'x-label': '{due} (due)',
      'x-labels': given['x-label'],
      type: 'object',
      properties: {
        title: {
          type: 'string',
          ...title,
          ...description,
          'x-group': 'More',
          'x-groups': { en: 'More', de: 'Weiteres' },
        },
        due: { ...text, default: { title: due }, title: 'Due', 'x-titles': { fr: 'Échéance', ...due } },
        german: { ...text, title: 'Nur Deutsch', 'x-titles': given.properties.german.title },
        before: {
          ...text,
          'x-resource-type': 'todo',
          'x-reverse-title': 'Waiting',
          'x-reverse-titles': { en: 'Waiting', de: 'Wartende' },
        },
        after: given.properties.after,
        state: { oneOf: [{ const: 'a', ...title, ...description }, { const: { title: due } }] },
        place: { anyOf: [{ $ref: '#/$defs/place' }, { items: title }] },
      },
      $defs: { place: { type: 'object', properties: { town: title } } },
      'x-own': { title: due },
    }
    const made = await request('POST', '/api/resource-types', { name: 'Todo', slug: 'todo', schema: given })
    t.equal(made.statusCode, 201, made.body)
    t.strictSame(made.json().schema, stored)
    const read = await request('GET', '/api/resource-types/todo')
    t.strictSame(read.json().schema, stored)
    const put = (schema: unknown) => request('PUT', '/api/resource-types/todo', { schema })
    const same = await put(read.json().schema)
    t.strictSame(same.json().schema, stored, 'what is answered can be sent')
    t.equal(same.headers.etag, read.headers.etag, 'and changes nothing')
    t.equal((await put(given)).headers.etag, read.headers.etag, 'nor do the same maps')

    const withDue = async (change: object): Promise<object> => {
      const { schema } = (await request('GET', '/api/resource-types/todo')).json()
      const changed = { ...schema.properties.due, ...change }
      const answer = await put({ ...schema, properties: { ...schema.properties, due: changed } })
      t.equal(answer.statusCode, 200, answer.body)
      return answer.json().schema.properties.due
    }
    t.match(await withDue({ title: 'Until' }), { title: 'Until', 'x-titles': { en: 'Until', de: 'Fällig' } })
    const others = { en: 'Deadline', de: 'Frist' }
    t.match(await withDue({ 'x-titles': others }), { title: 'Deadline', 'x-titles': others })
    t.match(await withDue({ title: 'A', 'x-titles': { en: 'B' } }), { title: 'A', 'x-titles': { en: 'B' } })
    t.match(await withDue({ title: 'C' }), { title: 'C', 'x-titles': { en: 'B' } }, 'different texts stay different')

    const refused: [object, RegExp][] = [
      ...['title', 'description', 'x-group', 'x-reverse-title'].flatMap(keyword =>
        [{}, { en: '' }, { en: 5 }, { 'no language': 'x' }, { en_US: 'x' }, { e: 'x' }, { '': 'x' }].map(
          (map): [object, RegExp] => [
            { type: 'object', properties: { a: { ...text, [keyword]: map } } },
            new RegExp(`^schema: /properties/a/${keyword}: .*BCP 47`),
          ],
        ),
      ),
      ...['title', 'description', 'x-label'].map((keyword): [object, RegExp] => [
        { type: 'object', properties: { a: text }, [keyword]: { 'not a tag': '{a}' } },
        new RegExp(`^schema: /${keyword}: `),
      ]),
      [
        { type: 'object', properties: { a: text }, 'x-label': { en: '{a}', de: '{b}' } },
        /^schema: \/x-labels: de: .*b/,
      ],
      [{ type: 'object', properties: { a: { ...text, 'x-reverse-title': 5 } } }, /x-reverse-title: must be a text/],
      [{ type: 'object', properties: { a: { ...text, 'x-reverse-titles': 'x' } } }, /x-reverse-titles: must be/],
      [{ type: 'object', properties: { a: { ...text, title: ['x'] } } }, /a\/title: must be/],
      [{ type: 'object', properties: { a: { oneOf: [{ const: 1, title: {} }] } } }, /oneOf\/0\/title: .*BCP 47/],
    ]
    for (const [schema, message] of refused) {
      const answer = await request('POST', '/api/resource-types', { name: 'Wrong', slug: 'wrong', schema })
      t.equal(answer.statusCode, 400, JSON.stringify(schema))
      t.match(answer.json().message, message, JSON.stringify(schema))
    }
    t.equal((await request('POST', '/api/todo', { due: 'now', state: 'a' })).statusCode, 201, 'validation is the same')
  },
)

const isbn = `export default {
  name: 'isbn', version: '1.0.0', requires: [], provides: [],
  contributes: { formats: { isbn: { test: text => /^\\d{13}$/.test(text), message: 'must be an ISBN of 13 digits', example: '9780140449136' } } },
  register: () => ({}),
}`

t.test('formats of the service and of plugins are validated, each with its message', async t => {
  const directory = t.testdir({ 'isbn.mjs': isbn })
  const { request, close } = await buildTestApp({
    plugins: { ...loadConfig({}).plugins, './isbn.mjs': true },
    config: { directory },
  })
  t.teardown(close)
  const formats = { ...ownFormats, isbn: { message: 'must be an ISBN of 13 digits', example: '9780140449136' } }
  const properties = Object.fromEntries(Object.keys(formats).map(format => [format, { type: 'string', format }]))
  const made = await request('POST', '/api/resource-types', {
    name: 'A',
    slug: 'a',
    schema: { type: 'object', properties },
  })
  t.equal(made.statusCode, 201, made.body)
  for (const [name, { message, example }] of Object.entries(formats)) {
    t.equal((await request('POST', '/api/a', { [name]: example })).statusCode, 201, name)
    const refused = await request('POST', '/api/a', { [name]: '#12' })
    t.match([refused.statusCode, refused.json().message], [400, `${name}: ${message}`])
  }
  const unknown = { type: 'object', properties: { x: { type: 'string', format: 'nothing' } } }
  t.equal((await request('POST', '/api/resource-types', { name: 'B', slug: 'b', schema: unknown })).statusCode, 400)
})

t.test('a format that is not whole, or that exists already, stops the start and names the plugin', async t => {
  const directory = t.testdir({
    'isbn.mjs': isbn,
    'half.mjs': isbn.replace("message: 'must be an ISBN of 13 digits', ", ''),
    'second.mjs': isbn.replace("name: 'isbn'", "name: 'second'"),
    'email.mjs': isbn.replace('formats: { isbn', 'formats: { email'),
  })
  const refused = async (message: RegExp, ...names: string[]): Promise<void> => {
    const plugins = Object.fromEntries(names.map(name => [`./${name}.mjs`, true]))
    const config = { plugins: { ...loadConfig({}).plugins, ...plugins }, config: { directory } }
    await t.rejects(buildTestApp(config), { name: 'ConfigurationError', message })
  }
  await refused(/isbn must have the function test and the texts message and example/, 'half')
  await refused(/^plugin "second": the format isbn is already defined by plugin "isbn"$/, 'isbn', 'second')
  await refused(/^plugin "isbn": the format email is already defined by the service$/, 'email')
})

const types = '/api/resource-types'
const asProblem = { accept: 'application/problem+json' }
const typeWith = (pattern: string): Record<string, unknown> => ({
  name: 'Part',
  slug: 'part',
  schema: { type: 'object', properties: { code: { type: 'string', pattern } } },
})

const onShared = onOneService()

onShared('patterns are regular expressions of ECMA-262', async (t, { request }) => {
  const part = typeWith('^[\\w-.]+\\-\\d$')
  const created = await request('POST', types, part)
  t.equal(created.statusCode, 201, created.body)
  t.equal(created.json().schema.properties.code.pattern, '^[\\w\\-.]+-\\d$', 'it is stored in the form for the flag u')
  t.equal((await request('GET', `${types}/part`)).json().schema.properties.code.pattern, '^[\\w\\-.]+-\\d$')
  t.match((await request('GET', '/api/openapi.json?type_slug=part')).body, '"pattern":"^[\\\\w\\\\-.]+-\\\\d$"')
  t.equal((await request('POST', '/api/part', { code: 'a.b-7' })).statusCode, 201)

  const decisions: [pattern: string, valid: string, invalid: string][] = [
    ['^[\\u0020-\\u007e]+$', 'a~', 'ä'],
    ['^\\S+$', 'ab', 'a\u00a0b'],
    ['^.$', 'a', '\u2028'],
    ['^\\p{Script=Greek}+$', 'αβ', 'ab'],
    ['^\\p{Uppercase_Letter}$', 'É', 'é'],
    ['^[^]$', '\n', ''],
  ]
  for (const [pattern, valid, invalid] of decisions) {
    const changed = await request('PUT', `${types}/part`, { ...typeWith(pattern), status: 'active' })
    t.equal(changed.statusCode, 200, changed.body)
    t.equal((await request('POST', '/api/part', { code: valid })).statusCode, 201, `${pattern} takes ${valid}`)
    t.equal((await request('POST', '/api/part', { code: invalid })).statusCode, 400, `${pattern} refuses ${invalid}`)
  }
  for (const pattern of ['^(?i)a$', 'a\\z', '[[:alpha:]]', '\\x{e9}', '(?=a)', '(a)\\1', '^\\d{1,1001}$', '(']) {
    const refused = await request('POST', types, { ...typeWith(pattern), slug: 'other' }, asProblem)
    t.equal(refused.statusCode, 400, pattern)
    t.match(refused.json().problems, [{ pointer: '/schema/properties/code/pattern', code: 'pattern' }])
  }
  const names = { name: 'Map', slug: 'map', schema: { type: 'object', patternProperties: { '^a\\_': {} } } }
  t.match((await request('POST', types, names)).json().schema, { patternProperties: { '^a_': {} } })
  t.equal(
    (
      await request('POST', types, {
        ...names,
        slug: 'm2',
        schema: { type: 'object', propertyNames: { pattern: '\\z' } },
      })
    ).statusCode,
    400,
  )
})

/** Write the schema of the type `part` as an earlier version, or a service with other plugins, has stored it. */
async function writeSchema(config: Config, schema: JsonObject): Promise<void> {
  const store = await createStore(config.store)
  await store.open()
  const type = await store.get('_types', 'urn:type:part')
  if (type === undefined) throw new Error('there is no type')
  const document = {
    id: type.id,
    meta: { ...readMeta(type), sequence_no: 2 },
    data: { ...readData(type), schema },
  }
  await store.write([{ kind: 'replace', collection: '_types', document, expected: 1 }])
  await store.close()
}

t.test('a stored format that is no longer known, because its plugin is off, is not checked', async t => {
  const dir = t.testdir()
  const path = `${dir}/plinth.db`
  const first = await buildTestApp({ config: { store: { kind: 'sqlite', path } } })
  await first.request('POST', types, typeWith('^a'))
  await first.app.close()
  const schema = {
    type: 'object',
    properties: {
      code: { type: 'string', format: 'shelf-mark' },
      key: { type: 'string', format: 'shelf-key', writeOnly: true },
    },
  }
  await writeSchema(first.config, schema)

  const { stdout } = await callCli(['doctor', '--offline'], { env: { SQLITE_PATH: path }, cwd: dir })
  t.match(stdout, /the type part are not checked, .*: \/properties\/code\/format, \/properties\/key\/format/)
  const { request, app } = await buildTestApp({ config: first.config })
  t.teardown(() => app.close())
  const made = await request('POST', '/api/part', { code: 'any text', key: 'secret' })
  t.equal(made.statusCode, 201, made.body)
  t.notMatch(made.body, /secret/)
  t.equal((await request('POST', '/api/part', { code: 1 })).statusCode, 400, 'the rest of the schema is checked')
  for (const address of ['/api/part?q=any', '/api/search?q=any', '/api/openapi.json'])
    t.equal((await request('GET', address)).statusCode, 200, address)
  const stored = (await request('GET', `${types}/part`)).json()
  t.equal((await request('PUT', `${types}/part`, { ...stored, description: 'Changed' })).statusCode, 200)
  const refused = { problems: [{ pointer: '/schema/properties/code/format', code: 'unknown-format' }, {}] }
  const changed = await request('PUT', `${types}/part`, { ...stored, schema: { ...schema, title: 'New' } }, asProblem)
  t.match([changed.statusCode, changed.json()], [400, refused])
  const second = await request('POST', types, { name: 'Copy', slug: 'copy', schema: stored.schema }, asProblem)
  t.match([second.statusCode, second.json()], [400, refused], 'a new type has known formats')
})

t.test('a stored pattern of the old kind works until the schema is changed', async t => {
  const dir = t.testdir()
  const path = `${dir}/plinth.db`
  const first = await buildTestApp({ config: { store: { kind: 'sqlite', path } } })
  await first.request('POST', types, typeWith('^a$'))
  await first.app.close()
  const schema = {
    type: 'object',
    properties: { code: { type: 'string', pattern: '^(?i)[a-z]{3}\\z' } },
    patternProperties: { '^x\\z': { type: 'integer' } },
    additionalProperties: false,
  }
  await writeSchema(first.config, schema)

  const env = { SQLITE_PATH: path }
  for (const command of [
    ['upgrade', '--check'],
    ['doctor', '--offline'],
  ]) {
    const { stdout } = await callCli(command, { env, cwd: dir })
    t.match(
      stdout,
      /the type part are no regular expressions of ECMA-262: \/patternProperties\/\^x\\z, \/properties\/code\/pattern/,
    )
  }
  const { request, app } = await buildTestApp({ config: first.config })
  t.teardown(() => app.close())
  t.equal((await request('POST', '/api/part', { code: 'AbC', x: 1 })).statusCode, 201)
  t.equal((await request('POST', '/api/part', { code: 'AbCd' })).statusCode, 400)
  const { components } = (await request('GET', '/api/openapi.json?type_slug=part')).json()
  t.strictSame(components.schemas.PartInput.properties.code, { type: 'string' }, 'clients do not see it')
  t.notOk('additionalProperties' in components.schemas.PartInput, 'nor what depends on it')
  const stored = (await request('GET', `${types}/part`)).json()
  t.equal((await request('PUT', `${types}/part`, { ...stored, description: 'Changed' })).statusCode, 200)
  const changed = await request('PUT', `${types}/part`, { ...stored, schema: { ...schema, title: 'New' } }, asProblem)
  t.equal(changed.statusCode, 400)
  t.strictSame(
    changed.json().problems.map(({ pointer }: { pointer: string }) => pointer),
    ['/schema/patternProperties/^x\\z', '/schema/properties/code/pattern'],
  )
})

onShared(
  'unevaluatedItems beside alternatives with items is refused, and unevaluatedProperties follows them',
  async (t, { request }) => {
    const list = (alternatives: object): object => ({ type: 'array', ...alternatives, unevaluatedItems: false })
    const isA = { properties: { kind: { const: 'a' } }, required: ['kind'] }
    const typeOf = (property: object): object => ({
      name: 'List',
      slug: 'list',
      schema: { type: 'object', properties: { x: property }, $defs: { pair: { prefixItems: [{ type: 'object' }] } } },
    })
    const refused = [
      list({ anyOf: [{ prefixItems: [{ type: 'object' }] }, { minItems: 1 }] }),
      list({ oneOf: [{ $ref: '#/$defs/pair' }, { minItems: 2 }] }),
      list({ allOf: [{ anyOf: [{ items: { type: 'string' } }, { maxItems: 1 }] }] }),
      list({ contains: { const: 1 } }),
      list({ if: { minItems: 2 }, then: { prefixItems: [true, true] } }),
    ]
    for (const property of refused) {
      const { statusCode, json } = await request('POST', types, typeOf(property), asProblem)
      t.equal(statusCode, 400, JSON.stringify(property))
      const keyword = 'unevaluatedItems' in property ? 'unevaluatedItems' : 'unevaluatedProperties'
      t.match(json().problems, [{ pointer: `/schema/properties/x/${keyword}`, code: 'invalid-schema' }])
    }
    // Ajv alone refuses what $ref or allOf declares in the second of several branches, and lets through what a failed "if" declares.
    const named = (name: string): object => ({ required: [name], properties: { [name]: true } })
    const base = { properties: { base: true } }
    const closed: [schema: object, valid: object[], invalid: object[]][] = [
      [
        { allOf: [base], oneOf: [named('a'), named('b')] },
        [
          { base: 1, a: 1 },
          { base: 1, b: 1 },
        ],
        [{ base: 1, c: 1 }],
      ],
      [{ $ref: '#/$defs/base', anyOf: [named('a'), named('b')] }, [{ base: 1, b: 1 }], [{ b: 1, c: 1 }]],
      [
        { allOf: [base], if: isA, then: { patternProperties: { '^c': true } }, else: named('b') },
        [
          { base: 1, kind: 'a', c1: 1 },
          { base: 1, b: 1 },
        ],
        [
          { kind: 'b', b: 1 },
          { kind: 'a', b: 1 },
          { b: 1, c1: 1 },
        ],
      ],
      [
        { if: isA, else: named('b') },
        [{ kind: 'a' }, { b: 1 }],
        [
          { kind: 'b', b: 1 },
          { kind: 'a', b: 1 },
        ],
      ],
      [
        { $ref: '#/$defs/base', dependentSchemas: { x: named('x'), base: named('b') } },
        [{ base: 1, b: 1 }],
        [{ x: 1, b: 1 }],
      ],
      [
        { oneOf: [{ patternProperties: { '^x': true }, required: ['x'] }, named('b')] },
        [{ x: 1, x1: 1 }, { b: 1 }],
        [{ b: 1, x1: 1 }],
      ],
    ]
    for (const [at, [alternatives, valid, invalid]] of closed.entries()) {
      const property = { type: 'object', ...alternatives, unevaluatedProperties: false }
      const schema = { type: 'object', properties: { x: property }, $defs: { base } }
      const made = await request('POST', types, { name: 'Closed', slug: `closed-${at}`, schema })
      t.equal(made.statusCode, 201, made.body)
      for (const x of valid)
        t.equal((await request('POST', `/api/closed-${at}`, { x })).statusCode, 201, JSON.stringify(x))
      for (const x of invalid)
        t.equal((await request('POST', `/api/closed-${at}`, { x })).statusCode, 400, JSON.stringify([alternatives, x]))
    }
    t.equal((await request('POST', types, typeOf(list({ anyOf: [{ minItems: 1 }, { maxItems: 3 }] })))).statusCode, 201)
    const changed = await request('PUT', `${types}/list`, { ...typeOf(refused[0] ?? {}), status: 'active' })
    t.equal(changed.statusCode, 400, changed.body)
  },
)

onShared('what a list must contain is checked beside prefixItems in short lists, too', async (t, { request }) => {
  const text = { type: 'string' }
  const cases: [schema: object, valid: unknown[], invalid: unknown[][]][] = [
    [{ prefixItems: [text], contains: { type: 'number' } }, ['a', 1], [[], ['a']]],
    [{ prefixItems: [true, text], contains: { const: 1 } }, [1], [[], [2]]],
    [{ prefixItems: [true, true, text], uniqueItems: true }, [1, 2], [[1, 1]]],
  ]
  for (const [at, [x, valid, invalid]] of cases.entries()) {
    const made = await request('POST', types, { name: 'Tuple', slug: `tuple-${at}`, schema: object({ x }) })
    t.equal(made.statusCode, 201, made.body)
    t.equal((await request('POST', `/api/tuple-${at}`, { x: valid })).statusCode, 201)
    for (const x of invalid) t.equal((await request('POST', `/api/tuple-${at}`, { x })).statusCode, 400)
  }
})

const asType = (schema: object, slug = 'part'): object => ({ name: 'Part', slug, schema })
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })

onShared('each refusal of a schema has a pointer, a code and the remedy', async (t, { request }) => {
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

onShared('published forms that mean the same are accepted', async (t, { request }) => {
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

testWithStore('unknown=drop takes a schema that was written for other tools', async (t, { request }) => {
  const schema = {
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties: {
      a: { type: 'string', required: true, format: 'shade', 'ui:order': 1 },
      n: { maximum: 3, exclusiveMaximum: true },
    },
  }
  const dropped = [
    { pointer: '/schema/properties/a/format', keyword: 'format', value: 'shade' },
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

testWithStore('a default that the schema forbids is a warning of the check', async (t, { request }) => {
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
