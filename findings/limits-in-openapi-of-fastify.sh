#!/usr/bin/env bash
# Expected: @fastify/swagger makes valid OpenAPI 3.0 of the schemas of a service: it translates const, null, several types and examples, which 3.0 lacks.
# Not exclusiveMinimum and exclusiveMaximum, which are numbers in the drafts of JSON Schema that Fastify takes, and a mark at minimum and maximum (true) in 3.0.
# One "price above 0" makes the document invalid, so that swagger-parser and gateways refuse all of it; the converter for Ajv keeps "exclusiveMinimum": 0 of
# draft 4, with which Ajv of that draft does not compile. With "openapi": "3.1.0" numbers are right, and the document is valid.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fastify@5.12.8 @fastify/swagger@9.9.3 @apidevtools/swagger-parser@13.0.0 \
  @openapi-contrib/openapi-schema-to-json-schema@5.1.0 ajv-draft-04@1.0.0 ajv@8.20.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import swagger from '@fastify/swagger'
import { openapiSchemaToJsonSchema } from '@openapi-contrib/openapi-schema-to-json-schema'
import Ajv from 'ajv-draft-04'
import Fastify from 'fastify'
for (const name of ['fastify', '@fastify/swagger', '@apidevtools/swagger-parser', '@openapi-contrib/openapi-schema-to-json-schema'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
/** The document of a service that takes bodies with these properties. */
async function describe(openapi, properties) {
  const app = Fastify()
  await app.register(swagger, { openapi: { openapi, info: { title: 'Shop', version: '1' } } })
  app.post('/offers', { schema: { body: { type: 'object', properties } } }, async () => 'stored')
  await app.ready()
  const zero = await app.inject({ method: 'POST', url: '/offers', payload: { price: 0 } })
  return { document: app.swagger(), zero: zero.statusCode }
}
const isValid = document =>
  SwaggerParser.validate(structuredClone(document)).then(
    () => true,
    error => (console.log(error.message.split('\n').slice(0, 2).join('')), false),
  )
const others = { kind: { const: 'sale' }, note: { type: ['string', 'null'] }, code: { type: 'string', examples: ['a'] } }
const price = { type: 'number', exclusiveMinimum: 0 }
const without = await describe('3.0.3', others)
assert.equal(await isValid(without.document), true)
const { document, zero } = await describe('3.0.3', { ...others, price })
const { properties } = document.paths['/offers'].post.requestBody.content['application/json'].schema
console.log(JSON.stringify(properties), 'a price of 0:', zero)
assert.deepEqual(properties, {
  kind: { enum: ['sale'] },
  note: { type: 'string', nullable: true },
  code: { type: 'string', example: 'a' },
  price,
})
assert.equal(zero, 400)
assert.equal(await isValid(document), false)
const converted = openapiSchemaToJsonSchema(properties.price)
assert.throws(() => new Ajv().compile(converted), /schema is invalid.*exclusiveMinimum/)
assert.equal(await isValid((await describe('3.1.0', { price })).document), true)
PROBE
node probe.mjs
