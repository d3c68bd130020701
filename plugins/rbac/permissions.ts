import { BadRequest, Conflict, NotFound, WriteRefused } from '../../kernel/index.ts'
import type {
  Action,
  Caller,
  DocumentDraft,
  DocumentStore,
  StoredDocument,
  WriteOperation,
} from '../../kernel/index.ts'
import { listAndCount, quote } from '../../lib/query/index.ts'
import type { CountWanted, CursorScope, Cursors, Total } from '../../lib/query/index.ts'
import { newId, readMeta, writeAs } from '../../lib/store-kit/index.ts'
import type { Agents } from '../users/contract.ts'
import type { Events } from '../events/contract.ts'
import { grantsCollection, grantsWith, heldOf, orderIn, pairOf, readGrant, sequenceOf } from './grant-record.ts'
import type { Grant, GrantRecord } from './grant-record.ts'
import type { HeldGrants } from './held-grants.ts'
import type { Managed } from './management.ts'
import { isAction } from './policies.ts'

/** What grants are managed with. */
export interface PermissionParts {
  store: DocumentStore
  events: Events
  agents: Agents
  grants: HeldGrants
  cursors: Cursors
}

/** A page of the grants on a resource. */
export interface GrantPage {
  grants: Grant[]
  cursor: string
  total: Total | undefined
}

/** How often a change is worked out again before the caller is told to do so. */
const attempts = 20

/** What someone is given. */
export interface Given {
  agent_id: string
  actions: readonly string[]
}

/**
 * Give an agent of the account actions on a resource; they take the place of those given before.
 * @throws `BadRequest` for an unknown agent or action, `NotFound` when the resource was archived meanwhile
 */
export async function grant(parts: PermissionParts, caller: Caller, of: Managed, given: Given): Promise<Grant> {
  const actions = await check(parts, caller, given)
  const { id: resource_id, type } = of
  const { agent_id } = given
  return again(parts, caller, async () => {
    const granted_at = new Date().toISOString()
    const data: GrantRecord = {
      resource_id,
      agent_id,
      actions,
      granted_by: caller.id,
      granted_at,
      pair: pairOf(resource_id, agent_id),
      held: heldOf(agent_id, type.slug),
    }
    const before = await find(parts, caller, resource_id, agent_id)
    const write = before === undefined ? insertion(caller, data) : replacement(before, data)
    const answer: Grant = { resource_id, agent_id, actions, granted_by: caller.id, granted_at }
    return { operations: [write, event(parts, caller, of, 'Permission.Granted'), stillThere(of)], answer }
  })
}

/** Take away what an agent was given. @throws `NotFound` when there is nothing */
export async function revoke(parts: PermissionParts, caller: Caller, of: Managed, agentId: string): Promise<void> {
  const { name: collection } = grantsCollection
  await again(parts, caller, async () => {
    const before = await find(parts, caller, of.id, agentId)
    if (before === undefined) throw new NotFound('there is no such grant')
    const removal = { kind: 'remove', collection, id: before.id, expected: sequenceOf(before) } as const
    return { operations: [removal, event(parts, caller, of, 'Permission.Revoked')], answer: undefined }
  })
}

/** A page of the grants on a resource, the newest first. */
export async function listGrants(
  { store, cursors }: PermissionParts,
  { account_id }: Caller,
  { id }: Managed,
  { limit, cursor, count }: { limit: number; cursor: string | undefined; count: CountWanted },
): Promise<GrantPage> {
  const sort = orderIn('resource_id', 'desc')
  const conditions = [grantsWith('resource_id', id)]
  const scope: CursorScope = { account_id, list: 'permissions', sort, conditions, words: [] }
  const query = { ...everything, account_id, conditions }
  const after = cursor === undefined ? {} : { after: cursors.read(scope, cursor) }
  const { page, total } = await listAndCount(store, { ...query, ...after, sort, limit }, count)
  return { grants: page.documents.map(readGrant), cursor: cursors.write(scope, page.next), total }
}

const everything = {
  collection: grantsCollection.name,
  status: 'active',
  visibility: { all: true },
  words: [],
} as const

async function check({ agents }: PermissionParts, caller: Caller, given: Given): Promise<Action[]> {
  const faults = given.actions
    .filter(action => !isAction(action))
    .map(action => `actions: there is no action ${quote(action)}`)
  const agent = await agents.get(given.agent_id)
  if (agent?.account_id !== caller.account_id) {
    faults.unshift(`agent_id: there is no user ${quote(given.agent_id)} in the account`)
  }
  if (faults.length > 0) throw new BadRequest(faults.join('; '))
  return given.actions.filter(isAction)
}

async function find(
  { store }: PermissionParts,
  { account_id }: Caller,
  resourceId: string,
  agentId: string,
): Promise<StoredDocument | undefined> {
  const query = { ...everything, account_id, conditions: [grantsWith('pair', pairOf(resourceId, agentId))] }
  return (await store.list({ ...query, sort: orderIn('pair', 'asc'), limit: 1 })).documents[0]
}

function insertion({ id: created_by, account_id }: Caller, data: GrantRecord): WriteOperation {
  const { granted_at } = data
  const meta = {
    type_slug: 'grant',
    status: 'active' as const,
    created_by,
    account_id,
    sequence_no: 1,
    created_at: granted_at,
    updated_at: granted_at,
  }
  return { kind: 'insert', collection: grantsCollection.name, document: { id: newId('grant'), meta, data } }
}

function replacement(before: StoredDocument, data: GrantRecord): WriteOperation {
  const expected = sequenceOf(before)
  const meta = { ...readMeta(before), sequence_no: expected + 1, updated_at: data.granted_at }
  const document: DocumentDraft = { id: before.id, meta, data }
  return { kind: 'replace', collection: grantsCollection.name, document, expected }
}

const event = (
  { events }: PermissionParts,
  caller: Caller,
  { id, type }: Managed,
  eventType: 'Permission.Granted' | 'Permission.Revoked',
): WriteOperation =>
  events.record({ type: eventType, subject: id, caller, account_id: caller.account_id, type_slug: type.slug })

/** What is granted on must not have been archived meanwhile. */
const stillThere = ({ id, type }: Managed): WriteOperation => ({
  kind: 'check',
  collection: type.collection,
  id,
  status: 'active',
})

/** Work out a change and write it; again from the start when somebody else was quicker. From its end on it is in force here. */
async function again<Answer>(
  { store, grants }: PermissionParts,
  caller: Caller,
  work: () => Promise<{ operations: WriteOperation[]; answer: Answer }>,
): Promise<Answer> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { operations, answer } = await work()
    try {
      await writeAs(store, caller, operations)
      grants.forget()
      return answer
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      if (error.index === 2) throw new NotFound('there is no such resource')
    }
  }
  throw new Conflict('others keep changing the permissions at the same time; try again')
}
