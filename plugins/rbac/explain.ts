import type { FastifyInstance } from 'fastify'
import { BadRequest, Forbidden, NotFound, isWithinToken, queryPairs, replyJson } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import { isUrnOf, readMeta } from '../../lib/store-kit/index.ts'
import type { Agent, Agents } from '../users/contract.ts'
import type { Reason, RequestedAction } from './access.ts'
import { isKnown, slugOfUrn } from './grants/management.ts'
import type { ManagementParts } from './grants/management.ts'
import { actions, administrator, isAction } from './policies.ts'
import { explainAnswer, explainQuery } from './schemas.ts'

/** The question: is this agent allowed to do this to a resource (a URN), or to a type (a slug)? */
interface ExplainQuestion {
  agent: string
  action: string
  resource: string
}

/** The answer: whether it is allowed, by which rules, and what would change it. */
interface Explanation extends ExplainQuestion {
  allowed: boolean
  rules: Reason[]
  remedies: string[]
}

type ExplainParts = ManagementParts & { agents: Agents }

const maxNamedRoles = 10
/** Kinds of rules about single resources. */
const resourceKinds: ReadonlySet<string> = new Set(['ownership', 'grant'])

/**
 * Explain the rights of an agent: to administrators for every agent, to other callers for themselves.
 * @throws `Forbidden`, then `BadRequest` and `NotFound` for the question. Callers who cannot read a type get no information about its resources.
 */
async function explain(parts: ExplainParts, caller: Caller, question: ExplainQuestion): Promise<Explanation> {
  const { access, agents } = parts
  const isAdministrator = await access.isAdministrator(caller)
  if (!isAdministrator && question.agent !== caller.id) {
    throw new Forbidden('only an administrator may ask for others')
  }
  const requested = readRequested(question)
  if (!isWithinToken(caller, requested.action, requested.slug))
    throw new Forbidden('the API token does not reach what you ask about')
  await parts.registry.active(requested.slug)
  const agent = await agents.get(question.agent)
  if (agent === undefined) throw new NotFound(`there is no user ${quote(question.agent)}`)
  await checkResource(parts, caller, requested)
  const obstacle = obstacleOf(agent, caller, requested)
  const reasons = obstacle === undefined ? await access.reasons(agent, requested) : []
  // Rules about resources of another account are not shown.
  const rules = reasons.filter(({ kind }) => agent.account_id === caller.account_id || !resourceKinds.has(kind))
  const allowed = rules.length > 0
  const remedies = allowed ? [] : await remediesFor(parts, agent, requested, { obstacle, isAdministrator })
  return { allowed, ...question, rules, remedies }
}

function readRequested({ action, resource }: ExplainQuestion): RequestedAction {
  if (!isAction(action)) {
    throw new BadRequest(`action: there is no action ${quote(action)}; there are ${actions.join(', ')}`)
  }
  if (!resource.startsWith('urn:')) return { action, slug: resource, id: undefined }
  const slug = slugOfUrn(resource)
  if (!isUrnOf(slug, resource)) throw new BadRequest('resource: must be the URN of a resource or the slug of a type')
  return { action, slug, id: resource }
}

/**
 * Check the resource itself: callers who can read the type are informed that the resource does not exist in the account, or is archived; for others
 * all cases look the same.
 */
async function checkResource(parts: ExplainParts, caller: Caller, { slug, id }: RequestedAction): Promise<void> {
  if (id === undefined) return
  const { registry, store, access } = parts
  const type = await registry.active(slug)
  const document = await store.get(type.collection, id)
  if (await isKnown(parts, caller, type, document)) return
  const meta = document && readMeta(document)
  const isArchived = meta?.account_id === caller.account_id && meta.status === 'archived'
  if (isArchived && (await access.isAllowedByRole(caller, 'odrl:delete', slug))) return
  if (await access.isAllowedByRole(caller, 'odrl:read', slug)) throw new NotFound('there is no such resource')
}

/** An obstacle that takes precedence over all rights. */
function obstacleOf(agent: Agent, { account_id }: Caller, { id }: RequestedAction): string | undefined {
  if (agent.status !== 'active') return `enable the user ${agent.id}, who is disabled`
  if (id === undefined || agent.account_id === account_id) return undefined
  return `move the user ${agent.id}, who works in another account, to the account of the resource`
}

async function remediesFor(
  { access }: ExplainParts,
  { id: agent, attributes: { role } }: Agent,
  { action, slug, id }: RequestedAction,
  { obstacle, isAdministrator }: { obstacle: string | undefined; isAdministrator: boolean },
): Promise<string[]> {
  if (obstacle !== undefined) return [obstacle]
  const remedies = [`give the role ${role} ${action} on ${slug}, or on every type (*)`]
  if (id !== undefined) remedies.push(`grant ${agent} ${action} on ${id}, as its owner or an administrator`)
  if (!isAdministrator) return remedies // only administrators can see what other roles are allowed to do
  const roles = [administrator, ...(await access.rolesThatAllow(action, slug))].slice(0, maxNamedRoles)
  return [...remedies, `give ${agent} a role that already may: ${roles.join(', ')}`]
}

const parameterNames = ['agent', 'action', 'resource'] as const

/** Whether an agent is allowed to do something, and why. */
export function explainRoute(app: FastifyInstance, parts: ExplainParts): void {
  app.get(
    '/api/access/explain',
    {
      config: { access: 'signed-in', cacheControl: 'no-store', tokenLimits: { types: false } },
      schema: {
        summary: 'Whether a user may do something, by which rules, and what would change that',
        querystring: explainQuery,
        response: { 200: explainAnswer },
      },
    },
    async (request, reply) => {
      const given = new Map(queryPairs(request))
      const missing = parameterNames.filter(name => !given.has(name))
      if (missing.length > 0) throw new BadRequest(missing.map(name => `${name} is required`).join('; '))
      const [agent = '', action = '', resource = ''] = parameterNames.map(name => given.get(name))
      return replyJson(reply, JSON.stringify(await explain(parts, request.caller, { agent, action, resource })))
    },
  )
}
