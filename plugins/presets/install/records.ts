import type { Caller, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { PresetManifest } from '../reading/preset.ts'
import { RecordCollection } from '../../../lib/store-kit/index.ts'

interface PresetData extends JsonObject {
  /** Names of the behaviours that it switched on. */
  behaviours: string[]
  /** Names of its upgrades that are done, or that were not needed because it was installed later. */
  upgrades?: string[]
}

interface SamplesData extends JsonObject {
  /** The ids of labels. */
  labels: Record<string, string>
}

/** The collection of installed presets. */
export const presetRecords = new RecordCollection<PresetData>('preset', { name: '_presets' })

/** The loaded samples of each account; in the same collection. */
const sampleRecords = new RecordCollection<SamplesData>('samples', { name: presetRecords.name })

/** The id of a preset, and the subject of its events. */
export const presetId = (name: string): string => `urn:preset:${name}`

const samplesId = (name: string, account_id: string): string => `urn:samples:${name}:${encodeURIComponent(account_id)}`

/** The installed ones of these presets; one query. */
export async function installedOf(store: DocumentStore, names: readonly string[]): Promise<Set<string>> {
  const documents = await store.getMany(presetRecords.name, names.map(presetId))
  const ids = new Set(documents.map(({ id }) => id))
  return new Set(names.filter(name => ids.has(presetId(name))))
}

/** The operation that records a preset as installed; refused if it is already. */
export const noteInstalled = ({ id }: Caller, { name, behaviours, upgrades }: PresetManifest): WriteOperation =>
  presetRecords.insert(
    presetRecords.draft(
      presetId(name),
      { behaviours, upgrades: upgrades.map(upgrade => upgrade.name) },
      { created_by: id },
    ),
  )

/** The samples of a preset that an account has loaded. */
interface LoadedSamples {
  /** The ids of labels. */
  ids: ReadonlyMap<string, string>
  /** The operation that adds labels, unless others were added meanwhile. */
  add(further: ReadonlyMap<string, string>): WriteOperation
}

/** Read the samples of a preset that the caller's account has loaded. */
export async function loadedSamples(
  store: DocumentStore,
  { id: created_by, account_id }: Caller,
  name: string,
): Promise<LoadedSamples> {
  const id = samplesId(name, account_id)
  const record = await sampleRecords.find(store, id)
  const ids = new Map(Object.entries(record?.data.labels ?? {}))
  return {
    ids,
    add(further) {
      const labels = Object.fromEntries([...ids, ...further])
      return sampleRecords.save(sampleRecords.draft(id, { labels }, { created_by, account_id }), record)
    },
  }
}

/** The operations that record samples as loaded by the caller's account, unless their labels are recorded already. */
export async function noteSamples(
  store: DocumentStore,
  caller: Caller,
  name: string,
  samples: ReadonlyMap<string, string>,
): Promise<WriteOperation[]> {
  const loaded = await loadedSamples(store, caller, name)
  const further = new Map([...samples].filter(([label]) => !loaded.ids.has(label)))
  return further.size === 0 ? [] : [loaded.add(further)]
}
