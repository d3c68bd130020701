import { BadRequest, Forbidden, NotFound, isWithinToken } from '../../kernel/index.ts'
import type { Caller, DocumentMeta } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import { isUrnOf, readMeta } from '../../lib/store-kit/index.ts'
import type { Agent, Agents } from '../users/contract.ts'
import { slugIn } from './bare-id.ts'
import type { Deed, Reason } from './deciding.ts'
import type { ManagementParts } from './management.ts'
import { actions, isAction } from './policies.ts'
import { administrator } from './rules.ts'

/** What is asked: may this agent do this to a resource (a URN), or to a type (a slug)? */
export interface ExplainQuestion {
  agent: string
  action: string
  resource: string
}

/** Whether, by which rules, and what would change it. */
export interface Explanation extends ExplainQuestion {
  allowed: boolean
  rules: Reason[]
  remedies: string[]
}

export type ExplainParts = ManagementParts & { agents: Agents }

const mostRoles = 10
const ofResources: ReadonlySet<string> = new Set(['ownership', 'grant'])

/**
 * Explain what someone may do: to administrators for everybody, to everybody for themselves.
 * @throws `Forbidden`, then `BadRequest` and `NotFound` for what is asked about. Who may not read a type is told nothing of what there is of it.
 */
export async function explain(parts: ExplainParts, caller: Caller, question: ExplainQuestion): Promise<Explanation> {
  const { access, agents } = parts
  const isAdministrator = await access.isAdministrator(caller)
  if (!isAdministrator && question.agent !== caller.id) {
    throw new Forbidden('only an administrator may ask for others')
  }
  const deed = readDeed(question)
  if (!isWithinToken(caller, deed.action, deed.slug))
    throw new Forbidden('the API token does not reach what you ask about')
  await parts.registry.active(deed.slug)
  const agent = await agents.get(question.agent)
  if (agent === undefined) throw new NotFound(`there is no user ${quote(question.agent)}`)
  await checkResource(parts, caller, deed)
  const hindrance = hindranceOf(agent, caller, deed)
  const reasons = hindrance === undefined ? await access.reasons(agent, deed) : []
  // What there is in another account is nobody's business here.
  const rules = reasons.filter(({ kind }) => agent.account_id === caller.account_id || !ofResources.has(kind))
  const allowed = rules.length > 0
  const remedies = allowed ? [] : await remediesFor(parts, agent, deed, { hindrance, isAdministrator })
  return { allowed, ...question, rules, remedies }
}

function readDeed({ action, resource }: ExplainQuestion): Deed {
  if (!isAction(action)) {
    throw new BadRequest(`action: there is no action ${quote(action)}; there are ${actions.join(', ')}`)
  }
  if (!resource.startsWith('urn:')) return { action, slug: resource, id: undefined }
  const slug = slugIn(resource)
  if (!isUrnOf(slug, resource)) throw new BadRequest('resource: must be the URN of a resource or the slug of a type')
  return { action, slug, id: resource }
}

/**
 * As for the resource itself: who may read the type learns that there is no such resource in the account, or that it is archived; to others
 * it is all the same.
 */
async function checkResource(
  { registry, store, access }: ExplainParts,
  caller: Caller,
  { slug, id }: Deed,
): Promise<void> {
  if (id === undefined) return
  const { collection } = await registry.active(slug)
  const document = await store.get(collection, id)
  const meta = document === undefined ? undefined : readMeta(document)
  const known = meta?.account_id === caller.account_id && (await mayKnow(access, caller, slug, meta))
  if (!known && (await access.mayByRole(caller, 'odrl:read', slug))) throw new NotFound('there is no such resource')
}

async function mayKnow(
  access: ExplainParts['access'],
  caller: Caller,
  slug: string,
  { status, created_by }: DocumentMeta,
): Promise<boolean> {
  return status === 'active' || created_by === caller.id || access.mayByRole(caller, 'odrl:delete', slug)
}

/** What stands before all rights. */
function hindranceOf(agent: Agent, { account_id }: Caller, { id }: Deed): string | undefined {
  if (agent.status !== 'active') return `enable the user ${agent.id}, who is disabled`
  if (id === undefined || agent.account_id === account_id) return undefined
  return `move the user ${agent.id}, who works in another account, to the account of the resource`
}

async function remediesFor(
  { access }: ExplainParts,
  { id: agent, attributes: { role } }: Agent,
  { action, slug, id }: Deed,
  { hindrance, isAdministrator }: { hindrance: string | undefined; isAdministrator: boolean },
): Promise<string[]> {
  if (hindrance !== undefined) return [hindrance]
  const remedies = [`give the role ${role} ${action} on ${slug}, or on every type (*)`]
  if (id !== undefined) remedies.push(`grant ${agent} ${action} on ${id}, as its owner or an administrator`)
  if (!isAdministrator) return remedies // what other roles may do is for administrators to know
  const roles = [administrator, ...(await access.rolesThatMay(action, slug))].slice(0, mostRoles)
  return [...remedies, `give ${agent} a role that already may: ${roles.join(', ')}`]
}
