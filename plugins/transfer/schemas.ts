/** Media types of files. */
export const mediaTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const

const delimiter = {
  type: 'string',
  description: 'CSV: what separates the cells, one character. Default: what the first line has most of',
} as const

const decimal = {
  enum: ['.', ','],
  description:
    'CSV: the character before the decimals of numbers; with a comma, a cell with a point is no number. Default: a point',
} as const

export const importQuery = {
  type: 'object',
  properties: {
    preview: {
      type: 'boolean',
      description:
        'The body is the beginning of a file, up to 1 MiB: answer one line `preview` with the content of its columns and where they would go, and write nothing. Goes with `mapping`, `mapping[…]`, `delimiter`, `decimal` and `whole`',
    },
    whole: {
      type: 'boolean',
      description: 'For `preview`: the body is a whole file, so that a row that is cut off is an error',
    },
    mapping: {
      enum: ['titles', 'listed'],
      description:
        'The property that a column goes to: `mapping[Title]=title`, its values converted where that loses nothing; empty leaves the column out. And what becomes of columns that are not named so. `titles`: they go to the properties that have them as their title, as those of an inferred type do; `listed`: they are left out. Default: they go to the property of their name; in a preview one is guessed',
    },
    key: {
      type: 'string',
      description: 'Property by which rows are those of resources that are there: such rows change them',
    },
    restore: {
      type: 'boolean',
      description:
        'With a unique `key`: an archived resource with the key of a row is restored and changed; otherwise the row is refused',
    },
    match: { type: 'string', description: 'Property by which references name what they refer to, in the place of ids' },
    update: {
      type: 'boolean',
      description: 'Rows whose `@id` is that of a resource with other content change it (merge)',
    },
    publish: {
      type: 'boolean',
      description: 'Of types with `x-drafts`: what is written becomes public (`odrl:distribute` on the type)',
    },
    dry_run: { type: 'boolean', description: 'Write nothing; find everything that is wrong with every row' },
    delimiter,
    decimal,
    rejects: {
      type: 'boolean',
      description:
        'Also answer a line `reject` for each row that is refused or differs, or refers to a row that is refused, with the row itself; up to 512 KiB of them',
    },
  },
  patternProperties: {
    '^mapping\\[.+\\]$': {
      type: 'string',
      description:
        'The property that a column goes to, its values converted where that loses nothing; empty leaves the column out',
    },
  },
} as const

export const inferQuery = {
  type: 'object',
  properties: {
    delimiter,
    decimal,
    whole: { type: 'boolean', description: 'The body is a whole file: a row that is cut off is an error' },
  },
} as const

export const copyQuery = {
  type: 'object',
  properties: {
    update: importQuery.properties.update,
    dry_run: importQuery.properties.dry_run,
    rejects: importQuery.properties.rejects,
  },
} as const

/** The body of a copy; it is read as a stream and not validated against this schema. */
export const copy = {
  description:
    'An object on each line. First `files`: the names of all files, as in a folder that `plinth export --all` wrote, `types.ndjson` and `presets.ndjson` first. ' +
    'Then for each file a line `file`, its name, and a line `row` with `line` for each of its rows; for a row that cannot be read `problems`',
} as const

/** A line of a copy that is exported. */
export const copyLine = {
  type: 'object',
  title: 'CopyLine',
  description:
    'First `files`: the names of all files. Then for each file a line `file`, its name, and a line `row` with `line` for each of its rows; for a resource that cannot be read because the store is damaged `problems`. Values that are never shown (`writeOnly`, `format: password`) are left out; the last line `left_out` has their number by type, if there are any',
  properties: {
    files: { type: 'array', items: { type: 'string' } },
    file: { type: 'string' },
    row: {},
    line: { type: 'integer', minimum: 1 },
    left_out: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
    problems: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
} as const

/** The body of the other routes; it is read as a stream and not validated against this schema. */
export const file = {
  description:
    'A JSON array of objects; or an object on each line; or CSV, the first record of which contains the headings',
} as const

const count = { type: 'integer', minimum: 0 } as const
const anything = {} as const
/** Of a copy: the file that a line is about. */
const place = { type_slug: { type: 'string' }, file: { type: 'string' } } as const
const rows = {
  type: 'array',
  items: { type: 'object', properties: { ...place, row: count, line: count } },
} as const

const preview = {
  type: 'object',
  description: 'What the columns of a file contain, and where they would go',
  required: ['rows', 'unreadable', 'columns'],
  properties: {
    rows: { ...count, description: 'How many rows were read, those that cannot be read included' },
    unreadable: count,
    delimiter: { type: 'string', description: 'CSV: what separates the cells' },
    match: { type: 'string', description: 'The parameter `match` by which names in the place of references are found' },
    columns: {
      type: 'array',
      items: {
        type: 'object',
        required: ['column', 'property', 'filled', 'samples'],
        properties: {
          column: { type: 'string' },
          property: { type: 'string', description: 'Where it goes; empty where it is left out' },
          filled: { ...count, description: 'How many rows have a value there' },
          samples: { type: 'array', items: anything, description: 'The first values that differ' },
          conversion: {
            type: 'object',
            description: 'What happens to values that change',
            required: ['rows', 'example'],
            properties: {
              rows: count,
              date_form: { type: 'string', description: 'How the dates of the column are written' },
              example: { type: 'object', required: ['from', 'to'], properties: { from: anything, to: anything } },
            },
          },
          names: { type: 'string', description: 'Texts are names of resources of this type, in the place of ids' },
        },
      },
    },
  },
} as const

const slugs = { type: 'array', items: { type: 'string' } } as const
const counts = {
  loaded: count,
  updated: count,
  there: count,
  differs: count,
  refused: count,
  without_secrets: {
    ...count,
    description:
      'Of a copy: how many resources were written without values that the type requires and that exports leave out (`writeOnly`, `format: password`)',
  },
} as const

/** One line of the answer to an import, of a file or of a copy. */
export const importLine = {
  type: 'object',
  title: 'ImportLine',
  description:
    'NDJSON, and the items of the `result` of the run: with `rejects` lines `reject`, then those with `problem`, one for each reason and at most 1,000, for CSV perhaps one with `notes`, and one with `result`. For a copy first a line `copy`, and everywhere the `file`',
  properties: {
    preview,
    copy: {
      type: 'object',
      description: 'What becomes of the types of a copy',
      properties: {
        types: { type: 'object', properties: { created: slugs, updated: slugs, unchanged: slugs } },
        presets: slugs,
        dropped: {
          type: 'array',
          items: { type: 'string' },
          description:
            'What schemas of version 0.2.0 lost: annotations of properties that are no columns, as the slug of the type and a JSON Pointer',
        },
      },
    },
    problem: { type: 'object', properties: { rows: count, reason: { type: 'string' }, first: rows } },
    reject: {
      type: 'object',
      properties: {
        ...place,
        row: count,
        line: count,
        reasons: { type: 'array', items: { type: 'string' } },
        problems: {
          type: 'array',
          description: 'The same as `reasons`, by place',
          items: {
            type: 'object',
            properties: {
              field: { type: 'string', description: 'The property or column; empty for the whole row' },
              message: { type: 'string' },
              code: { type: 'string', description: 'As in `problems` of a refused request' },
              params: { type: 'object', description: 'What the code is about: a limit, the types, the values allowed' },
            },
          },
        },
        data: {},
      },
    },
    omitted_rejects: {
      ...count,
      description: 'How many `reject` lines were left out, because the report would be larger than a run can keep',
    },
    notes: {
      type: 'object',
      description: 'What was noticed about the columns and cells of a file',
      properties: {
        undeclared: {
          ...slugs,
          description: 'Columns that were imported as properties which the type does not declare, at most 100',
        },
        rewritten: {
          type: 'object',
          description: 'CSV: cells that an export writes otherwise, as 12.5 for `12.50`',
          required: ['cells'],
          properties: {
            cells: count,
            example: {
              type: 'object',
              required: ['column', 'from', 'to'],
              properties: { column: { type: 'string' }, from: { type: 'string' }, to: anything },
            },
          },
        },
      },
    },
    result: {
      type: 'object',
      properties: {
        ...counts,
        imports: {
          type: 'array',
          description: 'For a copy: the counts of each type',
          items: { type: 'object', properties: { type_slug: { type: 'string' }, rows: count, ...counts } },
        },
      },
    },
  },
} as const

export const inferAnswer = {
  type: 'object',
  required: ['schema', 'mapping', 'conversions', 'rows'],
  properties: {
    schema: { type: 'object', description: 'JSON Schema of the type', additionalProperties: true },
    mapping: { type: 'object', description: 'Column → property', additionalProperties: { type: 'string' } },
    conversions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          column: { type: 'string' },
          property: { type: 'string' },
          rows: { ...count, description: 'How many values change' },
          rewritten: {
            ...count,
            description: 'How many of them are numbers that an export writes otherwise, as 12.5 for `12.50`',
          },
          date_form: { type: 'string', description: 'How the dates of the column are written' },
          example: { type: ['object', 'null'], properties: { from: {}, to: {} } },
        },
      },
    },
    rows: { ...count, description: 'How many rows were read' },
    unreadable: {
      type: 'object',
      description: 'Rows that cannot be read, if there are any',
      properties: {
        rows: count,
        first: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              row: count,
              line: count,
              reasons: { type: 'array', items: { type: 'string' } },
              data: anything,
            },
          },
        },
      },
    },
  },
} as const
