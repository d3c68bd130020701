#!/usr/bin/env bash
# Expected: generators of clients and validators agree on whether {"type": "string", "nullable": true, "enum": ["a", "b"]} of OpenAPI 3.0 allows null.
# So they do not: openapi-typescript generates "a" | "b" | null, and openapi-schema-to-json-schema adds null to the enumeration. Ajv, and with it Fastify,
# refuses null, because the enumeration does not list it, as OpenAPI 3.0.3 explains. A client that is typed by the document sends null and gets 400; with
# null in the enumeration all agree.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 openapi-typescript@7.13.0 typescript@5.9.3 \
  @openapi-contrib/openapi-schema-to-json-schema@5.1.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { openapiSchemaToJsonSchema } from '@openapi-contrib/openapi-schema-to-json-schema'
import Ajv from 'ajv'
import openapiTypeScript, { astToString } from 'openapi-typescript'
for (const name of ['ajv', 'openapi-typescript', '@openapi-contrib/openapi-schema-to-json-schema'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const implied = { type: 'string', nullable: true, enum: ['a', 'b'] }
const listed = { type: 'string', nullable: true, enum: ['a', 'b', null] }
for (const [schema, wanted] of [[implied, { ajv: false, converted: true, typed: true }], [listed, { ajv: true, converted: true, typed: true }]]) {
  const document = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: {}, components: { schemas: { State: schema } } }
  const types = astToString(await openapiTypeScript(structuredClone(document)))
  const found = {
    ajv: new Ajv().compile(schema)(null),
    converted: new Ajv({ strict: false }).compile({ ...openapiSchemaToJsonSchema(schema), $schema: undefined })(null),
    typed: /State: "a" \| "b" \| null;/.test(types),
  }
  console.log(JSON.stringify(schema), 'null:', found)
  assert.deepEqual(found, wanted)
}
PROBE
node probe.mjs
