// Runs the named test files one after another in this process: a process for each would need two seconds of processor time more.
import asyncHooks from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// tap follows every promise with a hook, to tell to which test an error belongs that nothing catches; that takes 4 % of the processor time. Without the
// hook such an error is a failure of the whole file.
asyncHooks.createHook = () => ({ enable() {}, disable() {} })
syncBuiltinESMExports()
const { default: t } = await import('tap')

// Not from the arguments, of which tap makes names of folders.
const files = process.env['TEST_FILES']?.split(' ') ?? []
const root = dirname(dirname(fileURLToPath(import.meta.url)))

// Once a teardown is registered, tap ends the process as soon as no test is queued, and while the next file is loaded none is.
const teardowns = []
/** Whether a file failed before it registered how what it had opened is closed. */
let isIncomplete = false
t.teardown = teardown => void teardowns.unshift(teardown)

for (const file of files) {
  t.comment(`File: ${file}`)
  const begun = { wall: performance.now() / 1000, processor: processorSeconds() }
  await import(pathToFileURL(join(root, file)).href).catch(error => {
    t.fail(`${file} cannot be loaded`, { found: error })
    isIncomplete = true
  })
  t.setTimeout(0) // a file may have set it for itself
  await t.test('the file has ended', t => t.end()) // tests run in the order in which they were registered
  const [seconds, processor] = [performance.now() / 1000 - begun.wall, processorSeconds() - begun.processor]
  t.comment(`Seconds: ${seconds.toFixed(1)} ${processor.toFixed(1)}`)
}
for (const teardown of teardowns) {
  await (async () => teardown())().catch(error => t.fail('a teardown failed', { found: error }))
}
t.end()
if (isIncomplete) setTimeout(() => process.exit(1), 5_000).unref()

/** Processor time of this process and, on Linux, of its children that have ended. */
function processorSeconds() {
  const { user, system } = process.cpuUsage()
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : ''
  const ofChildren = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16) // in hundredths
  return (user + system) / 1e6 + ofChildren.reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
}
