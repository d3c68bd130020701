import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiClient } from '../../../../kernel/index.ts'
import { isObject, type JsonObject } from '../../../../lib/json/index.ts'
import { layout, readLines, type LineProblem } from './folder.ts'

const path = '/api/resource-types/presets'
const copyOf = (name: string): string => `${path}/${encodeURIComponent(name)}/copy`

/** A preset that is installed in the exported service, with the samples that were loaded. */
export interface PresetLine {
  name: string
  samples: JsonObject
}

/** The installed presets in the format of an export. Empty if no plugin provides presets. */
export async function readPresets(api: ApiClient): Promise<JsonObject[]> {
  const first = await api.request('GET', `${path}?limit=1`, { accept: [404] })
  if (first.status === 404) return []
  const { data } = await api.listAll(path, [])
  const installed = data.filter(isObject).filter(preset => preset['installed'] === true)
  const lines: JsonObject[] = []
  for (const { name } of installed) {
    const { body } = await api.request('GET', copyOf(String(name)))
    lines.push({ name: name ?? '', samples: isObject(body) ? (body['samples'] ?? {}) : {} })
  }
  return lines
}

/** The presets of a folder; empty for older exports. @param problems receives the problems of its lines */
export async function planPresets(api: ApiClient, folder: string, problems: LineProblem[]): Promise<PresetLine[]> {
  const file = join(folder, layout.presets)
  if (!existsSync(file)) return []
  const presets: PresetLine[] = []
  for (const { line, data } of await readLines(file, problems)) {
    const { name, samples = {} } = data
    if (typeof name !== 'string' || !isObject(samples))
      problems.push({ line, reason: 'must be an object with name and samples' })
    else if (await isKnown(api, name)) presets.push({ name, samples })
    else {
      const reason = `there is no preset ${name} here; switch on the plugin that brings it, or take the line out`
      problems.push({ line, reason })
    }
  }
  return presets
}

const isKnown = async (api: ApiClient, name: string): Promise<boolean> =>
  (await api.request('GET', copyOf(name), { accept: [404] })).status !== 404

/** Record the presets as installed, so that their behaviours run and their samples are not loaded again. */
export async function bringPresets(api: ApiClient, presets: readonly PresetLine[]): Promise<void> {
  for (const { name, samples } of presets) await api.request('PUT', copyOf(name), { body: { samples } })
}
