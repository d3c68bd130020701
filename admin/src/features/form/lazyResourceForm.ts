import { defineAsyncComponent } from 'vue'
import { withMessages } from '../../i18n/index.ts'

/** The form of a type, for screens that seldom show it: it is loaded when it is drawn, with what it has to say. */
export const LazyResourceForm = defineAsyncComponent(() =>
  withMessages(['form'], () => import('./components/ResourceForm.vue')),
)
