import { isAbsolute, join } from 'node:path'
import { BadRequest, ConfigurationError } from '../../../kernel/index.ts'
import type { PluginContext } from '../../../kernel/index.ts'
import { isRecord } from '../../../lib/json/index.ts'
import { inFolder, inMemory, namesIn } from './files.ts'
import type { PresetData, PresetFiles } from './files.ts'
import type { PresetSource } from './preset.ts'
import { readManifest, readPreset } from './read-preset.ts'

/**
 * Find the available presets: those in the folder of the service, and those that plugins contribute as `presets` (an absolute path to the
 * folder of a preset or of several, a {@link PresetData}, or a list of these).
 * @returns the presets by name, in the order of their names
 * @throws `ConfigurationError` naming plugin, preset, file and position for an invalid one
 */
export async function findPresets(
  folder: string,
  contributed: ReturnType<PluginContext<never>['contributions']>,
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

async function sourcesOf(value: unknown, plugin: string): Promise<PresetSource[]> {
  if (Array.isArray(value)) return (await Promise.all(value.map(one => sourcesOf(one, plugin)))).flat()
  if (typeof value === 'string' && isAbsolute(value)) return sourcesIn(value, plugin)
  if (isPresetData(value)) return [await sourceOf(inMemory(titleOf(value), value), plugin)]
  throw refusal(plugin, `"presets" must be the absolute path of a folder, the data of a preset, or a list of these`)
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
    const manifest = await readManifest(files, folder)
    const named = { ...files, title: manifest.name }
    return { manifest, load: () => readPreset(named, manifest) }
  } catch (error) {
    throw error instanceof BadRequest ? refusal(plugin, error.message) : error
  }
}

function isPresetData(value: unknown): value is PresetData {
  if (!isRecord(value)) return false
  const { preset, types, seed = {} } = value
  return [preset, types, seed].every(isRecord)
}

function titleOf({ preset: { name } }: PresetData): string {
  return typeof name === 'string' ? name : 'without a name'
}
