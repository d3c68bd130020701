import { join } from 'node:path'
import t from 'tap'
import { createStore } from '../../kernel/store.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores, onOneService, onStoreOfRun } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import type { People } from '../../testing/internal/people.ts'

for (const { name, run } of pluginSuite({ key: 'search', paths: ['/api/search'] })) t.test(name, run)

const text = { type: 'string' }
const refersTo = (slug: string) => ({ ...text, 'x-resource-type': slug })

interface Found<Resource = object> {
  type_slug: string
  resources: ({ id: string; label: string; status: string } & Resource)[]
  has_more: boolean
}

async function makeType({ request }: Pick<TestApp, 'request'>, slug: string, properties: object, further: object = {}) {
  const schema = { type: 'object', properties, ...further }
  const answer = await request('POST', '/api/resource-types', { name: slug, slug, schema })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

async function make({ request }: Pick<TestApp, 'request'>, slug: string, ...all: object[]): Promise<string[]> {
  const ids: string[] = []
  for (const data of all) {
    const answer = await request('POST', `/api/${slug}`, data)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    ids.push(answer.json().id)
  }
  return ids
}

/** The results as `slug: label, label …`. */
async function found({ request }: Pick<TestApp, 'request'>, query: string): Promise<string[]> {
  const answer = await request('GET', `/api/search?${query}`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return linesOf(answer.json())
}

/** The newest resources, as {@link found} returns results. */
async function newest({ request }: Pick<TestApp, 'request'>, query: string): Promise<string[]> {
  const answer = await request('GET', `/api/search/newest?${query}`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return linesOf(answer.json())
}

/** What is to be done, as {@link found} returns results, each with its date. */
async function due({ request }: Pick<TestApp, 'request'>, query: string): Promise<string[]> {
  const answer = await request('GET', `/api/search/due?${query}`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { data } = answer.json<{ data: Found<{ due: string | null }>[] }>()
  return linesOf({
    data: data.map(({ resources, ...type }) => ({
      ...type,
      resources: resources.map(one => ({ ...one, label: `${one.label} ${one.due ?? '-'}` })),
    })),
  })
}

const linesOf = ({ data }: { data: Found[] }): string[] =>
  data.map(
    ({ type_slug, resources, has_more }) =>
      `${type_slug}: ${resources.map(({ label }) => label).join(', ')}${has_more ? ' …' : ''}`,
  )

const onShared = onOneService()

onShared('all types are searched by words, best matches first', async (t, app) => {
  const { request } = app
  await makeType(app, 'film', { name: text, plot: text, year: { type: 'integer' } })
  await makeType(app, 'actor', { name: text, remark: text })
  const [alien = ''] = await make(
    app,
    'film',
    { name: 'Alien', plot: 'Seven people and a guest' },
    { name: 'The Guest', plot: 'somebody alien to them' },
    { name: 'Aliéns', plot: 'more' },
    { name: 'Blue', plot: 'alienation' },
  )
  await make(app, 'actor', { name: 'Ann', remark: 'an alien' }, { name: 'Ben' })
  const answer = await request('GET', '/api/search?q=alien')
  t.equal(answer.statusCode, 200, answer.body)
  const body = answer.json()
  t.match(body, { cursor: '', has_more: false })
  t.strictSame(
    body.data.map((one: Found) => one.type_slug),
    ['film', 'actor'],
    'most matches first',
  )
  t.strictSame(body.data[0].resources[0], { id: alien, label: 'Alien', status: 'active' })
  t.strictSame(await found(app, 'q=alien'), ['film: Alien, Aliéns, Blue, The Guest', 'actor: Ann'])
  t.strictSame(await found(app, 'q=alien&limit=2'), ['film: Alien, Aliéns …', 'actor: Ann'])
  t.strictSame(
    await found(app, 'q=ALIEN+guest'),
    ['film: Alien, The Guest'],
    'every word must match, and any of them in the label',
  )
  t.strictSame(await found(app, 'q=alien&type_slug=actor'), ['actor: Ann'])
  t.strictSame(await found(app, 'q=alien&type_slug=actor&type_slug=film&limit=1'), ['film: Alien …', 'actor: Ann'])
  t.strictSame(await found(app, 'q=lien'), [], 'words match by prefix')
  await make(
    app,
    'actor',
    { name: 'x', remark: 'alien' },
    { name: 'y', remark: 'alien' },
    { name: 'z', remark: 'alien' },
  )
  t.strictSame(
    await found(app, 'q=alien'),
    ['film: Alien, Aliéns, Blue, The Guest', 'actor: z, y, x, Ann'],
    'a label that begins with the text goes before the slug',
  )
  await request('DELETE', `/api/film/${alien}`)
  t.strictSame(await found(app, 'q=alien&type_slug=film'), ['film: Aliéns, Blue, The Guest'], 'active resources')
  await request('DELETE', '/api/resource-types/film')
  t.strictSame(await found(app, 'q=alien&type_slug=film'), [], 'of active types')

  const refused: [string, RegExp][] = [
    ['', /"q" is required/],
    ['q=', /word/],
    ['q=!!!', /word/],
    [`q=${Array.from({ length: 17 }, (_, i) => `w${i}`).join('+')}`, /16 words/],
    ['q=a&q=b', /only once/],
    ['q=a&limit=0', /limit/],
    ['q=a&limit=21', /limit/],
    ['q=a&offset=-1', /offset/],
    ['q=a&offset=901', /offset/],
    ['q=a&type_slug=none', /"none"/],
    ['q=a&cursor=x', /cursor/],
  ]
  for (const [query, message] of refused) {
    const answer = await request('GET', `/api/search?${query}`)
    t.equal(answer.statusCode, 400, query)
    t.match(answer.json().message, message)
  }
})

testAllStores('the newest resources of all types, in one request', async (t, app) => {
  await makeType(app, 'film', { name: text })
  await makeType(app, 'actor', { name: text })
  const [alien = ''] = await make(app, 'film', { name: 'Alien' }, { name: 'Brazil' })
  await make(app, 'actor', { name: 'Ann' })
  t.strictSame(await newest(app, 'by=created'), ['actor: Ann', 'film: Brazil, Alien'])
  await app.request('PUT', `/api/film/${alien}`, { name: 'Aliens' })
  t.strictSame(await newest(app, ''), ['film: Aliens, Brazil', 'actor: Ann'], 'by the last change')
  t.strictSame(await newest(app, 'limit=1&type_slug=film'), ['film: Aliens …'])
  const [{ resources }] = (await app.request('GET', '/api/search/newest')).json().data
  t.match(resources[0], { id: alien, created_at: /^20/, created_by: /^urn:user:/, updated_at: /^20/ })
  const creator = encodeURIComponent(resources[0].created_by)
  t.strictSame(await newest(app, `by=created&created_by=${creator}`), ['actor: Ann', 'film: Brazil, Aliens'])
  t.strictSame(await newest(app, 'created_by=urn:user:nobody'), [])
  t.strictSame(await newest(app, `id=${alien}&id=urn:actor:none&id=urn:none:1&id=x`), ['film: Aliens'], 'by their ids')
  await makeType(app, 'post', { name: text }, { 'x-drafts': true })
  await make(app, 'post', { name: 'Draft' })
  const posts = await app.request('GET', '/api/search/newest?type_slug=post&perspective=draft')
  t.match(posts.json().data, [{ resources: [{ label: 'Draft', publication: 'draft' }] }])
  for (const query of ['by=name', 'limit=0', 'limit=101', 'type_slug=none', 'q=x', 'id=x&'.repeat(101)]) {
    t.equal((await app.request('GET', `/api/search/newest?${query}`)).statusCode, 400, query)
  }
})

testAllStores('what is to be done, of all types in one request', async (t, app) => {
  const date = { ...text, format: 'date' }
  const state = { ...text, enum: ['open', 'done'] }
  await makeType(app, 'colleague', { name: text, mail: { ...text, format: 'email' } })
  await makeType(app, 'chore', { name: text, dueDate: date, state, who: refersTo('colleague') })
  await makeType(app, 'bill', {
    name: text,
    dueDate: { ...date, writeOnly: true },
    deadline: date,
    payer: refersTo('colleague'),
    clerk: refersTo('colleague'),
  })
  await makeType(app, 'ticket', { name: text, assignees: { type: 'array', items: refersTo('colleague') } })
  await makeType(app, 'story', { name: text, author: refersTo('colleague'), published: date })
  const [ada, other] = await make(
    app,
    'colleague',
    { name: 'Ada', mail: 'Ada.King@Example.org' },
    { name: 'Not Ada', mail: 'nada.king@example.org' },
    { name: 'Nor', mail: 'ada.king@example.organic' },
  )
  await make(
    app,
    'chore',
    { name: 'Later', dueDate: '2999-01-01', who: ada },
    { name: 'Some day', who: ada },
    { name: 'Over', dueDate: '2020-01-01', state: 'done', who: ada },
    { name: 'First', dueDate: '2020-01-01', state: 'open', who: ada },
    { name: 'Hers', dueDate: '2020-01-02', who: other },
    { name: 'Nobody’s', dueDate: '2020-01-03' },
    { name: 'Without' },
  )
  await make(
    app,
    'bill',
    { name: 'Paper', dueDate: '2020-02-02', deadline: '2020-01-02', clerk: ada },
    { name: 'Ink', deadline: '2019-01-01' },
  )
  await make(app, 'ticket', { name: 'Broken', assignees: [other, ada] }, { name: 'Stuck', assignees: [other] })
  await make(app, 'story', { name: 'Of Ada', author: ada, published: '2020-01-01' })
  const mine = ['chore: First 2020-01-01, Later 2999-01-01, Some day -', 'bill: Paper 2020-01-02', 'ticket: Broken -']
  for (const address of ['ada.king@example.org', 'ADA.King@example.org']) {
    t.strictSame(await due(app, `assigned_to=${address}`), mine, 'by the address, whatever its case')
  }
  t.strictSame(await due(app, 'assigned_to=ada.king@example.org&limit=2&type_slug=chore'), [
    'chore: First 2020-01-01, Later 2999-01-01 …',
  ])
  t.strictSame(await due(app, 'assigned_to=nobody@example.org'), [])
  t.strictSame(await due(app, 'assigned_to=@'), [])
  t.strictSame(await due(app, 'assigned_to=ada.king@example.org&until=2020-01-01'), ['chore: First 2020-01-01'])
  t.strictSame(await due(app, 'not_assigned_to=ada.king@example.org&until=2020-02-01'), [
    'bill: Ink 2019-01-01',
    'chore: Hers 2020-01-02, Nobody’s 2020-01-03',
  ])
  t.strictSame(
    await due(app, 'limit=1'),
    ['bill: Ink 2019-01-01 …', 'chore: First 2020-01-01 …'],
    'whoever it is assigned to',
  )
  for (const { type_slug, filter, resources } of (
    await app.request('GET', '/api/search/due?assigned_to=ada.king@example.org')
  ).json().data) {
    const list = await app.request('GET', `/api/${type_slug}?_filter=${encodeURIComponent(JSON.stringify(filter))}`)
    t.equal(list.json().data.length, resources.length, 'the filter lists the same')
  }
  for (const query of ['until=soon', 'limit=0', 'limit=21', 'type_slug=none', 'q=x']) {
    t.equal((await app.request('GET', `/api/search/due?${query}`)).statusCode, 400, query)
  }
})

testAllStores('the text of a label is found, and the complete label is returned', async (t, app) => {
  await makeType(app, 'food', { name: text })
  const step = { quantity: { type: 'number' }, unit: text, food: refersTo('food'), done: { type: 'boolean' } }
  await makeType(app, 'step', step, { 'x-label': 'Take {quantity} {unit} {food}' })
  await makeType(app, 'film', { title: text, year: { type: 'integer' } }, { 'x-display-property': 'year' })
  const [flour, rice] = await make(app, 'food', { name: 'flour' }, { name: 'rice' })
  await make(
    app,
    'step',
    { quantity: 250, unit: 'g', food: flour },
    { quantity: 2.5, unit: 'kg', food: rice },
    { quantity: 25, unit: 'g', food: rice },
    { quantity: 7, unit: 'taken' },
  )
  await make(app, 'film', { title: 'x 25', year: 1927 }, { title: 'y', year: 2500 })
  t.strictSame(await found(app, 'q=25'), ['film: 2500, 1927', 'step: Take 25 g rice, Take 250 g flour'])
  t.strictSame(await found(app, 'q=25+g'), ['step: Take 25 g rice, Take 250 g flour'])
  t.strictSame(await found(app, 'q=g+250+take'), ['step: Take 250 g flour'])
  t.strictSame(await found(app, 'q=take+kg'), ['step: Take 2.5 kg rice'])
  t.strictSame(await found(app, 'q=tak'), ['step: Take 7 taken, Take 25 g rice, Take 2.5 kg rice, Take 250 g flour'])
  t.strictSame(
    await found(app, 'q=rice'),
    ['food: rice', 'step: Take 25 g rice, Take 2.5 kg rice'],
    'names of other resources that the label shows',
  )
  t.strictSame(await found(app, 'q=true'), [])
})

onShared('words of a label that come from what it refers to are found', async (t, app) => {
  await makeType(app, 'continent', { name: text })
  await makeType(app, 'nation', { name: text, code: text, remark: text, continent: refersTo('continent') })
  await makeType(
    app,
    'city',
    {
      name: text,
      no: { type: 'integer', 'x-unique': true },
      country: refersTo('nation'),
      twins: { type: 'array', items: refersTo('nation') },
    },
    { 'x-label': '{name}, {country.name} {twins.code}' },
  )
  await makeType(app, 'river', { name: text, mouth: refersTo('nation') }, { 'x-label': '{name} in {mouth.continent}' })
  const [europe] = await make(app, 'continent', { name: 'Old Europe' })
  const [italy, france] = await make(
    app,
    'nation',
    { name: 'Italy', code: 'IT', remark: 'near France', continent: europe },
    { name: 'France', code: 'FR' },
  )
  await make(
    app,
    'city',
    { name: 'Rome', no: 3169070, country: italy, twins: [france] },
    { name: 'Rome', no: 17 },
    { name: 'Paris', no: 2988507, country: france, twins: [italy, france] },
    { name: 'Lyon', country: france },
  )
  await make(app, 'river', { name: 'Po', mouth: italy })
  t.strictSame(await found(app, 'q=rome+italy'), ['city: Rome, Italy FR'])
  t.strictSame(await found(app, 'q=Italy,+Róme'), ['city: Rome, Italy FR'], 'in any order, as words are compared')
  t.strictSame(await found(app, 'q=paris+fr+it'), ['city: Paris, France IT, FR'], 'of several references')
  t.strictSame(await found(app, 'q=rome+france'), [], 'only of what the label shows')
  t.strictSame(await found(app, 'q=lyon+france'), ['city: Lyon, France'])
  t.strictSame(await found(app, 'q=italy+near'), ['nation: Italy'])
  t.strictSame(await found(app, 'q=po+europe'), ['river: Po in Old Europe'], 'across two references')
  t.strictSame(await found(app, 'q=3169070'), ['city: Rome, Italy FR'], 'a number that identifies')
  t.strictSame(await found(app, 'q=rome+17'), ['city: Rome,'])
  t.strictSame(await found(app, 'q=316'), [])
})

testAllStores('what is exactly the text comes first, then what begins with it', async (t, app) => {
  await makeType(app, 'place', { name: text, remark: text })
  const operations = [
    { name: 'Old Rome' },
    { name: 'rómé' },
    { name: 'Rome' },
    { name: 'Romeo' },
    ...Array.from({ length: 25 }, (_, i) => ({ name: `Rome ${i + 1}` })),
    { name: 'x', remark: 'Rome' },
  ].map(data => ({ op: 'create', data }))
  const answer = await app.request('POST', '/api/place/_bulk', { operations })
  t.equal(answer.statusCode, 200)
  t.strictSame(await found(app, 'q=Rome&limit=4'), ['place: Rome, rómé, Rome 25, Rome 24 …'])
  const portionOf = async (query: string): Promise<string[]> => {
    const [portion = ''] = await found(app, query)
    return portion.replace(/^place: | …$/g, '').split(', ')
  }
  const whole = [...(await portionOf('q=rome&limit=20')), ...(await portionOf('q=rome&limit=20&offset=20'))]
  t.match(whole.join(', '), /^Rome, rómé, Rome 25, .*, Rome 1, Romeo, x, Old Rome$/)
  const portions: string[] = []
  for (let offset = 0; offset < whole.length; offset += 10) {
    const [portion = ''] = await found(app, `q=rome&limit=10&offset=${offset}`)
    t.equal(portion.endsWith(' …'), offset + 10 < whole.length, `more after ${offset}`)
    portions.push(...portion.replace(/^place: | …$/g, '').split(', '))
  }
  t.strictSame(portions, whole, 'portions follow each other')
  t.strictSame(await found(app, 'q=rome&limit=10&offset=900'), [])
  await makeType(app, 'sign', { name: text })
  await make(app, 'sign', { name: 'C++' }, { name: 'C' })
  t.strictSame(await found(app, 'q=c%2B%2B'), ['sign: C++, C'])
  t.strictSame(await found(app, 'q=c'), ['sign: C, C++'])

  // Beyond what is read of the matches, an index finds them.
  for (let at = 0; at < 1_500; at += 500) {
    const more = Array.from({ length: 500 }, (_, i) => ({ op: 'create', data: { name: `Romeville ${at + i}` } }))
    t.equal((await app.request('POST', '/api/place/_bulk', { operations: more })).statusCode, 200)
  }
  t.match(await found(app, 'q=rome&limit=2'), [/^place: Rome, Rom/])

  // The same where the label goes on with a number and the name of another resource.
  await makeType(app, 'realm', { name: text })
  const [north, south] = await make(app, 'realm', { name: 'North' }, { name: 'South' })
  const properties = { name: text, no: { type: 'integer' }, realm: refersTo('realm') }
  await makeType(app, 'farm', properties, { 'x-label': '{name} ({realm.name}) {no}' })
  const farms = [
    { name: 'Berg, A.', realm: south, no: 3 },
    { name: 'Berg', realm: south, no: 2 },
    { name: 'Berg', realm: north, no: 2 },
    ...Array.from({ length: 1_200 }, (_, no) => ({ name: `Bergheim ${no}`, realm: no % 2 === 0 ? north : south, no })),
  ]
  for (let at = 0; at < farms.length; at += 500) {
    const more = farms.slice(at, at + 500).map(data => ({ op: 'create', data }))
    t.equal((await app.request('POST', '/api/farm/_bulk', { operations: more })).statusCode, 200)
  }
  const first = async (q: string): Promise<string | undefined> =>
    (await found(app, `limit=1&q=${encodeURIComponent(q)}`))[0]?.replace(/^farm: | …$/g, '')
  t.equal(await first('Berg (South) 2'), 'Berg (South) 2')
  t.equal(await first('berg (north) 2'), 'Berg (North) 2')
  t.equal(await first('Berg, A. (South) 3'), 'Berg, A. (South) 3')
  t.equal(await first('Bergheim 7 (South) 7'), 'Bergheim 7 (South) 7')
  t.equal(await first('Berg'), 'Berg (North) 2', 'whole words before their beginnings')
})

onShared('labels that start with the text come first, regardless of age', async (t, app) => {
  await makeType(app, 'note', { name: text, body: text })
  const operations = (from: number) =>
    Array.from({ length: 150 }, (_, i) => ({
      op: 'create',
      data: from === 0 && i < 7 ? { name: `Needle ${i}` } : { name: `n ${from + i}`, body: 'a needle' },
    }))
  for (const from of [0, 150]) {
    const answer = await app.request('POST', '/api/note/_bulk', { operations: operations(from) })
    t.equal(answer.statusCode, 200)
  }
  t.strictSame(await found(app, 'q=needle&limit=3'), ['note: Needle 6, Needle 5, Needle 4 …'])
  const ten = await found(app, 'q=needle&limit=10')
  t.strictSame(ten, [
    'note: Needle 6, Needle 5, Needle 4, Needle 3, Needle 2, Needle 1, Needle 0, n 299, n 298, n 297 …',
  ])
})

const people: People = {
  root: { role: 'admin' },
  mia: { role: 'member' },
  vic: { role: 'viewer' },
  far: { role: 'admin', account: 'urn:account:b' },
}

onStoreOfRun('only readable resources are found', async (t, url) => {
  const { as } = await startPeopled(t, people, { url })
  const root = as('root')
  const ask = (name: string, further = {}) => ({
    request: ((method: string, path: string, body?: object) =>
      as(name, further)(method, path, body)) as TestApp['request'],
  })
  await makeType(ask('root'), 'secret', { name: text })
  await makeType(ask('root'), 'note', { name: text, of: refersTo('secret') }, { 'x-label': '{name} {of}' })
  await root('PUT', '/api/settings/roles', { roles: ['viewer'] })
  const [secret = '', other = ''] = await make(ask('root'), 'secret', { name: 'word one' }, { name: 'word two' })
  await make(ask('root'), 'note', { name: 'word', of: secret })
  const policies = (viewer: object) => root('PUT', '/api/settings/role-access', { roles: { viewer } })
  await policies({ note: ['odrl:read'] })
  t.strictSame(await found(ask('root'), 'q=word'), ['secret: word two, word one', 'note: word word one'])
  t.strictSame(await found(ask('vic'), 'q=word'), ['note: word'], 'nothing unreadable, nor in labels')
  t.strictSame(await found(ask('vic'), 'q=word&type_slug=secret'), [])
  await root('POST', `/api/secret/${other}/permissions`, { agent_id: 'urn:user:vic', actions: ['odrl:read'] })
  t.strictSame(await found(ask('vic'), 'q=word'), ['note: word', 'secret: word two'], 'granted resources')
  t.strictSame(await found(ask('far'), 'q=word'), [], 'of the user’s own account')
  t.strictSame(await newest(ask('root'), ''), ['note: word word one', 'secret: word two, word one'])
  t.strictSame(await newest(ask('vic'), ''), ['note: word', 'secret: word two'], 'the newest of what can be read')
  t.strictSame(await newest(ask('far'), ''), [])
  const email = { ...text, format: 'email' }
  await makeType(ask('root'), 'boss', { name: text, email })
  await makeType(ask('root'), 'errand', { name: text, dueDate: { ...text, format: 'date' }, for: refersTo('boss') })
  const [boss] = await make(ask('root'), 'boss', { name: 'Boss', email: 'vic@example.org' })
  await make(ask('root'), 'errand', { name: 'Run', dueDate: '2020-01-01', for: boss })
  await policies({ note: ['odrl:read'], errand: ['odrl:read'] })
  t.strictSame(await due(ask('root'), 'assigned_to=vic@example.org'), ['errand: Run 2020-01-01'])
  t.strictSame(await due(ask('vic'), 'assigned_to=vic@example.org'), [], 'nobody is found by an unreadable address')
  t.strictSame(await due(ask('vic'), 'not_assigned_to=vic@example.org'), ['errand: Run 2020-01-01'])
  t.strictSame(await due(ask('far'), ''), [])
  const token = { id: 'urn:token:1', type_slugs: ['note'], actions: ['odrl:read'] } as const
  t.strictSame(await newest(ask('root', { token }), ''), ['note: word'])
  t.strictSame(await found(ask('root', { token }), 'q=word'), ['note: word'], 'a token for some types')
  t.strictSame(await found(ask('root', { token }), 'q=word&type_slug=secret'), [])
  const writing = { ...token, actions: ['odrl:modify'] } as const
  t.equal((await as('root', { token: writing })('GET', '/api/search?q=word')).statusCode, 403)
  t.equal((await as('nobody')('GET', '/api/search?q=word')).statusCode, 401)
})

void t.test('a type called search, created before the search existed, keeps its address', async t => {
  const { app, config, request } = await buildTestApp({ url: join(t.testdir(), 'plinth.db') })
  await makeType({ request }, 'finding', { name: text })
  await app.close()
  const store = await createStore(config.store)
  await store.open()
  const [type, definition] = [await store.get('_types', 'urn:type:finding'), (await store.collections())[0]]
  if (type === undefined || definition === undefined) throw new Error('there is no type')
  await store.define({ ...definition, name: 'searches', columns: [] })
  const data = { ...readData(type), slug: 'search', collection: 'searches' }
  const document = { id: 'urn:type:search', meta: { ...readMeta(type), sequence_no: 1 }, data }
  await store.write([{ kind: 'insert', collection: '_types', document }])
  await store.close()

  const next = await buildTestApp({ config: { store: config.store } })
  t.teardown(() => next.close())
  const [id] = await make(next, 'search', { name: 'Alien' })
  t.equal((await next.request('GET', `/api/search/${id}`)).statusCode, 200)
  t.equal((await next.request('GET', '/api/search')).json().data.length, 1, 'its list')
})

onShared('types with a label that begins with the text come first', async (t, app) => {
  await makeType(app, 'talk', { name: text, about: text })
  await makeType(app, 'dish', { name: text })
  await makeType(app, 'angler', { name: text })
  await make(app, 'talk', ...['What the mill could do', 'Lakes', 'Rivers'].map(name => ({ name, about: 'trout' })))
  await make(app, 'dish', { name: 'Baked trout' }, { name: '“Trout” with almonds' })
  await make(app, 'angler', { name: 'Ann Trout' }, { name: 'Ben Trout' }, { name: 'Cy Trout' })
  const slugs = async (q: string) => (await found(app, `q=${q}`)).map(line => line.split(':')[0])
  t.strictSame(await slugs('trout'), ['dish', 'angler', 'talk'], 'then most matches first, then by slug')
  t.strictSame(await slugs('trout+with'), ['dish'])
  t.strictSame(await slugs('trou'), ['dish', 'angler', 'talk'])
  await make(app, 'talk', { name: 'Trout' })
  t.strictSame(await slugs('trout'), ['talk', 'dish', 'angler'])
  await make(app, 'talk', { name: 'Cy and trout' })
  t.strictSame(await slugs('cy+trout'), ['angler', 'talk'], 'all words in their order')
})

testWithStore('an excerpt shows the words that a label does not contain', async (t, app) => {
  const secret = { ...text, writeOnly: true }
  await makeType(app, 'note', {
    name: text,
    code: secret,
    account: { type: 'object', properties: { pin: secret, owner: text }, additionalProperties: true },
    of: refersTo('note'),
    body: text,
    page: { ...text, contentMediaType: 'text/html' },
    article: { ...text, contentMediaType: 'text/markdown' },
    tags: { type: 'array', items: text },
  })
  const long = 'lorem ipsum dolor sit amet '.repeat(40)
  const excerpts = async (data: object, q: string): Promise<string | undefined> => {
    const [id] = await make(app, 'note', data)
    const answer = await app.request('GET', `/api/search?excerpts=true&q=${encodeURIComponent(q)}`)
    t.equal(answer.statusCode, 200, answer.body)
    const [resource] = answer.json().data[0].resources
    t.equal(resource.id, id)
    await app.request('DELETE', `/api/note/${id}`)
    return resource.excerpt
  }
  t.equal(await excerpts({ name: 'Trout', body: 'trout' }, 'trout'), undefined, 'the label contains it')
  t.equal(await excerpts({ name: 'Dinner', body: 'Fried\n  trout.' }, 'trout'), 'Fried trout.')
  t.equal(await excerpts({ name: 'Dinner', tags: ['a', 'Lake Trout'] }, 'dinner trou'), 'Lake Trout')
  const middle = (await excerpts({ name: 'Dinner', body: `${long}TRÖUT ${long}` }, 'trout')) ?? ''
  t.match(middle, /^… (lorem|ipsum|dolor|sit|amet).* TRÖUT lorem .* …$/)
  t.ok(middle.length <= 170)
  t.equal(await excerpts({ name: 'x', body: '東京タワー'.repeat(2) }, 'タワー'), '東京タワー東京タワー')
  const emoji = (await excerpts({ name: 'x', body: `${'😀'.repeat(100)} trout ${'😀'.repeat(300)}` }, 'trout')) ?? ''
  t.match(emoji, /trout/)
  t.notMatch(emoji, /\p{Surrogate}/u)
  t.equal(await excerpts({ name: 'x', page: '<p class="trout">A <b>trout</b></p>' }, 'trout'), 'A trout')
  t.equal(
    await excerpts({ name: 'x', article: '## A **trout**\n- [lake](https://x.example)' }, 'trout'),
    'A trout lake',
  )
  const hidden = { code: 'trout', account: { pin: 'trout', owner: 'Ann' } }
  const [id = ''] = await make(app, 'note', { name: 'x', ...hidden })
  t.strictSame((await app.request('GET', '/api/search?q=trout')).json().data, [], 'writeOnly')
  await app.request('DELETE', `/api/note/${id}`)
  t.equal(await excerpts({ name: 'x', ...hidden, body: 'a trout' }, 'trout'), 'a trout')
  await make(app, 'note', { name: 'x', body: 'trout' })
  const without = await app.request('GET', '/api/search?q=trout')
  t.notOk('excerpt' in without.json().data[0].resources[0])
  t.equal((await app.request('GET', '/api/search?q=trout&excerpts=maybe')).statusCode, 400)
})
