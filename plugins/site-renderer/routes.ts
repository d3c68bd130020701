import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import {
  Forbidden,
  NotFound,
  Unauthorized,
  defaultAccount,
  isNotModified,
  queryPairs,
  replyNotModified,
} from '../../kernel/index.ts'
import type { Access, Config, Identity } from '../../kernel/index.ts'
import type { SiteAnswer } from './pages/answer.ts'
import { baseFor, isOwnHost, ownBaseFor } from './pages/addresses/base.ts'
import type { OpenSite } from './pages/index.ts'
import type { DraftPage } from './pages/preview.ts'
import { filesPath, previewsPath, readPublicName } from './pages/public-name.ts'

/** The parts that the routes of the site use. */
export interface SiteRoutesParts {
  open: () => Promise<OpenSite>
  config: Config
  access: Access
  /** Undefined when no plugin provides sign-in. */
  identity: () => Identity | undefined
  /** Host names at whose root the site is served. */
  hosts: readonly string[]
}

interface NamedFile {
  Params: { name: string }
}

const neverStored = 'private, no-store'

/** Links to a page can have any parameters; unknown ones are ignored, as on any web site. */
const anything = { type: 'object', patternProperties: { '': {} } }

const options = {
  config: { access: 'public', produces: '*/*', cacheControl: 'public, no-cache' },
  schema: { hide: true, querystring: anything },
} as const

/** The site under `/site`, and at the root of its own host names. */
export function siteRoutes(app: FastifyInstance, parts: SiteRoutesParts): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const pages = queryPairs(request).filter(([name]) => name === 'page')
    const page = pages.length > 1 ? '' : pages[0]?.[1]
    const drafts = await draftPage(parts, request, path, page)
    if (drafts !== undefined) return sendDrafts(reply, drafts)
    const { site } = await parts.open()
    return send(request, reply, await site.answer(path, page, baseFor(parts, request), request.url))
  }
  app.get('/site', options, (request, reply) => serve(request, reply, '/'))
  app.get<{ Params: { '*': string } }>('/site/*', options, (request, reply) =>
    serve(request, reply, `/${request.params['*']}`),
  )
  const fileOptions = {
    ...options,
    compress: false as const,
    config: { ...options.config, rateLimit: { groupId: 'content' } },
  }
  const file = async (request: FastifyRequest<NamedFile>, reply: FastifyReply): Promise<FastifyReply> => {
    const { pictures } = await parts.open()
    const name = readPublicName(request.params.name)
    if (name === undefined || pictures === undefined || !(await pictures.includes(name.sha256)))
      throw new NotFound('there is no such file')
    return pictures.files.replyPublic(request, reply, defaultAccount, name)
  }
  app.get<NamedFile>(`/site${filesPath}:name`, fileOptions, file)
  linkRoutes(app, parts, fileOptions)
  app.get('/robots.txt', options, async (request, reply) => {
    const { site } = await parts.open()
    if (!(await site.exists())) throw new NotFound('there is nothing at this address')
    return serve(request, reply, '/robots.txt')
  })
  if (parts.hosts.length === 0) return
  const constraints = { host: hostPattern(parts.hosts) }
  const atRoot = { ...options, constraints }
  app.get<NamedFile>(`${filesPath}:name`, { ...fileOptions, constraints }, file)
  app.get<{ Params: { '*': string } }>('/*', atRoot, (request, reply) =>
    serve(request, reply, `/${request.params['*']}`),
  )
}

interface PreviewLink {
  Params: { token: string; name: string }
}

/** The pages of signed links, and the files that their drafts show. */
function linkRoutes(app: FastifyInstance, { open, config }: SiteRoutesParts, fileOptions: RouteShorthandOptions): void {
  const address = `/site${previewsPath}:token`
  app.get<PreviewLink>(address, options, async (request, reply) => {
    const { links, site } = await open()
    const base = ownBaseFor(config, request)
    const { token } = request.params
    const page = await links.render(token, base)
    if (page !== undefined) return sendDrafts(reply, page)
    const absent = await site.answer(previewsPath + token, undefined, base, previewsPath)
    return send(request, reply, { ...absent, cacheControl: neverStored })
  })
  app.get<PreviewLink>(`${address}${filesPath}:name`, fileOptions, async (request, reply) => {
    const { links, pictures } = await open()
    const name = readPublicName(request.params.name)
    if (name === undefined || pictures === undefined || !(await links.shows(request.params.token, name)))
      throw new NotFound('there is no such file')
    reply.header('x-robots-tag', 'noindex')
    return pictures.files.replyPublic(request, reply, defaultAccount, name, neverStored)
  })
}

/** The page with drafts, for a signed-in user of the service's own origin who may modify it; for others `perspective` has no meaning. */
async function draftPage(
  { open, access, identity, config, hosts }: SiteRoutesParts,
  request: FastifyRequest,
  path: string,
  listPage = '1',
): Promise<DraftPage | undefined> {
  const isAsked = queryPairs(request).some(([name, value]) => name === 'perspective' && value === 'draft')
  if (!isAsked || isOwnHost(hosts, request.hostname) || !/^[1-9]\d{0,5}$/.test(listPage)) return undefined
  const { preview } = await open()
  try {
    const caller = await identity()?.identify(request)
    if (caller === undefined || caller.token !== undefined || caller.account_id !== defaultAccount) return undefined
    const found = await preview.renderDrafts(caller, path, Number(listPage), ownBaseFor(config, request))
    if (found === undefined) return undefined
    const { type, id } = found.subject
    await access.authorize(caller, 'odrl:modify', type.slug, id)
    return found
  } catch (error) {
    if (error instanceof Unauthorized || error instanceof Forbidden) return undefined
    throw error
  }
}

const sendDrafts = (reply: FastifyReply, { html, policy }: Pick<DraftPage, 'html' | 'policy'>): FastifyReply =>
  reply
    .headers({
      'cache-control': neverStored,
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html)

/** These host names, with any port. */
const hostPattern = (hosts: readonly string[]): RegExp =>
  new RegExp(`^(?:${hosts.map(host => host.replaceAll('.', '\\.')).join('|')})\\.?(?::\\d+)?$`, 'i')

/** Answer with the content, or with 304 if the browser has it already. */
function send(request: FastifyRequest, reply: FastifyReply, answer: SiteAnswer): FastifyReply {
  const { status, etag, policy, link, location } = answer
  reply.header('cache-control', answer.cacheControl).header('vary', 'Accept-Encoding')
  if (policy !== undefined) reply.header('content-security-policy', policy)
  if (link !== undefined) reply.header('link', link)
  if (status === 200 && isNotModified(request, etag)) return replyNotModified(reply, etag)
  if (status === 200) reply.header('etag', etag)
  if (location !== undefined) reply.header('location', location)
  return reply.code(status).type(answer.mediaType).send(answer.body)
}
