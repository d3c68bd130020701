// Runs all tests, or the named ones, then prints in one place what failed, and what could not run on this machine and why.
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
const maxFailureLines = 500

t.jobs = 3
t.setTimeout(0) // each file has its own
await Promise.all(files.map(run))
for (const line of failed.slice(0, maxFailureLines)) t.comment(line)
for (const [reason, count] of skipped) t.comment(`NOT RUN (${count}): ${reason}`)

function testFiles() {
  return readdirSync(join(root, 'dist'), { recursive: true })
    .filter(file => file.endsWith('.test.js') && !file.includes('fixtures'))
    .map(file => join('dist', file))
    .sort()
}

/**
 * Run one file in a separate process. `tap run` would load a module loader there, which only coverage needs and which takes a second of
 * processor time for each file; `t.spawn` would put it into NODE_OPTIONS.
 */
function run(file) {
  const environment = [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, `TAP_TIMEOUT=${timeoutSeconds}`]
  const command = [...environment, process.execPath, file]
  const result = t.spawn('env', command, { name: file, cwd: root, buffered: true, timeout: timeoutSeconds * 1000 })
  result.subtest.parser.on('line', collectFrom(file))
  return result
}

/**
 * Collect from lines of TAP the failures with their diagnostics, and the skipped tests; the innermost come first.
 * @returns a function that accepts the lines of one file in their order
 */
function collectFrom(file) {
  let isAfterFailure = false
  let isDiagnostic = false
  return line => {
    const text = line.trim()
    if (isAfterFailure) isDiagnostic = text === '---'
    isAfterFailure = false
    if (isDiagnostic) {
      if (text !== '') failed.push(line.trimEnd())
      isDiagnostic = text !== '...'
      return
    }
    const assertion = /^(not ok|ok) \d+(?: - (.*?))?(?: # (?:time=|(SKIP) ?)(.*?))?(?: \{)?$/.exec(text)
    if (assertion === null) return
    const [, result, name = 'an assertion without a name', skip, reason] = assertion
    if (result === 'ok') {
      if (skip) skipped.set(reason || name, (skipped.get(reason || name) ?? 0) + 1)
      return
    }
    failed.push(`FAILED: ${file}: ${name}`)
    isAfterFailure = true
  }
}
