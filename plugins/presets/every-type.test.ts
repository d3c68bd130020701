import type { Test } from 'tap'
import jsonld from 'jsonld'
import type { JsonLdDocument } from 'jsonld'
import type { TestApp } from '../../testing/index.ts'
import { onEachStore } from '../../testing/internal/each-store.ts'
import { Filler } from '../../testing/internal/fill.ts'

const presets = ['core', 'ecommerce', 'tasks', 'website', 'events', 'knowledge', 'meal-planning']
const slugs = new Map([
  ['core', 'person organization'],
  ['ecommerce', 'product offer review service'],
  ['tasks', 'project task'],
  [
    'website',
    'web-site web-page web-page-element web-page-template theme article blog-post faq breadcrumb-list menu menu-item',
  ],
  ['events', 'event place venue'],
  ['knowledge', 'concept concept-scheme collection'],
  [
    'meal-planning',
    'recipe how-to-step ingredient recipe-ingredient nutrition-information cookbook meal-plan scheduled-meal ' +
      'meal-occurrence pantry food-item shopping-list shopping-list-item restricted-diet',
  ],
])

const documentLoader = async (url: string): Promise<never> => {
  throw new Error(`something was fetched: ${url}`)
}

const linked = { accept: 'application/ld+json' }
async function expand(text: string): Promise<Record<string, unknown>[]> {
  const options = { documentLoader, safe: true }
  const expanded: unknown = await jsonld.expand(JSON.parse(text) as JsonLdDocument, options)
  return expanded as Record<string, unknown>[]
}

/** A resource of the type, as JSON and as JSON-LD; expansion must lose nothing. */
async function readBothWays(t: Test, { request }: TestApp, slug: string, id: string): Promise<void> {
  const json = await request('GET', `/api/${slug}/${id}`)
  t.equal(json.statusCode, 200, json.body)
  const node: Record<string, unknown> = json.json().data['@graph'][0]
  const document = await request('GET', `/api/${slug}/${id}`, undefined, linked)
  const [expanded = {}, ...others] = await expand(document.body)
  t.equal(others.length, 0, slug)
  t.equal(expanded['@id'], id)
  t.match(expanded['@type'], [/^(https?|urn):/], slug)
  const properties = Object.keys(expanded).filter(name => !name.startsWith('@'))
  t.equal(properties.length, Object.keys(node).length - 2, `${slug}: every property has an IRI of its own`)
  for (const property of properties) t.match(property, /^(https?|urn):/)
  const back = await request('PUT', `/api/${slug}/${id}`, JSON.parse(document.body), {
    'content-type': 'application/ld+json',
  })
  t.equal(back.statusCode, 200, `${slug} is returned: ${back.body}`)
}

onEachStore('each preset is installed, and a resource of every type is created, read and expanded', async (t, app) => {
  const { request } = app
  for (const name of presets) {
    const wanted = slugs.get(name)?.split(' ') ?? []
    const answer = await request('POST', `/api/resource-types/presets/${name}`)
    t.equal(answer.statusCode, 200, answer.body)
    const { created, updated, skipped } = answer.json()
    t.strictSame(updated, [])
    t.strictSame([...created, ...skipped].sort(), wanted.sort(), name)
    t.equal(created.length, name === 'core' ? 0 : wanted.length, 'core is installed from the start')
  }
  const filler = new Filler(app)
  for (const slug of [...slugs.values()].flatMap(one => one.split(' '))) {
    const id = await filler.make(slug)
    t.ok(id, slug)
    await readBothWays(t, app, slug, String(id))
  }
  const { data } = (await request('GET', '/api/resource-types/presets')).json()
  t.strictSame(
    data.map((one: { name: string; installed: boolean }) => [one.name, one.installed]),
    presets.toSorted().map(name => [name, true]),
  )
})

onEachStore('samples are loaded once, and every one can be read and expanded', async (t, app) => {
  const { request } = app
  const counts = new Map<string, number>()
  for (const round of [1, 2]) {
    for (const name of presets) {
      const answer = await request('POST', `/api/resource-types/presets/${name}?samples=true`)
      t.equal(answer.statusCode, 200, answer.body)
    }
    for (const slug of [...slugs.values()].flatMap(one => one.split(' '))) {
      const { total } = (await request('GET', `/api/${slug}?count=true&limit=1`)).json()
      if (round === 1) counts.set(slug, total)
      else t.equal(total, counts.get(slug), `${slug}: nothing is added`)
    }
  }
  t.match(Object.fromEntries(counts), {
    task: 27,
    project: 4,
    'web-page': 9,
    event: 14,
    recipe: 7,
    person: 15,
    product: 15,
    offer: 25,
    concept: 26,
  })
  t.equal(counts.get('meal-occurrence'), 2 + 5 + 12 + 5, 'scheduled meals are on the plan')
  for (const [slug, count] of counts) {
    if (count === 0) continue
    const list = await request('GET', `/api/${slug}?limit=1000`, undefined, linked)
    t.equal((await expand(list.body)).length, count, slug)
  }
  const [task] = (await request('GET', '/api/task?limit=1&include=project,assignee')).json().data
  t.ok(task.data['@graph'].length > 1, 'references point to the named records')
  const page = await request('GET', '/api/web-page?filter_field=slug&filter_value=index')
  t.equal(page.json().data.length, 1)
  const [person] = (await request('GET', '/api/persons?limit=1')).json().data
  t.equal(person.name, `${person.given_name} ${person.family_name}`, 'behaviours ran')
})
