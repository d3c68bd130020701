#!/usr/bin/env bash
# Expected: a value under a term of type @json comes out of compaction as it went into expansion: that is what a JSON literal is for.
# So it is for an object, and N-Quads are right for all. An array is merged when jsonld.js compacts it: a list of one object becomes the object, the ring
# of a polygon a flat list of numbers, and an empty list in a list nothing at all. Arrays are safe inside an object, as in GeoJSON; bare coordinates cannot
# be read back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonld@9.0.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import jsonld from 'jsonld'
console.log('jsonld', JSON.parse(readFileSync('node_modules/jsonld/package.json', 'utf8')).version)
const context = { value: { '@id': 'https://example.org/value', '@type': '@json' } }
const ring = [[[0, 0], [1, 0], [1, 1], [0, 0]]]
const cases = [
  [{ type: 'Polygon', coordinates: ring }, { type: 'Polygon', coordinates: ring }],
  [[1, 2], [1, 2]],
  [[{ name: 'a' }], { name: 'a' }],
  [ring, [0, 0, 1, 0, 1, 1, 0, 0]],
  [[[]], undefined],
]
for (const [value, wanted] of cases) {
  const document = { '@context': context, '@id': 'urn:x:1', value }
  const expanded = await jsonld.expand(document)
  assert.deepEqual(expanded[0]['https://example.org/value'][0]['@value'], value)
  const quads = await jsonld.toRDF(document)
  assert.deepEqual(JSON.parse(quads[0].object.value), value)
  const { value: found } = await jsonld.compact(expanded, context)
  console.log(JSON.stringify(value), '→', JSON.stringify(found))
  assert.deepEqual(found, wanted)
}
PROBE
node probe.mjs
