import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  NotFound,
  canRead,
  etagOf,
  isStillAuthorized,
  preconditionsOf,
  queryFlag,
  queryPairs,
  replyEnvelope,
  replyJson,
} from '../../kernel/index.ts'
import type { StoredDocument } from '../../kernel/index.ts'
import { nodeText } from '../../lib/json-ld/index.ts'
import { readMeta, toUrn } from '../../lib/store-kit/index.ts'
import { fileName, isForm, readFileAlone, readMultipart, readMultipartBody } from './arrival/multipart.ts'
import type { Arrived } from './arrival/receive.ts'
import type { Files } from './contract.ts'
import { replyContent, servedAs } from './content.ts'
import { hasMetadata } from './pictures/derived.ts'
import { cacheFor, formatFor, readImageRequest } from './pictures/image-request.ts'
import { bytesOfAccount } from './records.ts'
import * as schemas from './schemas.ts'
import type { FileService } from './service.ts'
import { listUnused } from './usage.ts'

interface OfFile {
  Params: { id: string }
}

/** The routes of files. They are beside those of resources, which serve what files have in common with everything else. */
export function fileRoutes(app: FastifyInstance, service: FileService, files: Files): void {
  const { typeSlug, parts, derived } = service
  const { access, typeRegistry, storage, arrivals, limits, pictures, store } = parts
  const path = `/api/${typeSlug}`
  const idOf = ({ params }: FastifyRequest<OfFile>): string => toUrn(typeSlug, params.id)
  const shared = { typeSlug, sharesSegment: true } as const
  const shown = { ...shared, access: 'odrl:read', rateLimit: { groupId: 'content' }, handlerTimeout: false } as const
  const upload = {
    ...shared,
    access: 'odrl:modify',
    streamsBody: true,
    handlerTimeout: false,
    produces: 'application/json',
    typed: { answer: 'resource', plain: true },
  } as const

  const replyFile = async (
    request: FastifyRequest,
    reply: FastifyReply,
    file: StoredDocument,
  ): Promise<FastifyReply> => {
    const { id } = file
    reply.header('etag', etagOf(id, readMeta(file).sequence_no))
    if (!(await canRead(access, request.caller, typeSlug, id))) return replyJson(reply, JSON.stringify({ id }))
    return replyJson(reply, await textOf(file))
  }

  const textOf = async ({ id, data, meta }: StoredDocument): Promise<string> => {
    const { linkedData } = await typeRegistry.active(typeSlug)
    return `{"id":"${id}","data":{"@graph":[${nodeText(linkedData, id, data)}]},${meta.slice(1)}`
  }

  /** Write the resource of bytes that have arrived; receiving them can have taken long. */
  const replyWritten = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { path: arrivedAt }: Arrived,
    write: () => Promise<StoredDocument>,
  ): Promise<FastifyReply> => {
    try {
      await isStillAuthorized(request)
      return await replyFile(request, reply, await write())
    } finally {
      await arrivals.discard(arrivedAt)
    }
  }

  app.get(
    `${path}/_settings`,
    {
      config: { ...shared, access: 'odrl:read' },
      schema: {
        summary: 'The limits of files, and the sizes of pictures',
        operationId: 'getFileSettings',
        response: { 200: schemas.settingsAnswer },
      },
    },
    async ({ caller }) => ({
      type_slug: typeSlug,
      has_images: pictures.isAvailable,
      max_file_bytes: limits.maxFileBytes,
      max_bytes_by_type: limits.maxBytesByType,
      max_account_bytes: limits.maxAccountBytes,
      account_bytes: await bytesOfAccount(store, caller.account_id),
      image_widths: limits.imageWidths,
      image_ratios: limits.imageRatios,
    }),
  )
  app.get(
    `${path}/_unused`,
    {
      config: { ...shared, access: 'odrl:read' },
      schema: {
        summary: 'Files to which nothing refers',
        operationId: 'listUnusedFiles',
        description:
          'The newest first; a page can have fewer files than `limit`, and even none, although there are more. Earlier versions and archived resources do not count as uses.',
        querystring: schemas.pageQuery,
        response: { 200: schemas.unusedAnswer },
      },
    },
    async (request, reply) => {
      const { files, cursor } = await listUnused(parts, request.caller, queryPairs(request))
      return replyEnvelope(reply, await Promise.all(files.map(textOf)), cursor)
    },
  )
  app.get(
    `${path}/_pending`,
    {
      config: { ...shared, access: 'odrl:modify', cacheControl: 'no-store' },
      schema: {
        summary: 'Files that have arrived and cannot be seen yet',
        operationId: 'listPendingFiles',
        description:
          'While plugins check them, and until they are written: those that the caller sends, for administrators all of the account, the newest first. A replacement has the id of its file.',
        response: { 200: schemas.pendingAnswer },
      },
    },
    async ({ caller }) => ({ data: await service.pending(caller), cursor: '', has_more: false }),
  )
  app.post(
    path,
    {
      config: { ...upload, consumes: ['multipart/form-data'] },
      schema: {
        summary: 'Upload a file',
        operationId: 'uploadFile',
        description:
          'One part `file` with the bytes, which decide the media type; other parts are properties. `Location` is the address of the resource.',
        body: schemas.uploadBody,
        response: { 201: schemas.fileAnswer },
      },
    },
    async (request, reply) => {
      const { received, properties } = await readMultipart(
        request,
        async (bytes, name) => {
          const arrived = await arrivals.receive(bytes, await service.arrival(request.caller, name))
          return { arrived, name }
        },
        ({ arrived }) => arrivals.discard(arrived.path),
      )
      const { arrived, name } = received
      return replyWritten(request, reply, arrived, async () => {
        const created = await service.create(request.caller, arrived, { name, ...properties })
        reply.code(201).header('location', `${path}/${encodeURIComponent(created.id)}`)
        return created
      })
    },
  )
  app.put<OfFile>(
    `${path}/:id/content`,
    {
      config: { ...upload, consumes: ['*/*'], tagged: true },
      schema: {
        summary: 'Replace the bytes of a file',
        operationId: 'replaceFileContent',
        description:
          'The body is the bytes, of any media type, or a form with the part `file` alone. The file keeps its id; the bytes before belong to its earlier version.',
        body: schemas.contentBody,
        response: { 200: schemas.fileAnswer },
      },
    },
    async (request, reply) => {
      const id = idOf(request)
      const { name } = await service.find(request.caller, id)
      const arrival = await service.arrival(request.caller, fileName(name))
      const receive = (bytes: Readable): Promise<Arrived> => arrivals.receive(bytes, arrival)
      const arrived = isForm(request)
        ? await readFileAlone(request, receive, ({ path: arrivedAt }) => arrivals.discard(arrivedAt))
        : await readMultipartBody(request, receive)
      return replyWritten(request, reply, arrived, () =>
        service.replace(request.caller, id, arrived, preconditionsOf(request)),
      )
    },
  )
  app.get<OfFile>(
    `${path}/:id/content`,
    {
      compress: false,
      config: { ...shown, produces: '*/*' },
      schema: {
        summary: 'The bytes of a file',
        operationId: 'getFileContent',
        description:
          'Parts of them with `Range`. Texts are plain text, and what a browser could run is saved or kept in a sandbox.',
        querystring: schemas.contentQuery,
        response: { 200: schemas.contentBody },
      },
    },
    async (request, reply) => {
      const file = await service.find(request.caller, idOf(request))
      const { name, facts, createdBy } = file
      const { mediaType, isShown } = servedAs(facts.encodingFormat)
      const isWhole =
        limits.keepOriginalMetadata || createdBy === request.caller.id || !hasMetadata(facts.encodingFormat)
      return replyContent(request, reply, storage, {
        key: isWhole ? facts.sha256 : await derived.withoutMetadata(file),
        mediaType,
        tag: isWhole ? facts.sha256 : `${facts.sha256}-content`,
        name,
        isDownload: !isShown || queryFlag(request, 'download'),
        cacheControl: cacheFor(request, facts),
      })
    },
  )
  app.get<OfFile>(
    `${path}/:id/image`,
    {
      compress: false,
      config: { ...shown, produces: 'image/*' },
      schema: {
        summary: 'A picture in another size',
        operationId: 'getFileImage',
        description:
          'In one of the configured widths and ratios, upright and without metadata. It is made once and kept. An animated picture stays animated as WebP; other formats have its first frame.',
        querystring: schemas.imageQuery,
        response: { 200: schemas.contentBody },
      },
    },
    async (request, reply) => {
      const image = readImageRequest(request, limits)
      const file = await service.find(request.caller, idOf(request))
      const format = image.format ?? formatFor(request.headers.accept, file.facts)
      const key = await derived.image(file, { ...image, format })
      return replyContent(request, reply, storage, {
        key,
        mediaType: `image/${format}`,
        tag: `${file.facts.sha256}-${key.slice(key.lastIndexOf('/') + 1)}`,
        name: `${file.name.replace(/\.[^.]*$/, '')}.${format}`,
        isDownload: false,
        cacheControl: cacheFor(request, file.facts),
      })
    },
  )
  app.get<{ Params: { sha256: string } }>(
    `${path}/_bytes/:sha256`,
    {
      compress: false,
      config: { ...shared, access: 'administrator', produces: '*/*', cacheControl: 'no-store', handlerTimeout: false },
      schema: {
        summary: 'The bytes of a file, by their hash',
        operationId: 'getFileBytes',
        description: 'As they were sent, of files of the account, archived ones too: for copies.',
        response: { 200: schemas.contentBody },
      },
    },
    async (request, reply) => {
      const bytes = await files.read(request.caller.account_id, request.params.sha256)
      if (bytes === undefined) throw new NotFound('there are no such bytes')
      return reply.type('application/octet-stream').send(bytes)
    },
  )
  app.post<OfFile>(
    `${path}/:id/purge`,
    {
      config: { ...shared, access: 'administrator' },
      schema: {
        summary: 'Remove the bytes of a file for good',
        operationId: 'purgeFile',
        description:
          'From all its versions, with everything made of them, unless another file has the same. The file is archived and cannot be restored.',
        response: { 200: schemas.purgeAnswer },
      },
    },
    async request => service.purge(request.caller, idOf(request)),
  )
}
