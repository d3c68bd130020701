import { Image, Link, Mail } from '@lucide/vue'
import { defineAsyncComponent, h } from 'vue'
import PlainText from '../../value/PlainText.vue'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'
import { hasFormat, isText, textEdit, textFilter, textInput } from '../text/index.ts'

const edit = lazy(async () => (await import('../controls.ts')).AddressEdit)
const cell = { input: textInput, isLink: true } as const

const showLink = (hrefOf: (text: string) => string | undefined) => (props: ShowProps) => {
  const { value, full, plain, tabindex } = props
  return h(PlainText, { value: String(value), href: plain ? undefined : hrefOf(String(value)), full, tabindex })
}
const showAddress = showLink(text => (/^https?:\/\//i.test(text) ? text : undefined))

const isAddress = (property: Parameters<FieldKind['tester']>[0]): boolean =>
  hasFormat(property, 'uri', 'iri', 'uri-reference', 'iri-reference')

export const email: FieldKind = {
  kind: 'email',
  tester: property => (hasFormat(property, 'email', 'idn-email') ? 5 : -1),
  show: showLink(text => (/^[^\s@]+@[^\s@]+$/.test(text) ? `mailto:${text}` : undefined)),
  edit: textEdit,
  cell,
  filter: textFilter,
  form: { width: 'half', blank: '' },
  starter: {
    icon: Mail,
    schema: { type: 'string', format: 'email' },
    keywords: ['maxLength'],
    default: 'text',
  },
}

export const uri: FieldKind = {
  kind: 'uri',
  tester: property => (isAddress(property) ? 5 : -1),
  show: showAddress,
  edit,
  cell,
  filter: textFilter,
  form: { width: 'line', blank: '' },
  starter: {
    icon: Link,
    schema: { type: 'string', format: 'uri' },
    keywords: ['maxLength'],
    default: 'text',
  },
}

const pictures = /(?:image|logo|avatar|photo|picture|thumbnail|portrait|cover)(?:_?url|_?uri)?$/i

function isImage(property: Parameters<FieldKind['tester']>[0]): boolean {
  const { contentMediaType } = property.schema
  if (typeof contentMediaType === 'string' && contentMediaType.startsWith('image/')) return isText(property)
  return isAddress(property) && pictures.test(property.name)
}

const PicturePreview = defineAsyncComponent(() => import('../../features/record/values/PicturePreview.vue'))

/** The address of a picture: declared by its media type, or recognised by the name of the property. */
export const image: FieldKind = {
  kind: 'image',
  tester: property => (isImage(property) ? 7 : -1),
  show: showAddress,
  page: props =>
    props.value === ''
      ? showAddress(props)
      : h(PicturePreview, { address: String(props.value), label: props.property.title ?? '' }),
  edit,
  cell,
  filter: textFilter,
  form: { blank: '' },
  starter: {
    icon: Image,
    schema: { type: 'string', format: 'uri', contentMediaType: 'image/*' },
    keywords: ['maxLength'],
    default: 'text',
  },
}
