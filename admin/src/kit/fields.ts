/** Kinds of value: their registry, and what their controls, inputs and components use. */
export { addFields, fieldFor, fieldKinds, fieldOf, lazy } from '../fields/registry.ts'
export type { FieldKind } from '../fields/registry.ts'
export { controlProps, useControl } from '../features/form/composables/useControl.ts'
export { default as UrnRows } from '../features/form/components/UrnRows.vue'
export { parseTyped, useTypedJson } from '../features/form/composables/useTypedJson.ts'
export { loadExplain } from '../features/form/lazyResourceForm.ts'
