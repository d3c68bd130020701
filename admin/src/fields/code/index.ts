import { Heading } from '@lucide/vue'
import { defineAsyncComponent, h } from 'vue'
import { isCodeLanguage } from '../../ui/fields/code/codeLanguages.ts'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'
import { isText, showText, textFilter } from '../text/index.ts'

const RichText = defineAsyncComponent(() => import('../../value/RichText.vue'))
const MarkdownLine = defineAsyncComponent(() => import('../../value/MarkdownLine.vue'))

/** Markdown and HTML as they look. */
function showPage(props: ShowProps) {
  const { value, property } = props
  const format = property.schema?.['contentMediaType']
  const isRich = (format === 'text/markdown' || format === 'text/html') && value !== ''
  return isRich ? h(RichText, { value: String(value), format }) : showText(props)
}

const common = {
  show: showText,
  page: showPage,
  isProse: true,
  edit: lazy(async () => (await import('../controls.ts')).CodeEdit),
  cell: {},
  filter: textFilter,
  form: { blank: '' },
} as const satisfies Partial<FieldKind>

/** Markdown in a line is its words; where versions are compared, every mark counts. */
function showMarkdown(props: ShowProps) {
  return props.full === true ? showText(props) : h(MarkdownLine, { value: String(props.value) })
}

/** Markdown. */
export const formattedText: FieldKind = {
  ...common,
  show: showMarkdown,
  edit: lazy(async () => (await import('../controls.ts')).MarkdownEdit),
  kind: 'formatted-text',
  tester: property => (isText(property) && property.schema['contentMediaType'] === 'text/markdown' ? 4 : -1),
  starter: {
    icon: Heading,
    schema: { type: 'string', contentMediaType: 'text/markdown', 'x-index': false },
    keywords: ['minLength', 'maxLength'],
  },
}

/** A text in another language that the editor knows. */
export const sourceText: FieldKind = {
  ...common,
  kind: 'source-text',
  tester: property => (isText(property) && isCodeLanguage(property.schema['contentMediaType']) ? 3 : -1),
}

/** A name or a line that only programs write, in the lists of plugins. */
export const code: FieldKind = {
  kind: 'code',
  tester: () => -1,
  show: ({ value }: ShowProps) => h('code', String(value)),
  cell: {},
  filter: textFilter,
}
