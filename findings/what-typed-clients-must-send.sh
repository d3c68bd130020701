#!/usr/bin/env bash
# Expected: in the types that openapi-typescript generates, a property is optional exactly if the schema does not require it.
# So it is for most. A property with a default is not optional, in bodies to send as well, so that clients must send what the service would fill in. What
# another part of allOf requires ({"required": ["a"]} beside the reference) stays optional. The second case compiles without the property, and the service
# answers 400.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts openapi-typescript@7.13.0 typescript@5.9.3 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
console.log('openapi-typescript', JSON.parse(readFileSync('node_modules/openapi-typescript/package.json', 'utf8')).version)
const text = { type: 'string' }
const schemas = {
  Page: { type: 'object', properties: { title: text, state: { ...text, default: 'draft' } } },
  NewPage: { allOf: [{ $ref: '#/components/schemas/Page' }, { required: ['title'] }] },
  OwnPage: { allOf: [{ $ref: '#/components/schemas/Page' }], required: ['title'] },
}
const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } }
const types = astToString(await openapiTypeScript(document))
const compiles = (name, value) => {
  const source = `${types}\nexport const body: components['schemas']['${name}'] = ${JSON.stringify(value)}\n`
  const host = ts.createCompilerHost({})
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) => (file === 'body.ts' ? ts.createSourceFile(file, source, ...rest) : getSourceFile(file, ...rest))
  const program = ts.createProgram(['body.ts'], { strict: true, noEmit: true, skipLibCheck: true, types: [] }, host)
  return program.getSemanticDiagnostics(program.getSourceFile('body.ts')).length === 0
}
for (const [name, body, wanted] of [
  ['Page', { state: 'draft' }, true],
  ['Page', {}, false],
  ['OwnPage', { state: 'draft' }, false],
  ['NewPage', { state: 'draft' }, true],
]) {
  const found = compiles(name, body)
  console.log(name, JSON.stringify(body), found ? 'compiles' : 'does not compile')
  assert.equal(found, wanted)
}
PROBE
node probe.mjs
