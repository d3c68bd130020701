/** A quoted SQL name, whatever characters it contains. */
export const quoteName = (name: string): string => `"${name.includes('"') ? name.replaceAll('"', '""') : name}"`

/** An SQL text literal. */
const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Property names from the root as an SQL literal of an SQLite JSON path; each name is quoted as in JSON. */
export const jsonPath = (path: readonly string[]): string =>
  textLiteral(`$${path.map(name => `.${JSON.stringify(name)}`).join('')}`)

/** The columns of every table, in the order in which rows are bound; the stored columns of the layout follow them. */
export const rowColumns = [
  'scope',
  'id',
  'type_slug',
  'status',
  'created_by',
  'account_id',
  'sequence_no',
  'created_at',
  'updated_at',
  'meta',
  'data',
] as const

/** Names that no other column can have: those of every table, and SQLite's own names of the row number. */
const taken: readonly string[] = ['rowid', 'oid', '_rowid_', ...rowColumns]

/** SQLite compares names without regard to the case of ASCII letters. */
const fold = (name: string): string => name.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())

/** The names of a table's columns. */
export class ColumnNames {
  readonly #occupied: Set<string>

  constructor(columns: readonly { name: string | null }[]) {
    this.#occupied = new Set([...taken, ...columns.map(({ name }) => fold(name ?? ''))])
  }

  /** An unused name: the property's own if possible, else with the first number that makes it unique. */
  take(path: readonly string[]): string {
    const wanted = path.join('.')
    for (let i = 1; ; i++) {
      const name = i === 1 ? wanted : `${wanted}_${i}`
      if (this.#occupied.has(fold(name))) continue
      this.#occupied.add(fold(name))
      return name
    }
  }
}

/** Table of a collection: its name. SQLite reserves names that begin with `sqlite_`. */
export const tableName = (collection: string): string =>
  collection.startsWith('sqlite_') ? `_${collection}` : collection

/** The name of a table or index that belongs to a collection; no collection has a name with a dot. */
export const sideName = (table: string, what: string): string => `${table}.${what}`
