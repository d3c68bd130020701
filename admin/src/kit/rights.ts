/** Roles and actions, and what the user may do with a row. */
export { actions, getRoles } from '../api/people.ts'
export type { Action } from '../api/people.ts'
export { actionName } from '../composables/feedback/words.ts'
export { useRowRights } from '../composables/data/useRowRights.ts'
