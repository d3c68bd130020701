import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiClient } from '../../../../kernel/index.ts'
import { isObject, type JsonObject } from '../../../../lib/json/index.ts'
import { isRefused, problemText } from '../../../../lib/tabular/index.ts'
import { openFile, readSource } from '../source.ts'
import { layout } from './folder.ts'

const path = '/api/resource-types/presets'
const copyOf = (name: string): string => `${path}/${encodeURIComponent(name)}/copy`

/** A preset that is installed where the folder comes from, with the samples that were loaded. */
export interface PresetLine {
  line: number
  name: string
  samples: JsonObject
}

/** The presets that are installed, as an export writes them. None where nothing provides presets. */
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

/**
 * The presets of a folder; an older export names none.
 * @param against gets what is wrong with a line
 */
export async function planPresets(
  api: ApiClient,
  folder: string,
  against: (line: number, reason: string) => void,
): Promise<PresetLine[]> {
  const file = join(folder, layout.presets)
  if (!existsSync(file)) return []
  const presets: PresetLine[] = []
  for await (const portion of readSource(await openFile(file))) {
    for (const row of portion) {
      if (isRefused(row)) for (const problem of row.problems) against(row.line, problemText(problem))
      else {
        const { name, samples = {} } = row.data
        if (typeof name !== 'string' || !isObject(samples)) against(row.line, 'must be an object with name and samples')
        else if (!(await isKnown(api, name))) {
          against(
            row.line,
            `there is no preset ${name} here; switch on the plugin that brings it, or take the line out`,
          )
        } else presets.push({ line: row.line, name, samples })
      }
    }
  }
  return presets
}

const isKnown = async (api: ApiClient, name: string): Promise<boolean> =>
  (await api.request('GET', copyOf(name), { accept: [404] })).status !== 404

/** Note the presets as installed, so that their behaviours are on and their samples are not loaded again. */
export async function bringPresets(api: ApiClient, presets: readonly PresetLine[]): Promise<void> {
  for (const { name, samples } of presets) await api.request('PUT', copyOf(name), { body: { samples } })
}
