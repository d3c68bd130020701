const text = { type: 'string' } as const
const number = { type: 'number' } as const

/** The query of a backup. */
export const backupQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    file: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'The name of the file that the backup is written to, for the record of the last backup',
    },
  },
} as const

/** What is known about the last backup, and about the last conversion of the store. */
export const lastSchema = {
  type: 'object',
  required: ['backup', 'conversion'],
  properties: {
    backup: {
      type: ['object', 'null'],
      required: ['at', 'file', 'bytes', 'rows', 'seconds'],
      properties: {
        at: { type: 'string', format: 'date-time' },
        file: text,
        bytes: number,
        rows: number,
        seconds: number,
      },
    },
    conversion: {
      type: ['object', 'null'],
      required: ['from', 'to', 'rows', 'seconds', 'at', 'version'],
      properties: {
        from: number,
        to: number,
        rows: number,
        seconds: number,
        at: { type: 'string', format: 'date-time' },
        version: text,
        commit: text,
      },
    },
  },
} as const
