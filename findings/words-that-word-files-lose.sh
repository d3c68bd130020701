#!/usr/bin/env bash
# Expected: mammoth makes HTML of the words of a document (.docx) and leaves out how they look; what it does not know, it passes over and says so.
# It does not look into elements that it does not know, so that the words in them are gone: the results of simple fields (fldSimple), as references and numbers of
# pictures are written ("see figure 3"), words set from right to left inside of a line (bdo), and Japanese words with their reading above them (ruby), not only the
# reading. ISO 29500 has all of these around runs of text. A line break that is written as <w:cr/> joins two words. "messages" says that an element was ignored,
# which nobody takes for lost text. Fields in their long form, insertions and moved text are kept, and text that is hidden is shown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mammoth@1.13.0 jszip@3.10.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import JSZip from 'jszip'
import mammoth from 'mammoth'
console.log('mammoth', JSON.parse(readFileSync('node_modules/mammoth/package.json', 'utf8')).version)
const office = 'http://schemas.openxmlformats.org'
const types = 'application/vnd.openxmlformats'
const parts = `<Default Extension="rels" ContentType="${types}-package.relationships+xml"/>
  <Override PartName="/word/document.xml" ContentType="${types}-officedocument.wordprocessingml.document.main+xml"/>`
const relation = `<Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>`
const convert = async line => {
  const zip = new JSZip()
  zip.file('[Content_Types].xml', `<Types xmlns="${office}/package/2006/content-types">${parts}</Types>`)
  zip.file('_rels/.rels', `<Relationships xmlns="${office}/package/2006/relationships">${relation}</Relationships>`)
  zip.file('word/document.xml', `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p>${line}</w:p></w:body></w:document>`)
  const { value, messages } = await mammoth.convertToHtml({ buffer: await zip.generateAsync({ type: 'nodebuffer' }) })
  return [value, messages.map(({ message }) => message.replace('An unrecognised element was ignored: ', ''))]
}
const run = (text, properties = '') => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`
const mark = type => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const field = ' REF figure3 \\h '
const cases = {
  'a reference in the long form': [
    `${run('see figure ')}${mark('begin')}<w:r><w:instrText>${field}</w:instrText></w:r>${mark('separate')}${run('3')}${mark('end')}`,
    ['<p>see figure 3</p>', []],
  ],
  'a reference in the short form': [
    `${run('see figure ')}<w:fldSimple w:instr="${field}">${run('3')}</w:fldSimple>`,
    ['<p>see figure </p>', ['w:fldSimple']],
  ],
  'words from right to left': [`${run('The title is ')}<w:bdo w:val="rtl">${run('שלום')}</w:bdo>`, ['<p>The title is </p>', ['w:bdo']]],
  'a word with its reading': [
    `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>${run('へ')}`,
    ['<p>へ</p>', ['w:ruby']],
  ],
  'a line break': ['<w:r><w:t>Main Street 1</w:t><w:br/><w:t>Town</w:t></w:r>', ['<p>Main Street 1<br />Town</p>', []]],
  'a carriage return': ['<w:r><w:t>Main Street 1</w:t><w:cr/><w:t>Town</w:t></w:r>', ['<p>Main Street 1Town</p>', ['w:cr']]],
  'moved words': [`<w:moveTo w:id="1" w:author="Emma">${run('moved')}</w:moveTo>`, ['<p>moved</p>', []]],
  'hidden words': [run('hidden', '<w:rPr><w:vanish/></w:rPr>'), ['<p>hidden</p>', []]],
}
for (const [name, [line, wanted]] of Object.entries(cases)) {
  const seen = await convert(line)
  console.log(`${name}: ${seen[0]}, ignored: ${seen[1].join(', ') || 'nothing'}`)
  assert.deepEqual(seen, wanted)
}
PROBE
node probe.mjs
