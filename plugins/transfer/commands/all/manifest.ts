import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed, exitCode, version } from '../../../../kernel/index.ts'
import { attempt, insteadOf } from '../../../../lib/errors/index.ts'
import { isRecord } from '../../../../lib/json/index.ts'
import { layout } from './folder.ts'
import { checkRegular, tryReading } from '../source.ts'

const manifestName = 'manifest.json'

/**
 * Write the manifest of an export: the version, and the rows and the SHA-256 (hexadecimal) of each file.
 * @param rows the number of rows by the path of the file within the folder
 */
export async function writeManifest(folder: string, rows: ReadonlyMap<string, number>): Promise<void> {
  const files: Record<string, { rows: number; sha256: string }> = {}
  for (const [name, count] of rows) files[name] = { rows: count, sha256: await hashOf(join(folder, name)) }
  const text = JSON.stringify({ plinth_export: 1, version, files }, null, 2)
  await writeFile(join(folder, manifestName), `${text}\n`, { mode: 0o600 })
}

/**
 * Compare a folder with its manifest, before anything is imported.
 * @returns whether there is a manifest; earlier versions wrote none
 * @throws `CommandFailed` naming the file that is missing, was cut off or altered, or is not part of the export
 */
export async function checkManifest(folder: string): Promise<boolean> {
  const path = join(folder, manifestName)
  if (!existsSync(path)) return false
  await checkRegular(path, 'file')
  const files = readFiles(await tryReading(path, () => readFile(path, 'utf8')))
  for (const [name, sha256] of files) {
    const file = join(folder, name)
    if (!existsSync(file)) throw differs(`${name} is missing`)
    await checkRegular(file, 'file')
    if ((await hashOf(file)) !== sha256) throw differs(`${name} was cut off or altered`)
  }
  for (const inner of [layout.active, layout.archived, layout.files]) {
    const place = join(folder, inner)
    const names = existsSync(place) ? await tryReading(place, () => readdir(place)) : []
    const additional = names.map(name => `${inner}/${name}`).find(name => !files.has(name))
    if (additional !== undefined) throw differs(`${additional} is not part of the export`)
  }
  return true
}

const differs = (problem: string): CommandFailed =>
  new CommandFailed(
    `${problem}: nothing was imported; delete ${manifestName} to import the folder as it is`,
    exitCode.failed,
  )

/** @returns the SHA-256 of each file by its path */
function readFiles(text: string): Map<string, string> {
  const manifest: unknown = attempt(() => JSON.parse(text), insteadOf(SyntaxError, undefined))
  const files = isRecord(manifest) ? manifest['files'] : undefined
  if (!isRecord(files)) throw differs(`${manifestName} is damaged`)
  return new Map(Object.entries(files).map(([name, entry]) => [name, String(isRecord(entry) ? entry['sha256'] : '')]))
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(Buffer.from(chunk))
  return hash.digest('hex')
}
