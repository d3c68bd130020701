const texts = Array.from({ length: 40 }, (_, at) => [
  `text${at}`,
  { type: 'string', title: `Text ${at}`, minLength: 1, 'x-index': false },
])
const numbers = Array.from({ length: 18 }, (_, at) => [
  `number${at}`,
  { type: 'integer', title: `Number ${at}`, 'x-index': false },
])
const member = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
}
const rows = Array.from({ length: 200 }, (_, at) => ({ name: `Row ${at}`, age: at }))

const fields: Record<string, object> = Object.fromEntries([...texts, ...numbers])

/** A type with a form of sixty fields, two of which are lists of two hundred. */
export const largeType = {
  name: 'Large',
  slug: 'large',
  schema: {
    type: 'object',
    required: ['text0', 'text1'],
    properties: {
      ...fields,
      rows: { type: 'array', default: rows, items: member },
      words: { type: 'array', default: rows.map(({ name }) => name), items: { type: 'string', pattern: '^.{1,99}$' } },
    },
  },
}

const kinds = [
  { type: 'integer', minimum: 0 },
  { type: 'string', format: 'date' },
  { enum: ['a', 'b', 'c'] },
  { type: 'boolean' },
  { type: 'string', maxLength: 80 },
  { type: 'array', items: { type: 'string' } },
  { type: 'string' },
  { type: 'string', format: 'uri' },
]
/** How many fields {@link wideType} has. */
export const wideFields = 200

/** A type with a form of two hundred fields of eight kinds. */
export const wideType = {
  name: 'Wide',
  slug: 'wide',
  schema: {
    type: 'object',
    required: ['field4'],
    properties: Object.fromEntries(
      Array.from({ length: wideFields }, (_, at) => [
        `field${at}`,
        { ...kinds[at % kinds.length], title: `Field ${at}`, 'x-index': false },
      ]),
    ),
  },
}
