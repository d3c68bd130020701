import { defineAsyncComponent } from 'vue'
import { withControls } from '../../fields/registry.ts'
import { withMessages } from '../../i18n/index.ts'

/** The form of a type, for screens that seldom show it: loaded together with its messages when it is rendered. */
export const ResourceForm = defineAsyncComponent(() =>
  withMessages(['form'], () => withControls(() => import('./components/ResourceForm.vue'))),
)
