import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BadRequest,
  Conflict,
  PreconditionFailed,
  UnsupportedMediaType,
  isStillAuthorized,
} from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { FileService } from '../service.ts'
import { addProperty, fileName, readMultipartBody } from './multipart.ts'
import type { Upload, UploadState, Uploads } from './uploads.ts'

const version = '1.0.0'
const offsetStream = 'application/offset+octet-stream'

interface OfUpload {
  Params: { upload: string }
}

/** Uploads that can be resumed: tus 1.0 with its extensions creation, creation-with-upload, expiration and termination. */
export function uploadRoutes(app: FastifyInstance, service: FileService, uploads: Uploads): void {
  const { typeSlug, parts } = service
  const path = `/api/${typeSlug}/_uploads`
  const config = {
    typeSlug,
    sharesSegment: true,
    access: 'odrl:modify',
    consumes: [offsetStream],
    streamsBody: true,
    handlerTimeout: false,
    cacheControl: 'no-store',
    produces: 'application/json',
  } as const

  const describe = (reply: FastifyReply, upload: Upload, offset: number): FastifyReply =>
    reply.headers({ 'upload-offset': offset, 'upload-expires': uploads.expiryOf(upload.id).toUTCString() })

  /** Create the file of an upload that is complete. */
  const finish = async (request: FastifyRequest, reply: FastifyReply, state: UploadState): Promise<void> => {
    await uploads.finish(request.caller, state)
    reply.header('content-location', `/api/${typeSlug}/${encodeURIComponent(`urn:${typeSlug}:${state.upload.id}`)}`)
  }

  /** Add the bytes of a request, and create the file when all are there. @returns how many there are */
  const take = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: UploadState,
    offset: number,
  ): Promise<number> => {
    const append = (body: Readable): Promise<number> => uploads.append(state, offset, body)
    const { body } = request
    const arrived = await (body instanceof Readable ? readMultipartBody(request, append) : append(Readable.from([])))
    if (arrived < state.upload.length) return arrived
    await isStillAuthorized(request)
    await finish(request, reply, state)
    return arrived
  }

  app.route({
    method: 'OPTIONS',
    url: path,
    config: { access: 'public', sharesSegment: true, produces: '*/*' },
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({
          allow: 'POST, OPTIONS',
          'tus-resumable': version,
          'tus-version': version,
          'tus-extension': 'creation,creation-with-upload,expiration,termination',
          'tus-max-size': parts.limits.maxFileBytes,
        })
        .send(),
  })
  app.post(
    path,
    {
      config,
      schema: {
        summary: 'Begin an upload that can be resumed',
        operationId: 'beginUpload',
        description:
          'tus 1.0: `Upload-Length`, and in `Upload-Metadata` `filename` and properties. `Location` is the address of the upload.',
        body: { description: 'The first bytes, or nothing' },
        response: { 201: { type: 'null' } },
      },
    },
    async (request, reply) => {
      checkVersion(request, reply)
      const { 'upload-metadata': metadata = '', 'upload-concat': part } = request.headers
      // Otherwise each part of what a client sends in several uploads would be a file.
      if (part !== undefined)
        throw new BadRequest('the header upload-concat is not supported; send a file in one upload')
      const wanted = readMetadata(String(metadata))
      const length = readCount(request, 'upload-length')
      const upload = await uploads.begin(request.caller, { ...wanted, length, metadata: String(metadata) })
      reply.header('location', `${path}/${upload.id}`)
      const hasBytes = length === 0 || request.body instanceof Readable
      const offset = hasBytes ? await take(request, reply, { upload, offset: 0, isFinished: false }, 0) : 0
      return describe(reply, upload, offset).code(201).send()
    },
  )
  app.route<OfUpload>({
    method: 'HEAD',
    url: `${path}/:upload`,
    config,
    schema: { summary: 'How much of an upload has arrived', operationId: 'getUpload' },
    handler: async (request, reply) => {
      checkVersion(request, reply)
      const state = await uploads.find(request.caller, request.params.upload)
      const { upload, offset } = state
      if (offset === upload.length) await finish(request, reply, state)
      return describe(reply, upload, offset)
        .headers({ 'upload-length': upload.length, 'upload-metadata': upload.metadata })
        .send()
    },
  })
  app.patch<OfUpload>(
    `${path}/:upload`,
    {
      config,
      schema: {
        summary: 'Send bytes of an upload',
        operationId: 'continueUpload',
        description:
          'From `Upload-Offset` on. The answer to the last ones has the address of the file as `Content-Location`.',
        body: { description: 'The next bytes' },
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      checkVersion(request, reply)
      if (request.headers['content-type'] !== offsetStream) throw new UnsupportedMediaType(`send ${offsetStream}`)
      const offset = readCount(request, 'upload-offset')
      const state = await uploads.find(request.caller, request.params.upload)
      return describe(reply, state.upload, await take(request, reply, state, offset))
        .code(204)
        .send()
    },
  )
  app.delete<OfUpload>(
    `${path}/:upload`,
    { config, schema: { summary: 'End an upload', operationId: 'endUpload', response: { 204: { type: 'null' } } } },
    async (request, reply) => {
      checkVersion(request, reply)
      const { upload, isFinished } = await uploads.find(request.caller, request.params.upload)
      if (isFinished) throw new Conflict('the upload is complete: archive the file')
      await uploads.end(upload)
      return reply.code(204).send()
    },
  )
}

/** @throws PreconditionFailed for another version of the protocol */
function checkVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', version)
  if (headers['tus-resumable'] === version) return
  reply.header('tus-version', version)
  throw new PreconditionFailed(`the header Tus-Resumable must be ${version}`)
}

function readCount({ headers }: FastifyRequest, name: string): number {
  const value = headers[name]
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  throw new BadRequest(`the header ${name} must be a number of bytes`)
}

/** What clients send by themselves; the bytes decide the type. */
const ignored: ReadonlySet<string> = new Set(['filetype', 'type', 'relativePath'])
const maxMetadata = 16_384

const unpadded = (base64: string): string => base64.replace(/={1,2}$/, '')

/** The name and the properties, in pairs of a key and a value in base64. */
function readMetadata(header: string): { name: string; properties: JsonObject } {
  if (header.length > maxMetadata) throw new BadRequest(`Upload-Metadata is longer than ${maxMetadata} characters`)
  const properties: JsonObject = {}
  const keys = new Set<string>()
  let name = ''
  for (const pair of header.split(',').filter(one => one.trim() !== '')) {
    const [key = '', encoded = '', ...more] = pair.trim().split(/\s+/)
    if (keys.has(key)) throw new BadRequest(`Upload-Metadata: ${key} is there twice`)
    keys.add(key)
    const bytes = Buffer.from(encoded, 'base64')
    if (more.length > 0 || unpadded(bytes.toString('base64')) !== unpadded(encoded) || !isUtf8(bytes))
      throw new BadRequest(`Upload-Metadata: the value of ${key} must be a text of UTF-8 in base64`)
    const value = bytes.toString('utf8')
    if (key === 'filename') name = value
    else if (!ignored.has(key)) addProperty(properties, key, value)
  }
  return { name: fileName(name === '' ? String(properties['name'] ?? '') : name), properties }
}
