#!/usr/bin/env bash
# Expected: with awilix a parameter with a default is an optional dependency: the default counts where nothing of that name is registered, and is otherwise of no
# concern to the container.
# In CLASSIC mode, which reads the text of the function, it is so for a number, a text, a call, an object of one member. A comma in an object or a list
# ends the default for awilix: what follows is one more dependency, named "d" for { c: 1, d: 2 } and "" for [1, 2], which cannot be resolved. In PROXY mode, the
# default, a parameter ({ size = 10 }) is never its default: the proxy refuses a name that is not registered, so nothing is optional in it; "in" asks without that.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts awilix@13.0.5 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { InjectionMode, asFunction, asValue, createContainer } from 'awilix'
console.log('awilix', JSON.parse(readFileSync('node_modules/awilix/package.json', 'utf8')).version)
const resolveWith = (injectionMode, make) => {
  const container = createContainer({ injectionMode })
  container.register({ store: asValue('store'), service: asFunction(make) })
  try {
    return JSON.stringify(container.resolve('service'))
  } catch (error) {
    return error.message.split('\n')[0]
  }
}
const classic = {
  number: (limit = 10, store) => [limit, store],
  text: (name = 'a, b', store) => [name, store],
  call: (limit = Math.max(1, 2), store) => [limit, store],
  'one member': (options = { c: 1 }, store) => [options, store],
  'two members': (options = { c: 1, d: 2 }, store) => [options, store],
  list: (sizes = [1, 2], store) => [sizes, store],
}
const proxy = {
  registered: ({ store = 'none' }) => store,
  'not registered': ({ size = 10 }) => size,
  'asked with in': cradle => ('size' in cradle ? cradle.size : 10),
}
const seen = {}
for (const [name, make] of Object.entries(classic)) seen[`classic, ${name}`] = resolveWith(InjectionMode.CLASSIC, make)
for (const [name, make] of Object.entries(proxy)) seen[`proxy, ${name}`] = resolveWith(InjectionMode.PROXY, make)
for (const [name, result] of Object.entries(seen)) console.log(`${name}: ${result}`)
assert.deepEqual(seen, {
  'classic, number': '[10,"store"]',
  'classic, text': '["a, b","store"]',
  'classic, call': '[2,"store"]',
  'classic, one member': '[{"c":1},"store"]',
  'classic, two members': "Could not resolve 'd'.",
  'classic, list': "Could not resolve ''.",
  'proxy, registered': '"store"',
  'proxy, not registered': "Could not resolve 'size'.",
  'proxy, asked with in': '10',
})
PROBE
node probe.mjs
