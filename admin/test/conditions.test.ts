import t from 'tap'
import type { JsonObject } from '../src/api/transport/json.ts'
import { meets } from '../src/features/form/validation/conditions.ts'

t.test('a condition is checked against the whole resource, and counts as met if it cannot be evaluated', async t => {
  const paid = { properties: { kind: { const: 'paid' } }, required: ['kind'] }
  t.equal(meets(paid, { kind: 'paid' }), true)
  t.equal(meets(paid, { kind: 'free' }), false)
  t.equal(meets(paid, {}), false)
  t.equal(meets(false, {}), false)
  t.equal(meets(true, {}), true)
  t.equal(meets(undefined, {}), true)

  const near = { $defs: { some: paid }, not: { $ref: '#/$defs/some' } }
  t.equal(meets(near, { kind: 'paid' }), false, 'references within the condition are followed')

  const headed = { properties: { title: { pattern: '^Head' } } }
  t.equal(meets(headed, { title: 'Cook' }), true, 'patterns are loaded first')
  while (meets(headed, { title: 'Cook' })) await new Promise(setImmediate)
  t.equal(meets(headed, { title: 'Head cook' }), true)

  const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] })
  const parts = Array.from({ length: 40 }, (_, at) => [`d${at}`, twice(`d${at + 1}`)])
  const many: JsonObject = { ...twice('d0'), $defs: { ...Object.fromEntries(parts), d40: true } }
  for (const condition of [many, { allOf: [{ $ref: '#' }, false] }])
    t.equal(meets(condition, { a: 1 }), true, 'a condition that takes too many steps')
  const quick: JsonObject[] = [
    { $id: 'https://example.org/a', $ref: '#/$defs/no', $defs: { no: false } },
    { enum: Array.from({ length: 2000 }, (_, at) => at) },
  ]
  for (const condition of quick) t.equal(meets(condition, { a: 1 }), false, JSON.stringify(condition).slice(0, 60))
})
