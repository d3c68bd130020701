#!/usr/bin/env bash
# Expected: an ordered list of JSON-LD (@list) keeps the places of its values, also where one of them is null.
# So it does not: expansion removes every null, in safe mode too, so that the third of three measurements becomes the second, and the cells of a table move
# to the left. Whoever publishes rows with gaps needs a JSON literal, or a value of their own for "none".
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
const context = {
  '@vocab': 'https://example.org/',
  row: { '@container': '@list' },
  rows: { '@container': '@list' },
  json: { '@type': '@json' },
}
const given = { row: [51.5, null, 13.4], rows: [[1, null], [null, 2]], json: [51.5, null, 13.4] }
const expanded = await jsonld.expand({ '@context': context, '@id': 'urn:x:1', ...given }, { safe: true })
const { '@context': _context, '@id': _id, ...found } = await jsonld.compact(expanded, context)
for (const [name, value] of Object.entries(given)) console.log(name, JSON.stringify(value), '→', JSON.stringify(found[name]))
assert.deepEqual(found, { row: [51.5, 13.4], rows: [[1], [2]], json: [51.5, null, 13.4] })
PROBE
node probe.mjs
