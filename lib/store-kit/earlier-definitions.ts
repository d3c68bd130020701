import type { CollectionDefinition, Column, ColumnKind } from './document-store.ts'

/** The words of definitions of release 0.1.0: references were excepted by their paths, or by a schema. */
type EarlierWords = { except: readonly (readonly string[])[] | { readonly schema: object } }

/** Release 0.2.0 had columns of values of several types. */
type EarlierColumn = Omit<Column, 'kind'> & { kind: ColumnKind | 'mixed' }

/** A definition as this release or an earlier one stored it, also in backups. */
export type StoredDefinition = Omit<CollectionDefinition, 'words' | 'columns'> & {
  columns: readonly EarlierColumn[]
  words: CollectionDefinition['words'] | EarlierWords
}

/** The collection in which release 0.1.0 kept references; they are a column of each collection now. */
export const formerReferences = '_references'

/**
 * A stored definition in its current form. Of references that were excepted from searches by their places, only that they are URNs is known here;
 * the plugin that owns the collection defines it again when it starts.
 */
export const currentDefinition = (definition: StoredDefinition): CollectionDefinition => ({
  ...definition,
  columns: definition.columns.map(currentColumn),
  words:
    definition.words === false ? false : { ...definition.words, except: currentExceptions(definition.words.except) },
})

const currentColumn = (column: EarlierColumn): Column =>
  isCurrentColumn(column) ? column : { ...column, kind: 'json', indexed: false, unique: false }

const isCurrentColumn = (column: EarlierColumn): column is Column => column.kind !== 'mixed'

/** The exceptions of {@link currentDefinition}. */
export const currentExceptions = (except: EarlierWords['except'] | readonly string[]): readonly string[] =>
  isCurrent(except) ? except : ['urn:']

const isCurrent = (except: EarlierWords['except'] | readonly string[]): except is readonly string[] =>
  Array.isArray(except) && except.every(one => typeof one === 'string')
