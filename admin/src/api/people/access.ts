import { api, value, versioned } from '../transport/client.ts'
import type { Answer, Versioned } from '../transport/client.ts'
import { countLimit, everyItem } from '../transport/page.ts'
import type { Action } from './permissions.ts'
import type { User } from './session.ts'

export type Policies = Record<string, string[]>

/** Policies by role name. Policies map the slug of a type, or `*`, to actions. */
export type RoleAccess = Record<string, Policies>

/** Whether a user is allowed to do something, and why. */
export type Explanation = Answer<'/api/access/explain', 'get'>

export const everyUser = (): Promise<User[]> =>
  everyItem(cursor => value(api.GET('/api/users', { params: { query: { cursor, limit: 1000, count: countLimit } } })))

export const getUser = (id: string): Promise<Versioned<User>> =>
  versioned(api.GET('/api/users/{id}', { params: { path: { id } } }))

export const getRoles = async (): Promise<string[]> => (await value(api.GET('/api/settings/roles'))).roles

export const getRoleAccess = async (): Promise<RoleAccess> => (await value(api.GET('/api/settings/role-access'))).roles

/** @param resource the slug of a type, or the URN of a resource */
export const explainAccess = (agent: string, action: Action, resource: string): Promise<Explanation> =>
  value(api.GET('/api/access/explain', { params: { query: { agent, action, resource } } }))
