import type { ValidationFailure } from '../errors/index.ts'
import type { JsonObject } from '../json/types.ts'
import type { Column } from './columns/column.ts'
import type { CompoundIndex } from './columns/compound-indexes.ts'
import type { Shape } from './columns/shape.ts'
import type { MarkedMembers } from './marked-members.ts'

/** The remaining work for checking values against their schemas. Created by `createValidationBudget`, for the rows of a request by `createRowBudgets`. */
export interface ValidationBudget {
  /** A step is a schema applied to a value, or some characters that a pattern reads. Below 0 when the budget was exceeded. */
  steps: number
  /** The processor time that all rows of the request have left, if it is limited. */
  time?: { leftMs: number }
}

/** A compiled JSON Schema. */
export interface Validator {
  /**
   * Every failure of this value, empty when it is valid. Never throws.
   * @param budget the budget to spend; exceeding it is the one failure. Pass the same one for all values of a resource. By default each value has its own
   */
  (value: unknown, budget?: ValidationBudget): ValidationFailure[]
}

export type { ValidationFailure } from '../errors/index.ts'

/** A declared path whose values refer to other resources (`x-resource-type`). */
export interface ReferenceProperty {
  /** Property names from the root; arrays on the way are passed through. */
  path: readonly string[]
  /** The same path in the usual notation: names joined by dots. */
  name: string
  /** Slugs of the types that it can refer to. */
  type_slugs: readonly string[]
  /** Those types whose resources cannot be archived while they are referred to from here. */
  restricts: readonly string[]
  many: boolean
}

/** How the values of a declared path are compared, and what texts among them are. */
export interface DeclaredField extends Column {
  /** The format of every text here, where it is one of these. */
  format?: 'date' | 'date-time'
}

/** What the values at a declared path are as linked data. */
export interface DeclaredValue {
  path: readonly string[]
  /** What every value is, of an array its items: a text of a format, or a number. Undefined for other values. */
  datatype: 'date' | 'date-time' | 'time' | 'uri' | 'integer' | 'double' | undefined
  /** It is a list whose order has a meaning (`x-list`). */
  isOrdered: boolean
}

/** A reference in data. */
export interface FoundReference extends Pick<ReferenceProperty, 'name' | 'type_slugs' | 'restricts'> {
  /** Its path: names of properties and indexes of arrays. */
  path: readonly (string | number)[]
  /** The text at the path, which should be a URN; of a mention, a URN in the text. */
  id: string
  /** It is a file that a text in Markdown shows or links to. */
  isMention?: true
  /** The media types that the file can have to which it refers. Absent: any. */
  media_types?: readonly string[]
}

/** A reference of a label: the label shows the target, or a field of it. */
export interface LabelReference extends Pick<ReferenceProperty, 'path' | 'type_slugs'> {
  /** What is shown of the target: one of its fields, or, when this is empty, its label. */
  field: readonly string[]
}

/** The label of the resources of a type. */
export interface LabelRule {
  /** References that the label follows. */
  labelReferences: readonly LabelReference[]
  /** What a label can contain in addition to the texts in the data: the words of the template, and whether values that are not texts are shown. */
  labelExtras: { words: string; values: boolean }
  /** The paths of the resource's own properties with which a label can begin, the first that has a value. */
  labelStarts: readonly (readonly string[])[]
  /**
   * The label of a resource with these data; undefined when it is the last part of the id.
   * @param textOfReference returns what a label shows of the resource with this id, if the caller is allowed to read it. Without it only the resource's own properties are used.
   * @param languages the languages of the reader, the preferred one first, for types with `x-labels`
   */
  labelOf: (
    data: JsonObject,
    textOfReference?: (id: string, field: LabelReference['field']) => string | undefined,
    languages?: readonly string[],
  ) => string | undefined
}

/** A schema, read once. */
export interface CompiledSchema extends LabelRule {
  validate: Validator
  /** Like `validate`, for data that can lack what is secret although it is required: those of a copy. */
  validateCopy: Validator
  /** Merge a patch into data; see `mergeData`. The result is not checked. The schema by which drafts are saved demands nothing, and merges like that of the type. */
  merge: (before: JsonObject, patch: JsonObject, budget?: ValidationBudget) => JsonObject
  /** What is stored and never shown: `writeOnly: true` and `format: password`, at any depth. */
  secrets: MarkedMembers
  /** The part of the schema by which stores leave out what is secret (`removeSecrets`); undefined when nothing is. */
  secretSchema: JsonObject | undefined
  /** One per root property, and one for each nested indexed value. */
  columns: readonly Column[]
  /** Those inside of properties, with and without an index; made on first use. Their values are in the JSON of the property. */
  nestedColumns: () => readonly Column[]
  /** Those of `x-indexes`, without items that are not possible. Their properties have columns with indexes. */
  indexes: readonly CompoundIndex[]
  /** The references at declared paths, in the order of the schema, each path once. */
  references: readonly ReferenceProperty[]
  /** The names of the places of references: those of {@link references}, and of objects that contain references under any name. */
  referenceNames: readonly string[]
  /** What the values at declared paths are, outer ones first; made on first use. Empty where there are too many paths. */
  declaredValues: () => readonly DeclaredValue[]
  /**
   * The schema for an OpenAPI 3.1 document: in draft 2020-12 whatever dialect it was written in, without `$id`, `$schema` and anchors, and with local
   * references that are valid where the schema is put. What is `readOnly` is not required: bodies do not set it, and answers can lack it.
   * @param prefix reference to the place where it is put: `#/components/schemas/movie`
   */
  forDocument: (prefix: string) => JsonObject
  /** What the schema declares for data; undefined without a schema. Reading a part of it throws `TooIntricate` where too many parts are combined. */
  shape: Shape | undefined
  /** Every slug that the schema names for references. */
  referredTypes: readonly string[]
  /** Those of them whose resources cannot be archived while some reference exists. */
  restrictedTypes: readonly string[]
  /**
   * Every reference in data, wherever the schema allows one.
   * @throws `InvalidInput` for data in which finding them takes too much work
   */
  referencesIn: (data: JsonObject) => FoundReference[]
  /** The same, and the files that texts in Markdown show or link to. */
  referencesAndMentionsIn: (data: JsonObject) => FoundReference[]
  /** The texts in data that can be a path, an address or the URN of a file (`x-media-types` alone). Undefined where the schema has none. */
  filePlacesIn: ((data: JsonObject) => FoundReference[]) | undefined
  /** The part of the schema by which stores find the references in data (`referenceValues`); undefined when it allows none. */
  referenceSchema: JsonObject | undefined
  /** The texts that do not count for a search begin with one of these: references. */
  wordExceptions: readonly string[]
  /** Names of the root properties that the service sets and a body cannot set (`readOnly: true`). */
  readOnly: readonly string[]
  /** The property that names most resources, never a secret one, or null when only the id does: lists show it and match by it. */
  displayProperty: string | null
  /** Whether the schema is absent, so that every property is accepted. */
  open: boolean
  /**
   * How a dotted path can be filtered and sorted.
   * @returns the column-like facts of a declared path, or undefined when the schema does not declare it.
   */
  resolve: (path: readonly string[]) => DeclaredField | undefined
  /** Of rows with the state of a publication: how a part of it is filtered and sorted by. */
  stateColumn?: ((name: string) => DeclaredField | undefined) | undefined
  /** Whether a property of the root is declared, be it in an alternative or a condition, where it has no column. */
  declares: (name: string) => boolean
}
