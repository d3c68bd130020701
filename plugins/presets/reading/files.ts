import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BadRequest } from '../../../kernel/index.ts'
import { getOwn, parseJson, utf8Text } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { PresetData } from '../contract.ts'

/** The source of a preset's files: a folder, or data. */
export interface PresetFiles {
  /** The name of the preset in messages. */
  title: string
  /**
   * The JSON in one of its files.
   * @param path `preset.json`, `types/<slug>.json` or `seed/<slug>.json`
   * @throws `BadRequest` naming preset and file when it does not exist, or is not JSON
   */
  read(path: string): Promise<Json>
  /**
   * Another of its files: a template, a style sheet, a picture.
   * @param path relative to its folder, without `.` and `..`
   * @throws `BadRequest` naming preset and file when it does not exist, or is outside of the folder
   */
  readBytes(path: string): Promise<Buffer>
  /** Names, without extension, of the JSON files in one of its folders. */
  list(folder: 'types' | 'seed'): Promise<string[]>
}

/** An error that names the problem of a preset, with file and position. */
export const fault = (title: string, file: string, what: string): BadRequest =>
  new BadRequest(`preset ${title}: ${file}: ${what}`)

/** The text of a file of a preset. @throws `BadRequest` naming preset and file when it is not UTF-8 */
export function textOf(title: string, path: string, bytes: Uint8Array): string {
  const text = utf8Text(bytes)
  if (text === undefined) throw fault(title, path, 'is not UTF-8')
  return text
}

/** The files of a preset in a folder. */
export const inFolder = (title: string, folder: string): PresetFiles => ({
  title,
  async read(path) {
    const bytes = await readIfThere(join(folder, path))
    if (bytes === undefined) throw fault(title, path, 'there is no such file')
    try {
      return parseJson(textOf(title, path, bytes))
    } catch (error) {
      throw error instanceof BadRequest ? fault(title, path, error.message) : error
    }
  },
  async readBytes(path) {
    if (!isInside(path)) throw fault(title, path, 'is not a path inside the preset')
    const bytes = await readIfThere(join(folder, path))
    if (bytes === undefined) throw fault(title, path, 'there is no such file')
    return bytes
  },
  list: async part =>
    (await namesIn(join(folder, part))).flatMap(name => (name.endsWith('.json') ? [name.slice(0, -5)] : [])),
})

/** The files of a preset given as data. */
export const inMemory = (title: string, { preset, types, seed = {} }: PresetData): PresetFiles => ({
  title,
  async read(path) {
    if (path === 'preset.json') return preset
    const [folder, file = ''] = path.split('/')
    const part = folder === 'types' ? types : seed
    const slug = file.slice(0, -'.json'.length)
    const value = getOwn(part, slug)
    if (value === undefined) throw fault(title, path, 'is not there')
    return value
  },
  readBytes: path => Promise.reject(fault(title, path, 'a preset that is data has no further files')),
  list: async part => Object.keys(part === 'types' ? types : seed),
})

const isInside = (path: string): boolean => /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)

/** A file; undefined when it does not exist. */
async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Names of the entries of a folder; empty when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))
