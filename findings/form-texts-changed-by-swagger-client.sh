#!/usr/bin/env bash
# Expected: the client of Swagger UI sends a text of a form as it is given; a schema of type string says that it is one.
# swagger-client reads each text of a form as JSON first, whatever its schema says: 1.50 is sent as 1.5, the account 12345678901234567890 as
# 12345678901234567000, 1e3 as 1000, "quoted" without its quotes, [1, 2] as 1,2. With style: form a text {"a": 1} becomes a field of its
# own. And a list without an encoding is one field with commas (1,2), where OpenAPI 3.0 repeats the field (explode is true for form). A body of JSON, and
# parameters of the query, are sent as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts swagger-client@3.37.3 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import SwaggerClient from 'swagger-client'
console.log('swagger-client', JSON.parse(readFileSync('node_modules/swagger-client/package.json', 'utf8')).version)
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'
const text = { type: 'string' }
const properties = { text, list: { type: 'array', items: { type: 'integer' } } }
const operation = (operationId, type, encoding) => ({
  post: {
    operationId,
    parameters: [{ name: 'text', in: 'query', schema: text }],
    requestBody: { content: { [type]: { schema: { type: 'object', properties }, ...encoding } } },
    responses: { 204: { description: 'ok' } },
  },
})
const { spec } = await SwaggerClient({
  spec: {
    openapi: '3.0.3',
    info: { title: 'Texts', version: '1' },
    servers: [{ url: 'https://api.example' }],
    paths: {
      '/form': operation('form', form),
      '/styled': operation('styled', form, { encoding: { text: { style: 'form' } } }),
      '/multipart': operation('multipart', multipart),
      '/json': operation('json', 'application/json'),
    },
  },
})
const types = { form, styled: form, multipart, json: 'application/json' }
/** The body that is sent. */
function sent(operationId, requestBody) {
  const { body } = SwaggerClient.buildRequest({ spec, operationId, requestBody, requestContentType: types[operationId] })
  return body instanceof FormData ? Object.fromEntries(body) : Object.fromEntries(new URLSearchParams(body))
}
const texts = {
  Emma: 'Emma',
  '01': '01',
  '1.50': '1.5',
  '1e3': '1000',
  '12345678901234567890': '12345678901234567000',
  '"quoted"': 'quoted',
  '[draft]': '[draft]',
  '[1, 2]': '1,2',
}
for (const [given, wanted] of Object.entries(texts)) {
  const found = ['form', 'multipart'].map(name => sent(name, { text: given }).text)
  console.log(given, '->', ...found)
  assert.deepEqual(found, [wanted, wanted])
}
const styled = sent('styled', { text: '{"a": 1}' })
console.log('{"a": 1} with style: form ->', styled)
assert.deepEqual(styled, { a: '1' })
const lists = ['form', 'multipart'].map(name => sent(name, { list: [1, 2] }))
console.log('the list 1, 2 ->', ...lists)
assert.deepEqual(lists, [{ list: '1,2' }, { list: '1,2' }])
const plain = { parameters: { text: '1.50' }, requestBody: { text: '1.50' }, requestContentType: types.json }
const { url, body } = SwaggerClient.buildRequest({ spec, operationId: 'json', ...plain })
console.log('in the query ->', url, 'as JSON ->', body)
assert.equal(url, 'https://api.example/json?text=1.50')
assert.deepEqual(typeof body === 'string' ? JSON.parse(body) : body, { text: '1.50' })
PROBE
node probe.mjs
