import { api, value } from '../transport/client.ts'
import type { Listed } from '../transport/client.ts'
import { unless } from '../transport/errors.ts'
import { countLimit } from '../transport/page.ts'
import type { Page } from '../transport/page.ts'
import { send } from '../transport/send.ts'

/** What there is to do with resources, as the service calls it. */
export const actions = ['odrl:read', 'odrl:modify', 'odrl:delete'] as const
export type Action = (typeof actions)[number]

/** What a user was granted on one resource. */
export type Grant = Listed<'/api/{typeSlug}/{id}/permissions'>

/** The grants on a resource, newest first. @throws ApiError 403 for those who are neither its owner nor administrators */
export const listGrants = (typeSlug: string, id: string, cursor?: string): Promise<Page<Grant>> =>
  value(
    api.GET('/api/{typeSlug}/{id}/permissions', {
      params: { path: { typeSlug, id }, query: { cursor, limit: 50, count: countLimit } },
    }),
  )

/** Grant actions, in place of those granted before. */
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

/** Somebody of one's own account by their address; undefined where there is nobody. */
export const lookUpUser = (email: string): Promise<{ id: string; name: string } | undefined> =>
  unless([404], value(api.GET('/api/users/lookup', { params: { query: { email } } })), undefined)
