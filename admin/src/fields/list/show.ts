import { h } from 'vue'
import ArrayText from '../../value/ArrayText.vue'
import type { FieldKind, ShowProps } from '../registry.ts'

/** Shows a list by its items. */
export const showList = ({ value, property, labels, full }: ShowProps) =>
  h(ArrayText, { values: Array.isArray(value) ? value : [value], item: property.items, labels, full })

/** A filter on a list compares its items; see `comparisonsOf`. */
export const listFilter: FieldKind['filter'] = { comparisons: ['filled', 'empty'] }
