import { onAnyStore, onEachStore } from '../../../testing/internal/each-store.ts'
import type { TestApp } from '../../../testing/index.ts'
import { create } from '../testing.ts'

const text = { type: 'string' }
const refersTo = (slug: string) => ({ ...text, 'x-resource-type': slug })

async function makeType({ request }: TestApp, slug: string, properties: object, further: object = {}): Promise<void> {
  const schema = { type: 'object', properties, ...further }
  const answer = await request('POST', '/api/resource-types', { name: slug, slug, schema })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

/** Types of a kitchen: a step uses an ingredient, which has a maker, and a note refers to steps. */
async function withKitchen(app: TestApp): Promise<void> {
  await makeType(app, 'maker', { title: text, town: refersTo('maker') }, { 'x-label': '{title} {town}' })
  await makeType(app, 'ingredient', { name: text, maker: refersTo('maker') }, { 'x-label': '{name} {maker}' })
  const step = {
    quantity: { type: 'number' },
    unit: text,
    ingredient: refersTo('ingredient'),
    place: { type: 'object', properties: { shelf: { type: 'integer' } } },
    tags: { type: 'array', items: text },
    name: text,
  }
  await makeType(app, 'step', step, { 'x-label': '{quantity} {unit} {ingredient}' })
  await makeType(app, 'note', { of: { type: 'array', items: refersTo('step') } })
}

/** The labels of resources, as shown by a resource that refers to them. */
async function labelsOf(app: TestApp, ids: readonly string[]): Promise<string[]> {
  const note = await create(app, 'note', { of: ids })
  const { labels } = (await app.request('GET', `/api/note/${note}?labels=true`)).json()
  return ids.map(id => labels[id].label)
}

onEachStore('the label of a resource is its filled template', async (t, app) => {
  await withKitchen(app)
  const town = await create(app, 'maker', { title: 'Town' })
  const maker = await create(app, 'maker', { title: 'Mill', town })
  const flour = await create(app, 'ingredient', { name: 'flour', maker })
  const cases: [object, string | undefined][] = [
    [{ quantity: 200, unit: 'g', ingredient: flour, name: 'n' }, '200 g flour'],
    [{ quantity: 2.5, ingredient: flour }, '2.5 flour'],
    [{ unit: 'g', ingredient: flour }, 'g flour'],
    [{ quantity: 0, unit: ' ' }, '0'],
    [{ name: 'nothing of it' }, 'nothing of it'],
    [{ tags: ['a'] }, undefined],
  ]
  const ids: string[] = []
  for (const [data] of cases) ids.push(await create(app, 'step', data))
  t.strictSame(
    await labelsOf(app, ids),
    cases.map(([, label], index) => label ?? ids[index]?.split(':').at(-1)),
  )

  const withLabel = async (template: string): Promise<void> => {
    const { schema } = (await app.request('GET', '/api/resource-types/step')).json()
    const changed = await app.request('PUT', '/api/resource-types/step', { schema: { ...schema, 'x-label': template } })
    t.equal(changed.statusCode, 200, changed.body)
  }
  const labelled = async (template: string): Promise<string> => {
    await withLabel(template)
    const data = { quantity: 3, name: 'N', place: { shelf: 7 }, tags: ['a', 'b'], ingredient: flour }
    return (await labelsOf(app, [await create(app, 'step', data)]))[0] ?? ''
  }
  const templates: [string, string][] = [
    ['{ingredient.name} from {ingredient.maker}, shelf {place.shelf}', 'flour from Mill, shelf 7'],
    ['  {unit}  {name}   ({quantity})', 'N (3)'],
    ['{tags}', 'a, b'],
    ['{unit} – {name} – {unit}', '– N –'],
    ['{unit} – {unit}', 'N'],
    ['No. {unit}', 'No.'],
  ]
  for (const [template, label] of templates) t.equal(await labelled(template), label, template)

  // An archived resource still has a label, and labels of targets follow no further references.
  await app.request('DELETE', `/api/ingredient/${flour}`)
  t.match(await labelsOf(app, ids.slice(0, 1)), ['No.'])
  await withLabel('{name} {ingredient}')
  t.match(await labelsOf(app, ids.slice(0, 2)), ['n flour', 'flour'])
})

onEachStore('labels=all has the labels of the resources themselves', async (t, app) => {
  await withKitchen(app)
  const town = await create(app, 'maker', { title: 'Town' })
  const mill = await create(app, 'maker', { title: 'Mill', town })
  const shown = async (path: string): Promise<string | undefined> => {
    const answer = await app.request('GET', path)
    t.equal(answer.statusCode, 200, answer.body)
    return answer.json().labels[mill]?.label
  }
  t.equal(await shown(`/api/maker/${mill}?labels=true`), undefined)
  t.equal(await shown(`/api/maker/${mill}?labels=all`), 'Mill Town')
  t.equal(await shown('/api/maker?labels=all&fields=town'), 'Mill Town')
  t.equal((await app.request('GET', '/api/maker?labels=some')).statusCode, 400)
})

onEachStore('labels include the user who created a resource', async (t, app) => {
  await withKitchen(app)
  const { request } = app
  const as = (address: string) => ({ 'x-dev-agent': address })
  const made = (await request('POST', '/api/maker', { title: 'A' }, as('ada@example.com'))).json()
  await request('POST', '/api/maker', { title: 'B' }, as('member@example.com'))
  const list = (await request('GET', '/api/maker?labels=true')).json()
  t.strictSame(list.labels, {
    'urn:user:member': { label: 'Member', status: 'active' },
    [made.created_by]: { label: 'ada', status: 'active' },
  })
  await request('PUT', `/api/users/${made.created_by}`, { name: 'Ada King', status: 'disabled' })
  const one = (await request('GET', `/api/maker/${made.id}?labels=true`)).json()
  t.strictSame(one.labels, { [made.created_by]: { label: 'Ada King', status: 'disabled' } })
  const { id: other } = (await request('POST', '/api/accounts', { name: 'Other' })).json()
  await request('PUT', `/api/users/${made.created_by}`, { account_id: other })
  t.strictSame((await request('GET', `/api/maker/${made.id}?labels=true`)).json().labels, {}, 'of another account')

  await request('POST', '/api/resource-types/presets/tasks?samples=true')
  const { labels, data } = (await request('GET', '/api/task?labels=true&limit=1')).json()
  t.equal(labels[data[0].created_by].label, 'Admin')
})

onAnyStore('labels are in the language of the reader', async (t, app) => {
  const label = { 'x-label': { en: '{name} of {town}', de: '{name} aus {town}', 'pt-BR': '{town}' } }
  await makeType(app, 'baker', { name: text, town: text }, label)
  await makeType(app, 'bread', { baker: refersTo('baker'), n: { type: 'integer' } }, { 'x-label': 'No. {n} {baker}' })
  await makeType(app, 'box', { bread: refersTo('bread'), baker: refersTo('baker') })
  const baker = await create(app, 'baker', { name: 'Ann', town: 'Rome' })
  const bread = await create(app, 'bread', { baker, n: 7 })
  const box = await create(app, 'box', { bread, baker })
  const labelled = async (language: string | undefined, path = `/api/box/${box}?labels=true`) => {
    const headers = language === undefined ? {} : { 'accept-language': language }
    const answer = await app.request('GET', path, undefined, headers)
    t.equal(answer.statusCode, 200, answer.body)
    t.match(answer.headers['vary'], /\bAccept-Language\b/, path)
    t.notMatch(answer.headers['etag'] ?? '', /^"/, 'a list has a weak tag, a resource with labels has none')
    const { labels } = answer.json()
    return [labels[baker]?.label, labels[bread]?.label]
  }
  const [english, german] = [
    ['Ann of Rome', 'No. 7 Ann of Rome'],
    ['Ann aus Rome', 'No. 7 Ann aus Rome'],
  ]
  t.strictSame(await labelled(undefined), english)
  t.strictSame(await labelled('de-CH, en;q=0.5'), german)
  t.strictSame(await labelled('en, de;q=0.5'), english, 'the text of x-label counts as English')
  t.strictSame(await labelled('fr, de;q=0.5'), german)
  t.strictSame(await labelled('pt'), ['Rome', 'No. 7 Rome'])
  t.strictSame(await labelled('fr'), english)
  t.strictSame(await labelled('de', '/api/box?labels=true'), german)
  t.strictSame(await labelled('de', `/api/bread/${bread}/referrers?labels=true`), german)
  const plain = await app.request('GET', `/api/box/${box}`)
  t.notMatch(plain.headers['vary'], /Accept-Language/)
  t.ok(plain.headers['etag'])

  const search = async (q: string, language: string): Promise<unknown> => {
    const answer = await app.request('GET', `/api/search?q=${q}`, undefined, { 'accept-language': language })
    t.match(answer.headers['vary'], /\bAccept-Language\b/)
    return answer.json().data.map((type: { resources: { label: string }[] }) => type.resources.map(one => one.label))
  }
  t.strictSame(await search('ann', 'de'), [['Ann aus Rome'], ['No. 7 Ann aus Rome']])
  t.strictSame(await search('ann', 'en'), [['Ann of Rome'], ['No. 7 Ann of Rome']])
  t.strictSame(
    await search('aus+ann', 'de'),
    [['Ann aus Rome'], ['No. 7 Ann aus Rome']],
    'words of the label are found as it is shown',
  )
  t.strictSame(await search('7', 'de'), [['No. 7 Ann aus Rome']])
})

onAnyStore('brackets go with what they held', async (t, app) => {
  await makeType(app, 'land', { code: text, name: text }, { 'x-label': '{name} ({code})' })
  const place = { name: text, land: refersTo('land'), zip: text, height: { type: 'integer' } }
  const land = await create(app, 'land', { code: 'DE', name: 'Germany' })
  const bare = await create(app, 'land', { name: 'Utopia' })
  const cases: [string, string, string][] = [
    ['{name} ({land.code})', 'Bonn (DE)', 'Celle'],
    ['{name} [{zip}, {height}] {land.code}', 'Bonn [53111, 60] DE', 'Celle'],
    ['({land.code}) {name}', '(DE) Bonn', 'Celle'],
    ['{name}( {land.code} )', 'Bonn( DE )', 'Celle'],
    ['{name} “{zip}” ', 'Bonn “53111”', 'Celle'],
    ['{name} ([{zip}] {land.code})!', 'Bonn ([53111] DE)!', 'Celle!'],
    ['{name} ({height} m)', 'Bonn (60 m)', 'Celle (m)'],
    ['{name}() ({zip})', 'Bonn() (53111)', 'Celle()'],
    ['{name}（{land}）', 'Bonn（Germany (DE)）', 'Celle（Utopia）'],
    ['{name} < {zip}', 'Bonn < 53111', 'Celle <'],
    ['{name} 【{zip}】 «{land.code}»', 'Bonn 【53111】 «DE»', 'Celle'],
  ]
  for (const [index, [template, whole, empty]] of cases.entries()) {
    const slug = `place${index}`
    await makeType(app, slug, place, { 'x-label': template })
    const bonn = await create(app, slug, { name: 'Bonn', land, zip: '53111', height: 60 })
    const celle = await create(app, slug, { name: 'Celle', land: bare })
    await makeType(app, `trip${index}`, { to: { type: 'array', items: refersTo(slug) } })
    const trip = await create(app, `trip${index}`, { to: [bonn, celle] })
    const { labels } = (await app.request('GET', `/api/trip${index}/${trip}?labels=true`)).json()
    t.strictSame([labels[bonn].label, labels[celle].label], [whole, empty], template)
  }
})
