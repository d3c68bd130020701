import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The inputs of a build, one line each: the lock file by its content, because npm rewrites it without changes, and files by size and
 * time. Differs when anything was changed, added or deleted.
 */
export function fingerprint(root, files) {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const lines = files.map(file => {
    const { mtimeMs, size } = statSync(join(root, file))
    return `${file} ${size} ${mtimeMs}`
  })
  return [`package-lock.json ${lock.digest('hex')}`, ...lines].join('\n')
}

/** The files in a folder and its subfolders whose names match, relative to the root; none if there is no such folder. */
export function filesIn(root, folder, wanted) {
  const found = []
  // Each command in a clone does this: `readdirSync` with `recursive` takes four times as long.
  const add = within => {
    for (const entry of readdirSync(join(root, within), { withFileTypes: true })) {
      if (entry.isDirectory()) add(join(within, entry.name))
      else if (entry.isFile() && wanted.test(entry.name)) found.push(join(within, entry.name))
    }
  }
  if (existsSync(join(root, folder))) add(folder)
  return found.sort((a, b) => (a < b ? -1 : 1))
}
