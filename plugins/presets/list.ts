import { sharedAccount } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { CursorScope, Cursors } from '../../lib/query/index.ts'
import type { PresetSource } from './preset.ts'
import { installedOf } from './record.ts'

/** What the list works with. */
export interface ListParts {
  store: DocumentStore
  cursors: Cursors
  /** By name, in the order of the names. */
  sources: ReadonlyMap<string, PresetSource>
}

const scope: CursorScope = {
  account_id: sharedAccount,
  list: 'presets',
  sort: { target: { path: ['name'] }, kind: 'text', direction: 'asc', field: 'name' },
  conditions: [],
  words: [],
}

/**
 * A page of the presets that there are, by name.
 * @throws `BadRequest` when the cursor is not of this list
 */
export async function listPresets(
  { store, cursors, sources }: ListParts,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ presets: JsonObject[]; cursor: string }> {
  const after = cursor === undefined ? '' : cursors.read(scope, cursor).id
  const rest = [...sources.values()].map(({ manifest }) => manifest).filter(({ name }) => name > after)
  const shown = rest.slice(0, limit)
  const installed = await installedOf(
    store,
    shown.map(({ name }) => name),
  )
  const presets = shown.map(({ name, description, types }) => ({
    name,
    description,
    types,
    installed: installed.has(name),
  }))
  const last = rest.length > limit ? shown.at(-1)?.name : undefined
  return { presets, cursor: cursors.write(scope, last === undefined ? null : { key: last, id: last }) }
}
