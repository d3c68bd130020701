import { isAbsolute, join } from 'node:path'
import { BadRequest, ConfigurationError } from '../../../kernel/index.ts'
import type { Contribution } from '../../../kernel/index.ts'
import { isRecord } from '../../../lib/json/index.ts'
import { inFolder, inMemory, namesIn } from './files.ts'
import type { ContributedPresets, PresetData } from '../contract.ts'
import type { PresetFiles } from './files.ts'
import type { PresetSource } from './preset.ts'
import { readPresetManifest, readPreset } from './read-preset.ts'

/**
 * Find the available presets: those in the folder of the service, and those that plugins contribute.
 * @returns the presets by name, in the order of their names
 * @throws `ConfigurationError` naming plugin, preset, file and position for an invalid one
 */
export async function findPresets(
  folder: string,
  contributed: readonly Contribution<'presets'>[],
): Promise<Map<string, PresetSource>> {
  const sources = new Map<string, PresetSource>()
  for (const source of await sourcesIn(folder)) sources.set(source.manifest.name, source)
  for (const { plugin, value } of contributed) {
    for (const source of await sourcesOf(value, plugin)) {
      const { name } = source.manifest
      if (sources.has(name)) throw refusal(plugin, `there is a preset ${name} already`)
      sources.set(name, source)
    }
  }
  return new Map([...sources].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const refusal = (plugin: string | undefined, problem: string): ConfigurationError =>
  new ConfigurationError(`${plugin === undefined ? 'presets' : `plugin "${plugin}"`}: ${problem}`, { plugin })

async function sourcesOf(value: ContributedPresets, plugin: string): Promise<PresetSource[]> {
  if (typeof value === 'string') return sourcesIn(value, plugin)
  if ('preset' in value) return [await sourceOf(inMemory(titleOf(value), value), plugin)]
  return (await Promise.all(value.map(one => sourcesOf(one, plugin)))).flat()
}

/** The preset in a folder, or those in its subfolders. */
async function sourcesIn(folder: string, plugin?: string): Promise<PresetSource[]> {
  const names = await namesIn(folder)
  if (names.includes('preset.json')) return [await sourceOf(inFolder(folder, folder), plugin)]
  const found: PresetSource[] = []
  for (const name of names) {
    const inside = join(folder, name)
    if (!(await namesIn(inside)).includes('preset.json')) continue
    found.push(await sourceOf(inFolder(name, inside), plugin, name))
  }
  if (found.length === 0) throw refusal(plugin, `there is no preset in ${folder}`)
  return found
}

async function sourceOf(files: PresetFiles, plugin: string | undefined, folder?: string): Promise<PresetSource> {
  try {
    const manifest = await readPresetManifest(files, folder)
    const named = { ...files, title: manifest.name }
    return { manifest, load: () => readPreset(named, manifest) }
  } catch (error) {
    throw error instanceof BadRequest ? refusal(plugin, error.message) : error
  }
}

/** The check of the contribution `presets`. */
export const checkPresets = (value: unknown): string | undefined =>
  isContributed(value)
    ? undefined
    : '"presets" must be the absolute path of a folder, the data of a preset ({preset, types, seed}), or a list of these'

function isContributed(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isContributed)
  if (!isRecord(value)) return typeof value === 'string' && isAbsolute(value)
  const { preset, types, seed = {} } = value
  return [preset, types, seed].every(isRecord)
}

function titleOf({ preset: { name } }: PresetData): string {
  return typeof name === 'string' ? name : 'without a name'
}
