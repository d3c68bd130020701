import type { FastifyInstance, FastifyReply } from 'fastify'
import { BadRequest, queryPairs, replyEnvelope, sharedAccount } from '../../kernel/index.ts'
import type { Access, Plugins } from '../../kernel/index.ts'
import type { Resources } from '../dynamic-resources/contract.ts'
import { pageByKey, pageQuery, readPageParameters } from '../../lib/query/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import { cleanHtmlAnswer, htmlBody, pluginsAnswer, screensAnswer } from './schemas.ts'
import type { ContributedScreen } from './read-screens.ts'

/** The parts that the routes use. */
interface AdminParts {
  access: Access
  cursors: Cursors
  plugins: Plugins
  /** Knows the behaviours of plugins. */
  resources: Pick<Resources, 'behaviours'> | undefined
  screens: readonly ContributedScreen[]
}

/** The routes that the admin needs about the service itself. */
export function adminRoutes(app: FastifyInstance, { access, cursors, plugins, screens, resources }: AdminParts): void {
  const replyPage = (reply: FastifyReply, list: string, all: readonly { name: string }[]): FastifyReply => {
    const parameters = readPageParameters(queryPairs(reply.request))
    const scope = { account_id: sharedAccount, list }
    const { items, cursor, total } = pageByKey(cursors, scope, all, ({ name }) => name, parameters)
    return replyEnvelope(reply, items, cursor, total)
  }
  app.get(
    '/api/admin/plugins',
    {
      config: { access: 'administrator', cacheControl: 'no-store' },
      schema: { summary: 'The plugins that are on, by name', querystring: pageQuery, response: { 200: pluginsAnswer } },
    },
    (_request, reply) => {
      const behaviours = resources?.behaviours() ?? []
      const of = (name: string): string[] => behaviours.filter(({ plugin }) => plugin === name).map(one => one.name)
      return replyPage(
        reply,
        'plugins',
        plugins.list().map(one => ({ ...one, behaviours: of(one.name) })),
      )
    },
  )
  app.get(
    '/api/admin/screens',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'The screens of the admin that plugins bring, by name',
        description: 'Those for administrators are shown to administrators alone.',
        querystring: pageQuery,
        response: { 200: screensAnswer },
      },
    },
    async (request, reply) => {
      const isAdministrator = await access.isAdministrator(request.caller)
      const shown = screens.filter(screen => isAdministrator || screen.access !== 'administrator')
      return replyPage(reply, 'screens', shown)
    },
  )
  app.post<{ Body: { html: string } }>(
    '/api/admin/clean-html',
    {
      config: { access: 'signed-in', idempotency: false },
      schema: {
        summary: 'What a page may show of the HTML of a user',
        description:
          'Without scripts, styles, frames, forms and event handlers, by the rules of the public site. Nothing is written.',
        body: htmlBody,
        response: { 200: cleanHtmlAnswer },
      },
    },
    async ({ body }) => {
      const { cleanHtml } = await import('../../lib/html/index.ts') // few start with it
      const html = cleanHtml(body.html)
      if (html === undefined)
        throw new BadRequest('html: is too long, has too many elements, or they are nested too deeply')
      return { html }
    },
  )
}
