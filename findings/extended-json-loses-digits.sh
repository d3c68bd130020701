#!/usr/bin/env bash
# Expected: what EJSON.stringify of MongoDB's driver writes, EJSON.parse reads as the same types and values.
# So it is with relaxed: false on both sides. By default a 64-bit integer is written as the nearest number of JavaScript, which from 2^53 on is another
# one, and comes back as a double; a double without a fraction comes back as an integer, and -0 as 0. A copy that must be the same needs the canonical
# form.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bson@7.3.4 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { deserialize, Double, EJSON, Long, serialize } from 'bson'
console.log('bson', JSON.parse(readFileSync('node_modules/bson/package.json', 'utf8')).version)
const stored = serialize({ id: Long.fromString('9007199254740993'), weight: new Double(2), change: new Double(-0) })
const exactly = document => EJSON.stringify(deserialize(serialize(document), { promoteValues: false }), { relaxed: false })
const found = {}
for (const relaxed of [false, true]) {
  const text = EJSON.stringify(deserialize(stored, { promoteValues: false }), { relaxed })
  const back = EJSON.parse(text, { relaxed })
  found[relaxed ? 'relaxed' : 'canonical'] = exactly(back)
  console.log(relaxed ? 'relaxed' : 'canonical', text, '→', exactly(back))
}
const given = '{"id":{"$numberLong":"9007199254740993"},"weight":{"$numberDouble":"2.0"},"change":{"$numberDouble":"-0.0"}}'
const changed = '{"id":{"$numberDouble":"9007199254740992.0"},"weight":{"$numberInt":"2"},"change":{"$numberInt":"0"}}'
assert.deepEqual(found, { canonical: given, relaxed: changed })
PROBE
node probe.mjs
