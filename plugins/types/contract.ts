import type { Caller, PendingUpgrade } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { LinkedDataView } from '../../lib/json-ld/index.ts'
import type { CompiledSchema, TextFormat } from '../../lib/json-schema/index.ts'
import type { CollectionDefinition, DocumentStatus, Perspective, WriteOperation } from '../../lib/store-kit/index.ts'

/** The current version of a resource type: the record, and what is compiled from it once per version. */
export interface ResourceType {
  /** `urn:type:<slug>` */
  id: string
  name: string
  slug: string
  description: string
  context: JsonObject
  /** The schema as the administrator wrote it; null when the type has none. */
  schema: JsonObject | null
  status: DocumentStatus
  created_at: string
  updated_at: string
  sequence_no: number
  /** Name of its collection. */
  collection: string
  /** Names of the behaviours that are enabled for the type, in the order in which they run. */
  behaviours: readonly string[]
  compiled: CompiledSchema
  linkedData: LinkedDataView
  definition: CollectionDefinition
  /** Of a type with `x-drafts`: what its drafts are checked by, and its two sets of rows. */
  drafts?: TypeWithDrafts | undefined
  /** Of a set of rows: which one it is, and the type itself. */
  set?: { perspective: Perspective; of: ResourceType } | undefined
}

/** What a type with `x-drafts` has besides: {@link ResourceType.collection} contains the content of every resource with its versions. */
export interface TypeWithDrafts {
  /** The schema without what only publishing requires. */
  saving: CompiledSchema
  /** The same type with the rows that are public. */
  published: ResourceType
  /** The same type with the rows that editors see. */
  draft: ResourceType
}

/** A type whose slug is being changed. */
export interface TypeRename {
  caller: Caller
  from: string
  to: string
}

/**
 * Called when the slug of a type changes, for plugins that store the slugs of types.
 * @returns operations to add to the same write; when one of them is refused, the whole write is planned again
 */
export type RenameFollower = (rename: TypeRename) => WriteOperation[] | Promise<WriteOperation[]>

/**
 * Resource types with their compiled schemas. Provided by the plugin `types`.
 * A created or changed type is in force on this instance when the request is answered, and within a second on every other instance.
 */
export interface TypeRegistry {
  /**
   * The type with this slug in any status, or undefined when it never existed. Answers from memory while the change feed is current;
   * an unknown slug is looked up in the store first.
   */
  find(slug: string): Promise<ResourceType | undefined>

  /** The active type with this slug. Throws `NotFound`. */
  active(slug: string): Promise<ResourceType>

  /** Read this type from the store, even when it is in memory: for a write that was refused because its type changed. */
  reload(slug: string): Promise<ResourceType | undefined>

  /** All types, archived ones included, ordered by slug. */
  all(): Promise<readonly ResourceType[]>

  /** The operation that makes a write commit only while this version of the type is the current one. */
  check(type: ResourceType): WriteOperation

  /**
   * {@link check} for the types with these slugs, archived ones included.
   * @param attempt of the write, from 0; from 1 on the types are read from the store again
   * @throws `BadRequest` naming every slug that no type has, and the field that contains it
   */
  checkSlugs(named: readonly { field: string; slug: string }[], attempt: number): Promise<WriteOperation[]>

  /** Add a function that is called from now on whenever the slug of a type changes. */
  onRename(follow: RenameFollower): void

  /** Raised whenever a type changes: what was computed from {@link all} is outdated when this is no longer the number read before that call. */
  readonly revision: number
}

/** The desired state of a type. A field that is left out stays unchanged; a new type needs a name. */
export interface TypeDraft {
  slug: string
  name?: string
  description?: string
  context?: JsonObject
  schema?: JsonObject | null
  /** Names of the behaviours that are enabled for the type. */
  behaviours?: readonly string[]
  /** When given, the type is restored or archived. A new type is active. */
  status?: 'active' | 'archived'
}

/**
 * How a change of a type would affect its resources. `type-changed`, `not-unique` and `unpublished-changes` (of a type that loses `x-drafts`) make the change incompatible;
 * the others are only reported.
 */
export type TypeProblemKind =
  | 'type-changed'
  | 'not-unique'
  | 'invalid'
  | 'unknown-reference'
  | 'property-removed'
  | 'referred-to'
  | 'unpublished-changes'

/** A problem, with the number of resources that have it and the ids of some that the caller is allowed to see. */
export interface TypeProblem {
  kind: TypeProblemKind
  property: string
  count: number
  /** Of `type-changed`: how many of them have values that the new type can represent without loss. */
  converted?: number
  /** Of `type-changed`: how many have a value that would be lost. */
  lost?: number
  /** At most ten. */
  ids: string[]
}

/** Problems of changes of several types, by slug; a type without any is not in it. */
export type TypeProblems = ReadonlyMap<string, readonly TypeProblem[]>

/** The error that refuses an edit whose new schemas conflict with existing resources: a `Conflict`, recognised by its code. */
export interface IncompatibleTypes extends Error {
  readonly code: 'incompatible-types'
  /** All problems found, including those that alone would not prevent the edit. */
  readonly types: TypeProblems
}

export interface TypeEditOptions {
  /** Do every check, write nothing. */
  dryRun?: boolean
  /** Write existing values that the new columns can represent without loss as their types; the edit is refused while others remain. */
  convert?: boolean | undefined
  /** Like `convert`; values that would lose something are removed from the current versions. */
  force?: boolean | undefined
  /** Also find problems that do not make a change incompatible. Every resource of a type whose schema changes is validated. */
  thorough?: boolean
  /** Name of the plugin that edits: its own rule can allow it what it refuses others. */
  by?: string
  /** Aborting stops the edit before it is written: nothing is changed. */
  signal?: AbortSignal
  /**
   * Checks, just before the edit is written, whether it still is allowed: the write commits only while this caller is as identified. Default: the caller of the
   * edit.
   */
  admit?: () => Promise<Caller>
  /** Called while resources are read. */
  onProgress?: (done: number, total?: number) => void
}

/** A change to any number of types, computed from their current state. */
export interface TypeEdit {
  types: readonly TypeDraft[]
  /**
   * Further operations for the same write.
   * @param changed the types that are created or changed, in their new state; their collections are prepared, except on a dry run
   */
  extraOperations?(changed: readonly ResourceType[]): WriteOperation[] | Promise<WriteOperation[]>
}

/** The result of an edit: slugs of its types. A type in neither list already had the desired state. */
export interface TypeEditOutcome {
  created: string[]
  updated: string[]
  /** Problems that did not prevent the edit, or were overridden by `force`. */
  problems: TypeProblems
}

/** A requested change of an existing type; changes of its name, description, context and behaviours are not included. */
export interface WantedTypeChange {
  caller: Caller
  /** Name of the plugin that makes the change, if it gives one. */
  by: string | undefined
  slug: string
  /** What changes: `status` when it is archived, `x-drafts` when the schema gets the keyword. */
  changes: ReadonlySet<'slug' | 'schema' | 'status' | 'x-drafts'>
}

/**
 * Refuses changes of types.
 * @throws `Conflict` with the reason
 */
export type TypeRule = (change: WantedTypeChange) => void

/**
 * Creates and changes several resource types in one write: all of them take effect at once, or none. Provided by the plugin `types`.
 */
export interface TypeEditor {
  /**
   * @param draft gets those of the named types that exist, archived ones included, by slug; called again when something changed meanwhile
   * @throws `BadRequest` for a type that is not valid, `Conflict` where it conflicts with existing types or resources; both messages begin
   * with the slug, which is the `part`; {@link IncompatibleTypes}, with all problems, where the new schemas conflict with existing resources
   */
  edit(
    caller: Caller,
    slugs: readonly string[],
    draft: (current: ReadonlyMap<string, ResourceType>) => TypeEdit | Promise<TypeEdit>,
    options?: TypeEditOptions,
  ): Promise<TypeEditOutcome>

  /** Add a rule that is applied to every change from now on, by any caller, through any route or contract, dry runs included. */
  addRule(rule: TypeRule): void

  /** What {@link runUpgrades} would change in the types and resources of version 0.2.0. */
  planUpgrades(): Promise<PendingUpgrade[]>

  /**
   * Convert types and resources of version 0.2.0 to columns of one type.
   * @throws `ConfigurationError` without `force`, when values would be removed
   */
  runUpgrades(options: { force: boolean }): Promise<void>
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    typeRegistry: TypeRegistry
    typeEditor: TypeEditor
  }

  interface Contributions {
    /** Slugs of types that the plugin depends on: they can be neither archived nor given another slug. */
    'core-types'?: readonly string[]
    /** Formats of texts by name, for `format` in schemas. The service validates them; the admin shows the service's message. */
    formats?: Readonly<Record<string, TextFormat>>
  }
}

/**
 * How the schemas of a type are used in the description of the API, on routes whose path contains `:typeSlug`, and on those of one type (`typeSlug`
 * and `sharesSegment`):
 * `data` its properties, `patch` a merge patch of them, `resource` one resource, `resources` the list envelope of resources,
 * `resources-of-any-type` the same of whatever types, `operations` the body of a bulk write.
 */
export type TypedSchema = 'data' | 'patch' | 'resource' | 'resources' | 'resources-of-any-type' | 'operations'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Slug of the type that the action in `access` applies to, if the path has no `:typeSlug`. */
    typeSlug?: string
    /** The parameter of the path that names a type by its id or slug, on routes about the type itself. */
    typeParameter?: string
    /**
     * How the schemas of each type complete the description of a route with `:typeSlug`, or of the one type's route.
     * - `filters`: it is a list that can be filtered and sorted
     * - `plain`: the answer is JSON whatever the client accepts, not JSON-LD
     */
    typed?: { body?: TypedSchema; answer?: TypedSchema; filters?: boolean; plain?: boolean }
  }
}
