#!/usr/bin/env bash
# Expected: what an HTML library writes of a document that it has read is the same document for the next reader.
# A parser ignores a line feed directly after <pre> and <textarea>, so that a text that begins with one is written with two. Libraries that follow the
# standard write what is in the tree, with one: each pass through one of them takes a line off a poem or a program, until none is left.
# Libraries that do not follow the standard when they read keep it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts parse5@8.0.0 unified@11.0.5 rehype-parse@9.0.1 rehype-stringify@10.0.1 jsdom@26.1.0 \
  linkedom@0.18.12 node-html-parser@7.0.1 >/dev/null
cat >passes.mjs <<'EOF'
import { parseFragment, serialize } from 'parse5'
import { unified } from 'unified'
import read from 'rehype-parse'
import write from 'rehype-stringify'
import { JSDOM } from 'jsdom'
import { parseHTML } from 'linkedom'
import { parse } from 'node-html-parser'
const rehype = unified().use(read, { fragment: true }).use(write)
const passes = {
  parse5: html => serialize(parseFragment(html)),
  'rehype-stringify': html => String(rehype.processSync(html)),
  jsdom: html => new JSDOM(`<body>${html}`).window.document.body.innerHTML,
  linkedom: html => parseHTML(`<html><body>${html}`).document.body.innerHTML,
  'node-html-parser': html => parse(html).toString(),
}
for (const [name, pass] of Object.entries(passes)) {
  const results = ['<pre>\n\nroses</pre>']
  for (const _ of [1, 2]) results.push(pass(results.at(-1)))
  console.log(name, results.map(html => html.split('\n').length - 1).join(' '))
}
EOF
seen=$(node passes.mjs)
for name in parse5 rehype-stringify jsdom linkedom node-html-parser; do
  echo "$name $(node -p "require('./node_modules/$name/package.json').version")"
done
echo "line feeds before the text at first, after one pass, after two:"
echo "$seen"
[ "$seen" = 'parse5 2 1 0
rehype-stringify 2 1 0
jsdom 2 1 0
linkedom 2 2 2
node-html-parser 2 2 2' ]
