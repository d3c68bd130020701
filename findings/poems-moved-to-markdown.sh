#!/usr/bin/env bash
# Expected: the Markdown that a converter makes of HTML reads as the same text, word for word and line for line.
# A poem in <pre>, as the verse block of WordPress writes it, has its lines run together: Turndown and node-html-markdown know <pre> only around <code>, also
# with fenced blocks. The sign at the end of "Sonata in C #" is not escaped, and is taken for the end of the heading. Two lists that are one directly after
# the other are one, numbered on. rehype-remark keeps all three.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts turndown@7.2.5 node-html-markdown@2.0.0 unified@11.0.5 rehype-parse@9.0.1 rehype-remark@10.0.1 \
  remark-stringify@11.0.0 commonmark@0.31.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { HtmlRenderer, Parser } from 'commonmark'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkStringify from 'remark-stringify'
import Turndown from 'turndown'
import { unified } from 'unified'
for (const name of ['turndown', 'node-html-markdown', 'rehype-remark', 'commonmark'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
const remark = unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).use(remarkStringify)
const converters = {
  turndown: html => turndown.turndown(html),
  'node-html-markdown': html => NodeHtmlMarkdown.translate(html),
  'rehype-remark': html => String(remark.processSync(html)),
}
const read = markdown => new HtmlRenderer().render(new Parser().parse(markdown)).trim()
const cases = {
  poem: ['<pre class="wp-block-verse">so much depends\n     upon\na red wheel\n     barrow</pre>', html => html.includes('     upon\n')],
  heading: ['<h2>Sonata in C #</h2>', html => html === '<h2>Sonata in C #</h2>'],
  lists: ['<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol>', html => html.split('<ol').length === 3],
}
const kept = {}
for (const [name, convert] of Object.entries(converters)) {
  kept[name] = []
  for (const [of, [html, isSame]] of Object.entries(cases)) {
    const now = read(convert(html))
    if (isSame(now)) kept[name].push(of)
    console.log(name.padEnd(19), of.padEnd(8), isSame(now) ? 'kept   ' : 'changed', JSON.stringify(now))
  }
}
assert.deepEqual(kept, { turndown: [], 'node-html-markdown': [], 'rehype-remark': ['poem', 'heading', 'lists'] })
PROBE
node probe.mjs
