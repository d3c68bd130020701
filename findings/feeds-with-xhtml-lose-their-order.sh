#!/usr/bin/env bash
# Expected: a reader of feeds gives the title and the content of an Atom entry as text or HTML, in each of the three forms of RFC 4287 (text, html, xhtml).
# rss-parser does for text and html. With xhtml, where the markup is part of the feed, the title is an object of XML nodes, so that a page that shows it says
# [object Object]; and in the content all text of a paragraph stands before its elements: "not Emma but Anne" becomes "not but EmmaAnne", which nobody sees as
# an error. @rowanmanning/feed-parser keeps the order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rss-parser@3.13.0 @rowanmanning/feed-parser@2.1.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import * as other from '@rowanmanning/feed-parser'
import RssParser from 'rss-parser'
for (const name of ['rss-parser', '@rowanmanning/feed-parser'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const xhtml = inner => `type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>`
const html = inner => `type="html">${inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`
const feed = form => `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:feed</id><title>Letters</title><updated>2024-05-01T00:00:00Z</updated><entry>
<id>urn:one</id><updated>2024-05-01T00:00:00Z</updated><author><name>A</name></author><link href="https://example.org/one"/>
<title ${form('On <em>Persuasion</em>')}</title><content ${form('<p>It was not <em>Emma</em> but <b>Anne</b> who left.</p>')}</content></entry></feed>`
const plain = text => text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ').trim()
const words = 'It was not Emma but Anne who left.'
for (const [name, form] of Object.entries({ html, xhtml })) {
  const [item] = (await new RssParser().parseString(feed(form))).items
  const [entry] = other.parseFeed(feed(form)).items
  console.log(name, 'rss-parser:', typeof item.title, plain(item.content), '| other:', plain(entry.content))
  assert.equal(plain(entry.content), words)
  assert.equal(typeof item.title, name === 'html' ? 'string' : 'object')
  assert.equal(plain(item.content), name === 'html' ? words : 'It was not but who left.EmmaAnne')
}
PROBE
node probe.mjs
