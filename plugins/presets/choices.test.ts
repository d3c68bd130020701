import t from 'tap'
import { onEachStore } from '../../testing/internal/each-store.ts'
import { mergedDraft } from './install/merge.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { ResourceType } from '../types/contract.ts'

const presets = '/api/resource-types/presets'
const types = '/api/resource-types'

onEachStore('a type whose choices were an enum gets choices with titles, and keeps added ones', async (t, app) => {
  const { request } = app
  await request('POST', `${presets}/tasks`)
  const task = (await request('GET', `${types}/task`)).json()
  const named = task.schema.properties.status.oneOf
  t.match(named[1], { const: 'in-progress', title: 'In progress' })
  const { oneOf: _named, ...status } = task.schema.properties.status
  const before = { ...status, enum: ['open', 'in-progress', 'blocked', 'done', 'cancelled', 'waiting'] }
  const schema = { ...task.schema, properties: { ...task.schema.properties, status: before } }
  t.equal((await request('PUT', `${types}/task`, { schema })).statusCode, 200)
  for (const [name, value] of [
    ['Wait', 'waiting'],
    ['Draw', 'in-progress'],
    ['Print', 'done'],
  ]) {
    t.equal((await request('POST', '/api/task', { name, status: value })).statusCode, 201)
  }

  const updated = await request('POST', `${presets}/tasks?update=true`)
  t.strictSame(updated.json(), { created: [], updated: ['task'], skipped: ['project'] }, updated.body)
  const after = (await request('GET', `${types}/task`)).json().schema.properties.status
  t.strictSame(after, { ...status, oneOf: [...named, { const: 'waiting' }] })

  const namesOf = async (query: string): Promise<string[]> => {
    const answer = await request('GET', `/api/task?${query}`)
    if (answer.statusCode !== 200) return [answer.body]
    return answer.json().data.map((one: { data: { '@graph': [{ name: string }] } }) => one.data['@graph'][0].name)
  }
  t.strictSame(await namesOf('filter_field=status&filter_value=in-progress'), ['Draw'])
  t.strictSame(await namesOf('_filter[status][in]=waiting,done&sort_by=name'), ['Print', 'Wait'])
  t.strictSame(await namesOf('sort_by=status'), ['Print', 'Draw', 'Wait'])
  const refused = await request('POST', '/api/task', { name: 'Fold', status: 'folded' })
  t.equal(refused.statusCode, 400)
  t.match(refused.json().message, /status: must be one of "open", "in-progress", .*"waiting"/)
  const again = await request('POST', `${presets}/tasks?update=true`)
  t.strictSame(again.json().updated, [], 'and then there is nothing to update')
})

t.test('choices are merged if either side has titles', async t => {
  const merged = (own: JsonObject, over: JsonObject): unknown => {
    const type = { slug: 'x', name: 'X', description: '', behaviours: [], context: {} }
    const schemaOf = (p: JsonObject): JsonObject => ({ type: 'object', properties: { p } })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a merge reads of a type
    const current = { ...type, schema: schemaOf(own) } as unknown as ResourceType
    const { schema } = mergedDraft({ slug: 'x', name: 'X', schema: schemaOf(over) }, current, [])
    return Reflect.get(Object(schema?.['properties']), 'p')
  }
  const named = { oneOf: [{ const: 'a', title: 'A', 'x-color': 'red' }] }
  t.strictSame(merged({ enum: ['b', 'a'] }, named), { oneOf: [...named.oneOf, { const: 'b' }] })
  t.strictSame(merged(named, { enum: ['b', 'a'] }), { oneOf: [{ const: 'b' }, ...named.oneOf] })
  t.strictSame(merged(named, { oneOf: [{ const: 'a', title: 'First', 'x-titles': { de: 'Erste' } }] }), {
    oneOf: [{ const: 'a', title: 'First', 'x-titles': { de: 'Erste' }, 'x-color': 'red' }],
  })
  t.strictSame(merged({ ...named, enum: ['a', 'b'] }, named), named, 'one list of choices remains')
  const alternatives = { oneOf: [{ type: 'string' }, { type: 'null' }] }
  t.strictSame(merged(named, alternatives), alternatives)
  t.strictSame(merged({ 'x-titles': { fr: 'un' } }, { 'x-titles': { de: 'eins' } }), {
    'x-titles': { fr: 'un', de: 'eins' },
  })
})
