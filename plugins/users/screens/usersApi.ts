import { api, requests, value } from '../../../admin/src/index.ts'
import type { Listed } from '../../../admin/src/index.ts'

/** A user. */
export type User = Listed<'/api/users'>

/** An account (tenant). */
export type Account = Listed<'/api/accounts'>

/** The fields of a user that administrators can change. */
export type UserChange = Partial<Pick<User, 'name' | 'role' | 'account_id' | 'status'>>

/** A pending invitation. */
export type Invitation = Listed<'/api/users/invitations'>

/** A new invitation with its link, which is shown only once. `mailed`: whether a mail with the link was sent. */
type NewInvitation = Invitation & { url: string; mailed: boolean }

const byId = (id: string) => ({ path: { id } })
const page = (cursor: string | undefined, limit = 50) => ({
  params: { query: { cursor, limit, count: true } },
})

/** List every user. */
export const everyUser = (): Promise<User[]> =>
  requests.everyItem(cursor => value(api.GET('/api/users', page(cursor, 1000))))

export const getUser = (id: string) => requests.versioned(api.GET('/api/users/{id}', { params: byId(id) }))

/** Change a user. @throws ApiError, stale when the user has changed since the ETag */
export const changeUser = (id: string, body: UserChange, ifMatch: string) =>
  requests.versioned(api.PUT('/api/users/{id}', { params: byId(id), body, headers: { 'if-match': ifMatch } }))

/** Act as another user from now on; the page must be reloaded afterwards. */
export async function impersonate(agentId: string): Promise<void> {
  await value(api.POST('/api/admin/impersonate', { body: { agent_id: agentId } }))
}

export const listAccounts = (cursor?: string) => value(api.GET('/api/accounts', page(cursor)))

export const everyAccount = (): Promise<Account[]> =>
  requests.everyItem(cursor => value(api.GET('/api/accounts', page(cursor, 1000))))

export const createAccount = (name: string): Promise<Account> => value(api.POST('/api/accounts', { body: { name } }))

export const getAccount = (id: string) => requests.versioned(api.GET('/api/accounts/{id}', { params: byId(id) }))

export const renameAccount = (id: string, name: string, ifMatch: string): Promise<Account> =>
  value(api.PUT('/api/accounts/{id}', { params: byId(id), body: { name }, headers: { 'if-match': ifMatch } }))

/** Create an invitation. @throws ApiError, 409 when the address has an invitation already */
export const createInvitation = (body: { email: string; role: string; account_id?: string }): Promise<NewInvitation> =>
  value(api.POST('/api/users/invitations', { body }))

export const listInvitations = (cursor?: string) => value(api.GET('/api/users/invitations', page(cursor)))

export async function revokeInvitation(id: string): Promise<void> {
  await value(api.DELETE('/api/users/invitations/{id}', { params: byId(id) }))
}
