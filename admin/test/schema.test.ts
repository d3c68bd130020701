import t from 'tap'
import '../src/fields/index.ts'
import type { JsonObject } from '../src/api/transport/json.ts'
import type { Labels } from '../src/api/transport/page.ts'
import { currentLanguage } from '../src/i18n/current.ts'
import { loadedMessages } from '../src/i18n/translate.ts'
import english from '../src/i18n/messages/en/common.ts'
import { columnsOf, defaultColumns } from '../src/schema/columns.ts'
import type { Choice } from '../src/schema/choices.ts'
import { colorOf, colorOfType, colorOfValue } from '../src/schema/colors.ts'
import { labelOf, labelOfResource } from '../src/schema/display.ts'
import { comparisonsOf } from '../src/schema/operators.ts'
import { propertiesOf, propertyOf } from '../src/schema/properties.ts'
import { namesOf } from '../src/features/form/schema-forms/alternatives.ts'
import formMessages from '../src/features/form/messages/en/form.ts'
import { titleOf, titleOfValue, typeName, typePlural } from '../src/schema/titles.ts'

const kindsOf = (schema: JsonObject): string[] => propertiesOf(schema).map(({ name, kind }) => `${name} ${kind}`)
const choicesOf = (part: JsonObject): Choice[] | undefined => propertyOf('', part).choices
const only = (part: JsonObject, more: JsonObject = {}): string | undefined =>
  propertiesOf({ type: 'object', properties: { it: part }, ...more })[0]?.kind

t.test('each property has a kind', async t => {
  t.equal(only({ type: 'string' }), 'text')
  t.equal(only({ type: 'string', maxLength: 300 }), 'text')
  t.equal(only({ type: 'string', maxLength: 301 }), 'long-text')
  t.equal(only({ type: 'string', format: 'date-time' }), 'date-time')
  t.equal(only({ type: 'string', format: 'uri-reference' }), 'uri')
  t.equal(only({ type: 'string', format: 'hostname' }), 'text')
  t.equal(only({ type: ['number', 'null'] }), 'number')
  t.equal(only({ type: ['integer', 'number'] }), 'number')
  t.equal(only({ type: ['string', 'number'] }), 'any')
  t.equal(only({}), 'any')
  t.equal(only({ enum: [null, 'a'] }), 'enum')
  t.equal(only({ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }), 'enum')
  t.equal(only({ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }), 'date')
  t.equal(only({ type: 'string', 'x-resource-type': 'project' }), 'reference')
  t.equal(only({ properties: { a: {} } }), 'object')
  t.equal(only({ $ref: '#/$defs/day' }, { $defs: { day: { type: 'string', format: 'date' } } }), 'date')
  t.equal(only({ $ref: '#/$defs/a' }, { $defs: { a: { $ref: '#/$defs/a' } } }), 'any', 'a circular reference ends')
})

t.test('properties that refer to the same schema have names of their own', async t => {
  const $defs = { address: { type: 'object', title: 'Address' }, day: { type: 'string', title: 'Day' } }
  const address = { $ref: '#/$defs/address' }
  const properties = {
    bill_to: address,
    ship_to: address,
    home: { ...address, title: 'Home' },
    due: { $ref: '#/$defs/day' },
  }
  const titles = propertiesOf({ type: 'object', $defs, properties }).map(({ title }) => title)
  t.strictSame(titles, ['Bill to', 'Ship to', 'Home', 'Day'])
})

t.test('alternatives are named by what tells them apart', async t => {
  loadedMessages.set('en/form', formMessages)
  const $defs = { mail_address: { type: 'object', properties: { mail: { type: 'string' } } } }
  const names = (...oneOf: JsonObject[]): string[] => {
    const [it] = propertiesOf({ type: 'object', properties: { it: { oneOf } }, $defs })
    return namesOf({ branches: it?.alternatives[0]?.branches ?? [] })
  }
  const text: JsonObject = { type: 'string' }
  const requiring = (...required: string[]): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(required.map(name => [name, text])),
    required,
  })
  const telling = (values: JsonObject, name: string): JsonObject => {
    return { type: 'object', required: ['kind'], properties: { kind: values, [name]: text } }
  }
  t.strictSame(names(telling({ const: 'cat' }, 'a'), telling({ enum: ['in-box', 'bag'] }, 'b')), ['Cat', 'In box, Bag'])
  t.strictSame(names({ $ref: '#/$defs/mail_address' }, requiring('phone')), ['Mail address', 'Phone'])
  t.strictSame(names(requiring('id', 'street', 'city'), requiring('id', 'lat'), requiring('id')), [
    'Street and City',
    'Lat',
    'Alternative 3',
  ])
  t.strictSame(names({ type: 'object', properties: { a: text } }, { type: 'object', properties: { b: text } }), [
    'A',
    'B',
  ])
  t.strictSame(names(text, requiring('a'), { type: 'array', items: text }), ['Text', 'Object with properties', 'List'])
  t.strictSame(names({ type: 'array', items: text }, { type: 'array', items: { type: 'number' } }), [
    'List: Text',
    'List: Number',
  ])
  t.strictSame(names({ enum: ['auto', 'none'] }, { ...text, pattern: '^x' }, { type: 'boolean' }), [
    'Auto, None',
    'Alternative 2',
    'Yes or no',
  ])
  t.strictSame(names({ title: 'Same', ...requiring('a') }, { title: 'Same', ...requiring('b') }), ['A', 'B'])
  loadedMessages.delete('en/form')
})

t.test('choices with the same title also show their value', async t => {
  const titles = (part: JsonObject): string[] | undefined => choicesOf(part)?.map(({ title }) => title)
  const rome = { name: 'Rome', country: 'IT' }
  const other = { name: 'Rome', country: 'US' }
  t.strictSame(titles({ enum: [rome, { name: 'Oslo' }, other] }), [
    `Rome (${JSON.stringify(rome)})`,
    'Oslo',
    `Rome (${JSON.stringify(other)})`,
  ])
  t.strictSame(titles({ enum: ['in-progress', 'in_progress'] }), [
    'In progress (in-progress)',
    'In progress (in_progress)',
  ])
  const named = [
    { const: 1, title: 'One' },
    { const: 2, title: 'One' },
  ]
  t.strictSame(titles({ oneOf: named }), ['One (1)', 'One (2)'])
})

t.test('local references and allOf at the root add properties', async t => {
  const schema: JsonObject = {
    allOf: [{ $ref: '#/$defs/named' }, { properties: { year: { type: 'integer' } }, required: ['year'] }],
    $defs: { named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    properties: { note: { type: 'string' } },
  }
  t.strictSame(kindsOf(schema), ['name text', 'year integer', 'note text'])
  t.strictSame(
    propertiesOf(schema).map(({ isRequired }) => isRequired),
    [true, true, false],
  )
})

t.test('the kind of items in arrays is known, wherever their type is declared', async t => {
  const [onItems, onArray, tags] = propertiesOf({
    properties: {
      a: { type: 'array', items: { type: 'string', 'x-resource-type': 'task' } },
      b: { type: 'array', 'x-resource-type': 'task', items: { type: 'string' } },
      c: { type: 'array', items: { enum: ['x', 'y'] } },
    },
  })
  t.match(
    [onItems, onArray],
    [
      { kind: 'references', refersTo: 'task', items: { kind: 'reference' } },
      { kind: 'references', refersTo: 'task', items: { kind: 'reference' } },
    ],
  )
  t.match(tags?.choices, [{ value: 'x' }, { value: 'y' }])
  t.strictSame(comparisonsOf({ kind: 'enums', items: tags?.items }), ['eq', 'ne', 'in', 'nin', 'filled', 'empty'])
})

t.test('names of properties become words', async t => {
  t.strictSame(
    ['runningTimeMin', 'running_time', 'imdbURL', 'URLOfPage', 'x', '漢字', 'faq', 'ecommerce', 'pageId'].map(titleOf),
    ['Running time min', 'Running time', 'Imdb URL', 'URL of page', 'X', '漢字', 'FAQ', 'E-commerce', 'Page ID'],
  )
})

t.test('columns: the display property, then six others, or fewer and the time of the last change', async t => {
  const properties = Object.fromEntries(
    ['a', 'b', 'title', 'c', 'd', 'e', 'f', 'g', 'updated_at'].map(name => [name, { type: 'string' }]),
  )
  const type = { schema: { type: 'object', properties } }
  t.strictSame(defaultColumns(type), ['title', 'a', 'b', 'c', 'd', 'e', 'f'])
  const said = {
    type: 'object',
    'x-label': '{amount} {unit} {place.city}',
    properties: {
      amount: { type: 'number' },
      unit: { type: 'string' },
      place: { type: 'string', 'x-resource-type': 'place' },
      price: { type: 'number' },
      priceCurrency: { type: 'string' },
    },
  }
  t.strictSame(
    defaultColumns({ schema: said }),
    ['id', 'place', 'price', 'updated_at'],
    'properties that the label contains, and the currency of an amount, need no column',
  )
  const text = { type: 'string' }
  const person = {
    type: 'object',
    required: ['givenName'],
    properties: { givenName: text, email: text, name: { ...text, readOnly: true } },
  }
  t.strictSame(
    defaultColumns({ schema: person }),
    ['name', 'email', 'updated_at'],
    'properties that the service composes the name of need no column',
  )
  t.strictSame(defaultColumns({}), ['id', 'updated_at'], 'a type without a schema')
})

t.test('properties with an index can be sorted by', async t => {
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`p${at}`, { type: 'string' }]))
  const sortable = (properties: JsonObject): string[] =>
    columnsOf({ schema: { properties } })
      .filter(({ isMeta, isSortable }) => !isMeta && isSortable)
      .map(({ key }) => key)
  t.equal(sortable(many).length, 40)
  t.notOk(sortable(many).includes('p40'))
  t.ok(sortable({ ...many, p40: { type: 'string', 'x-index': true } }).includes('p40'))
  t.strictSame(sortable({ a: { type: 'string', 'x-index': false }, b: { type: 'array' }, c: { type: 'object' } }), [])
})

loadedMessages.set('en/common', english)

const called = (schema: JsonObject | undefined, data: JsonObject, labels?: Labels, id = 'urn:movie:1'): string =>
  labelOfResource(
    { id, data: { '@graph': [{ '@id': id, '@type': 'Movie', ...data }] }, created_at: '2027-04-05T10:00:00Z' },
    { name: 'Movie', schema },
    labels,
  )

t.test('a resource is named by its most suitable property', async t => {
  t.equal(called(undefined, { title: 'Alien' }), 'Alien')
  t.equal(called({ 'x-display-property': 'code' }, { code: 'X', title: 'Alien' }), 'X')
  t.equal(called({ 'x-display-property': 'day' }, { day: '2027-03-04' }), 'Mar 4, 2027')
  const properties: JsonObject = {
    status: { enum: ['new'] },
    link: { type: 'string', format: 'uri' },
    remark: { type: 'string' },
    text: { type: 'string' },
  }
  const data = { status: 'new', link: 'https://a.example', remark: 'Mind', text: 'Words' }
  t.equal(called({ properties }, data), 'Mind', 'the first text')
  t.equal(called({ properties, required: ['text'] }, data), 'Words', 'the first required text')
  t.equal(called(undefined, { title: ' ' }, undefined, 'urn:movie:alien'), 'alien', 'an id chosen by a user')
  t.equal(called(undefined, {}, undefined, 'urn:movie:01M80FSQPQ4912345678901234'), 'Movie of Apr 5, 2027')
})

t.test('a resource is named by the template of its type', async t => {
  const schema: JsonObject = {
    'x-label': '{quantity} {unit} {ingredient} in {place.town}',
    properties: {
      quantity: { type: 'number' },
      unit: { type: 'string' },
      ingredient: { $ref: '#/$defs/ingredient' },
      place: { type: 'object', properties: { town: { type: 'string' } } },
      name: { type: 'string' },
    },
    $defs: { ingredient: { type: 'string', 'x-resource-type': 'ingredient' } },
  }
  const flour: Labels = { 'urn:ingredient:1': { label: 'Flour', status: 'active' } }
  const data = { quantity: 2, unit: 'cups', ingredient: 'urn:ingredient:1', place: { town: 'Ulm' } }
  t.equal(called(schema, data, flour), '2 cups Flour in Ulm')
  t.equal(called(schema, data, {}), '2 cups in Ulm', 'values that the user cannot read are left out')
  t.equal(
    called({ ...schema, 'x-label': '{quantity} {ingredient}' }, { name: 'Dough' }, {}),
    'Dough',
    'if nothing is left of the template',
  )
  t.equal(called({ 'x-label': '{broken' }, { name: 'Dough' }), 'Dough')
})

t.test('referenced resources are named by their labels', async t => {
  t.equal(labelOf('urn:movie:1', { 'urn:movie:1': { label: 'Alien', status: 'active' } }), 'Alien')
  t.equal(labelOf('urn:movie:constructor', {}), 'No access')
  const unnamed = 'urn:web-page:01J00000000000000000000000'
  t.equal(labelOf(unnamed, { [unnamed]: { label: unnamed.slice(13), status: 'active' } }), 'Web page of Jun 10, 2024')
  t.equal(labelOf(unnamed, undefined, { name: 'Page' }), 'Page of Jun 10, 2024', 'without labels')
})

t.test('names in the language of the admin', async t => {
  const schema: JsonObject = {
    'x-titles': { de: { one: 'Gericht', many: 'Gerichte' } },
    properties: { servings: { type: 'integer', title: 'Servings', 'x-titles': { 'de-CH': 'Portionen' } } },
  }
  const type = { name: 'Dish', plural: 'Dishes', schema }
  const names = () => [typeName(type), typePlural(type), propertiesOf(schema)[0]?.title]
  t.strictSame(names(), ['Dish', 'Dishes', 'Servings'])
  currentLanguage.value = 'de'
  t.strictSame(names(), ['Gericht', 'Gerichte', 'Portionen'])
  currentLanguage.value = 'en'
})

t.test('choices are readable, and have colors', async t => {
  t.strictSame(['in-progress', 'IN_PROGRESS', 'inProgress', 'OutOfStock', 'low', 'main course'].map(titleOfValue), [
    'In progress',
    'In progress',
    'In progress',
    'Out of stock',
    'Low',
    'Main course',
  ])
  for (const value of ['kg', 'USD', 'PG-13', 'A4', '2027', 'iPhone 12', 'Read me'])
    t.equal(titleOfValue(value), value, value)
  t.equal(titleOfValue('P1D'), '1 day')
  const oneOf: JsonObject[] = [
    { const: 'a', title: 'First', 'x-color': 'pink', 'x-titles': { de: 'Erster' } },
    { const: 'todo', 'x-color': 'nonsense' },
    { const: 'done' },
    { type: 'null' },
  ]
  t.strictSame(choicesOf({ oneOf }), [
    { value: 'a', title: 'First', color: 'pink' },
    { value: 'todo', title: 'Todo', color: undefined },
    { value: 'done', title: 'Done', color: 'green' },
  ])
  t.equal(choicesOf({ oneOf: [{ const: 'a' }, { type: 'string' }] }), undefined)
})

t.test('colors are stable', async t => {
  t.equal(colorOf('seen'), colorOf('seen'))
  t.ok(new Set([...'abcdefghijklmnopqrstuvwxyz'].map(colorOf)).size > 4)
  t.equal(colorOfValue('In progress'), colorOfValue('in-progress'))
  t.equal(colorOfType({ slug: 'movie', schema: { 'x-color': 'indigo' } }), 'indigo')
  t.equal(colorOfType({ slug: 'movie', schema: { 'x-color': 'mauve' } }), colorOf('movie'))
})
