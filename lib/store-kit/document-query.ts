import type { ColumnKind } from '../json-schema/columns/column.ts'
import type { DocumentStatus, SearchedTexts, StandardColumn, StoredDocument } from './document-store.ts'
import type { JsonObject, Scalar } from '../json/types.ts'

/** The target of a condition: a standard column, or a path into the data. */
export type ConditionTarget = { column: StandardColumn } | { path: readonly string[] }

/**
 * What a document refers to by this JSON Schema: the values of `referenceValues` (`urn:…`, and `restrict urn:…` for references that prevent their
 * target from being archived). An index finds them when the schema is `CollectionDefinition.references`; with another schema each document is tested.
 */
export interface ReferencesTarget {
  references: JsonObject
}

/** What an operator of filters does. */
interface OperatorTraits {
  /** What is given to it: one value, any number of values, or whether it should hold. */
  operands: 'one' | 'many' | 'truth'
  /** What it compares: values for equality or order, a part of a text, or whether there is a value. */
  compares: 'equality' | 'order' | 'text' | 'presence'
  /** The operator of which it is the exact negation, so that null and absent values match. */
  negates?: 'eq' | 'in'
  /** When it matches, for people. */
  meaning: string
}

/**
 * The operators of filters. A new one needs a row here, its meaning in `evaluate.ts`, a case in each store, and its line in `docs/api.md`; the API, the
 * command line, descriptions, the admin and the tests read this table.
 */
export const filterOperators = {
  eq: { operands: 'one', compares: 'equality', meaning: 'the value equals the operand' },
  ne: { operands: 'one', compares: 'equality', negates: 'eq', meaning: 'the exact opposite of eq' },
  gt: { operands: 'one', compares: 'order', meaning: 'the value is greater' },
  gte: { operands: 'one', compares: 'order', meaning: 'the value is greater or equal' },
  lt: { operands: 'one', compares: 'order', meaning: 'the value is less' },
  lte: { operands: 'one', compares: 'order', meaning: 'the value is less or equal' },
  in: { operands: 'many', compares: 'equality', meaning: 'the value equals one of the operands' },
  nin: { operands: 'many', compares: 'equality', negates: 'in', meaning: 'the exact opposite of in' },
  like: { operands: 'one', compares: 'text', meaning: 'the text contains the operand, whatever the case' },
  exists: { operands: 'truth', compares: 'presence', meaning: 'there is a value, or with false none' },
} as const satisfies Readonly<Record<string, OperatorTraits>>

export type Operator = keyof typeof filterOperators

/** What an operator does. */
export const traitsOf = (operator: Operator): OperatorTraits => filterOperators[operator]

/** The operators, in the order in which they are documented. */
export const operatorNames = Object.keys(filterOperators).filter(isOperator)

export function isOperator(text: string): text is Operator {
  return Object.hasOwn(filterOperators, text)
}

/**
 * One condition on a document. All conditions of a query must hold.
 *
 * The meaning is the same on every store (`lib/store-kit/evaluate.ts` is the reference). The values at a path are all scalars
 * reached by following it, through arrays, that a column of the kind holds; others are left out, as null and absent are. `eq`, `in`, `gt`, `gte`, `lt`, `lte`, `like` match when one of
 * them matches; `ne`, `nin` are the exact negation of `eq`, `in`; `exists` matches when there is a value (objects and non-empty arrays
 * count) or, with `false`, when there is none. Values compare only within their own kind: a number never equals a text.
 */
export interface Condition {
  target: ConditionTarget | ReferencesTarget
  /** How the values are compared; `json` compares each value of the document with the operands of its own JSON type. */
  kind: ColumnKind
  operator: Operator
  /**
   * Operands, as many as {@link filterOperators} says; one boolean for `exists`.
   * With `json` each operand can be present in several types (the text `5` and the number 5): any of them can match.
   * With `instant` an operand is an RFC 3339 date-time.
   */
  operands: readonly Scalar[]
  /** How the caller wrote the field, for messages (`meta.created_at`, `address.city`). */
  field: string
}

/** The documents that the caller can see: all of the account, or those owned or named. Part of every query. */
export type Visibility = { all: true } | { all: false; owner: string; ids: readonly string[] }

/** The order of a list. Ties are broken by id in the same direction. Null and absent are first in `asc`, last in `desc`. */
export interface Sort {
  target: ConditionTarget
  kind: ColumnKind
  direction: 'asc' | 'desc'
  /** How the caller wrote the field, for messages. */
  field: string
}

/** A position in a list: the sort key of the last returned document (the value of a standard column, else a key computed by the store), and its id. */
export interface Position {
  key: Scalar
  id: string
}

export interface SelectQuery {
  collection: string
  /** Only documents of this account; null for documents of every account (internal use). */
  account_id: string | null
  status: DocumentStatus | 'any'
  visibility: Visibility
  conditions: readonly Condition[]
  /** At least one of these groups must match, with all its conditions; a group without conditions matches. Default: no restriction. */
  anyOf?: readonly (readonly Condition[])[] | undefined
  /** Normalised search words (`wordsOf`); each must be a prefix of a word of the data. */
  words: readonly string[]
  /**
   * What the words are searched in. An index that has been made of other texts is not used: until the one of these is complete, a store can find less.
   * Default: as the collection's definition says.
   */
  searched?: SearchedTexts | undefined
  /** The time by which the query must end, in milliseconds of `performance.now()`; several queries of one request share it. Default: 2 s from the call. */
  deadline?: number | undefined
}

export interface ListQuery extends SelectQuery {
  sort: Sort
  /** Only documents after this position. */
  after?: Position | undefined
  /** 1–1000. */
  limit: number
  /** The page ends early, before the texts of its documents exceed this many bytes of UTF-8, but has at least one document. Default: no limit. */
  maxBytes?: number | undefined
  /**
   * Leave out documents that cannot be read because the store is damaged, instead of throwing `StoreDamaged`; for lists in the order of a standard
   * column. A store that cannot tell them apart throws.
   */
  skipDamaged?: boolean | undefined
  /** Whether the page has the position of each document. */
  positions?: boolean
}

export interface Page {
  readonly documents: readonly StoredDocument[]
  /** Position of the last document when there are more, else null. */
  readonly next: Position | null
  /** With {@link ListQuery.positions}: the position of each document, from which the list can be continued behind it. */
  readonly positions?: readonly Position[]
  /** With {@link ListQuery.skipDamaged}: how many documents were left out before that position. */
  readonly skipped?: number
}
