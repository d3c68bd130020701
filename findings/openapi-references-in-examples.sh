#!/usr/bin/env bash
# Expected: an example in an OpenAPI document is data, so that a member "$ref" in it is left alone by everything that reads the document.
# So it is for the bundler of Redocly. swagger-parser and @seriousme/openapi-schema-validator follow it in examples and defaults, and refuse the document.
# The API of a service that takes JSON Schemas cannot be described with real examples for them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @apidevtools/swagger-parser@12.1.0 @redocly/openapi-core@2.64.0 \
  @seriousme/openapi-schema-validator@2.11.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import { bundleFromString, createConfig } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'

const example = { name: 'Person', schema: { $ref: '#/definitions/name' } }
const document = (schema, media) => ({
  openapi: '3.0.3',
  info: { title: 'Types', version: '1' },
  paths: {
    '/types': {
      post: { requestBody: { content: { 'application/json': { ...media } } }, responses: { 200: { description: 'ok' } } },
    },
  },
  components: { schemas: { Type: { type: 'object', ...schema } } },
})
const documents = {
  'no example': document({}, {}),
  'example of a schema': document({ example }, {}),
  'default of a schema': document({ default: example }, {}),
  'example of a media type': document({}, { examples: { one: { value: example } } }),
}
const readers = {
  '@apidevtools/swagger-parser': one => SwaggerParser.validate(one).then(() => false, () => true),
  '@seriousme/openapi-schema-validator': async one => !(await new Validator().validate(one)).valid,
  '@redocly/openapi-core': async one => {
    const { problems } = await bundleFromString({ source: JSON.stringify(one), config: await createConfig({}) })
    return problems.length > 0
  },
}
const seen = {}
for (const [name, refuses] of Object.entries(readers)) {
  const found = []
  for (const [what, one] of Object.entries(documents)) if (await refuses(structuredClone(one))) found.push(what)
  seen[name] = found
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version, 'refuses:', found.join(', ') || 'none')
}
const all = ['example of a schema', 'default of a schema', 'example of a media type']
assert.deepEqual(seen, {
  '@apidevtools/swagger-parser': all,
  '@seriousme/openapi-schema-validator': all,
  '@redocly/openapi-core': [],
})
PROBE
node probe.mjs
