#!/usr/bin/env bash
# Expected: the validator that zod makes of a JSON Schema (z.fromJSONSchema) accepts what the schema accepts, or refuses a schema with keywords that it cannot
# express; it does so for "if", "not" and dependentRequired.
# Others it leaves out without a word. A name in "required" counts only if "properties" beside it has it, so that "a mail address or a telephone number" (anyOf of
# two "required") asks for nothing. Without a "type" of its own, which JSON Schema does not ask for, a schema accepts everything, also as a part of allOf, where
# extended types are written so; minItems needs "items" beside it, and a limit beside a reference is none. Valid records are refused, too: if the branches of oneOf
# have no "type", and if "const" or "enum" contain objects or lists. Ajv does as the standard says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zod@4.6.7 ajv@8.20.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { fromJSONSchema } from 'zod'
for (const name of ['zod', 'ajv']) console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const text = { type: 'string' }
const ajv = new Ajv({ strict: false })
const verdicts = (schema, value) => [ajv.validate(schema, value), fromJSONSchema(structuredClone(schema)).safeParse(value).success]
const check = (schema, value, wanted) => {
  const seen = verdicts(schema, value)
  console.log(`${JSON.stringify(schema)}\n  ${JSON.stringify(value)}: Ajv ${seen[0]}, zod ${seen[1]}`)
  assert.deepEqual(seen, wanted)
}
const [invalid, accepted, refused] = [[false, false], [false, true], [true, false]]
const page = { type: 'object', properties: { title: text } }
check({ ...page, required: ['title'] }, {}, invalid)
check({ ...page, required: ['title', 'slug'] }, { title: 'About us' }, accepted)
const contact = { type: 'object', properties: { mail: text, phone: text } }
check({ ...contact, anyOf: [{ required: ['mail'] }, { required: ['phone'] }] }, {}, accepted)
check({ allOf: [page, { properties: { pages: { minimum: 1 } }, required: ['pages'] }] }, { title: 'A book', pages: 0 }, accepted)
check({ type: 'array', minItems: 1, items: text }, [], invalid)
check({ type: 'array', minItems: 1 }, [], accepted)
check({ $ref: '#/$defs/name', maxLength: 5, $defs: { name: text } }, 'too long', accepted)
const kinds = [{ properties: { kind: { const: 'book' } } }, { properties: { kind: { const: 'film' } } }]
check({ type: 'object', properties: { kind: text }, oneOf: kinds }, { kind: 'film' }, refused)
check({ enum: [[0, 0], [1, 1]] }, [1, 1], refused)
check({ const: { unit: 'm' } }, { unit: 'm' }, refused)
for (const schema of [{ not: text }, { if: text, then: { minLength: 1 } }, { dependentRequired: { mail: ['name'] } }])
  assert.throws(() => fromJSONSchema(schema), /not supported/)
PROBE
node probe.mjs
