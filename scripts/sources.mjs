import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Files with size and time, one a line; differs when anything was changed, added or deleted. */
export function fingerprint(root, files) {
  return files
    .map(file => {
      const { mtimeMs, size } = statSync(join(root, file))
      return `${file} ${size} ${mtimeMs}`
    })
    .join('\n')
}

/** The files in a folder and below whose names fit, from the root; none where there is no such folder. */
export function filesIn(root, folder, wanted) {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && wanted.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}
