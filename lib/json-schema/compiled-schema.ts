import type { JsonObject } from '../json/types.ts'
import type { Column, WordExceptions } from '../store-kit/document-store.ts'

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

/** A declared path whose values refer to other resources (`x-resource-type`). */
export interface ReferenceProperty {
  /** Property names from the root; arrays on the way are passed through. */
  path: readonly string[]
  /** The same as people write it: names joined by dots. */
  name: string
  /** Slugs of the types that it may refer to. */
  type_slugs: readonly string[]
  /** Those of them whose resources cannot be archived while they are referred to from here. */
  restricts: readonly string[]
  many: boolean
}

/** How the values of a declared path are compared, and what texts among them are. */
export interface DeclaredField extends Column {
  /** The format of every text here, where it is one of these. */
  format?: 'date' | 'date-time'
}

/** A reference that stands in data. */
export interface FoundReference extends Pick<ReferenceProperty, 'name' | 'type_slugs' | 'restricts'> {
  /** Where: names of properties and places in arrays. */
  path: readonly (string | number)[]
  /** The text that stands there, which ought to be a URN. */
  id: string
}

/** A reference whose target a label names, or behind which it goes on. */
export interface LabelReference extends Pick<ReferenceProperty, 'path' | 'type_slugs'> {
  /** What is shown of the target: one of its fields, or, where this is empty, its label. */
  field: readonly string[]
}

/** What names the resources of a type to people. */
export interface LabelRule {
  /** References that the label looks behind. */
  labelReferences: readonly LabelReference[]
  /** What a label may have that is none of the texts in the data: the words of the template, and whether values that are no texts are shown. */
  labelExtras: { words: string; values: boolean }
  /**
   * What names a resource with these data to people; undefined where that is the last part of its id.
   * @param textBehind what a label shows of the resource with this id, where the caller may read it. Without it only the resource's own properties are used.
   */
  labelOf: (
    data: JsonObject,
    textBehind?: (id: string, field: LabelReference['field']) => string | undefined,
  ) => string | undefined
}

/** What a schema says, read once. */
export interface CompiledSchema extends LabelRule {
  validate: Validator
  /** One per root property, and one for each indexed value deeper in. */
  columns: readonly Column[]
  /** The references that stand at declared paths, in the order of the schema, each path once. */
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
  /** Whether the schema is absent, so that every property is taken as it comes. */
  open: boolean
  /**
   * How a dotted path may be filtered and sorted.
   * @returns the column-like facts of a declared path, or undefined when the schema does not declare it.
   */
  resolve: (path: readonly string[]) => DeclaredField | undefined
}
