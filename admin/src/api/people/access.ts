import { api, value } from '../transport/client.ts'
import type { Answer } from '../transport/client.ts'
import type { Action } from './permissions.ts'

/** Whether a user is allowed to do something, and why. */
export type Explanation = Answer<'/api/access/explain', 'get'>

/** List the names of all roles. For administrators. @throws ApiError */
export const getRoles = async (): Promise<string[]> => (await value(api.GET('/api/settings/roles'))).roles

/** Explain whether a user is allowed an action. @param resource the slug of a type, or the URN of a resource */
export const explainAccess = (agent: string, action: Action, resource: string): Promise<Explanation> =>
  value(api.GET('/api/access/explain', { params: { query: { agent, action, resource } } }))
