import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound, contentSecurityPolicy, packageRoot } from '../../kernel/index.ts'
import { theme } from './theme.ts'

/** The documentation page: an empty page that the viewer fills. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Plinth API</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png" />
    <link rel="preload" as="font" type="font/woff2" crossorigin href="/api/docs/inter.woff2" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/tokens.css" />
    <style>${theme}</style>
  </head>
  <body>
    <nav class="home" aria-label="Plinth"><a href="/">Admin</a><a href="/api/openapi.json">openapi.json</a></nav>
    <main id="documentation"></main>
    <noscript>This page needs JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/api/docs/start.js"></script>
  </body>
</html>
`

/**
 * Starts the viewer on the description of this service; no data is sent anywhere else. The types come first, by their names and with a request that can be
 * copied; the routes of the service itself are behind one heading. Of OpenAPI 3.0 the viewer resolves only what it shows; of 3.1 it resolves the whole
 * document at the start, and again for each operation that is opened.
 */
const script = `const read = async path => (await fetch(path)).json()
const [spec, me] = await Promise.all([read('/api/openapi.json?openapi=3.0'), read('/api/auth/me')])
const token = me.mode === 'development' ? '' : " -H 'Authorization: Bearer <token>'"
const known = new Set(spec.tags.map(({ name }) => name))
const isType = ({ name }) => spec.paths['/api/' + name] !== undefined
for (const operations of Object.values(spec.paths))
  for (const operation of Object.values(operations))
    if (operation.tags !== undefined && !operation.tags.some(tag => known.has(tag))) operation.tags = ['service']
delete spec.servers // this service, without a choice
spec.tags = [
  ...spec.tags
    .filter(isType)
    .map(({ name, description }) => ({ name, description: description + ' \`curl ' + location.origin + '/api/' + name + token + '\`' }))
    .sort((a, b) => a.description.localeCompare(b.description)),
  ...spec.tags.filter(tag => !isType(tag)),
  { name: 'service', description: 'Types, users, rights, search, files and everything else of the service itself' },
]
// A name inside of a button is no link of its own: screen readers and keys would not reach it.
const namesWithoutLinks = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', { className: 'nostyle' }, text) },
})
SwaggerUIBundle({
  spec,
  plugins: [namesWithoutLinks],
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  showExtensions: true,
  validatorUrl: null,
})
`

/** The files that the page loads: those of the viewer, and the look of the admin, which its build copies. */
const look = join(packageRoot, 'dist', 'look')
const folders = new Map<string, () => string>([
  ...['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map(file => [file, () => assets()] as const),
  ...['tokens.css', 'inter.woff2'].map(file => [file, () => look] as const),
])

/** The viewer sets inline styles; scripts are only loaded from files of this service. */
const policy = contentSecurityPolicy({ 'style-src': ["'self'", "'unsafe-inline'"] })

/** Serve a page at `/api/docs` that shows the description of the API. All files are local, so it works offline. */
export function documentationRoutes(app: FastifyInstance): void {
  const tokenLimits = { actions: false, types: false }
  const options = (produces: string) => ({
    config: { access: 'signed-in' as const, produces, tokenLimits },
    schema: { hide: true },
  })
  app.get('/api/docs', options('text/html'), (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  )
  app.get('/api/docs/start.js', options('text/javascript'), (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
  app.get<{ Params: { file: string } }>('/api/docs/:file', options('*/*'), async (request, reply) => {
    const { file } = request.params
    const folder = folders.get(file)
    if (folder === undefined) throw new NotFound('the documentation has no such file')
    return sendFile(request, reply, folder(), file)
  })
}

/** Send a file, or 304. The library is loaded here, because it takes a tenth of a start. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  file: string,
): Promise<FastifyReply> {
  const { send } = await import('@fastify/send')
  const { statusCode, headers, stream } = await send(request.raw, file, { root, cacheControl: false })
  return reply.code(statusCode).headers(headers).send(stream)
}

const assets = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')
