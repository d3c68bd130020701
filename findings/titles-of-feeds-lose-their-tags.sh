#!/usr/bin/env bash
# Expected: the title of an entry in an Atom feed is the text that its author wrote: without a type, or with type="text", it contains no markup, and must be
# shown as it is (RFC 4287, 3.1.1.1).
# feedparser takes names of elements of HTML out of it, so that "How to use <details>" is "How to use"; it knows them, and leaves List<String>.
# @rowanmanning/feed-parser decodes a second time: "&nbsp; or &#160;" is two spaces. rss-parser gives the text as it is, but also that of type="html", without
# the type, so that nobody who shows titles can know whether to escape them. Summaries are alike, but feedparser leaves these.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts feedparser@2.6.0 rss-parser@3.13.0 @rowanmanning/feed-parser@2.1.5 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { parseFeed } from '@rowanmanning/feed-parser'
import FeedParser from 'feedparser'
import RssParser from 'rss-parser'
for (const name of ['feedparser', 'rss-parser', '@rowanmanning/feed-parser'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const entry = (text, type) => `<entry><id>urn:x:${encodeURIComponent(text + type)}</id><updated>2026-01-01T00:00:00Z</updated>
<title${type}>${escape(text)}</title><summary${type}>${escape(text)}</summary></entry>`
/** The first object of a stream. */
const first = stream => new Promise((resolve, reject) => stream.once('error', reject).once('readable', () => resolve(stream.read())))
/** What each reader makes of the title and the summary. */
async function read(text, type) {
  const feed = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><id>urn:x</id>
<updated>2026-01-01T00:00:00Z</updated>${entry(text, type)}</feed>`
  const one = await first(Readable.from([feed]).pipe(new FeedParser({})))
  const [two] = (await new RssParser().parseString(feed)).items
  const [three] = parseFeed(feed).items
  const found = [
    [one.title, one.summary],
    [two.title, two.summary],
    [three.title, three.description],
  ]
  console.log(JSON.stringify(text), type, '->', ...found.map(pair => JSON.stringify(pair)))
  return found
}
const details = 'How to use <details>'
const list = 'Sorting a List<String>'
const space = '&nbsp; or &#160;'
const decoded = '\u00a0 or \u00a0'
const same = text => [text, text]
for (const type of ['', ' type="text"']) {
  assert.deepEqual(await read(details, type), [['How to use ', details], same(details), same(details)])
  assert.deepEqual(await read(list, type), [same(list), same(list), same(list)])
  assert.deepEqual(await read(space, type), [same(space), same(space), same(decoded)])
}
const html = 'A <b>bold</b> word'
const [, asHtml] = await read(html, ' type="html"')
const [, asText] = await read(html, '')
assert.deepEqual([asHtml, asText], [same(html), same(html)])
PROBE
node probe.mjs
