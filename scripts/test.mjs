// Runs the tests, then says in one place what failed, and what could not run on this machine and why.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const results = join(root, '.tap', 'test-results')

rmSync(results, { recursive: true, force: true })
const tap = join(root, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs')
const runTap = (...words) => spawnSync(process.execPath, [tap, ...words], { cwd: root, stdio: 'inherit' })
// As installed, tap gives every test file loaders for TypeScript and mocks, which take half of the time of a small file. `.taprc` leaves
// them out; tap would notice that in its first run, and heed it in the second.
const plugins = join(root, 'node_modules/@tapjs/test/test-built/dist/esm/index.js')
if (readFileSync(plugins, 'utf8').includes('@tapjs/typescript')) runTap('build')
const { status } = runTap(...process.argv.slice(2))
for (const line of failed()) process.stdout.write(`# FAILED: ${line}\n`)
for (const [reason, count] of skipped()) process.stdout.write(`# NOT RUN (${count}): ${reason}\n`)
process.exitCode = status ?? 1

/** The text of each file of results, by the path of its test file. */
function* resultFiles() {
  for (const entry of readdirSync(results, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    yield { test: relative(results, file).replace(/\.tap$/, ''), text: readFileSync(file, 'utf8') }
  }
}

/** What failed: the test file, and the name of the assertion or subtest; the innermost come first. */
function failed() {
  const lines = []
  for (const { test, text } of resultFiles()) {
    for (const [, name] of text.matchAll(/^ *not ok \d+(?: - (.*?))?(?: # time=.*)?(?: \{)?$/gm)) {
      lines.push(`${test}: ${name ?? 'an assertion without a name'}`)
    }
  }
  return lines
}

/** Reasons for which parts of tests were left out, and how many parts each. */
function skipped() {
  const counts = new Map()
  for (const { text } of resultFiles()) {
    for (const [, name, reason] of text.matchAll(/^ *ok \d+(?: - (.*?))? # SKIP ?(.*)$/gm)) {
      const key = reason || name
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}
