import { defineAsyncComponent } from 'vue'
import type { ApiError, JsonObject } from '../../api/index.ts'
import { refusalOf } from '../../composables/feedback/refusal.ts'
import { withControls } from '../../fields/registry.ts'
import { loadMessages, withMessages } from '../../i18n/index.ts'

/** The form of a type, for screens that seldom show it: loaded together with its messages when it is rendered. */
export const ResourceForm = defineAsyncComponent(() =>
  withMessages(['form'], () => withControls(() => import('./components/ResourceForm.vue'))),
)

/** Its drawers over a page whose messages are those of forms. */
export const CreateDrawer = defineAsyncComponent(() => withControls(() => import('./components/CreateDrawer.vue')))
export const EditDrawer = defineAsyncComponent(() => withControls(() => import('./components/EditDrawer.vue')))

/**
 * The message for a refused change of a resource: what forms say about each problem, else {@link refusalOf}.
 * @param schema of its type
 */
export async function refusalOfWrite(error: ApiError, schema: JsonObject | undefined): Promise<string> {
  if (error.problems.length === 0 || schema === undefined) return refusalOf(error)
  const [{ explainIn }] = await loadWords()
  return [...new Set(error.problems.map(problem => explainIn(problem, schema)))].join('; ')
}

const loadWords = () => Promise.all([import('./validation/messages.ts'), loadMessages(['form'])])

/** The words that forms have for a problem of the service, loaded when they are needed. */
export async function loadExplain() {
  const [{ explain }] = await loadWords()
  return explain
}
