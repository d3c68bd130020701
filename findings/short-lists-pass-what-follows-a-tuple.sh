#!/usr/bin/env bash
# Expected: each keyword of a schema for lists counts by itself (JSON Schema, section 10.3.1), so that a list shorter than its "prefixItems" must still
# contain what "contains" asks for.
# Not in Ajv: what it compiles for "contains", "uniqueItems" and "items" stands inside the check of the first position whose schema asks for something.
# A list that ends before that position is not checked by them, also with "items" as a list in draft 7. Hyperjump's validator checks it. In an "allOf"
# beside "prefixItems" Ajv checks it too.
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
import Ajv07 from 'ajv'
import Ajv from 'ajv/dist/2020.js'
for (const name of ['ajv', '@hyperjump/json-schema'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const text = { type: 'string' }
const contains = { type: 'number' }
const cases = [
  [{ prefixItems: [text], contains }, [], true],
  [{ prefixItems: [text], contains }, ['a'], false],
  [{ prefixItems: [true, true, text], uniqueItems: true }, [1, 1], true],
  [{ prefixItems: [text], allOf: [{ contains }] }, [], false],
]
const ajv = new Ajv({ strict: false })
for (const [at, [schema, list, inAjv]] of cases.entries()) {
  const id = `https://example.org/${at}`
  registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, id)
  const found = [ajv.validate(schema, list), (await validate(id, list)).valid]
  console.log(JSON.stringify(schema), JSON.stringify(list), 'valid in Ajv:', found[0], 'in Hyperjump:', found[1])
  assert.deepEqual(found, [inAjv, false])
}
const older = new Ajv07({ strict: false }).validate({ items: [text], contains }, [])
console.log('in draft 7, "items" as a list beside "contains", []: valid in Ajv:', older)
assert.equal(older, true)
PROBE
node probe.mjs
