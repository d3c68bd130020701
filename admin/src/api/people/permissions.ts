import { api, value } from '../transport/client.ts'
import type { Listed } from '../transport/client.ts'
import { countLimit } from '../transport/page.ts'
import type { Page } from '../transport/page.ts'
import { send } from '../transport/send.ts'

/** The actions on resources, by their names in the API. */
export const actions = ['odrl:read', 'odrl:modify', 'odrl:delete'] as const
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
