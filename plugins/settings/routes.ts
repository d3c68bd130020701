import type { FastifyInstance } from 'fastify'
import { replyJson } from '../../kernel/index.ts'
import type { LogSetting, RoleList, SettingName } from './values.ts'
import { saveRoleAccess } from './role-access.ts'
import type { RoleAccessParts } from './role-access.ts'
import { saveRoles } from './roles.ts'
import * as schemas from './schemas.ts'
import type { RoleAccessBody } from './schemas.ts'

const cacheControl = 'no-store'

/** The routes of roles and their policies. */
export function settingsRoutes(app: FastifyInstance, parts: RoleAccessParts): void {
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
  app.put<{ Body: LogSetting }>(
    '/api/settings/log',
    change('log', 'Change what every instance logs'),
    async (request, reply) => {
      const { caller, body } = request
      const saved = await parts.service.change(caller, 'log', async () => ({ value: body, operations: [] }))
      return replyJson(reply, JSON.stringify(saved))
    },
  )
  for (const name of ['log', 'roles', 'role-access'] as const) {
    const schema = { summary: summaries[name], response: { 200: shapes[name] } }
    app.get(
      `/api/settings/${name}`,
      { config: { access: 'administrator', cacheControl }, schema },
      async (_request, reply) => replyJson(reply, JSON.stringify((await parts.service.read(name)).data)),
    )
  }
}

const shapes = { log: schemas.logSetting, roles: schemas.roleList, 'role-access': schemas.roleAccess }
const summaries = {
  log: 'What every instance logs',
  roles: 'List the roles',
  'role-access': 'Which role may do what to resources of which type',
}

const change = (name: Exclude<SettingName, 'sidebar'>, summary: string) =>
  ({
    config: { access: 'administrator', cacheControl },
    schema: { summary, body: shapes[name], response: { 200: shapes[name] } },
  }) as const
