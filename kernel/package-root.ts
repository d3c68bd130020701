import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord } from '../lib/json/index.ts'
import type { Release } from '../lib/store-kit/document-store.ts'

/** Folder of the package, found from the sources as well as from the compiled files. */
export const packageRoot = folderWith('package.json', import.meta.dirname)

/** Folder that contains the modules, `kernel/` and `plugins/` among them: `dist`, or that of the sources. */
export const modulesRoot = folderWith('plugins', import.meta.dirname)

/** Version of the service, from `package.json`. */
export const version = readVersion()

/** The commit that the service was built from, shortened; undefined when the build could not find it. `scripts/build.mjs` writes it. */
const commit = readCommit()

/** Version and commit. */
export const release: Release = { version, ...(commit !== undefined && { commit }) }

function folderWith(name: string, directory: string): string {
  if (existsSync(join(directory, name))) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error(`no ${name} above ${import.meta.dirname}`)
  return folderWith(name, parent)
}

function readVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  return isRecord(content) ? String(content['version']) : ''
}

function readCommit(): string | undefined {
  const file = join(packageRoot, 'dist', 'commit')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}
