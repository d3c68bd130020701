#!/usr/bin/env bash
# Expected: to abort the signal of a fetch ends its answer, for as long as the answer is being read, whichever way the signal was given
# (Fetch Standard, "abort fetch").
# Not in undici when the signal was given to a Request: the Request keeps its link to the signal in a weak reference. Once nothing else refers to the Request
# and it has been collected, aborting does nothing: the connection stays open, and with it the process. Generated clients for Server-Sent Events make
# such a Request, so a program that leaves their loop and aborts afterwards ends or goes on waiting, depending on when memory was collected. A signal that
# is given to fetch itself ends the answer in both cases, and so does cancelling the reader while it is there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts undici@7.30.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fetch, Request } from 'undici'
console.log('undici', JSON.parse(readFileSync('node_modules/undici/package.json', 'utf8')).version, 'node', process.version)
let isOpen = false
const server = createServer((request, response) => {
  isOpen = true
  response.on('close', () => (isOpen = false))
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
})
await new Promise(resolve => server.listen(0, resolve))
const url = `http://127.0.0.1:${server.address().port}/`
/** Read the beginning of the answer, and leave it. */
async function begin(fetched) {
  const reader = (await fetched).body.getReader()
  await reader.read()
  reader.releaseLock()
}
for (const [given, open] of [
  ['to a Request', signal => fetch(new Request(url, { signal }))],
  ['to fetch', signal => fetch(url, { signal })],
])
  for (const isCollected of [false, true]) {
    const stop = new AbortController()
    await begin(open(stop.signal))
    for (let time = 0; isCollected && time < 5; time++) {
      await pause(20)
      global.gc()
    }
    stop.abort()
    await pause(500)
    console.log('the signal was given', given, isCollected ? 'after a collection' : 'at once', 'the answer is open:', isOpen)
    assert.equal(isOpen, given === 'to a Request' && isCollected)
  }
process.exit()
PROBE
node --expose-gc probe.mjs
