import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound, contentSecurityPolicy, isNotModified, replyNotModified } from '../../kernel/index.ts'
import { acceptedCodings, acceptsHtml } from './accept.ts'
import { isAsset } from './files.ts'
import type { BuiltFile, BuiltFiles } from './files.ts'

/** The page that is shown when the application was never built. */
const notBuilt = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Plinth</title>
  </head>
  <body>
    <h1>The admin is not built</h1>
    <p>The API is at <a href="/api/docs">/api/docs</a> and works. To have the admin here, run <code>npm run build</code> and load this page again.</p>
  </body>
</html>
`

const page = 'index.html'

/** Scripts and styles only from the service, and none inline; images also from elsewhere, because content can refer to them. */
const policy = contentSecurityPolicy({ 'img-src': ["'self'", 'https:', 'data:'] })

const forever = 'public, max-age=31536000, immutable'
/** For pictures without a hash in their names, such as the icon: 30 days. */
const long = 'public, max-age=2592000'

/**
 * Serves every address that no other route serves: the files of the application, and its page for every address that can be one of its own. The
 * application decides which addresses it knows.
 */
export function builtFileRoutes(app: FastifyInstance, files: BuiltFiles): void {
  const options = {
    config: { access: 'public', produces: '*/*', cacheControl: 'no-cache' },
    schema: { hide: true, querystring: anything },
  } as const
  app.get<{ Params: { '*': string } }>('/*', options, async (request, reply) => {
    const path = request.params['*']
    const accepted = acceptedCodings(request.headers['accept-encoding'])
    const file = await files.find(path, accepted)
    if (file !== undefined) return replyFile(request, reply.header('vary', 'Accept-Encoding'), path, file)
    if (isProbe(path)) throw new NotFound(probeHint)
    if (isAsset(path) || isNoPage(path) || !acceptsHtml(request.headers.accept))
      throw new NotFound('there is nothing at this address')
    const found = await files.find(page, accepted)
    if (found === undefined) return replyNotBuilt(reply)
    return replyFile(request, reply.header('vary', 'Accept, Accept-Encoding'), page, found)
  })
}

/** Where other services answer probes and scrapers: the page would make every probe succeed. */
const isProbe = (path: string): boolean => /^(?:healthz?|livez|metrics|ready.*)\/?$/s.test(path)
const probeHint =
  'there is nothing at this address; /api/health answers while the process is alive, /api/health/ready while it can serve requests'

/** Addresses that are never a page of the application: programs ask for them, and would take the page for an answer. */
const isNoPage = (path: string): boolean =>
  path === 'robots.txt' || path === 'sitemap.xml' || /(?:^|\/)\./.test(path) || /\.php$/i.test(path)

/** The application reads the parameters in the browser. */
const anything = { type: 'object', patternProperties: { '': {} } }

function replyFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { body, mediaType, coding, etag }: BuiltFile,
): FastifyReply {
  if (isAsset(path)) reply.header('cache-control', forever)
  else if (mediaType.startsWith('image/')) reply.header('cache-control', long)
  if (mediaType.startsWith('text/html')) reply.header('content-security-policy', policy)
  if (isNotModified(request, etag)) return replyNotModified(reply, etag)
  if (coding !== undefined) reply.header('content-encoding', coding)
  return reply.header('etag', etag).type(mediaType).send(body)
}

const replyNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('vary', 'Accept').type('text/html; charset=utf-8').send(notBuilt)
