import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  BadRequest,
  Forbidden,
  QueryTooSlow,
  canRead,
  defaultAccount,
  queryPairs,
  replyEnvelope,
  replyJson,
  replyItems,
} from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { parseJson } from '../../lib/json/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import { linkTo } from '../../lib/web-text/index.ts'
import { absoluteTo, isWebAddress, maxAddresses } from './pages/addresses/address.ts'
import type { SiteBase } from './pages/addresses/address.ts'
import type { SiteAnswer } from './pages/answer.ts'
import { baseFor, ownBaseFor } from './pages/addresses/base.ts'
import type { PreviewRequest } from './pages/preview.ts'
import type { SiteProblem } from './pages/problems.ts'
import * as schemas from './schemas.ts'
import { decodePercent } from '../../lib/web-text/index.ts'
import type { SiteRoutesParts } from './routes.ts'

const maxPaths = 20
const maxFilesBytes = 8 * 1024 * 1024
const form = 'application/x-www-form-urlencoded'

/** The routes of the site for the admin and the command line. */
export function apiRoutes(app: FastifyInstance, parts: SiteRoutesParts): void {
  const { open, access } = parts
  app.get<{ Querystring: { id?: string; limit?: number; cursor?: string } }>(
    '/api/site/addresses',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'The addresses of the public site',
        querystring: schemas.addressesQuery,
        response: { 200: schemas.addressesAnswer },
      },
    },
    async (request, reply) => {
      const { site } = await open()
      const { id, limit = maxAddresses, cursor } = request.query
      if (id !== undefined) return replyItems(reply, { items: await site.addressOf(id) })
      const page = await site.addresses({ limit, cursor })
      return replyItems(reply, { items: page.addresses, cursor: page.cursor })
    },
  )
  app.get(
    '/api/site/types',
    {
      config: { access: 'signed-in' },
      schema: { summary: 'The types whose resources have a preview', response: { 200: schemas.typesAnswer } },
    },
    async (_request, reply) => {
      const { site } = await open()
      return replyItems(reply, { items: await site.shownTypes() })
    },
  )
  app.get(
    '/api/site/files',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'What the public site answers at some paths, to be written to files',
        description: 'The list ends early before it gets too large; the rest is to be asked for again.',
        querystring: schemas.filesQuery,
        response: { 200: schemas.filesAnswer },
      },
    },
    async (request, reply) => replyEnvelope(reply, await listFiles(parts, request), ''),
  )
  app.get(
    '/api/site/problems',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'What in the templates does not work as written',
        description: 'Of the templates and themes that the caller may read.',
        response: { 200: schemas.siteProblemsAnswer },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const { site } = await open()
      const problems = caller.account_id === defaultAccount ? await site.problems() : []
      return replyItems(reply, { items: await readableProblems(parts, caller, problems) })
    },
  )
  linkRoute(app, parts)
  readForms(app)
  app.post<{ Body: PreviewRequest }>(
    '/api/site/preview',
    {
      config: {
        access: 'signed-in',
        cacheControl: 'no-store',
        idempotency: false,
        produces: 'text/html',
        consumes: ['application/json', form],
      },
      schema: {
        summary: 'A page of the public site with data that are not stored',
        description:
          'For callers who can modify the resource. A form sends the body as JSON in its field `draft`. With `Accept: application/json` the answer is ' +
          'an object with the page as `html`, and `problems`: what does not work as written in its template and theme, as in `GET /api/site/problems`.',
        body: schemas.previewBody,
        response: { 200: { type: 'string' } },
      },
    },
    async (request, reply) => {
      const { caller, body } = request
      checkAccount(caller)
      await access.authorize(caller, 'odrl:modify', body.type_slug, body.id)
      const { preview } = await open()
      const { id, html, policy, problems } = await preview.render(body, baseFor(parts, request), { editor: caller })
      if (prefersJson(request.headers.accept)) {
        const found = await readableProblems(parts, caller, await problems(), id)
        return replyJson(reply, JSON.stringify({ html, problems: found }))
      }
      return reply
        .header('content-security-policy', policy)
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(html)
    },
  )
}

function linkRoute(app: FastifyInstance, { open, access, config }: SiteRoutesParts): void {
  app.post<{ Params: { typeSlug: string; id: string }; Body: { expires_in: number } }>(
    '/api/:typeSlug/:id/preview-links',
    {
      config: { access: 'odrl:modify', idempotency: false },
      schema: {
        summary: 'Make a link that shows the draft of a resource on its page',
        description:
          'To anybody who has it, until it expires or its maker may no longer modify the resource. Other drafts stay as they are published.',
        body: schemas.previewLinkBody,
        response: { 201: schemas.previewLinkAnswer },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      if (caller.impersonator !== undefined) throw new Forbidden('while impersonating no link can be made')
      checkAccount(caller)
      const id = toUrn(params.typeSlug, params.id)
      await access.authorize(caller, 'odrl:modify', params.typeSlug, id)
      const { links } = await open()
      const { path, expires_at } = await links.create(caller, id, body.expires_in)
      const base = ownBaseFor(config, request)
      return replyJson(reply.code(201), JSON.stringify({ url: base.origin + linkTo(base, path), expires_at }))
    },
  )
}

/** A browser that opens the page accepts HTML. */
const prefersJson = (accept = ''): boolean => /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)

/** Problems of the templates and themes that the caller can read. @param draft URN of a resource that the caller sent */
async function readableProblems({ access }: SiteRoutesParts, caller: Caller, problems: SiteProblem[], draft?: string) {
  const readable = new Map<string, boolean>(draft === undefined ? [] : [[draft, true]])
  for (const { id } of problems) {
    if (!readable.has(id)) readable.set(id, await canRead(access, caller, id.split(':')[1] ?? '', id))
  }
  return problems.filter(({ id }) => readable.get(id))
}

/** @throws `Forbidden` for callers of accounts whose resources the site does not show */
function checkAccount({ account_id }: Caller): void {
  if (account_id !== defaultAccount) throw new Forbidden('the site shows the default account, which is not yours')
}

/** A form in a frame cannot send JSON: it sends it in a field. */
function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(new URLSearchParams(String(text)).get('draft') ?? ''))
    } catch (error) {
      done(error instanceof Error ? error : new BadRequest('the field draft must contain JSON'))
    }
  })
}

async function listFiles(parts: SiteRoutesParts, request: FastifyRequest): Promise<string[]> {
  const pairs = queryPairs(request)
  const paths = pairs.filter(([name]) => name === 'path').map(([, path]) => path)
  if (paths.length === 0 || paths.length > maxPaths) throw new BadRequest(`path must be given 1 to ${maxPaths} times`)
  const { site } = await parts.open()
  const given = pairs.find(([name]) => name === 'base_url')?.[1]
  const base = baseOf(parts, request, given ?? (await site.publishedUrl()))
  const asked = paths.map(path => {
    if (!path.startsWith('/')) throw new BadRequest('path must begin with a slash')
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    return { path, pathname: decode(pathname), listPage: searchParams.get('page') ?? undefined }
  })
  await site.readAhead(asked.map(({ pathname }) => pathname))
  const items: string[] = []
  let length = 0
  for (const { path, pathname, listPage } of asked) {
    const answer = await site.answer(pathname, listPage, base, path).catch((error: unknown) => {
      if (!(error instanceof QueryTooSlow)) throw error
      if (items.length > 0) return undefined // it is asked for again, as the first one
      error.message = `${path}: ${error.message}`
      throw error
    })
    if (answer === undefined) break
    const url = base.publishedAt === undefined ? {} : { url: absoluteTo(base, path) }
    const item = JSON.stringify({ ...fileOf(path, answer), ...url })
    if (items.length > 0 && length + item.length > maxFilesBytes) break
    items.push(item)
    length += item.length
  }
  return items
}

function baseOf(parts: SiteRoutesParts, request: FastifyRequest, url: string | undefined): SiteBase {
  const base: SiteBase = { ...baseFor(parts, request), prefix: '/site' }
  if (url === undefined) return base
  if (!isWebAddress(url)) throw new BadRequest('base_url must be an http(s) address')
  return { ...base, publishedAt: url.endsWith('/') ? url : `${url}/` }
}

function decode(path: string): string {
  const decoded = decodePercent(path)
  if (decoded === undefined) throw new BadRequest('path has a malformed percent-escape')
  return decoded
}

const isText = /charset=utf-8|^image\/svg\+xml/

function fileOf(path: string, { status, mediaType, etag, location, isCut = false, body }: SiteAnswer): object {
  const content = isText.test(mediaType) ? { text: body.toString() } : { base64: body.toString('base64') }
  return {
    path,
    status,
    media_type: mediaType,
    etag,
    ...(location !== undefined && { location }),
    ...(isCut && { is_cut: true }),
    ...content,
  }
}
