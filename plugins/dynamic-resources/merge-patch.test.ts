import t from 'tap'
import type { JsonObject } from '../../lib/json/index.ts'
import { mergePatch } from './merge-patch.ts'

t.test('the examples of RFC 7396 whose target and patch are objects', async t => {
  const examples: [target: string, patch: string, result: string][] = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ]
  for (const [target, patch, result] of examples) {
    t.equal(JSON.stringify(mergePatch(JSON.parse(target) as JsonObject, JSON.parse(patch) as JsonObject)), result)
  }
})

t.test('names of JavaScript are names like others', async t => {
  const target = JSON.parse('{"__proto__":{"a":1}}') as JsonObject
  const patch = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ) as JsonObject
  const merged = mergePatch(target, patch)
  t.equal(JSON.stringify(merged), '{"__proto__":{"a":1,"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
  t.equal(({} as JsonObject)['polluted'], undefined)
})
