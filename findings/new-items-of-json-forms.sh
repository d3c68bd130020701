#!/usr/bin/env bash
# Expected: what JSON Forms puts into a list when somebody presses "add" is empty, or the default of the schema, so that a form does not say what nobody has said; and it
# has the type that the schema asks for.
# For a text with a format of dates it is the present: the day in UTC, so that half an hour after midnight in Berlin a new item says yesterday. With "format": "time" it
# has no offset, which ajv-formats refuses. For a property that is described by "const" alone it is an empty object, and likewise for one of "enum" without a type of
# texts. All renderers use it (createDefaultValue), in lists and for alternatives. A "default" in the schema of the item is used as it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @jsonforms/core@3.8.0 ajv@8.20.0 ajv-formats@3.0.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const load = createRequire(import.meta.url)
const { createDefaultValue } = load('@jsonforms/core')
const { Ajv } = load('ajv')
const addFormats = load('ajv-formats')
for (const name of ['@jsonforms/core', 'ajv', 'ajv-formats'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const ajv = new Ajv()
addFormats(ajv)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? ['2024-05-01T22:30:00Z'] : parts))
  }
}
console.log('it is', new Date().toLocaleString('sv', { timeZone: 'Europe/Berlin' }), 'in Berlin')
const seen = [
  { type: 'string', format: 'date' },
  { type: 'string', format: 'time' },
  { const: 'EUR' },
  { enum: [1, 2] },
  { type: 'string' },
  { type: 'string', format: 'date', default: '2000-01-01' },
].map(schema => {
  const value = createDefaultValue(schema, schema)
  const isValid = ajv.validate(schema, value)
  console.log(`${JSON.stringify(schema)}: ${JSON.stringify(value)}, ${isValid ? 'valid' : 'not valid'}`)
  return [value, isValid]
})
assert.deepEqual(seen, [
  ['2024-05-01', true],
  ['22:30:00', false],
  [{}, false],
  [{}, false],
  ['', true],
  ['2000-01-01', true],
])
PROBE
TZ=Europe/Berlin node probe.mjs
