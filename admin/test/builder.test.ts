import t from 'tap'
import type { Json, JsonObject } from '../src/api/transport/json.ts'
import { choicesIn, withChoices } from '../../plugins/types/screens/builder/schema/choices.ts'
import { conditionSchema, readCondition } from '../../plugins/types/screens/builder/schema/conditions.ts'
import { groupsIn, moveGroup, moveLine, renameGroup } from '../../plugins/types/screens/builder/schema/groups.ts'
import { builderKindOf, builderKinds, withKind } from '../../plugins/types/screens/builder/schema/kinds.ts'
import {
  addProperty,
  removeProperty,
  renameProperty,
  setPart,
  setRequired,
} from '../../plugins/types/screens/builder/schema/properties.ts'
import '../src/fields/index.ts'
import { termsOf, withTranslation } from '../../plugins/types/screens/builder/schema/translations.ts'

const text = { type: 'string' }
const state: JsonObject = {
  oneOf: [{ const: 'open', 'x-own': 1 }, { const: 'done', title: 'Done' }, { const: null }],
  'x-own': 2,
}
const schema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  'x-own': { kept: true },
  type: 'object',
  properties: {
    name: { ...text, 'x-own': 3 },
    size: { type: 'integer', 'x-group': 'Facts' },
    state,
    note: {
      ...text,
      'x-group': 'Notes',
      'x-show-if': conditionSchema({ property: 'state', operator: 'is', value: 'done' }),
    },
    place: { type: 'object', properties: { town: { ...text, 'x-own': 4 } }, 'x-own': 5 },
  },
  required: ['state'],
  dependentRequired: { size: ['name'] },
  'x-label': '{name} {state} {place.town}',
  'x-order-property': 'size',
}

t.test('a schema that is split into parts and rebuilt loses nothing', async t => {
  const renamed = renameProperty(renameProperty(schema, 'state', 'status'), 'status', 'state')
  t.strictSame(renamed, schema)
  t.strictSame(moveLine(moveLine(schema, 0, 2), 2, 0), schema, 'in the same order')
  const { schema: more, name } = addProperty(schema, '', 'text')
  t.strictSame(removeProperty(more, name), schema)
  for (const kind of builderKinds()) {
    t.equal(builderKindOf(withKind({ ...text, 'x-own': 1 }, kind)), kind)
    t.match(withKind({ ...text, 'x-own': 1, 'x-group': 'A' }, kind), { 'x-own': 1, 'x-group': 'A' })
  }
  const color = { type: 'string', pattern: '^#[0-9a-f]{6}$' }
  t.equal(builderKindOf(color), 'color', 'a pattern determines the kind too')
  t.strictSame(withKind(color, 'text'), text)
  t.strictSame(withKind(withKind({ ...text, pattern: '^a' }, 'color'), 'duration'), { ...text, format: 'duration' })
  t.strictSame(withKind(withKind(state, 'enums'), 'enum'), { type: 'string', ...state })
})

t.test('a text that is required is not empty', t => {
  const required = setRequired(schema, 'name', true)
  t.match(required, { required: ['state', 'name'], properties: { name: { ...text, minLength: 1, 'x-own': 3 } } })
  t.strictSame(setRequired(required, 'name', false), schema)
  t.strictSame(setRequired(schema, 'size', true), { ...schema, required: ['state', 'size'] })
  const mail = setPart(schema, 'name', { ...text, format: 'email', minLength: 5 })
  t.strictSame(setRequired(setRequired(mail, 'name', true), 'name', false), mail, 'what says more stays')
  for (const kind of ['number', 'boolean', 'reference'])
    t.notMatch(withKind({ ...text, minLength: 1 }, kind), { minLength: 1 }, kind)
  t.end()
})

t.test('keywords that name a property follow its new name, or are removed with it', async t => {
  t.match(renameProperty(schema, 'state', 'status'), {
    required: ['status'],
    'x-label': '{name} {status} {place.town}',
    properties: { note: { 'x-show-if': { required: ['status'], properties: { status: { const: 'done' } } } } },
  })
  t.equal(renameProperty(schema, 'place', 'home')['x-label'], '{name} {state} {home.town}')
  const without = removeProperty(removeProperty(schema, 'state'), 'size')
  t.equal(without['x-order-property'], undefined)
  t.equal(without['required'], undefined)
  t.notMatch(without, { properties: { note: { 'x-show-if': Object } } }, 'otherwise the field would never be shown')
  t.equal(removeProperty({ properties: { a: text }, 'x-label': '{a}' }, 'a')['x-label'], undefined)
})

t.test('an enum stays an enum until its choices have titles or colors', async t => {
  const plain = { type: ['string', 'null'], enum: ['a', 'b', null], title: 'T' }
  const [a = { value: '', keywords: {} }, b = a] = choicesIn(plain)
  t.strictSame(withChoices(plain, [b, a, { value: 'c', keywords: {} }]), { ...plain, enum: ['b', 'a', 'c', null] })
  const colored = withChoices(plain, [{ ...a, keywords: { 'x-color': 'red' } }, b])
  t.strictSame(colored, {
    type: ['string', 'null'],
    oneOf: [{ const: 'a', 'x-color': 'red' }, { const: 'b' }, { const: null }],
    title: 'T',
  })
  t.equal(builderKindOf(colored), 'enum')
  t.strictSame(withChoices(state, choicesIn(state)), state)
  t.equal(builderKindOf({ enum: ['a'] }), 'enum')
  const others: Json[] = [{ oneOf: [{ const: 1 }] }, { oneOf: [text, { const: 'a' }] }, { enum: [1, 'a'] }]
  for (const other of others) t.equal(builderKindOf(other), undefined, JSON.stringify(other))
})

t.test('conditions are read back as they were written, and other schemas are not conditions', async t => {
  for (const operator of ['is', 'isNot', 'hasValue'] as const) {
    const condition = { property: 'a', operator, ...(operator !== 'hasValue' && { value: 5 }) }
    t.strictSame(readCondition(conditionSchema(condition)), condition)
  }
  t.match(readCondition({ required: ['a'] }), { property: 'a', operator: 'hasValue' })
  const others: Json[] = [
    true,
    {},
    { properties: { a: { const: 1 } } },
    { required: ['a'], properties: { a: { minimum: 1 } } },
  ]
  for (const other of others) t.equal(readCondition(other), undefined, JSON.stringify(other))
})

t.test('groups: a property belongs to the heading above it', async t => {
  const shown = (now: JsonObject) =>
    groupsIn(now).map(({ name, entries }) => `${name}: ${entries.map(entry => entry.name).join(' ')}`)
  t.strictSame(shown(schema), [': name state place', 'Facts: size', 'Notes: note'])
  t.strictSame(shown(moveLine(schema, 0, 3)), [': state place', 'Facts: name size', 'Notes: note'])
  t.strictSame(shown(moveLine(schema, 4, 3)), [': name state place size', 'Notes: note'], 'an empty group is removed')
  t.strictSame(shown(moveGroup(schema, 1, 0)), [': name state place', 'Notes: note', 'Facts: size'])
  t.strictSame(shown(renameGroup(schema, 'Notes', 'Facts')), [': name state place', 'Facts: size note'])
})

t.test('everything that has a title can be translated', async t => {
  const terms = termsOf(schema)
  t.strictSame(
    terms.map(({ title }) => title),
    ['Name', 'Size', 'State', 'State › Open', 'State › Done', 'Note', 'Place', 'Place › Town'],
  )
  const town = terms.find(({ key }) => key === '/place/town')
  const translated = town?.put(withTranslation(town.part, 'de', 'Ort')) ?? {}
  t.match(translated, { properties: { place: { properties: { town: { 'x-titles': { de: 'Ort' }, 'x-own': 4 } } } } })
  const again = termsOf(translated).find(({ key }) => key === '/place/town')
  t.strictSame(again?.put(withTranslation(again.part, 'de', undefined)), schema)
  t.match(setPart(schema, 'name', text), { properties: { name: text } })
})
