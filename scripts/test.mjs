// Builds, and runs all tests, or the named ones, or with --fast those that answer within two minutes: on SQLite, without a browser and without what takes
// long. Sources (`.ts`) that are named run without a build: each changed module is transpiled alone. Then prints in one place how long each file took, what failed, and what could not run on this machine and why.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAdmin, isAdminBuilt } from './build-admin.mjs'
import { install, isInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isFast = process.argv.includes('--fast')
const named = await prepare(process.argv.slice(2).filter(argument => argument !== '--fast'))
const { default: t } = await import('tap')
const files = named.length > 0 ? named : testFiles().filter(file => !isFast || answersFast(file))
const failed = []
const skipped = new Map()
const times = []
const timeoutSeconds = 1800
const maxFailureLines = 500
const maxGroupFiles = 8
/** Files directly in `test` that start processes, or measure their own. */
const hasOwnProcess =
  /(?:admin-units|backup|container|damaged-store|demo|deployment|held-bodies|movies|process|proxies|stored|stored-mongodb|two-instances|worst-requests)\.test/

t.jobs = 4 // on two cores: many files wait for a server or a page most of the time
t.setTimeout(0) // each group has its own
await Promise.all(groupsOf(files).map(run))
t.comment('seconds, and processor time without that of browsers and databases that serve several files')
for (const [file, seconds, processor] of times.sort(([, one], [, other]) => other - one))
  t.comment(`${seconds.padStart(6)} s ${processor.padStart(6)} s ${file}`)
for (const line of failed.slice(0, maxFailureLines)) t.comment(line)
for (const [reason, count] of skipped) t.comment(`NOT RUN (${count}): ${reason}`)

/** Build what the tests need. @returns the compiled files of those that were named */
async function prepare(files) {
  if (files.length === 0 || !files.every(file => file.endsWith('.ts'))) {
    const { status } = spawnSync(process.execPath, ['scripts/prepare.mjs', '--tools'], { cwd: root, stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
    return files
  }
  if (!isInstalled(root, { runtimeOnly: false })) install(root)
  const { transpile } = await import('./transpile.mjs')
  transpile(root)
  if (files.some(file => file.includes('browser')) && !isAdminBuilt(root)) buildAdmin(root)
  return files.map(file => join('dist', file.replace(/\.ts$/, '.js')))
}

function testFiles() {
  return readdirSync(join(root, 'dist'), { recursive: true })
    .filter(file => file.endsWith('.test.js') && !file.includes('fixtures') && !file.startsWith('.'))
    .map(file => join('dist', file))
    .sort()
}

/** Whether a file is part of `--fast`. What is left out starts processes, browsers or dozens of services. */
function answersFast(file) {
  const [, area, part] = file.split('/')
  const slow =
    /documents|changes|eject|tutorial|transfer\/(?!import\.)|bounded|every-type|contributed|sqlite\/(?:log|large|file)|health|generators|misbehaving|commands/
  return area === 'test' ? /architecture|policies/.test(part) : area !== 'cli' && part !== 'mongodb' && !slow.test(file)
}

/**
 * Which files share a process: those of one folder, some at a time, and those of plugins with few files; some files have one for themselves. Each process
 * loads all modules again. The longest groups come first, so that none of them is left alone at the end.
 * @returns [name, files] of each group
 */
function groupsOf(files) {
  const folders = new Map()
  const add = (folder, files) => folders.set(folder, [...(folders.get(folder) ?? []), ...files])
  for (const file of files) {
    const [, area, part, ...rest] = file.split('/')
    if (area === 'test' && rest.length === 0 && hasOwnProcess.test(part)) add(file.slice('dist/'.length), [file])
    else add(area === 'plugins' || (area === 'test' && rest.length > 0) ? `${area}/${part}` : area, [file])
  }
  for (const [folder, few] of [...folders].filter(([, files]) => files.length <= maxGroupFiles / 2)) {
    if (folder.startsWith('plugins/') && folders.delete(folder)) add('plugins', few)
  }
  const groups = [...folders].flatMap(([folder, files]) => {
    const count = Math.ceil(files.length / maxGroupFiles)
    const size = Math.ceil(files.length / count)
    return Array.from({ length: count }, (_, i) => [`${folder} ${i + 1}`, files.slice(i * size, (i + 1) * size)])
  })
  return groups.sort(([one], [other]) => (one < other ? 1 : -1)) // test/browser, test, plugins, lib, kernel
}

/** Run files in a separate process, one after the other. */
function run([name, files]) {
  const environment = [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, `TAP_TIMEOUT=${timeoutSeconds}`]
  if (isFast) environment.unshift('--unset=PLINTH_REQUIRE_MONGODB', 'MONGOD_BINARY=none', 'MONGODB_URL=')
  const command = [...environment, `TEST_FILES=${files.join(' ')}`, process.execPath, 'scripts/test-group.mjs', name]
  const result = t.spawn('env', command, { name, cwd: root, buffered: true, timeout: timeoutSeconds * 1000 })
  result.subtest.parser.on('line', collectFrom(name))
  return result
}

/**
 * Collect from lines of TAP the failures with their diagnostics, and the skipped tests; the innermost come first.
 * @returns a function that accepts the lines of one group in their order
 */
function collectFrom(group) {
  let file = group
  let isAfterFailure = false
  let isDiagnostic = false
  return line => {
    const text = line.trim()
    const [, part, value = ''] = /^# (File|Seconds): (.*)$/.exec(line.trimEnd()) ?? []
    if (part === 'File') file = value
    if (part === 'Seconds') times.push([file, ...value.split(' ')])
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
