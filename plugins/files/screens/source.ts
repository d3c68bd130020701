import { Paperclip } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
import { addSource, fields, schemas, texts } from '../../../admin/src/index.ts'
import { acceptedBy, fileSlug, findFile, mayUpload, urnIn } from './files.ts'

type Kind = fields.FieldKind

const part = (load: Parameters<typeof fields.lazy>[0]): ReturnType<typeof fields.lazy> =>
  fields.lazy(() => texts.withMessages(['files'], load))
const shown = defineAsyncComponent(async () => (await import('./values/FileValue.vue')).default)
const pageOf = defineAsyncComponent(() =>
  texts.withMessages(['files'], async () => (await import('./values/FileFigure.vue')).default),
)
const pointOf = defineAsyncComponent(() =>
  texts.withMessages(['files'], async () => (await import('./values/PointValue.vue')).default),
)

/** Whether files of a property can be pictures. */
const acceptsPictures = ({ schema }: { schema: Parameters<typeof acceptedBy>[0] }): boolean => {
  const accepted = acceptedBy(schema)
  return accepted.length === 0 || accepted.some(type => type.startsWith('image/'))
}

const refersToFiles = ({ schema }: Pick<Parameters<Kind['tester']>[0], 'schema'>): boolean =>
  fileSlug() !== undefined && schema['x-resource-type'] === fileSlug()

/** A reference to a file. Cells and filters are those of any reference. */
const file: Kind = {
  kind: 'file',
  tester: property => (property.items === undefined && refersToFiles(property) ? 12 : -1),
  show: shown,
  page: pageOf,
  isPicture: acceptsPictures,
  text: (value, _property, labels) => findFile(String(value))?.name ?? schemas.labelOf(String(value), labels),
  edit: part(async () => (await import('./fields/FileEdit.vue')).default),
  get cell() {
    return fields.fieldOf('reference').cell
  },
  get filter() {
    return fields.fieldOf('reference').filter
  },
  form: { clears: true },
  get starter(): Kind['starter'] {
    const own = fileSlug()
    return own === undefined
      ? undefined
      : {
          icon: Paperclip,
          schema: { type: 'string', 'x-resource-type': own },
          keywords: ['x-on-archive'],
          describes: 'target',
        }
  },
}

/** A list of references to files. */
const files: Kind = {
  kind: 'files',
  tester: ({ items }) => (items?.kind === 'file' ? 5 : -1),
  types: ['array'],
  get show() {
    return fields.fieldOf('references').show
  },
  page: pageOf,
  edit: part(async () => (await import('./fields/FilesEdit.vue')).default),
  cell: { isInformative: true },
  get filter() {
    return fields.fieldOf('references').filter
  },
  form: { blank: [] },
}

/** A text that takes a path, an address or a file. Its alternatives are forms of one text, which the picker decides. */
const media: Kind = {
  kind: 'media',
  tester: ({ schema, items }) =>
    fileSlug() !== undefined && items === undefined && acceptedBy(schema).length > 0 && !refersToFiles({ schema })
      ? 60
      : -1,
  show: shown,
  page: pageOf,
  isPicture: acceptsPictures,
  edit: file.edit,
  cell: { isLink: true },
  get filter() {
    return fields.fieldOf('uri').filter
  },
  form: { clears: true, blank: '' },
}

/** The address of the bytes of a file, on the file itself. */
const content: Kind = {
  kind: 'file-content',
  tester: ({ name, isReadOnly }) => (fileSlug() !== undefined && name === 'contentUrl' && isReadOnly ? 40 : -1),
  show: shown,
  page: pageOf,
  isPicture: () => true,
  cell: {},
  get filter() {
    return fields.fieldOf('uri').filter
  },
}

/** What stays in a picture when it is cropped. */
const point: Kind = {
  kind: 'focal-point',
  tester: ({ name, schema }) =>
    fileSlug() !== undefined && name === 'focalPoint' && schema['type'] === 'object' ? 40 : -1,
  types: ['object'],
  show: pointOf,
  edit: part(async () => (await import('./fields/PointEdit.vue')).default),
  cell: {},
  filter: { comparisons: ['filled', 'empty'] },
}

fields.addFields(file, files, media, content, point)

/** The uploads and their dialogs, loaded when they are first used. */
const load = () => texts.withMessages(['files'], () => import('./uploads.ts'))

addSource('files', {
  isOn: () => fileSlug() !== undefined,
  isFileType: slug => slug === fileSlug(),
  isFile: text => urnIn(text) !== undefined,
  find: findFile,
  mayUpload,
  upload: async (given, accepted) => (await load()).uploadAndWait(given, accepted),
  choose: async options => (await load()).choose(options),
})
