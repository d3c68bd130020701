#!/usr/bin/env bash
# Expected: readers of OpenAPI documents keep the names in them as they are written; the standard demands the failsafe schema of YAML for keys, which has
# texts alone.
# All readers take keys for values first: an example named 1.10 is 1.1, a code 010 is 10, a schema True is true and a schema Null is null, so that
# "#/components/schemas/Null" points to nothing. With the package yaml it even is the empty name, and two keys that are equal only afterwards (1 and "1")
# replace one another there without a word. Its option stringKeys, which is off, reads as the standard says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts yaml@2.9.1 js-yaml@5.5.0 @redocly/openapi-core@2.64.0 @apidevtools/swagger-parser@12.1.0 >/dev/null
cat >names.mjs <<'EOF'
import { writeFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import { parseYaml } from '@redocly/openapi-core'
import { load } from 'js-yaml'
import { parse } from 'yaml'
const names = ['1.10', '010', 'True', 'Null']
async function ofSwaggerParser(text) {
  writeFileSync('api.yaml', `openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: {}\nx-names:\n  ${text}\n`)
  return (await SwaggerParser.parse('api.yaml'))['x-names']
}
const readers = { yaml: parse, 'js-yaml': load, redocly: parseYaml, 'swagger-parser': ofSwaggerParser, stringKeys: text => parse(text, { stringKeys: true }) }
for (const [reader, read] of Object.entries(readers)) {
  const found = []
  for (const name of names) found.push(JSON.stringify(Object.keys(await read(`${name}: x`))[0]))
  console.log(reader, found.join(' '))
}
console.log('twice', JSON.stringify(parse('{ 1: a, "1": b }')))
EOF
seen=$(node names.mjs)
for name in yaml js-yaml @redocly/openapi-core @apidevtools/swagger-parser; do echo "$name $(node -p "require('./node_modules/$name/package.json').version")"; done
echo "$seen"
[ "$seen" = 'yaml "1.1" "10" "true" ""
js-yaml "1.1" "10" "true" "null"
redocly "1.1" "10" "true" "null"
swagger-parser "1.1" "10" "true" "null"
stringKeys "1.10" "010" "True" "Null"
twice {"1":"b"}' ]
