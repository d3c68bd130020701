import type {
  CollectionDefinition,
  Column,
  DocumentStatus,
  WordExceptions,
  WriteOperation,
} from '../../lib/store-kit/document-store.ts'
import type { Caller } from './identity.ts'
import type { JsonObject } from '../../lib/json/types.ts'

/** Work that may still be done to check values of one request against their schemas. Made by `createValidationBudget`. */
export interface ValidationBudget {
  /** A step is a schema applied to a value, or some characters that a pattern looks at. Below 0 when there were too few. */
  steps: number
}

/** A compiled JSON Schema. */
export interface Validator {
  /**
   * Every failure of this value, empty when it is valid. Never throws.
   * @param budget is spent; when it is not enough that is the one failure. Give the same one for all values of a request. By default each value has its own
   */
  (value: unknown, budget?: ValidationBudget): ValidationFailure[]
}

/** One way in which a value does not fit its schema. */
export interface ValidationFailure {
  /** JSON Pointer (RFC 6901) to the value; empty for the root. */
  pointer: string
  /** The same place as people write it: `address.city`, `tags[2]`; the missing or unexpected property's name included. */
  field: string
  /** The keyword of the schema that failed, or one of the codes of problems in `docs/errors.md`. */
  code: string
  /** What is wrong, without the field: `must be a number`. */
  message: string
}

/** A value that refers to another resource (`x-resource-type`). */
export interface ReferenceProperty {
  /** Property names from the root; arrays on the way are passed through. */
  path: readonly string[]
  /** The referenced type's slug. */
  type_slug: string
  on_archive: 'keep' | 'restrict'
  many: boolean
}

/** How the values of a declared path are compared, and what texts among them are. */
export interface DeclaredField extends Column {
  /** The format of every text here, where it is one of these. */
  format?: 'date' | 'date-time'
}

/** A reference that stands in data. */
export interface FoundReference {
  /** Where: names of properties and places in arrays. */
  path: readonly (string | number)[]
  /** The same as people write it: names joined by dots, arrays passed through. */
  name: string
  /** The text that stands there, which ought to be a URN. */
  id: string
  /** Slugs of the types that it may refer to. */
  type_slugs: readonly string[]
  /** Those of them whose resources cannot be archived while they are referred to from here. */
  restricts: readonly string[]
}

/** What a schema says, read once. */
export interface CompiledSchema {
  validate: Validator
  /** One per root property, and one for each indexed value deeper in. */
  columns: readonly Column[]
  /** The references that stand at declared paths. */
  references: readonly ReferenceProperty[]
  /** Whether the texts at the paths of {@link references} are exactly the references in any data. */
  referencesByPath: boolean
  /** Names under which references stand, those of {@link references} and of objects that hold some under any name. */
  referenceNames: readonly string[]
  /** Every slug that the schema names for references. */
  referredTypes: readonly string[]
  /**
   * Every reference in data, wherever the schema allows one.
   * @throws `BadRequest` for data in which finding them takes too much work
   */
  referencesIn: (data: JsonObject) => FoundReference[]
  /** The texts that do not count for a search: references. */
  wordExceptions: WordExceptions
  /** Names of the root properties that the service sets and a body cannot (`readOnly: true`). */
  readOnly: readonly string[]
  /** The property that names most resources to people, or null for their bare ids: what lists are shown and matched by. */
  displayProperty: string | null
  /** What names a resource with these data to people; undefined where that is the last part of its id. */
  labelOf: (data: JsonObject) => string | undefined
  /** Whether the schema is absent, so that every property is taken as it comes. */
  open: boolean
  /**
   * How a dotted path may be filtered and sorted.
   * @returns the column-like facts of a declared path, or undefined when the schema does not declare it.
   */
  resolve: (path: readonly string[]) => DeclaredField | undefined
}

/** How the nodes of a type look in JSON-LD. */
export interface LinkedDataView {
  /** Value of `@type` in every node. */
  type: string
  /** The `@context` that is emitted. */
  context: JsonObject
  /** JSON text of {@link context}. */
  contextText: string
}

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
  find(slug: string): ResourceType | undefined | Promise<ResourceType | undefined>

  /** The active type with this slug. Throws `NotFound`. */
  active(slug: string): ResourceType | Promise<ResourceType>

  /** Read this type from the store now, whatever is remembered: for a write that was refused because its type changed. */
  reload(slug: string): Promise<ResourceType | undefined>

  /** All types, archived ones included, ordered by slug. */
  all(): Promise<ResourceType[]>

  /** The operation that makes a write commit only while this version of the type is the current one. */
  check(type: ResourceType): WriteOperation

  /** Add something that follows when a type is given another slug; it is asked from now on. */
  onRename(follow: RenameFollower): void

  /** Raised whenever a type changed: a document made from all types is old when this differs. */
  readonly revision: number
}
