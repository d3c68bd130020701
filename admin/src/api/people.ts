import { api, value } from './transport/client.ts'
import type { Answer, Listed } from './transport/client.ts'
import { countLimit } from './transport/page.ts'
import type { Page } from './transport/page.ts'
import { send } from './transport/send.ts'

/** The current user, the user's policies, and the real user while impersonating. */
export type Me = Answer<'/api/auth/me', 'get'>

/** Read the current user. @throws ApiError 401 when nobody is signed in */
export const getMe = (): Promise<Me> => value(api.GET('/api/auth/me'))

/** The address where signing in with the identity provider begins; it returns to the given address. */
export const signInAddress = (returnTo: string): string => `/api/auth/login?return_to=${encodeURIComponent(returnTo)}`

export async function signOut(): Promise<void> {
  await send('POST', '/api/auth/logout')
}

export async function stopImpersonation(): Promise<void> {
  await send('POST', '/api/admin/stop-impersonation', { body: {} })
}

/** The actions on resources, by their names in the API. */
export const actions = ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute'] as const
/** The name of an action. */
export type Action = (typeof actions)[number]

/** A grant: the actions that a user has on one resource. */
export type Grant = Listed<'/api/{typeSlug}/{id}/permissions'>

/** List the grants on a resource, newest first. @throws ApiError 403 when the caller is neither its owner nor an administrator */
export const listGrants = (typeSlug: string, id: string, cursor?: string): Promise<Page<Grant>> =>
  value(
    api.GET('/api/{typeSlug}/{id}/permissions', {
      params: { path: { typeSlug, id }, query: { cursor, limit: 50, count: countLimit } },
    }),
  )

/** Grant actions; they replace earlier grants to the same user. */
export const grantActions = (
  typeSlug: string,
  id: string,
  grant: { agent_id: string; actions: readonly Action[] },
): Promise<Grant> =>
  value(
    api.POST('/api/{typeSlug}/{id}/permissions', {
      params: { path: { typeSlug, id } },
      body: { agent_id: grant.agent_id, actions: [...grant.actions] },
    }),
  )

export async function revokeGrant(typeSlug: string, id: string, agentId: string): Promise<void> {
  await send('DELETE', `/api/${[typeSlug, id, 'permissions', agentId].map(encodeURIComponent).join('/')}`)
}

/** Whether a user is allowed to do something, and why. */
export type Explanation = Answer<'/api/access/explain', 'get'>

/** Explain whether a user is allowed an action. @param resource the slug of a type, or the URN of a resource */
export const explainAccess = (agent: string, action: Action, resource: string): Promise<Explanation> =>
  value(api.GET('/api/access/explain', { params: { query: { agent, action, resource } } }))
