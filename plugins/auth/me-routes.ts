import type { FastifyInstance } from 'fastify'
import { replyJson } from '../../kernel/index.ts'
import type { Mode } from '../../kernel/index.ts'
import type { AuthParts } from './parts.ts'
import { meAnswer } from './schemas.ts'
import { readUserBody } from './user-body.ts'

/** Who is asking. */
export function meRoutes(app: FastifyInstance, { agents, access }: AuthParts, mode: Mode): void {
  app.get(
    '/api/auth/me',
    {
      config: { access: 'signed-in', cacheControl: 'no-store', tokenLimits: { actions: false, types: false } },
      schema: { summary: 'Who is asking, and what they may do', response: { 200: meAnswer } },
    },
    async ({ caller }, reply) => {
      const { id, account_id, impersonator } = caller
      const me = {
        ...(await readUserBody(agents, id, account_id)),
        mode,
        permissions: await access.permissions(caller),
        impersonator: impersonator === undefined ? null : await readUserBody(agents, impersonator, account_id),
      }
      return replyJson(reply, JSON.stringify(me))
    },
  )
}
