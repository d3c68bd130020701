import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { allFormats } from '../json-schema/compile/formats.ts'
import type { DocumentMeta } from '../store-kit/document-store.ts'
import type { StoredDefinition } from '../store-kit/earlier-definitions.ts'
import type { BackupHeader, BackupManifest } from './lines.ts'

/* What the lines of a backup must look like. Members that are unknown in this version are allowed: a later one may add some without changing the format. */

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const count = { type: 'integer', minimum: 0 } as const
const time = { type: 'string', format: 'date-time' } as const
/** Of a version or a commit. */
const release = { type: 'string', pattern: '^[0-9A-Za-z.+-]{1,64}$' } as const
/** Stores append a dot and further words to the names of collections. */
const collectionName = { type: 'string', pattern: '^[^.$\\p{Cc}]{1,200}$' } as const
/** A table of SQLite has at most 2,000 columns, some of which are those of the store. */
const maxColumns = 1_900
const path = { type: 'array', items: text, minItems: 1, maxItems: 100 } as const

const header = {
  type: 'object',
  required: ['plinth_backup', 'created_at', 'version', 'kind', 'format'],
  properties: {
    plinth_backup: { type: 'integer', minimum: 1 },
    created_at: time,
    version: release,
    commit: release,
    kind: text,
    format: { type: 'integer', minimum: 1 },
  },
} as const

const manifest = {
  ...header,
  required: [...header.required, 'collections'],
  properties: {
    ...header.properties,
    collections: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'rows', 'versions', 'removed', 'sha256'],
        properties: {
          name: collectionName,
          rows: count,
          versions: count,
          removed: count,
          sha256: text,
        },
      },
    },
  },
} as const

const column = {
  type: 'object',
  required: ['path', 'kind', 'many', 'indexed', 'unique', 'types'],
  properties: {
    path,
    kind: { enum: ['text', 'number', 'boolean', 'instant', 'mixed', 'json'] },
    many: flag,
    nested: flag,
    indexed: flag,
    unique: flag,
    types: {
      type: 'array',
      items: { enum: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] },
    },
  },
} as const

const indexMember = {
  type: 'object',
  properties: { path, column: { enum: ['id', 'created_by', 'sequence_no', 'created_at', 'updated_at'] } },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
} as const

const index = {
  type: 'object',
  required: ['equal', 'order', 'tested'],
  properties: {
    equal: { type: 'array', items: indexMember },
    order: indexMember,
    tested: { type: 'array', items: indexMember },
  },
} as const

const definition = {
  type: 'object',
  required: ['name', 'columns', 'versions', 'words'],
  properties: {
    name: collectionName,
    columns: { type: 'array', items: column, maxItems: maxColumns },
    versions: flag,
    keepVersions: { type: 'integer', minimum: 1 },
    forgetsRemoved: flag,
    words: {
      anyOf: [
        { const: false },
        {
          type: 'object',
          required: ['except'],
          properties: {
            except: {
              anyOf: [
                { type: 'array', items: text },
                { type: 'array', items: path }, // of release 0.1.0, as the following
                { type: 'object', required: ['schema'], properties: { schema: { type: 'object' } } },
              ],
            },
            secret: { type: 'object' },
          },
        },
      ],
    },
    references: { type: 'object' },
    standardIndexes: { type: 'array', items: { enum: ['created_at', 'updated_at', 'created_by'] } },
    indexes: { type: 'array', items: index },
    sharedChecks: flag,
    transient: flag,
  },
} as const

const meta = {
  type: 'object',
  required: ['type_slug', 'status', 'created_by', 'account_id', 'sequence_no', 'created_at', 'updated_at'],
  properties: {
    type_slug: text,
    status: { enum: ['active', 'archived'] },
    created_by: text,
    account_id: text,
    sequence_no: { type: 'integer', minimum: 1 },
    created_at: time,
    updated_at: time,
  },
} as const

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: allFormats() })

/** Whether a value has the shape that a schema describes; the schema is compiled on first use, because a service that only writes backups needs none. */
class Shape<Value> {
  readonly #schema: object
  #validate: ValidateFunction<Value> | undefined

  constructor(schema: object) {
    this.#schema = schema
  }

  /** @throws SyntaxError that names what is wrong first */
  read(value: unknown): Value {
    const validate = (this.#validate ??= ajv.compile<Value>(this.#schema))
    if (validate(value)) return value
    const [failure] = validate.errors ?? []
    throw new SyntaxError(`${failure?.instancePath ?? ''} ${failure?.message ?? 'is not valid'}`.trim())
  }
}

export const headerShape = new Shape<BackupHeader>(header)
export const manifestShape = new Shape<BackupManifest>(manifest)
export const definitionShape = new Shape<StoredDefinition>(definition)
export const metaShape = new Shape<DocumentMeta>(meta)
