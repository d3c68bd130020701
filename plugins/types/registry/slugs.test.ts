import t from 'tap'
import { checkSlug, collectionName, isSlug, reservedSlugs, slugOfId } from './slugs.ts'
import { renameReferences } from '../edit/rename-type.ts'

t.test('a slug is lower-case kebab-case of at most 63 characters', async t => {
  for (const slug of ['a', 'movie', 'web-page', 'v2', 'a1-2-b3', `a${'b'.repeat(62)}`]) t.ok(isSlug(slug), slug)
  const wrong = ['', 'Movie', '1a', '-a', 'a-', 'a--b', 'a_b', 'ä', 'a.b', 'a b', 'a\n', `a${'b'.repeat(63)}`]
  for (const slug of wrong) t.notOk(isSlug(slug), JSON.stringify(slug))
})

t.test('segments of the service and members of Object.prototype are reserved', async t => {
  const names = [
    'resource-types',
    'resources',
    'persons',
    'organizations',
    'users',
    'settings',
    'auth',
    'admin',
    'access',
  ]
  names.push('accounts', 'views', 'health', 'events', 'docs', 'mcp', 'presets', 'constructor')
  for (const name of names) t.throws(() => checkSlug(name, reservedSlugs), { message: /reserved/ }, name)
  t.throws(() => checkSlug('hasOwnProperty', reservedSlugs), { message: /reserved/ })
  for (const slug of ['person', 'organization', 'event', 'view', 'gadget']) checkSlug(slug, reservedSlugs)
})

t.test('the collection is the slug in the English plural, and the plural of a plural is itself', async t => {
  const names = {
    movie: 'movies',
    'web-page': 'web_pages',
    person: 'people',
    people: 'people',
    'sales-person': 'sales_people',
    category: 'categories',
    api: 'apis',
    datum: 'data',
    series: 'series',
    sheep: 'sheep',
    analysis: 'analyses',
    canvas: 'canvases',
    lens: 'lenses',
    status: 'statuses',
    gadget: 'gadgets',
    gadgets: 'gadgets',
    'nutrition-information': 'nutrition_information',
    'how-to-step': 'how_to_steps',
    guru: 'gurus',
  }
  for (const [slug, name] of Object.entries(names)) t.equal(collectionName(slug), name, slug)
  for (const name of Object.values(names)) {
    t.equal(collectionName(name.replaceAll('_', '-')), name, `${name} is its own plural`)
  }
})

t.test('an id in a path is a URN or its last part', async t => {
  t.equal(slugOfId('urn:type:web-page'), 'web-page')
  t.equal(slugOfId('web-page'), 'web-page')
  for (const id of ['urn:movie:web-page', 'urn:type:', 'urn:type:A', '__proto__']) t.equal(slugOfId(id), undefined, id)
})

t.test('a change of slug renames references, and nothing else', async t => {
  const schema = {
    type: 'object',
    properties: {
      project: { type: 'string', 'x-resource-type': 'project' },
      'x-resource-type': { type: 'string', const: 'project', default: { 'x-resource-type': 'project' } },
      tags: { type: 'array', items: { type: 'string', 'x-resource-type': 'project' } },
      other: { type: 'string', 'x-resource-type': 'person' },
    },
    $defs: { default: { anyOf: [{ type: 'string', 'x-resource-type': 'project' }] } },
  }
  const renamed = renameReferences(schema, 'project', 'effort')
  t.strictSame(renamed, {
    type: 'object',
    properties: {
      project: { type: 'string', 'x-resource-type': 'effort' },
      'x-resource-type': { type: 'string', const: 'project', default: { 'x-resource-type': 'project' } },
      tags: { type: 'array', items: { type: 'string', 'x-resource-type': 'effort' } },
      other: { type: 'string', 'x-resource-type': 'person' },
    },
    $defs: { default: { anyOf: [{ type: 'string', 'x-resource-type': 'effort' }] } },
  })
  t.equal(renameReferences(schema, 'unknown', 'effort'), schema)
})
