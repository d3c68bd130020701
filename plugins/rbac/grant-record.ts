import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import type { Action, CollectionDefinition, Column, Condition, Sort, StoredDocument } from '../../kernel/index.ts'

/** What is kept of a grant beside the standard columns. Its account is that of the resource. */
export interface GrantRecord extends JsonObject {
  resource_id: string
  agent_id: string
  actions: Action[]
  granted_by: string
  granted_at: string
  /** Resource and agent: there is one grant for both. Unique. */
  pair: string
  /** Agent and type: what the agent holds of it. */
  held: string
}

/** A grant as the API shows it. */
export interface Grant extends JsonObject {
  resource_id: string
  agent_id: string
  actions: Action[]
  granted_by: string
  granted_at: string
}

type GrantColumn = 'resource_id' | 'pair' | 'held'

const column = (name: GrantColumn): Column => ({
  path: [name],
  kind: 'text',
  many: false,
  indexed: true,
  unique: name === 'pair',
  types: ['string'],
})

/** Where grants are kept. */
export const grantsCollection: CollectionDefinition = {
  name: '_grants',
  columns: [column('resource_id'), column('pair'), column('held')],
  versions: false,
  words: false,
}

/** The value of `pair`; no URN has a space. */
export const pairOf = (resourceId: string, agentId: string): string => `${resourceId} ${agentId}`

/** The value of `held`. */
export const heldOf = (agentId: string, typeSlug: string): string => `${agentId} ${typeSlug}`

/** Grants with this value in a column. */
export const grantsWith = (name: GrantColumn, value: string): Condition => ({
  target: { path: [name] },
  kind: 'text',
  operator: 'eq',
  operands: [value],
  field: name,
})

/** The order in which grants with one value in a column stand in its index: that of their ids, which is that in which they were made. */
export const orderIn = (name: GrantColumn, direction: Sort['direction']): Sort => ({
  target: { path: [name] },
  kind: 'text',
  direction,
  field: name,
})

/** The record that a document of {@link grantsCollection} holds. Only this plugin writes there, so its shape is known. */
export const readRecord = (document: StoredDocument): GrantRecord => readData(document) as GrantRecord

/** The grant as the API shows it. */
export function readGrant(document: StoredDocument): Grant {
  const { resource_id, agent_id, actions, granted_by, granted_at } = readRecord(document)
  return { resource_id, agent_id, actions, granted_by, granted_at }
}

export const sequenceOf = (document: StoredDocument): number => readMeta(document).sequence_no
