import { BadRequest, Conflict, NotFound } from '../../../kernel/index.ts'
import type { Caller, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { quote } from '../../../lib/query/index.ts'
import type { ResourceType, TypeDraft, TypeEditor } from '../../types/contract.ts'
import type { Settings } from '../../settings/contract.ts'
import type { Events } from '../../events/contract.ts'
import type { Resources } from '../../dynamic-resources/contract.ts'
import type { Files, PreparedFiles } from '../../files/contract.ts'
import type { Views } from '../../views/contract.ts'
import { fault } from '../reading/files.ts'
import { mergedDraft, newDraft, withBehaviours } from './merge.ts'
import type { Preset, PresetSource } from '../reading/preset.ts'
import { installedOf, loadedSamples, noteInstalled, noteSamples, presetId } from './records.ts'
import { planSamples } from './samples.ts'
import { addToSidebar } from './sidebar.ts'

/** The parts that installing uses. */
interface PresetParts {
  store: DocumentStore
  events: Events
  resources: Resources
  types: TypeEditor
  /** Undefined when no plugin provides settings: then there is no sidebar to extend. */
  settings: Settings | undefined
  /** Undefined when no plugin provides views. */
  views: Views | undefined
  /** Undefined when no plugin provides files: then samples have none. */
  files: Files | undefined
  /** By name. */
  sources: ReadonlyMap<string, PresetSource>
  /** Names of the behaviours that plugins provide. */
  behaviours: ReadonlySet<string>
}

interface InstallOptions {
  /** Also change existing types. */
  update?: boolean
  /** Load the samples that the caller's account has not loaded yet. */
  samples?: boolean
  /** The types in `drafts` of its manifest get `x-drafts`. */
  drafts?: boolean
  /** Check everything, change nothing. */
  dryRun?: boolean
  /** Continue although no plugin provides a behaviour; it runs as soon as one does. */
  withoutBehaviours?: boolean
  /** See `Presets.recordCopy`. */
  copyOf?: { samples: ReadonlyMap<string, string> }
  /** See `TypeEditOptions`. */
  signal?: AbortSignal
  admit?: () => Promise<Caller>
  onProgress?: (done: number, total?: number) => void
}

/** The record of a preset. */
export interface PresetNote {
  name: string
  installed: boolean
  /** The samples that the account has loaded: ids by label. */
  samples: ReadonlyMap<string, string>
}

/** A preset in the list of presets. */
interface ListedPreset {
  name: string
  description: string
  /** Slugs. */
  types: readonly string[]
  installed: boolean
}

/** Slugs of the types of a preset, by the effect of an install. */
export interface InstallResult {
  created: string[]
  updated: string[]
  skipped: string[]
}

/** Installs presets: types, sidebar and samples in one write, all or nothing. */
export class PresetService {
  readonly #parts: PresetParts

  constructor(parts: PresetParts) {
    this.#parts = parts
  }

  /**
   * Install a preset, or its missing parts. Safe to repeat, and to run concurrently.
   * @throws `NotFound` for an unknown preset, `Conflict` naming what conflicts with it, `BadRequest` for an invalid preset
   */
  async install(caller: Caller, name: string, options: InstallOptions = {}): Promise<InstallResult> {
    const preset = await this.#source(name).load()
    if (options.withoutBehaviours !== true) this.#refuseUnknown(preset)
    const slugs = preset.types.map(({ slug }) => slug)
    const prepared = this.#parts.files?.prepare()
    const edit = this.#parts.types.edit(
      caller,
      slugs,
      current => ({
        types: draftsOf(preset, current, options),
        extraOperations: changed => this.#extraOperations(caller, preset, prepared, changed, options),
      }),
      {
        dryRun: options.dryRun === true,
        ...(options.signal && { signal: options.signal }),
        ...(options.admit && { admit: options.admit }),
        ...(options.onProgress && { onProgress: options.onProgress }),
      },
    )
    const { created, updated } = await edit.finally(() => prepared?.end())
    return { created, updated, skipped: slugs.filter(slug => !created.includes(slug) && !updated.includes(slug)) }
  }

  /** See `Presets.recordCopy`. @throws `NotFound` for an unknown preset */
  async recordCopy(caller: Caller, name: string, samples: ReadonlyMap<string, string>): Promise<void> {
    await this.install(caller, name, { copyOf: { samples }, withoutBehaviours: true })
  }

  /**
   * The record of a preset: whether it is installed, and which samples the caller's account has loaded.
   * @throws `NotFound` for an unknown preset
   */
  async read(caller: Caller, name: string): Promise<PresetNote> {
    const { store } = this.#parts
    this.#source(name)
    const installed = (await installedOf(store, [name])).has(name)
    return { name, installed, samples: (await loadedSamples(store, caller, name)).ids }
  }

  /** See `Presets.readCopies`. */
  async readCopies(caller: Caller): Promise<PresetNote[]> {
    const installed = (await this.list()).filter(preset => preset.installed)
    return Promise.all(installed.map(({ name }) => this.read(caller, name)))
  }

  /** Every preset, by name. */
  async list(): Promise<ListedPreset[]> {
    const { store, sources } = this.#parts
    const installed = await installedOf(store, [...sources.keys()])
    return [...sources.values()].map(({ manifest: { name, description, types } }) => ({
      name,
      description,
      types,
      installed: installed.has(name),
    }))
  }

  /** Slugs of the types of a preset. @throws `NotFound` for an unknown preset */
  typesOf(name: string): readonly string[] {
    return this.#source(name).manifest.types
  }

  #source(name: string): PresetSource {
    const source = this.#parts.sources.get(name)
    if (source === undefined) throw new NotFound(`there is no preset ${quote(name)}`)
    return source
  }

  /** Names of the behaviours of a preset that no plugin provides. */
  missingBehaviours(name: string): string[] {
    const named = this.#parts.sources.get(name)?.manifest.behaviours ?? []
    return named.filter(one => !this.#parts.behaviours.has(one))
  }

  #refuseUnknown({ manifest: { name } }: Preset): void {
    const missing = this.missingBehaviours(name)
    if (missing.length === 0) return
    throw new Conflict(`preset ${name}: behaviours: no plugin that is switched on supplies ${missing.join(', ')}`)
  }

  /** The operations in addition to the types: the record of the preset, its part of the sidebar, its samples. */
  async #extraOperations(
    caller: Caller,
    preset: Preset,
    prepared: PreparedFiles | undefined,
    changed: readonly ResourceType[],
    { update = false, samples = false, copyOf }: InstallOptions,
  ): Promise<WriteOperation[]> {
    const { store, events, settings, views } = this.#parts
    const { name, sidebar } = preset.manifest
    const isNew = !(await installedOf(store, [name])).has(name)
    const inSidebar =
      settings !== undefined && (isNew || update)
        ? await settings.plan(caller, 'sidebar', value => addToSidebar(value, sidebar))
        : []
    const event = events.record({ type: 'Preset.Installed', subject: presetId(name), caller, account_id: null })
    return [
      ...(isNew ? [noteInstalled(caller, preset.manifest)] : []),
      ...(isNew || changed.length > 0 ? [event] : []),
      ...inSidebar,
      ...(views !== undefined && (isNew || update) ? await planViews(views, caller, preset, changed) : []),
      ...(samples ? await planSamples(this.#parts, caller, preset, prepared, changed) : []),
      ...(copyOf === undefined ? [] : await noteSamples(store, caller, name, copyOf.samples)),
    ]
  }
}

/** @throws `BadRequest` naming the preset */
async function planViews(
  views: Views,
  caller: Caller,
  { manifest }: Preset,
  changed: readonly ResourceType[],
): Promise<WriteOperation[]> {
  const types = new Map(changed.map(type => [type.slug, type]))
  try {
    const own = manifest.views.filter(({ type_slug: slug }) => types.has(slug))
    const planned = await views.planShared(caller, own, types)
    // An existing type can differ from the preset's: a view that does not match it is left out.
    for (const view of manifest.views.filter(one => !own.includes(one))) {
      planned.push(...(await views.planShared(caller, [view], types).catch(leaveOut)))
    }
    return planned
  } catch (error) {
    throw error instanceof BadRequest ? fault(manifest.name, 'preset.json', `views: ${error.message}`) : error
  }
}

function leaveOut(error: unknown): WriteOperation[] {
  if (error instanceof BadRequest) return []
  throw error
}

/** Drafts are published with a button: a property `status` of the preset stays, decides nothing any more, and forms do not ask for it. */
function withDraftsOn(schema: JsonObject): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const { status } = properties
  const hidden = isObject(status) && { properties: { ...properties, status: { ...status, 'x-show-if': false } } }
  return { ...schema, ...hidden, 'x-drafts': true }
}

/** The drafts of a preset's types; existing types are left out unless they are to be updated. */
function draftsOf(
  { types, manifest: { behaviours, drafts: withDrafts } }: Preset,
  current: ReadonlyMap<string, ResourceType>,
  { update = false, drafts = false, copyOf }: InstallOptions,
): TypeDraft[] {
  return types.flatMap(given => {
    const type =
      drafts && withDrafts.includes(given.slug) ? { ...given, schema: withDraftsOn(given.schema ?? {}) } : given
    const existing = current.get(type.slug)
    if (copyOf !== undefined) return existing === undefined ? [] : [withBehaviours(existing, behaviours)]
    if (existing === undefined) return [newDraft(type, behaviours)]
    return update ? [mergedDraft(type, existing, behaviours)] : []
  })
}
