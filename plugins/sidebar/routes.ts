import type { FastifyInstance } from 'fastify'
import { Forbidden, queryParameter, replyJson } from '../../kernel/index.ts'
import type { Access, Caller } from '../../kernel/index.ts'
import type { Agents } from '../users/contract.ts'
import * as schemas from './schemas.ts'
import type { SidebarBody } from './schemas.ts'
import { readSidebar, saveSidebar } from './service.ts'
import type { SidebarParts } from './service.ts'

/** The parts that decide who can see which sidebar. */
export interface Readers {
  access: Access
  /** Provides the role of a user; without it only administrators see the sidebar of a role. */
  agents: Agents | undefined
}

const path = '/api/settings/sidebar'
const cacheControl = 'no-store'

/** The routes of the sidebar. */
export function sidebarRoutes(app: FastifyInstance, parts: SidebarParts, readers: Readers): void {
  const schema = { querystring: schemas.sidebarQuery, response: { 200: schemas.sidebarAnswer } }
  app.get(
    path,
    {
      config: { access: 'signed-in', cacheControl },
      schema: { ...schema, summary: 'What the sidebar of the admin shows' },
    },
    async (request, reply) => {
      const role = queryParameter(request, 'role')
      if (role !== undefined) await checkReader(readers, request.caller, role)
      return replyJson(reply, JSON.stringify(await readSidebar(parts, role)))
    },
  )
  app.put<{ Body: SidebarBody }>(
    path,
    {
      config: { access: 'administrator', cacheControl },
      schema: { ...schema, summary: 'Save a sidebar', body: schemas.sidebarBody },
    },
    async (request, reply) => {
      const role = queryParameter(request, 'role')
      return replyJson(reply, JSON.stringify(await saveSidebar(parts, request.caller, role, request.body)))
    },
  )
}

/** @throws `Forbidden` for the sidebar of another role, except for an administrator */
async function checkReader({ access, agents }: Readers, caller: Caller, role: string): Promise<void> {
  if ((await agents?.get(caller.id))?.attributes['role'] === role) return
  if (!(await access.isAdministrator(caller)))
    throw new Forbidden('only an administrator may see the sidebar of another role')
}
