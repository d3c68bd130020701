// Runs all tests, or those that are named, then says in one place what failed, and what could not run on this machine and why.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const named = process.argv.slice(2)
const files = named.length > 0 ? named : testFiles()
const failed = []
const skipped = new Map()
const timeoutSeconds = 600

t.jobs = 3
t.setTimeout(0) // each file has its own
await Promise.all(files.map(run))
for (const line of failed) t.comment(`FAILED: ${line}`)
for (const [reason, count] of skipped) t.comment(`NOT RUN (${count}): ${reason}`)

function testFiles() {
  return readdirSync(join(root, 'dist'), { recursive: true })
    .filter(file => file.endsWith('.test.js') && !file.includes('fixtures'))
    .map(file => join('dist', file))
    .sort()
}

/**
 * Run one file in a process of its own. `tap run` would load a module loader there, which only coverage needs, and which takes a second of
 * processor time for each file; `t.spawn` would put it into NODE_OPTIONS.
 */
function run(file) {
  const environment = [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, `TAP_TIMEOUT=${timeoutSeconds}`]
  const command = [...environment, process.execPath, file]
  const result = t.spawn('env', command, { name: file, cwd: root, buffered: true, timeout: timeoutSeconds * 1000 })
  result.subtest.parser.on('line', line => note(file, line))
  return result
}

/** Keep what a line of TAP says about something that failed or was left out; the innermost come first. */
function note(file, line) {
  const assertion = /^ *(not ok|ok) \d+(?: - (.*?))?(?: # (?:time=|(SKIP) ?)(.*?))?(?: \{)?\n$/.exec(line)
  if (assertion === null) return
  const [, result, name = 'an assertion without a name', skip, reason] = assertion
  if (result === 'not ok') failed.push(`${file}: ${name}`)
  else if (skip) skipped.set(reason || name, (skipped.get(reason || name) ?? 0) + 1)
}
