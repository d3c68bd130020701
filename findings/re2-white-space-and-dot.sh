#!/usr/bin/env bash
# Expected: re2js, which has a translator for patterns of JavaScript (RE2JS.translateRegExp), runs the translated pattern as JavaScript does.
# So it is for escapes such as \u0041 and \cA, and for [^]. The classes keep the meaning of RE2: \s has no no-break space, vertical tab and byte order
# mark, and the dot matches a carriage return and the line separator U+2028. A validator of JSON Schema has to spell these classes out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund re2js@2.10.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { RE2JS } from 're2js'
const { version } = JSON.parse(readFileSync('node_modules/re2js/package.json', 'utf8'))
const both = (source, text) => [
  new RegExp(`^${source}$`, 'u').test(text),
  RE2JS.compile(RE2JS.translateRegExp(`^${source}$`)).matches(text),
]
const seen = {
  '\\u0041 A': both('\\u0041', 'A'),
  '[^] line end': both('[^]', '\n'),
  '\\s U+00A0': both('\\s', '\u00a0'),
  '\\s U+000B': both('\\s', '\u000b'),
  '\\s U+FEFF': both('\\s', '\ufeff'),
  '. U+000D': both('.', '\r'),
  '. U+2028': both('.', '\u2028'),
}
console.log(`re2js ${version}, [JavaScript, re2js]`, seen)
assert.deepEqual(seen, {
  '\\u0041 A': [true, true],
  '[^] line end': [true, true],
  '\\s U+00A0': [true, false],
  '\\s U+000B': [true, false],
  '\\s U+FEFF': [true, false],
  '. U+000D': [false, true],
  '. U+2028': [false, true],
})
PROBE
node probe.mjs
