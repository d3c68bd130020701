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
  /** Given, an archived type is revived. */
  status?: 'active'
}

/**
 * What a change of a type would mean to its resources. `type-changed` and `not-unique` make the change incompatible;
 * the others are worth knowing.
 */
export type TypeProblemKind =
  'type-changed' | 'not-unique' | 'invalid' | 'unknown-reference' | 'property-removed' | 'referred-to'

/** One such problem, with how many resources have it and some of those that the caller may see. */
export interface TypeProblem {
  kind: TypeProblemKind
  property: string
  count: number
  /** At most ten. */
  ids: string[]
}

/** Problems of changes of several types, by slug; a type without any is not in it. */
export type TypeProblems = ReadonlyMap<string, readonly TypeProblem[]>

export interface TypeEditOptions {
  /** Do every check, write nothing. */
  dryRun?: boolean
  /** Go on although existing values are of another JSON type than the new schemas'. */
  force?: boolean
  /** Find also what does not make a change incompatible. Every resource of a type whose schema changes is validated. */
  thorough?: boolean
  /** Name of the plugin that edits: its own rule may let it do what nobody else may. */
  by?: string
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
  /** What was found that did not stand in the way, or was forced. */
  problems: TypeProblems
}

/** A change that somebody wants of a type that exists; what changes in its name, its description, its context or its behaviours is not among it. */
export interface WantedTypeChange {
  caller: Caller
  /** Name of the plugin that makes the change, where one says so. */
  by: string | undefined
  slug: string
  /** What changes: `status` when it is archived. */
  changes: ReadonlySet<'slug' | 'schema' | 'status'>
}

/**
 * Says which changes of types are not made here.
 * @throws `Conflict` saying why
 */
export type TypeRule = (change: WantedTypeChange) => void

/**
 * Creates and changes several resource types in one write: all of them are in force at once, or none. Provided by the plugin `types`.
 */
export interface TypeEditor {
  /**
   * @param decide gets those of the types named that exist, archived ones included, by slug; asked again when something changed meanwhile
   * @throws `BadRequest` for a type that is not valid, `Conflict` where existing types or resources stand against it; both messages begin
   * with the slug; `IncompatibleTypes`, which is a `Conflict`, with all problems where existing resources stand against the new schemas
   */
  edit(
    caller: Caller,
    slugs: readonly string[],
    decide: (current: ReadonlyMap<string, ResourceType>) => TypeEdit | Promise<TypeEdit>,
    options?: TypeEditOptions,
  ): Promise<TypeEditOutcome>

  /** Add a rule that every change from now on is held against, whoever wants it and whichever way, dry runs included. */
  addRule(rule: TypeRule): void
}
