#!/usr/bin/env bash
# Expected: dereferencing a document of OpenAPI 3.1 gives schemas that accept the same values, also where a reference has keywords beside it.
# So it does not: in 3.1 both apply, and swagger-parser lets those beside the reference replace those of the target. A text of at most 5 characters with
# "maxLength": 10 beside its reference may have 10 characters afterwards, and properties beside a reference replace all of its own. In 3.0, where what is
# beside a reference is ignored, it is taken as well. Who validates by the dereferenced document checks something else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @apidevtools/swagger-parser@12.1.0 ajv@8.20.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import Ajv from 'ajv/dist/2020.js'
for (const name of ['@apidevtools/swagger-parser', 'ajv'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const schemas = {
  Code: { type: 'string', maxLength: 5 },
  Longer: { $ref: '#/components/schemas/Code', maxLength: 10 },
  Person: { type: 'object', properties: { age: { type: 'integer' } } },
  Member: { $ref: '#/components/schemas/Person', properties: { since: { type: 'string' } } },
}
const document = openapi => ({ openapi, info: { title: 'T', version: '1' }, paths: {}, components: { schemas } })
const ajv = new Ajv({ strict: false })
ajv.addSchema(document('3.1.0'), 'document')
const { components } = await SwaggerParser.dereference(structuredClone(document('3.1.0')))
for (const [name, value] of [['Longer', 'abcdefgh'], ['Member', { age: 'old' }]]) {
  const found = [ajv.validate(`document#/components/schemas/${name}`, value), ajv.validate(components.schemas[name], value)]
  console.log(name, JSON.stringify(value), 'valid as written:', found[0], 'dereferenced:', found[1])
  assert.deepEqual(found, [false, true])
}
const older = await SwaggerParser.dereference(structuredClone(document('3.0.3')))
console.log('in 3.0:', JSON.stringify(older.components.schemas.Longer))
assert.deepEqual(older.components.schemas.Longer, { type: 'string', maxLength: 10 })
PROBE
node probe.mjs
