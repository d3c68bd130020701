import type { FastifyInstance } from 'fastify'
import { BadRequest, queryPairs, replyJson } from '../../kernel/index.ts'
import { readOnce } from '../../lib/query/index.ts'
import { explain } from './explain.ts'
import type { ExplainParts } from './explain.ts'
import { explainAnswer, explainQuery } from './schemas.ts'

const names = ['agent', 'action', 'resource'] as const

/** Whether someone may do something, and why. */
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
      const given = readOnce(queryPairs(request), names)
      const missing = names.filter(name => !given.has(name))
      if (missing.length > 0) throw new BadRequest(missing.map(name => `${name} is required`).join('; '))
      const [agent = '', action = '', resource = ''] = names.map(name => given.get(name))
      return replyJson(reply, JSON.stringify(await explain(parts, request.caller, { agent, action, resource })))
    },
  )
}
