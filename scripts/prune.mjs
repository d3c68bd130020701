// Removes from `node_modules` the native code for other platforms, which two packages contain beside that for this one: half of what a built service
// needs. npm runs it after each installation (`dependencies` in package.json). With development dependencies nothing is removed: such a folder is also
// mounted into containers.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules')
const platform = `${process.platform}-${process.arch}`

if (existsSync(modules) && !existsSync(join(modules, 'typescript'))) packages().forEach(pruneNativeCode)

function packages() {
  return readdirSync(modules)
    .filter(name => !name.startsWith('.'))
    .flatMap(name => (name.startsWith('@') ? readdirSync(join(modules, name)).map(one => join(name, one)) : [name]))
    .map(name => join(modules, name))
}

/** Of a package with native code for this platform, remove that for others, and its sources. One without it is left as it is. */
function pruneNativeCode(folder) {
  const prebuilt = join(folder, 'prebuilds')
  if (!existsSync(join(prebuilt, platform))) return
  for (const other of readdirSync(prebuilt)) {
    if (other !== platform) rmSync(join(prebuilt, other), { recursive: true })
  }
  if (existsSync(join(folder, 'binding.gyp'))) rmSync(join(folder, 'src'), { recursive: true, force: true })
}
