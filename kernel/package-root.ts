import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord } from '../lib/json/index.ts'

/** Folder of the package, found from the sources as well as from the compiled files. */
export const packageRoot = findRoot(import.meta.dirname)

/** Version of the service, from `package.json`. */
export const version = readVersion()

function findRoot(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error(`no package.json above ${import.meta.dirname}`)
  return findRoot(parent)
}

function readVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  return isRecord(content) ? String(content['version']) : ''
}
