import { Image, Link, Mail } from '@lucide/vue'
import { defineAsyncComponent, h } from 'vue'
import PlainText from '../../value/PlainText.vue'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'
import { hasFormat, isText, ofFormat, textEdit, textFilter, textInput } from '../text/index.ts'

const common = {
  edit: lazy(async () => (await import('../controls.ts')).AddressEdit),
  cell: { input: textInput, isLink: true },
  filter: textFilter,
} as const
const keywords = ['maxLength']

const showLink = (hrefOf: (text: string) => string | undefined) => (props: ShowProps) => {
  const { value, full, plain, tabindex } = props
  return h(PlainText, { value: String(value), href: plain ? undefined : hrefOf(String(value)), full, tabindex })
}
const showAddress = showLink(text => (/^https?:\/\//i.test(text) ? text : undefined))

const isAddress = (property: Parameters<FieldKind['tester']>[0]): boolean =>
  hasFormat(property, 'uri', 'iri', 'uri-reference', 'iri-reference')

export const email: FieldKind = {
  ...common,
  ...ofFormat('email', Mail, { keywords }),
  tester: property => (hasFormat(property, 'email', 'idn-email') ? 5 : -1),
  show: showLink(text => (/^[^\s@]+@[^\s@]+$/.test(text) ? `mailto:${text}` : undefined)),
  edit: textEdit,
  form: { width: 'half', blank: '' },
}

export const uri: FieldKind = {
  ...common,
  ...ofFormat('uri', Link, { keywords }),
  tester: property => (isAddress(property) ? 5 : -1),
  show: showAddress,
  form: { width: 'line', blank: '' },
}

const pictures = /(?:image|logo|avatar|photo|picture|thumbnail|portrait|cover)(?:_?url|_?uri)?$/i

function isImage(property: Parameters<FieldKind['tester']>[0]): boolean {
  const { contentMediaType, 'x-media-types': accepted } = property.schema
  if (Array.isArray(accepted) && accepted.every(type => String(type).startsWith('image/'))) return isText(property)
  if (typeof contentMediaType === 'string' && contentMediaType.startsWith('image/')) return isText(property)
  return isAddress(property) && pictures.test(property.name)
}

const PicturePreview = defineAsyncComponent(() => import('../../value/PicturePreview.vue'))

/** The address of a picture: declared by its media type, or recognised by the name of the property. */
export const image: FieldKind = {
  ...common,
  kind: 'image',
  tester: property => (isImage(property) ? 7 : -1),
  isPicture: () => true,
  show: showAddress,
  page: props =>
    props.value === ''
      ? showAddress(props)
      : h(PicturePreview, { address: String(props.value), label: props.property.title ?? '' }),
  form: { blank: '' },
  starter: {
    icon: Image,
    schema: { type: 'string', format: 'uri', contentMediaType: 'image/*' },
    keywords,
    default: 'text',
  },
}
