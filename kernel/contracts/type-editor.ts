import type { WriteOperation } from '../../lib/store-kit/document-store.ts'
import type { Caller } from './identity.ts'
import type { JsonObject } from '../../lib/json/types.ts'
import type { ResourceType } from './type-registry.ts'

/** A type as it is wanted. What is left out stays as it is; a new type needs its name. */
export interface TypeDraft {
  slug: string
  name?: string
  description?: string
  context?: JsonObject
  schema?: JsonObject | null
  /** Names of the behaviours that are switched on for it. */
  behaviours?: readonly string[]
}

/** A change to any number of types, worked out from what they are. */
export interface TypeEdit {
  types: readonly TypeDraft[]
  /**
   * What else belongs into the same write.
   * @param changed the types that are created or changed, in their new state; their collections are ready, except on a dry run
   */
  beside?(changed: readonly ResourceType[]): WriteOperation[] | Promise<WriteOperation[]>
}

/** What became of the types of an edit: their slugs. Those that are in neither list were as wanted. */
export interface TypeEditOutcome {
  created: string[]
  updated: string[]
}

/**
 * Creates and changes several resource types in one write: all of them are in force at once, or none. Provided by the plugin `types`.
 */
export interface TypeEditor {
  /**
   * @param decide gets those of the types named that exist, archived ones included, by slug; asked again when something changed meanwhile
   * @throws `BadRequest` for a type that is not valid, `Conflict` where existing types or resources stand against it; both messages begin
   * with the slug
   */
  edit(
    caller: Caller,
    slugs: readonly string[],
    decide: (current: ReadonlyMap<string, ResourceType>) => TypeEdit | Promise<TypeEdit>,
    options?: { dryRun?: boolean },
  ): Promise<TypeEditOutcome>
}
