import type { JsonObject } from '../../../lib/json/index.ts'
import type { SharedView } from '../../views/contract.ts'

/** The additions of a preset to the sidebar. */
export interface PresetSidebar {
  hidden_slugs: string[]
  menu_groups: Record<string, string[]>
  /** Names of its groups in other languages. */
  group_titles: Record<string, Record<string, string>>
}

/** `preset.json`: the manifest of a preset. */
export interface PresetManifest {
  name: string
  description: string
  /** Slugs, in the order in which they are reported. */
  types: string[]
  sidebar: PresetSidebar
  /** Names of the behaviours that are switched on for its types. */
  behaviours: string[]
  /** Slugs of the types that get `x-drafts` if it is requested. */
  drafts: string[]
  /** Slugs of the types that have samples, in the order in which they are loaded. */
  samples: string[]
  /** The reference day of the samples' dates; undefined if their dates must not be moved. */
  sample_day?: string
  /** Views of lists for everyone in the account. */
  views: SharedView[]
  /** Changes to the data of stores in which an earlier version of the preset was installed. */
  upgrades: PresetUpgrade[]
}

/** A value that resources without one get, once for each store, in all accounts, with a new version each. */
export interface PresetUpgrade {
  name: string
  /** What it does, for people. */
  description: string
  /** Slugs of the types concerned. */
  types: string[]
  property: string
  value: string
  /** Only in types whose property still has these choices. */
  choices: (string | null)[]
}

/** `types/<slug>.json` */
export interface PresetType {
  slug: string
  name: string
  description?: string
  context?: JsonObject
  schema?: JsonObject | null
}

/** A row of `seed/<slug>.json`. */
export interface Sample {
  type_slug: string
  /** The label by which others refer to it: `_:label`. */
  label: string
  /** Its properties, with labels as references. */
  data: JsonObject
  /** File and position, for messages. */
  place: string
  /** Of a file: its bytes. */
  file?: SampleFile
}

/** A picture among the samples, which becomes a file. */
export interface SampleFile {
  bytes: Buffer
  /** What refers to it has this instead where no plugin provides files, or nothing. */
  otherwise?: string
}

/** A whole validated preset. */
export interface Preset {
  manifest: PresetManifest
  types: PresetType[]
  samples: Sample[]
}

/** A preset that can be installed. */
export interface PresetSource {
  manifest: PresetManifest
  /**
   * The whole preset.
   * @throws `BadRequest` naming preset, file and position when something in it is invalid
   */
  load(): Promise<Preset>
}

/** `preset.json` as written: optional members can be absent. */
export interface ManifestFile extends Omit<
  PresetManifest,
  'sidebar' | 'behaviours' | 'drafts' | 'samples' | 'views' | 'upgrades'
> {
  sidebar?: Partial<PresetSidebar>
  behaviours?: string[]
  drafts?: string[]
  samples?: string[]
  views?: SharedView[]
  upgrades?: PresetUpgrade[]
}
