#!/usr/bin/env bash
# Expected: with type coercion, which Fastify has on, an alternative of anyOf that does not match leaves the data as they came for the next one.
# So it is not: what the failed alternative converted stays converted, and the next one converts that. Of "a number of ten digits, or any text" the code
# 007 comes out as the text 7, the phone number +49301234 loses its plus, 1e3 is 1000, and null the text 0. Texts that are no number stay.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 fastify@5.12.8 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import Fastify from 'fastify'
for (const name of ['ajv', 'fastify'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const anyOf = [{ type: 'integer', minimum: 1_000_000_000 }, { type: 'string' }]
const schema = { type: 'object', properties: { code: { anyOf } } }
const validate = new Ajv({ coerceTypes: true }).compile(schema)
const app = Fastify()
app.post('/', { schema: { body: schema } }, async request => request.body)
const cases = [
  ['A7', 'A7'],
  ['007', '7'],
  ['+49301234', '49301234'],
  ['1e3', '1000'],
  [null, '0'],
]
for (const [code, wanted] of cases) {
  const body = { code }
  assert.ok(validate(body))
  const answer = (await app.inject({ method: 'POST', url: '/', body: { code } })).json()
  console.log(JSON.stringify(code), '→ ajv', JSON.stringify(body.code), 'fastify', JSON.stringify(answer.code))
  assert.deepEqual([body.code, answer.code], [wanted, wanted])
}
PROBE
node probe.mjs
