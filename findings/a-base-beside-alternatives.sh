#!/usr/bin/env bash
# Expected: "unevaluatedProperties": false closes a schema that refers to a base and has alternatives, which is what the keyword was made for (draft 2019-09).
# Ajv begins to record evaluated properties in the branch that needs it first, so that what the base declares is known in the first alternative alone: a
# valid payment by transfer is refused because of its "amount", one by card is not. "allOf" beside "then" and "else", and dependentSchemas, are alike; the
# properties of the schema itself are no help elsewhere. Another implementation accepts all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 @hyperjump/json-schema@1.18.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import Ajv from 'ajv/dist/2020.js'
for (const name of ['ajv', '@hyperjump/json-schema'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const base = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }
const named = name => ({ properties: { [name]: { type: 'string' } }, required: [name] })
const [card, transfer] = [named('card'), named('iban')]
const reference = { $ref: '#/$defs/base' }
const schemas = {
  '$ref and oneOf': { ...reference, oneOf: [card, transfer] },
  '$ref and anyOf': { ...reference, anyOf: [card, transfer] },
  'allOf, if, then, else': { allOf: [reference], if: { required: ['card'] }, then: card, else: transfer },
  '$ref and dependentSchemas': { ...reference, dependentSchemas: { card, iban: transfer } },
  'the order turned round': { ...reference, oneOf: [transfer, card] },
}
const payments = [{ amount: 5, card: '4111' }, { amount: 5, iban: 'DE02' }, { amount: 5, card: '4111', more: 1 }]
const seen = {}
for (const [name, own] of Object.entries(schemas)) {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  const schema = { $schema, $id: `https://example.org/${encodeURIComponent(name)}`, $defs: { base }, ...own, unevaluatedProperties: false }
  const ajv = new Ajv({ strict: false }).compile(schema)
  registerSchema(schema)
  const other = await validate(schema.$id)
  seen[name] = payments.map(payment => [ajv(payment), other(payment).valid])
  for (const [at, [ours, theirs]] of seen[name].entries())
    console.log(name.padEnd(26), JSON.stringify(payments[at]).padEnd(38), 'Ajv', ours, 'Hyperjump', theirs)
}
const [right, wrong, closed] = [[true, true], [false, true], [false, false]]
assert.deepEqual(seen, {
  '$ref and oneOf': [right, wrong, closed],
  '$ref and anyOf': [right, wrong, closed],
  'allOf, if, then, else': [right, wrong, closed],
  '$ref and dependentSchemas': [right, wrong, closed],
  'the order turned round': [wrong, right, closed],
})
PROBE
node probe.mjs
