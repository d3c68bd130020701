import { defineAsyncComponent } from 'vue'
import { withControls } from '../../fields/registry.ts'
import { loadMessages, withMessages } from '../../i18n/index.ts'

/** The form of a type, for screens that seldom show it: loaded together with its messages when it is rendered. */
export const ResourceForm = defineAsyncComponent(() =>
  withMessages(['form'], () => withControls(() => import('./components/ResourceForm.vue'))),
)

/** Its drawers over a page whose messages are those of forms. */
export const CreateDrawer = defineAsyncComponent(() => withControls(() => import('./components/CreateDrawer.vue')))
export const EditDrawer = defineAsyncComponent(() => withControls(() => import('./components/EditDrawer.vue')))

/** The words that forms have for a problem of the service, loaded when they are needed. */
export async function loadExplain() {
  const [{ explain }] = await Promise.all([import('./validation/messages.ts'), loadMessages(['form'])])
  return explain
}
