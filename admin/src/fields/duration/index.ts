import { Timer } from '@lucide/vue'
import { h } from 'vue'
import { formatDuration } from '../../i18n/format.ts'
import PlainText from '../../value/PlainText.vue'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'
import { ofFormat, textFilter, textInput } from '../text/index.ts'

export const duration: FieldKind = {
  ...ofFormat('duration', Timer),
  show: ({ value, full }: ShowProps) => h(PlainText, { value: formatDuration(String(value)), full }),
  text: value => formatDuration(String(value)),
  edit: lazy(async () => (await import('../controls.ts')).DurationEdit),
  cell: { input: textInput, isWhole: true, needsTitle: true },
  filter: textFilter,
  form: { width: 'half' },
}
