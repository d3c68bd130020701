import type { Json, JsonObject } from '../../json/types.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import type { Part } from './document.ts'

/** What a schema defines for one level of one value. */
export interface Description {
  readonly part: Part
  /** The schemas that apply to the value, each once. */
  readonly applied: readonly SchemaNode[]
  /**
   * The keywords that apply, as one schema: annotations and assertions about the value itself, `type` and `required` among them; no references, no
   * schemas of members, items or branches.
   */
  readonly schema: JsonObject
  /** The JSON types that the value can have, without null. Empty for any. */
  readonly types: readonly string[]
  readonly isNullable: boolean
  /** Whether the value, or one of its alternatives or items, is stored and never shown. */
  readonly isSecret: boolean
  /** The only value that is allowed. */
  readonly constant: Json | undefined
  /** The values that are allowed, without null; undefined when there are others. */
  readonly choices: readonly DescribedChoice[] | undefined
  /** Values that can be suggested: those of some alternatives, and `examples`. */
  readonly suggestions: readonly Json[]
  readonly alternatives: readonly Alternatives[]
  /** The members of an object in their order. */
  readonly members: ReadonlyMap<string, Member>
  /** Whether an object can have members under names that are not among {@link members}. */
  readonly mayHaveMore: boolean
  /** The first items of an array that have schemas of their own. */
  readonly tuple: readonly Part[]
  /** The other items of an array; undefined when there can be none, or the value is no array. */
  readonly items: Part | undefined
}

/** A value that can be chosen. */
export interface DescribedChoice {
  readonly value: Json
  /** The keywords of its schema: its title, its colour. */
  readonly schema: JsonObject
}

/** A member of an object. */
export interface Member {
  readonly name: string
  readonly part: Part
  readonly isRequired: boolean
  /** `declared` by the schema or by what applies to this value; otherwise there because it is `required` or `present`. */
  readonly origin: 'declared' | 'required' | 'present'
  /** The key of the alternatives of which the one that fits declares it. */
  readonly of: string | undefined
  /** Its constant distinguishes alternatives, so that forms need no field for it. */
  readonly isTelling: boolean
}

/** Alternatives of a value: the branches of `oneOf` or `anyOf`, or the types of a union. */
export interface Alternatives {
  /** The same for all values of a document. */
  readonly key: string
  readonly branches: readonly Branch[]
  /** The branch that fits the value; undefined when there is no value, or none fits. */
  readonly fits: number | undefined
  /** False where a member of the object decides that is declared beside the branches. */
  readonly isAsked: boolean
  /** That member, with the values of all branches. */
  readonly teller: { readonly name: string; readonly values: readonly Json[] } | undefined
}

/** One alternative. */
export interface Branch {
  readonly node: SchemaNode
  /** Alone, without what applies to all alternatives, and for any value. */
  readonly description: Description
  /** The values that one of its members can have, if the schema lists them. */
  readonly valuesOf: (name: string) => Json[] | undefined
  /** What distinguishes it from the others: the values of one of its members. Empty where no member does. */
  readonly tellingValues: readonly Json[]
  /** Its name among the definitions of the document. */
  readonly definition: string | undefined
}

/** The branches that were chosen, by the keys of their alternatives. */
export type Chosen = ReadonlyMap<string, number>
