import { onAnyStore } from '../../testing/internal/each-store.ts'

onAnyStore(
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
  ['presets'],
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

onAnyStore(
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
  ['presets'],
)

onAnyStore(
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
      ['Cook (person)', 'Cook (people)'],
      ['2026', '2026'],
    ]
    for (const [index, [name, plural]] of cases.entries()) {
      const slug = `type-${index}`
      const made = await request('POST', '/api/resource-types', { name, slug })
      t.equal(made.json().plural, plural)
      t.equal((await request('GET', `/api/resource-types/${slug}`)).json().plural, plural)
    }
    const { data } = (await request('GET', '/api/resource-types?limit=100')).json()
    t.strictSame(
      data.map((one: { plural: string }) => one.plural),
      cases.map(([, plural]) => plural).toReversed(),
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

onAnyStore(
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
  ['presets'],
)
