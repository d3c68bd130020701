#!/usr/bin/env bash
# Expected: a checkpoint of SQLite's write-ahead log copies everything up to what the oldest reader that is still there reads.
# It is so with up to four readers of different states. A fifth finds the four read marks taken and shares an older one: after the four have ended, the
# checkpoint stops at the state of a reader that is gone. Readers that follow each other without a gap keep the log from being copied for good.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @photostructure/sqlite@1.2.1 >/dev/null
cat >marks.mjs <<'EOF'
import { DatabaseSync } from '@photostructure/sqlite'
const writer = new DatabaseSync('marks.db')
writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (n)')
const checkpoint = () => Object.values(writer.prepare('PRAGMA wal_checkpoint(PASSIVE)').get())
function readersAt(count) {
  return Array.from({ length: count }, (_, n) => {
    writer.exec(`INSERT INTO t VALUES (${n})`)
    const reader = new DatabaseSync('marks.db')
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM t').get()
    return reader
  })
}
const left = {}
for (const count of [4, 5]) {
  checkpoint()
  const readers = readersAt(count)
  for (const reader of readers.slice(0, -1)) reader.exec('COMMIT') // the last one, which reads the newest state, stays
  const [, log, copied] = checkpoint()
  left[count] = log - copied
  console.log(`${count} readers, the last one is left: ${copied} of ${log} frames are copied`)
  readers.at(-1).exec('COMMIT')
}
console.log(`SQLite ${Object.values(writer.prepare('SELECT sqlite_version()').get())[0]}`)
process.exit(left[4] === 0 && left[5] > 0 ? 0 : 1)
EOF
node marks.mjs
