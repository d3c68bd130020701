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
