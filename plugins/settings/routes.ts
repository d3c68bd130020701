import type { FastifyInstance } from 'fastify'
import { queryPairs, readOnce, replyJson } from '../../kernel/index.ts'
import type { RoleList, SettingName } from './record.ts'
import { saveRoleAccess } from './role-access.ts'
import { saveRoles } from './roles.ts'
import * as schemas from './schemas.ts'
import type { RoleAccessBody, SidebarBody } from './schemas.ts'
import { readSidebar, saveSidebar } from './sidebar.ts'
import type { SidebarParts } from './sidebar.ts'

const cacheControl = 'no-store'

/** The routes of settings. */
export function settingsRoutes(app: FastifyInstance, parts: SidebarParts): void {
  sidebarRoutes(app, parts)
  app.put<{ Body: RoleList }>(
    '/api/settings/roles',
    change('roles', 'Save the list of roles'),
    async (request, reply) =>
      replyJson(reply, JSON.stringify(await saveRoles(parts.service, request.caller, request.body))),
  )
  app.put<{ Body: RoleAccessBody }>(
    '/api/settings/role-access',
    change('role-access', 'Save which role may do what to resources of which type'),
    async (request, reply) =>
      replyJson(reply, JSON.stringify(await saveRoleAccess(parts, request.caller, request.body))),
  )
  for (const name of ['roles', 'role-access'] as const) {
    const schema = { summary: summaries[name], response: { 200: shapes[name] } }
    app.get(
      `/api/settings/${name}`,
      { config: { access: 'administrator', cacheControl }, schema },
      async (_request, reply) => replyJson(reply, JSON.stringify((await parts.service.read(name)).value)),
    )
  }
}

const shapes = { roles: schemas.roleList, 'role-access': schemas.roleAccess }
const summaries = { roles: 'List the roles', 'role-access': 'Which role may do what to resources of which type' }

const change = (name: Exclude<SettingName, 'sidebar'>, summary: string) =>
  ({
    config: { access: 'administrator', cacheControl },
    schema: { summary, body: shapes[name], response: { 200: shapes[name] } },
  }) as const

function sidebarRoutes(app: FastifyInstance, parts: SidebarParts): void {
  const path = '/api/settings/sidebar'
  const schema = { querystring: schemas.sidebarQuery, response: { 200: schemas.sidebarAnswer } }
  app.get(
    path,
    {
      config: { access: 'signed-in', cacheControl },
      schema: { ...schema, summary: 'What the sidebar of the admin shows' },
    },
    async (request, reply) => {
      const role = readOnce(queryPairs(request), ['role']).get('role')
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
      const role = readOnce(queryPairs(request), ['role']).get('role')
      return replyJson(reply, JSON.stringify(await saveSidebar(parts, request.caller, role, request.body)))
    },
  )
}
