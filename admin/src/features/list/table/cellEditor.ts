import { defineAsyncComponent } from 'vue'
import { withInputs } from '../../../fields/registry.ts'

/** Load what edits a cell: once somebody is in a table, so that it is there before the first letter is typed. */
export const loadCellEditor = () => withInputs(() => import('../values/CellEditor.vue'))
export const CellEditor = defineAsyncComponent(loadCellEditor)
