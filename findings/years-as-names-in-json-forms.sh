#!/usr/bin/env bash
# Expected: JSON Forms stores what is typed into the field of a property under the name of that property.
# So it does for names of letters. The path of a field is a text with dots, which lodash reads: a property "2024" in an object that is not there yet makes
# a list of 2025 entries, which the schema refuses at the object and not at the field, and a property "size.max" that has no value yet an object "size"
# with "max" in it, which is stored beside the property that stays empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @jsonforms/core@3.8.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { composePaths, coreReducer, init, toDataPath, update } from '@jsonforms/core'
console.log('@jsonforms/core', JSON.parse(readFileSync('node_modules/@jsonforms/core/package.json', 'utf8')).version)
const number = { type: 'number' }
const schema = {
  type: 'object',
  properties: { sales: { type: 'object', properties: { total: number, 2024: number } }, 'size.max': number },
}
/** The data after a number was typed into a field. */
function typed(data, scopes) {
  const path = scopes.map(toDataPath).reduce((outer, inner) => composePaths(outer, inner))
  const state = coreReducer(coreReducer(undefined, init(data, schema)), update(path, () => 5))
  return { data: state.data, errors: state.errors.map(({ instancePath, message }) => `${instancePath} ${message}`) }
}
const fields = {
  total: typed({}, ['#/properties/sales', '#/properties/total']),
  2024: typed({}, ['#/properties/sales', '#/properties/2024']),
  '2024 beside another': typed({ sales: { total: 1 } }, ['#/properties/sales', '#/properties/2024']),
  'size.max': typed({}, ['#/properties/size.max']),
}
for (const [name, { data, errors }] of Object.entries(fields)) console.log(name, data, errors)
assert.deepEqual(fields.total.data, { sales: { total: 5 } })
assert.equal(JSON.parse(JSON.stringify(fields[2024].data.sales)).length, 2025)
assert.deepEqual(fields[2024].errors, ['/sales must be object'])
assert.deepEqual(fields['2024 beside another'].data, { sales: { total: 1, 2024: 5 } })
assert.deepEqual(fields['size.max'].data, { size: { max: 5 } })
PROBE
node probe.mjs
