import { BadRequest, NotFound, writeAs, WriteRefused } from '../../../kernel/index.ts'
import type { Access, Action, Caller } from '../../../kernel/index.ts'
import { quote, readCursorPage } from '../../../lib/query/index.ts'
import type { CursorPage, Cursors, PageParameters } from '../../../lib/query/index.ts'
import { newId, retryOnConflict, textCondition } from '../../../lib/store-kit/index.ts'
import type { DocumentStore, WriteOperation } from '../../../lib/store-kit/index.ts'
import type { Events } from '../../events/contract.ts'
import type { Agents } from '../../users/contract.ts'
import { isAction } from '../policies.ts'
import { grantRecords, heldOf, orderIn, pairOf } from './held-grants.ts'
import type { StoredGrant } from './held-grants.ts'
import type { ManagedResource } from './management.ts'

/** The parts that manage grants. */
export interface PermissionParts {
  store: DocumentStore
  events: Events
  agents: Agents
  cursors: Cursors
  access: Pick<Access, 'authorize'>
}

/** A grant in the format of the API. */
interface Grant {
  resource_id: string
  agent_id: string
  actions: Action[]
  granted_by: string
  granted_at: string
}

/** The agent and the actions of a new grant. */
export interface GrantBody {
  agent_id: string
  actions: readonly string[]
}

/**
 * Grant an agent of the account actions on a resource, and replace those granted before.
 * @throws `BadRequest` for an unknown agent or action, `NotFound` when the resource was archived meanwhile
 */
export async function grant(
  parts: PermissionParts,
  caller: Caller,
  resource: ManagedResource,
  body: GrantBody,
): Promise<Grant> {
  const { store } = parts
  const actions = await checkBody(parts, caller, body)
  const { id: resource_id, type } = resource
  // Owners give others what they have themselves, and publishing is not among it.
  if (actions.includes('odrl:distribute'))
    await parts.access.authorize(caller, 'odrl:distribute', type.slug, resource_id)
  return retryOnConflict('the permissions', async () => {
    const granted_at = new Date().toISOString()
    const shown = { resource_id, agent_id: body.agent_id, actions, granted_by: caller.id, granted_at }
    const data = { ...shown, pair: pairOf(resource_id, body.agent_id), held: heldOf(body.agent_id, type.slug) }
    const before = await find(parts, caller, resource_id, body.agent_id)
    const meta = { created_by: caller.id, account_id: caller.account_id, created_at: granted_at }
    const change = grantRecords.save(grantRecords.draft(newId('grant'), data, meta), before)
    const stillActive = { kind: 'check', collection: type.collection, id: resource_id, status: 'active' } as const
    try {
      await writeAs(store, caller, [stillActive, change, eventOf(parts, caller, resource, 'Permission.Granted')])
    } catch (error) {
      if (error instanceof WriteRefused && error.index === 0) throw new NotFound('there is no such resource')
      throw error
    }
    return shown
  })
}

/** Revoke the grant of an agent. @throws `NotFound` when there is none */
export async function revoke(
  parts: PermissionParts,
  caller: Caller,
  resource: ManagedResource,
  agentId: string,
): Promise<void> {
  await retryOnConflict('the permissions', async () => {
    const before = await find(parts, caller, resource.id, agentId)
    if (before === undefined) throw new NotFound('there is no such grant')
    const event = eventOf(parts, caller, resource, 'Permission.Revoked')
    await writeAs(parts.store, caller, [grantRecords.remove(before), event])
  })
}

/** A page of the grants on a resource, newest first. */
export function listGrants(
  parts: PermissionParts,
  { account_id }: Caller,
  { id }: ManagedResource,
  page: PageParameters,
): Promise<CursorPage<Grant>> {
  const query = grantRecords.query([textCondition('resource_id', 'eq', id)], { account_id })
  const list = { ...query, list: 'permissions', sort: orderIn('resource_id', 'desc') }
  return readCursorPage(parts, list, page, document => {
    const { resource_id, agent_id, actions, granted_by, granted_at } = grantRecords.parse(document).data
    return { resource_id, agent_id, actions, granted_by, granted_at }
  })
}

async function checkBody({ agents }: PermissionParts, caller: Caller, body: GrantBody): Promise<Action[]> {
  const faults = body.actions
    .filter(action => !isAction(action))
    .map(action => `actions: there is no action ${quote(action)}`)
  const agent = await agents.get(body.agent_id)
  if (agent?.account_id !== caller.account_id) {
    faults.unshift(`agent_id: there is no user ${quote(body.agent_id)} in the account`)
  }
  if (faults.length > 0) throw new BadRequest(faults.join('; '))
  return body.actions.filter(isAction)
}

const find = (
  { store }: PermissionParts,
  { account_id }: Caller,
  resourceId: string,
  agentId: string,
): Promise<StoredGrant | undefined> =>
  grantRecords.findFirst(store, [textCondition('pair', 'eq', pairOf(resourceId, agentId))], { account_id })

const eventOf = (
  { events }: PermissionParts,
  caller: Caller,
  { id, type }: ManagedResource,
  eventType: 'Permission.Granted' | 'Permission.Revoked',
): WriteOperation =>
  events.record({ type: eventType, subject: id, caller, account_id: caller.account_id, type_slug: type.slug })
