import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound, contentSecurityPolicy, isNotModified, replyNotModified } from '../../../kernel/index.ts'
import { page, script } from './page.ts'

const mediaTypes = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

/** The viewer sets inline styles; scripts come from files here alone. */
const policy = contentSecurityPolicy({ 'style-src': ["'self'", "'unsafe-inline'"] })

/** Serve a page at `/api/docs` that shows the description of the API. All of it comes from here, so that it works offline. */
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
  app.get<{ Params: { file: string } }>('/api/docs/:file', options('*/*'), async (request, reply) =>
    replyAsset(request.params.file, request, reply),
  )
}

async function replyAsset(file: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const mediaType = mediaTypes.get(file)
  if (mediaType === undefined) throw new NotFound('the documentation has no such file')
  const path = join(assets(), file)
  const { mtimeMs, size } = await stat(path)
  const etag = `"${Math.trunc(mtimeMs).toString(36)}.${size.toString(36)}"`
  if (isNotModified(request, etag)) return replyNotModified(reply, etag)
  return reply
    .header('etag', etag)
    .type(mediaType)
    .send(await readFile(path))
}

const assets = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')
