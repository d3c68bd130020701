import type { JsonObject } from '../../lib/json/index.ts'

const text = (title: string, german: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  title,
  'x-titles': { de: german },
  ...more,
})

const set = (schema: JsonObject): JsonObject => ({ ...schema, readOnly: true })

/** What the bytes decide beside the picture itself. */
const fact = (schema: JsonObject): JsonObject =>
  set({ ...schema, 'x-group': 'Technical data', 'x-groups': { de: 'Technische Angaben' } })

const count = (title: string, german: string): JsonObject =>
  fact({ type: 'integer', title, 'x-titles': { de: german }, minimum: 0 })

/** The type of files: a schema.org MediaObject. */
export const fileTypeDraft = {
  name: 'File',
  description: 'A picture, a document or another file.',
  context: {
    '@vocab': 'https://schema.org/',
    '@type': 'MediaObject',
    description: 'https://schema.org/description',
    contentUrl: 'https://schema.org/contentUrl', // a path, which is no IRI
  },
  schema: {
    type: 'object',
    'x-icon': 'image',
    'x-titles': { de: { one: 'Datei', many: 'Dateien' } },
    'x-descriptions': { de: 'Ein Bild, ein Dokument oder eine andere Datei.' },
    'x-display-property': 'name',
    properties: {
      name: text('Name', 'Name', { minLength: 1, maxLength: 255 }),
      description: text('Alternative text', 'Alternativtext', {
        description: 'What a picture shows, for people who do not see it.',
        'x-descriptions': { de: 'Was ein Bild zeigt, für Menschen, die es nicht sehen.' },
        maxLength: 2000,
        'x-index': false,
      }),
      caption: text('Caption', 'Bildunterschrift', { maxLength: 2000, 'x-index': false }),
      creditText: text('Credit', 'Nachweis', { maxLength: 500 }),
      keywords: {
        type: 'array',
        title: 'Keywords',
        'x-titles': { de: 'Stichwörter' },
        items: { type: 'string', minLength: 1, maxLength: 80 },
        uniqueItems: true,
        maxItems: 50,
        'x-index': true,
      },
      focalPoint: {
        type: 'object',
        title: 'Focal point',
        'x-titles': { de: 'Bildmittelpunkt' },
        description:
          'What stays in the picture when it is cropped: parts of its width and height, from the upper left corner.',
        'x-descriptions': {
          de: 'Was beim Zuschneiden im Bild bleibt: Anteile von Breite und Höhe, von der linken oberen Ecke an.',
        },
        properties: { x: { type: 'number', minimum: 0, maximum: 1 }, y: { type: 'number', minimum: 0, maximum: 1 } },
        required: ['x', 'y'],
        additionalProperties: false,
      },
      contentUrl: set(text('Address', 'Adresse', { 'x-index': false })),
      encodingFormat: fact(text('Media type', 'Medientyp', { maxLength: 255 })),
      contentSize: count('Size in bytes', 'Größe in Bytes'),
      sha256: fact(text('SHA-256', 'SHA-256', { pattern: '^[0-9a-f]{64}$' })),
      width: count('Width', 'Breite'),
      height: count('Height', 'Höhe'),
      animated: fact({ type: 'boolean', title: 'Animated', 'x-titles': { de: 'Animiert' } }),
      // people see the picture
      thumbhash: fact(
        text('Placeholder', 'Platzhalter', { maxLength: 64, 'x-index': false, 'x-show-if': { not: {} } }),
      ),
      contentProblem: set(text('Problem', 'Problem', { maxLength: 500, 'x-index': false })),
      // it can be read, or its bytes were removed for good
      state: fact({ type: 'string', title: 'State', 'x-titles': { de: 'Zustand' }, enum: ['ready', 'purged'] }),
    },
    required: ['name'],
    additionalProperties: false,
  },
} as const satisfies { name: string; description: string; context: JsonObject; schema: JsonObject }

/** What the bytes decide. */
export interface FileFacts {
  encodingFormat: string
  contentSize: number
  sha256: string
  width?: number
  height?: number
  animated?: boolean
  thumbhash?: string
  contentProblem?: string
}

/** Properties that the bytes decide. */
const factNames: ReadonlySet<string> = new Set([
  'contentUrl',
  'encodingFormat',
  'contentSize',
  'sha256',
  'width',
  'height',
  'animated',
  'thumbhash',
  'contentProblem',
])

/** The data of a file without what its bytes decide, which new bytes need not have. */
export const withoutFacts = (data: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !factNames.has(name)))
