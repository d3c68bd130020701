#!/usr/bin/env bash
# Expected: a body that `fetch` reads from a stream leaves memory as it is sent.
# The fetch of undici, which is that of Node, splits the body in two (as the standard says: a redirect could need it again), and nobody reads the second half:
# when 100 MB are sent, all 100 MB are held until the answer, even with `redirect: 'manual'`, and also from a generator, which could not be read twice.
# `redirect: 'error'` alone sends them in constant memory.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund undici@6.24.1 undici-7@npm:undici@7.30.2 >/dev/null
cat >send.mjs <<'EOF'
import { once } from 'node:events'
import { createServer } from 'node:http'
const [name, redirect] = process.argv.slice(2)
const { fetch } = await import(name)
const server = createServer((request, reply) => request.resume().on('end', () => reply.end())).listen(0, '127.0.0.1')
await once(server, 'listening')
let most = 0
async function* megabytes() {
  for (let sent = 0; sent < 100; sent++) {
    yield Buffer.alloc(1_000_000, sent)
    globalThis.gc()
    most = Math.max(most, process.memoryUsage().external)
  }
}
const body = megabytes()
await (await fetch(`http://127.0.0.1:${server.address().port}`, { method: 'POST', body, duplex: 'half', redirect })).text()
console.log(Math.round(most / 1_000_000))
process.exit()
EOF
status=0
for name in undici undici-7; do
  version=$(node -p "require('$name/package.json').version")
  followed=$(node --expose-gc send.mjs "$name" follow)
  manual=$(node --expose-gc send.mjs "$name" manual)
  refused=$(node --expose-gc send.mjs "$name" error)
  echo "undici $version, 100 MB sent, MB held at most: redirect follow $followed, manual $manual, error $refused"
  [ "$followed" -ge 90 ] && [ "$manual" -ge 90 ] && [ "$refused" -le 60 ] || status=1
done
exit $status
