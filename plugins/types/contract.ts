import type { Caller } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { LinkedDataView } from '../../lib/json-ld/index.ts'
import type { CompiledSchema } from '../../lib/json-schema/index.ts'
import type { CollectionDefinition, DocumentStatus, WriteOperation } from '../../lib/store-kit/index.ts'

/** A resource type in force: the record, and what was compiled from it once per version. */
export interface ResourceType {
  /** `urn:type:<slug>` */
  id: string
  name: string
  slug: string
  description: string
  context: JsonObject
  /** As the administrator wrote it; null when the type has none. */
  schema: JsonObject | null
  status: DocumentStatus
  created_at: string
  updated_at: string
  sequence_no: number
  /** Name of its collection. */
  collection: string
  /** Names of the behaviours that are switched on for it, in the order in which they run. */
  behaviours: readonly string[]
  compiled: CompiledSchema
  linkedData: LinkedDataView
  definition: CollectionDefinition
}

/** A type that is being given another slug. */
export interface TypeRename {
  caller: Caller
  from: string
  to: string
}

/**
 * What a plugin that names types by their slug does when one is given another.
 * @returns operations to add to the same write; when one of them is refused the whole is planned anew
 */
export type RenameFollower = (rename: TypeRename) => WriteOperation[] | Promise<WriteOperation[]>

/**
 * Resource types with everything compiled. Provided by the plugin `types`.
 * A type that was created or changed is in force here from the answer on, and within a second on every other instance.
 */
export interface TypeRegistry {
  /**
   * The type with this slug in whatever status, or undefined when there never was one. Answers from memory while the change feed is current;
   * an unknown slug is looked up in the store first.
   */
  find(slug: string): Promise<ResourceType | undefined>

  /** The active type with this slug. Throws `NotFound`. */
  active(slug: string): Promise<ResourceType>

  /** Read this type from the store now, whatever is remembered: for a write that was refused because its type changed. */
  reload(slug: string): Promise<ResourceType | undefined>

  /** All types, archived ones included, ordered by slug. */
  all(): Promise<readonly ResourceType[]>

  /** The operation that makes a write commit only while this version of the type is the current one. */
  check(type: ResourceType): WriteOperation

  /**
   * {@link check} for the types with these slugs, archived ones included.
   * @param attempt of the write, from 0; from 1 on the types are read anew
   * @throws `BadRequest` naming every slug that no type has, and the field where it stands
   */
  checkSlugs(named: readonly { field: string; slug: string }[], attempt: number): Promise<WriteOperation[]>

  /** Add something that follows when a type is given another slug; it is asked from now on. */
  onRename(follow: RenameFollower): void

  /** Raised whenever a type changed: what was made of {@link all} is old when this is not what it was before they were asked for. */
  readonly revision: number
}

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

/** What an edit is refused with where existing resources stand against the new schemas: a `Conflict`, recognised by its code. */
export interface IncompatibleTypes extends Error {
  readonly code: 'incompatible-types'
  /** Everything that was found, also what alone would not stand in the way. */
  readonly types: TypeProblems
}

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
   * with the slug, which is the `part`; {@link IncompatibleTypes}, with all problems, where existing resources stand against the new schemas
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

declare module '../../kernel/index.ts' {
  interface Contracts {
    typeRegistry: TypeRegistry
    typeEditor: TypeEditor
  }

  interface Contributions {
    /** First path segments under `/api` that the plugin serves; no type may take one as its slug. */
    segments?: readonly string[]
  }
}
