#!/usr/bin/env bash
# Expected: what the Markdown parser of CodeMirror (@lezer/markdown) calls a link is a link in CommonMark.
# It parses piece by piece and does not look for definitions, so that all words in brackets are links to it: "he wrote [sic]" and "[x] done". The harm goes
# further: because a link contains no other, words in brackets inside a link take it away, as in [find([options])](#find), which every other reader follows.
# 31 of the 652 examples of the specification get other links or pictures. Headings, lists, quotes, code and breaks are the same in all of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @lezer/markdown@1.8.1 markdown-it@15.0.3 commonmark-spec@0.31.2 >/dev/null
cat >compare.mjs <<'EOF'
import { parser } from '@lezer/markdown'
import MarkdownIt from 'markdown-it'
import spec from 'commonmark-spec'
const blocks = { Blockquote: 'quote', BulletList: 'list', OrderedList: 'list', ListItem: 'item', FencedCode: 'block', CodeBlock: 'block', HorizontalRule: 'rule' }
const inline = { InlineCode: 'code', HardBreak: 'break', Link: 'link', Autolink: 'link', Image: 'picture' }
const nameOf = name => (/Heading\d/.test(name) ? 'heading' : (blocks[name] ?? inline[name]))
const tokens = {
  heading_open: 'heading', blockquote_open: 'quote', bullet_list_open: 'list', ordered_list_open: 'list', list_item_open: 'item', fence: 'block',
  code_block: 'block', hr: 'rule', code_inline: 'code', hardbreak: 'break', link_open: 'link', image: 'picture',
}
const reader = new MarkdownIt('commonmark')
function ofEditor(source) {
  const found = []
  parser.parse(source).iterate({ enter: node => void (nameOf(node.name) && found.push(nameOf(node.name))) })
  return found
}
function ofReader(source) {
  const found = []
  const add = list => {
    for (const { type, children } of list) {
      if (tokens[type]) found.push(tokens[type])
      if (children && type !== 'image') add(children)
    }
  }
  add(reader.parse(source, {}))
  return found
}
const isLinked = name => name === 'link' || name === 'picture'
const differs = wanted => ({ markdown }) =>
  ofEditor(markdown).filter(wanted).sort().join() !== ofReader(markdown).filter(wanted).sort().join()
for (const source of ['he wrote [sic]', '[x] done', '[find([options])](#find)', '[find(options)](#find)'])
  console.log(`${source}: editor ${ofEditor(source).join() || '-'}, reader ${ofReader(source).join() || '-'}; addresses in the editor's tree: ${
    parser.parse(source).toString().split('URL').length - 1}`)
const { tests } = spec
console.log(`${tests.length} examples: ${tests.filter(differs(isLinked)).length} differ in links and pictures, ${
  tests.filter(differs(name => !isLinked(name))).length} in others`)
EOF
seen=$(node compare.mjs)
for name in @lezer/markdown markdown-it; do echo "$name $(node -p "require('./node_modules/$name/package.json').version")"; done
echo "$seen"
[ "$seen" = "he wrote [sic]: editor link, reader -; addresses in the editor's tree: 0
[x] done: editor link, reader -; addresses in the editor's tree: 0
[find([options])](#find): editor link, reader link; addresses in the editor's tree: 0
[find(options)](#find): editor link, reader link; addresses in the editor's tree: 1
652 examples: 31 differ in links and pictures, 0 in others" ]
