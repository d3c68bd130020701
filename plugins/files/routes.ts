import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canRead, etagOf, isStillAdmitted, preconditionsOf, queryFlag, replyJson } from '../../kernel/index.ts'
import type { StoredDocument } from '../../kernel/index.ts'
import { nodeText } from '../../lib/json-ld/index.ts'
import { readMeta, toUrn } from '../../lib/store-kit/index.ts'
import { bodyStream, discardRest, fileName, readMultipart } from './arrival/multipart.ts'
import { replyContent, servedAs } from './content.ts'
import { Derived, hasMetadata } from './pictures/derived.ts'
import { cacheFor, formatFor, readImageRequest } from './pictures/image-request.ts'
import { bytesOfAccount } from './records.ts'
import * as schemas from './schemas.ts'
import type { FileService } from './service.ts'

interface OfFile {
  Params: { id: string }
}

/** The routes of files. They are beside those of resources, which serve what files have in common with everything else. */
export function fileRoutes(app: FastifyInstance, service: FileService): void {
  const { typeSlug, parts } = service
  const derived = new Derived(parts)
  const { access, typeRegistry, storage, arrivals, limits, pictures, store } = parts
  const path = `/api/${typeSlug}`
  const idOf = ({ params }: FastifyRequest<OfFile>): string => toUrn(typeSlug, params.id)
  const shared = { typeSlug, sharesSegment: true } as const
  const upload = {
    ...shared,
    access: 'odrl:modify',
    streamsBody: true,
    handlerTimeout: false,
    produces: 'application/json',
  } as const

  const replyFile = async (
    request: FastifyRequest,
    reply: FastifyReply,
    file: StoredDocument,
  ): Promise<FastifyReply> => {
    const { id } = file
    reply.header('etag', etagOf(id, readMeta(file).sequence_no))
    if (!(await canRead(access, request.caller, typeSlug, id))) return replyJson(reply, JSON.stringify({ id }))
    const { linkedData } = await typeRegistry.active(typeSlug)
    return replyJson(
      reply,
      `{"id":"${id}","data":{"@graph":[${nodeText(linkedData, id, file.data)}]},${file.meta.slice(1)}`,
    )
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
      try {
        await isStillAdmitted(request)
        const created = await service.create(request.caller, received.arrived, { name: received.name, ...properties })
        reply.code(201).header('location', `${path}/${encodeURIComponent(created.id)}`)
        return await replyFile(request, reply, created)
      } finally {
        await arrivals.discard(received.arrived.path)
      }
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
          'The body is the bytes, of any media type. The file keeps its id; the bytes before belong to its earlier version.',
        body: schemas.contentBody,
        response: { 200: schemas.fileAnswer },
      },
    },
    async (request, reply) => {
      const id = idOf(request)
      const { name } = await service.find(request.caller, id)
      const body = bodyStream(request)
      try {
        const arrived = await arrivals.receive(body, await service.arrival(request.caller, fileName(name)))
        await isStillAdmitted(request).catch(async (error: unknown) => {
          await arrivals.discard(arrived.path)
          throw error
        })
        return await replyFile(
          request,
          reply,
          await service.replace(request.caller, id, arrived, preconditionsOf(request)),
        )
      } catch (error) {
        discardRest(body)
        throw error
      }
    },
  )
  app.get<OfFile>(
    `${path}/:id/content`,
    {
      compress: false,
      config: {
        ...shared,
        access: 'odrl:read',
        produces: '*/*',
        rateLimit: { groupId: 'content' },
        handlerTimeout: false,
      },
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
      config: {
        ...shared,
        access: 'odrl:read',
        produces: 'image/*',
        rateLimit: { groupId: 'content' },
        handlerTimeout: false,
      },
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
