import type { JsonObject } from '../../../lib/json/index.ts'
import type { SharedView } from '../../views/contract.ts'

/** What the sidebar gets with a preset. */
export interface PresetSidebar {
  hidden_slugs: string[]
  menu_groups: Record<string, string[]>
}

/** `preset.json`: what a preset is. */
export interface Manifest {
  name: string
  description: string
  /** Slugs, in the order in which they are told. */
  types: string[]
  sidebar: PresetSidebar
  /** Names of the behaviours that are switched on for its types. */
  behaviours: string[]
  /** Slugs of the types of which there are samples, in the order in which they are loaded. */
  samples: string[]
  /** The day on which the samples play as they are written; undefined where their days are to stay. */
  sample_day?: string
  /** Views of lists that everyone in the account gets. */
  views: SharedView[]
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
  /** By which others refer to it: `_:label`. */
  label: string
  /** Its properties, with labels where references go. */
  data: JsonObject
  /** File and place, for messages. */
  place: string
}

/** A whole preset, checked. */
export interface Preset {
  manifest: Manifest
  types: PresetType[]
  samples: Sample[]
}

/** A preset that can be installed. */
export interface PresetSource {
  manifest: Manifest
  /**
   * The whole of it.
   * @throws `BadRequest` naming preset, file and place when something in it is wrong
   */
  load(): Promise<Preset>
}
