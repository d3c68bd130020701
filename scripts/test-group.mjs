// Runs the named test files one after another in this process: a process for each would need two seconds of processor time more.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'

// Not from the arguments, of which tap makes names of folders.
const files = process.env['TEST_FILES']?.split(' ') ?? []
const root = dirname(dirname(fileURLToPath(import.meta.url)))

// Once a teardown is registered, tap ends the process as soon as no test is queued, and while the next file is loaded none is.
const teardowns = []
t.teardown = teardown => void teardowns.unshift(teardown)

for (const file of files) {
  t.comment(`File: ${file}`)
  const begun = performance.now()
  await import(pathToFileURL(join(root, file)).href).catch(error =>
    t.fail(`${file} cannot be loaded`, { found: error }),
  )
  t.setTimeout(0) // a file may have set it for itself
  await t.test('the file has ended', t => t.end()) // tests run in the order in which they were registered
  t.comment(`Seconds: ${((performance.now() - begun) / 1000).toFixed(1)}`)
}
for (const teardown of teardowns) await teardown()
t.end()
