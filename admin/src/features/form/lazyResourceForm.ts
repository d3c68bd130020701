import { defineAsyncComponent } from 'vue'

/** The form of a type, for screens that seldom show it: it is loaded when it is drawn. */
export const LazyResourceForm = defineAsyncComponent(() => import('./components/ResourceForm.vue'))
