import t from 'tap'
import '../src/fields/index.ts'
import type { Json } from '../src/api/transport/json.ts'
import { copyOf } from '../src/features/form/schema-forms/blank.ts'
import { differences } from '../src/features/record/versions/differences.ts'
import { relationsTo, typesReferringWithin } from '../src/features/record/children/relations.ts'
import { urnsIn, withoutUrns } from '../src/features/record/side/references.ts'
import { textParts } from '../src/features/record/versions/words.ts'

const schema = {
  type: 'object',
  $defs: {
    place: { type: 'object', properties: { city: { type: 'string', title: 'Town' }, zip: { type: 'string' } } },
  },
  properties: {
    title: { type: 'string' },
    place: { $ref: '#/$defs/place' },
    tags: { type: 'array', items: { type: 'string' } },
    stops: { type: 'array', items: { $ref: '#/$defs/place' } },
  },
}

const said = (before: Parameters<typeof differences>[0], after: Parameters<typeof differences>[1]) =>
  differences(before, after, schema).map(({ path, kind, before, after, from }) =>
    [path.join(' / '), kind, JSON.stringify(before), JSON.stringify(after), from]
      .filter(part => part !== undefined)
      .join(' '),
  )

t.test('changed, added and removed values, in the order of the schema', async t => {
  t.strictSame(said({ tags: ['a'], title: 'A', extra: 1 }, { extra: 2, title: 'B', place: { city: 'Ulm' } }), [
    'Title changed "A" "B"',
    'Place added {"city":"Ulm"}',
    'Tags removed ["a"]',
    'Extra changed 1 2',
  ])
  t.strictSame(said({ title: null }, {}), [], 'null and absent are equal')
  t.strictSame(said({ title: 'A' }, { title: null }), ['Title removed "A"'])
})

t.test('changes within objects', async t => {
  t.strictSame(said({ place: { city: 'Ulm', zip: '1' } }, { place: { zip: '1', city: 'Bonn' } }), [
    'Place / Town changed "Ulm" "Bonn"',
  ])
  t.strictSame(said({ place: { a: 1, b: 2 } }, { place: { b: 2, a: 1 } }), [], 'their order is ignored')
  t.strictSame(said({ place: { city: 'Ulm' } }, { place: ['Ulm'] }), ['Place changed {"city":"Ulm"} ["Ulm"]'])
})

t.test('changes within lists: added and removed items do not affect their neighbours', async t => {
  t.strictSame(said({ tags: ['a', 'b', 'c'] }, { tags: ['x', 'a', 'b', 'c'] }), ['Tags / 1 added "x"'])
  t.strictSame(said({ tags: ['a', 'b', 'c'] }, { tags: ['a', 'c'] }), ['Tags / 2 removed "b"'])
  t.strictSame(said({ tags: ['a', 'b', 'c'] }, { tags: ['c', 'a', 'b'] }), ['Tags / 1 moved "c" 3'])
  t.strictSame(said({ tags: ['a', 'a'] }, { tags: ['a'] }), ['Tags / 2 removed "a"'])
  const stops = [{ city: 'Ulm' }, { city: 'Bonn' }]
  t.strictSame(said({ stops }, { stops: [{ city: 'Ulm' }, { city: 'Bonn', zip: '5' }] }), ['Stops / 2 / Zip added "5"'])
  const swapped: Json[] = [{ city: 'Bonn' }, { city: 'Ulm', zip: '9' }]
  const straight: Json[] = [{ city: 'Ulm', zip: '8' }, { city: 'Bonn' }]
  t.strictSame(said({ stops: straight }, { stops: swapped }), ['Stops / 2 / Zip changed "8" "9"'])
  const many = Array.from({ length: 3000 }, (_, at) => String(at))
  const other = many.map(tag => `x${tag}`)
  t.equal(said({ tags: many }, { tags: other }).length, 3000, 'long lists are compared too')
})

t.test('changed words of a text', async t => {
  t.strictSame(textParts('The quick fox.', 'The slow fox.'), [
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'quick' },
    { kind: 'added', text: 'slow' },
    { kind: 'same', text: ' fox.' },
  ])
  t.strictSame(
    textParts('It brings something back that was left.', 'It brings a creature home that was left.')?.map(
      ({ text }) => text,
    ),
    ['It brings ', 'something back ', 'a creature home ', 'that was left.'],
    'a phrase, not alternating words',
  )
  t.equal(textParts('Something', 'Entirely different words'), undefined)
})

t.test('which types refer to a type, and which resources a value refers to', async t => {
  const type = (slug: string, properties: object, more: object = {}) => ({ slug, schema: { properties, ...more } })
  const reference = (target: string) => ({ type: 'string', 'x-resource-type': target })
  const types = [
    type('task', { project: reference('project'), deep: { properties: { a: { items: reference('project') } } } }),
    type('note', { projects: { type: 'array', items: reference('project') }, lead: reference('person') }),
    type('part', { of: reference('project') }, { 'x-value-object': true }),
    type('idea', { project: reference('project') }, { 'x-abstract': true }),
  ].map(one => ({ ...one, status: 'active' })) as unknown as Parameters<typeof typesReferringWithin>[1]
  t.strictSame(
    relationsTo('project', types, ['note', 'task']).map(
      ({ type, property, isMany, isPart }) => `${type.slug}.${property.name} ${isMany} ${isPart}`,
    ),
    ['part.of false true', 'note.projects true false', 'task.project false false'],
    'parts come first, types without resources are left out',
  )
  t.strictSame(
    typesReferringWithin('project', types).map(({ slug }) => slug),
    ['task'],
  )
  t.strictSame(urnsIn({ a: ['urn:task:01', 'no urn'], b: { c: 'urn:person:x' }, d: 1 }), [
    'urn:task:01',
    'urn:person:x',
  ])
})

t.test('a copy leaves out unique properties and properties that the service sets', async t => {
  const properties = { name: {}, code: { 'x-unique': true }, sum: { readOnly: true } }
  t.strictSame(copyOf({ name: 'A', code: 'c', sum: 3, more: [1] }, { type: 'object', properties }), {
    name: 'A',
    more: [1],
  })
})

t.test('data without some references', async t => {
  const [gone, kept] = ['urn:cat:a', 'urn:cat:b']
  const data = { main: gone, more: [gone, kept], parts: [{ of: gone, size: 1 }], deep: { of: kept, text: `${gone}.` } }
  t.strictSame(withoutUrns(data, new Set([gone])), {
    more: [kept],
    parts: [{ size: 1 }],
    deep: { of: kept, text: `${gone}.` },
  })
  t.strictSame(withoutUrns(data, new Set()), data)
})
