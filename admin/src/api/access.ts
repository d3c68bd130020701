import { api, value, versioned } from './client.ts'
import type { Versioned } from './client.ts'
import { countLimit, everyItem } from './page.ts'
import type { Page } from './page.ts'
import type { User } from './session.ts'

/** A tenant. */
export interface Account {
  id: string
  name: string
  created_at: string
}

/** The fields of a user that administrators change. */
export type UserChange = Partial<Pick<User, 'name' | 'role' | 'account_id'>> & { status?: 'active' | 'disabled' }

export type Policies = Record<string, string[]>

/** Name of a role to its policies: slug of a type, or `*`, to actions. */
export type RoleAccess = Record<string, Policies>

/** Whether somebody may do something, and why. */
export interface Explanation {
  allowed: boolean
  agent: string
  action: string
  resource: string
  rules: { kind: string; detail: string }[]
  remedies: string[]
}

const byId = (id: string): { params: { path: { id: string } } } => ({ params: { path: { id } } })
const pageQuery = (
  cursor: string | undefined,
  limit = 50,
): { params: { query: { cursor?: string; limit: number; count: number } } } => ({
  params: { query: { ...(cursor !== undefined && { cursor }), limit, count: countLimit } },
})

export const listUsers = (cursor?: string): Promise<Page<User>> => value(api.GET('/api/users', pageQuery(cursor)))
export const everyUser = (): Promise<User[]> =>
  everyItem(cursor => value(api.GET('/api/users', pageQuery(cursor, 1000))))
export const getUser = (id: string): Promise<Versioned<User>> => versioned(api.GET('/api/users/{id}', byId(id)))

/** @throws ApiError, stale when the user is no longer what the ETag says */
export const changeUser = (id: string, body: UserChange, ifMatch: string): Promise<Versioned<User>> =>
  versioned(api.PUT('/api/users/{id}', { ...byId(id), body, headers: { 'if-match': ifMatch } }))

export const listAccounts = (cursor?: string): Promise<Page<Account>> =>
  value(api.GET('/api/accounts', pageQuery(cursor)))
export const everyAccount = (): Promise<Account[]> =>
  everyItem(cursor => value(api.GET('/api/accounts', pageQuery(cursor, 1000))))
export const createAccount = (name: string): Promise<Account> => value(api.POST('/api/accounts', { body: { name } }))
export const getAccount = (id: string): Promise<Versioned<Account>> =>
  versioned(api.GET('/api/accounts/{id}', byId(id)))
export const renameAccount = (id: string, name: string, ifMatch: string): Promise<Account> =>
  value(api.PUT('/api/accounts/{id}', { ...byId(id), body: { name }, headers: { 'if-match': ifMatch } }))

export const getRoles = async (): Promise<string[]> => (await value(api.GET('/api/settings/roles'))).roles
export const saveRoles = async (roles: string[]): Promise<string[]> =>
  (await value(api.PUT('/api/settings/roles', { body: { roles } }))).roles
export const getRoleAccess = async (): Promise<RoleAccess> => (await value(api.GET('/api/settings/role-access'))).roles
export const saveRoleAccess = async (roles: RoleAccess): Promise<RoleAccess> =>
  (await value(api.PUT('/api/settings/role-access', { body: { roles } }))).roles

/** @param resource the slug of a type, or the URN of a resource */
export const explainAccess = (agent: string, action: string, resource: string): Promise<Explanation> =>
  value(
    api.GET('/api/access/explain', {
      params: { query: { agent, action: action as 'odrl:read', resource } }, // others are refused with a reason
    }),
  )

/** Act as somebody else from now on; the page must be loaded anew. */
export async function impersonate(agentId: string): Promise<void> {
  await value(api.POST('/api/admin/impersonate', { body: { agent_id: agentId } }))
}
