#!/usr/bin/env bash
# Expected: an OpenAPI document that is generated from the schemas of a service accepts what the service accepts.
# zod-to-openapi (through which Hono describes services too) writes a regular expression with a flag as it is in the source, without the first slash: of
# /^[a-z]+$/i it makes the pattern "^[a-z]+$/i", which no text can match, so that generated clients and gateways refuse every value; with u, which \p{L} needs, alike.
# zod itself and zod-openapi leave the flag out. multipleOf is missing, and of the literals "auto", 1 and 2 only the first is left. A parameter of a path that is
# z.coerce.number() is optional, because it would accept null, and the document is not valid; with min(1) it is required.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @asteasolutions/zod-to-openapi@9.1.0 zod-openapi@5.4.6 zod@4.6.7 \
  @apidevtools/swagger-parser@12.1.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { OpenAPIRegistry, OpenApiGeneratorV31, extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi'
import SwaggerParser from '@apidevtools/swagger-parser'
import { z } from 'zod'
import { createSchema } from 'zod-openapi'
for (const name of Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies))
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
extendZodWithOpenApi(z)
const paper = z.object({
  code: z.string().regex(/^[a-z]+$/i),
  name: z.string().regex(/^\p{L}+$/u),
  price: z.number().multipleOf(0.01),
  sides: z.literal(['auto', 1, 2]),
})
const documentWith = id => {
  const registry = new OpenAPIRegistry()
  registry.register('Paper', paper)
  registry.registerPath({ method: 'get', path: '/papers/{id}', request: { params: z.object({ id }) }, responses: { 200: { description: '' } } })
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' } })
}
const document = documentWith(z.coerce.number())
const keywords = ({ pattern, multipleOf, enum: choices }) => pattern ?? multipleOf ?? choices ?? 'nothing'
const shown = schema => Object.values(schema.properties).map(keywords)
const seen = {
  'zod-to-openapi': shown(document.components.schemas.Paper),
  zod: shown(z.toJSONSchema(paper)),
  'zod-openapi': shown(createSchema(paper).schema),
}
console.log(seen)
const written = ['^[a-z]+$', '^\\p{L}+$', 0.01, ['auto', 1, 2]]
assert.deepEqual(seen, {
  'zod-to-openapi': ['^[a-z]+$/i', '^\\p{L}+$/u', 'nothing', ['auto']],
  zod: written,
  'zod-openapi': written,
})
const takes = pattern => new RegExp(pattern, 'u').test('Émile')
assert.deepEqual([takes('^\\p{L}+$/u'), takes('^\\p{L}+$')], [false, true])
for (const [name, id, isValid] of [['z.coerce.number()', z.coerce.number(), false], ['with min(1)', z.coerce.number().min(1), true]]) {
  const one = documentWith(id)
  const { required } = one.paths['/papers/{id}'].get.parameters[0]
  const found = await SwaggerParser.validate(one).then(() => true, () => false)
  console.log(name, 'required:', required, 'valid:', found)
  assert.deepEqual([required, found], [isValid, isValid])
}
PROBE
node probe.mjs
