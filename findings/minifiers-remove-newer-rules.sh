#!/usr/bin/env bash
# Expected: a minifier of CSS keeps a rule that it does not know, as a browser skips only what it cannot read, or refuses the style sheet.
# csso removes a media query in the form of a range (Media Queries 4) with all that is in it, and rules nested in others, without a word: the page has no layout
# for phones any more. clean-css removes nested rules, @scope and @starting-style, and a list of layers behind a block with one, which decides which rule wins; it
# says so only in "warnings", and returns no error. Neither touches @container and @layer blocks. esbuild and Lightning CSS keep all of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csso@5.0.5 clean-css@5.3.3 esbuild@0.25.12 lightningcss@1.33.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import CleanCSS from 'clean-css'
import { minify } from 'csso'
import { transformSync } from 'esbuild'
import { transform } from 'lightningcss'
for (const name of ['csso', 'clean-css', 'esbuild', 'lightningcss'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const minifiers = {
  csso: css => minify(css).css,
  'clean-css': css => {
    const { styles, errors } = new CleanCSS().minify(css)
    assert.deepEqual(errors, [])
    return styles
  },
  esbuild: css => transformSync(css, { loader: 'css', minify: true }).code.trim(),
  lightningcss: css => transform({ filename: 'a.css', code: Buffer.from(css), minify: true }).code.toString(),
}
// "kept" stands where each rule says something
const rules = {
  range: '@media (400px <= width < 900px) { .menu { grid-area: kept } }',
  nested: '.menu { margin: 0; & .item { grid-area: kept } }',
  scope: '@scope (.menu) to (.item) { img { grid-area: kept } }',
  starting: '@starting-style { .menu { grid-area: kept } }',
  layers: '@layer base { a { margin: 0 } } @layer theme, kept;',
  container: '@container (width > 40em) { .menu { grid-area: kept } }',
  layer: '@layer base { .menu { grid-area: kept } }',
}
const lost = {}
for (const [name, run] of Object.entries(minifiers)) {
  lost[name] = Object.keys(rules).filter(rule => !run(rules[rule]).includes('kept'))
  console.log(name.padEnd(13), 'removes:', lost[name].join(', ') || 'nothing')
}
console.log('csso of the media query:', JSON.stringify(minifiers.csso(rules.range)))
assert.equal(minifiers.csso(rules.range), '')
assert.deepEqual(lost, { csso: ['range', 'nested'], 'clean-css': ['nested', 'scope', 'starting', 'layers'], esbuild: [], lightningcss: [] })
PROBE
node probe.mjs
