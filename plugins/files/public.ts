import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../../kernel/index.ts'
import { isUrnOf, newestFirst, readData, textCondition } from '../../lib/store-kit/index.ts'
import type { StoredDocument } from '../../kernel/index.ts'
import { checkBytes } from './check-bytes.ts'
import { replyContent } from './content.ts'
import { receiveCopied } from './copy.ts'
import type { DescribedPicture, Files, PictureName } from './contract.ts'
import type { FileFacts } from './file-type.ts'
import { Derived } from './pictures/derived.ts'
import { formatFor } from './pictures/image-request.ts'
import { readFile } from './service.ts'
import type { FileService } from './service.ts'

/** How many files with the same bytes are looked at. */
const maxSame = 100

/** Only what a name with the hash in it shows never changes. */
const immutable = 'public, max-age=31536000, immutable'

/** What other plugins get of files. */
export function openFiles(service: FileService): Files {
  const { parts } = service
  const { resourceReader, typeRegistry, store, storage, typeSlug, limits, pictures } = parts
  const derived = new Derived(parts)
  const collection = async (): Promise<string> => (await typeRegistry.active(typeSlug)).collection

  const nameOf = ({ sha256, encodingFormat, width = 0, contentProblem }: FileFacts): PictureName | undefined => {
    const isSvg = encodingFormat === 'image/svg+xml'
    if (!isSvg && (contentProblem !== undefined || !pictures.reads(encodingFormat))) return undefined
    const { imageWidths } = limits
    const largest = imageWidths.findLast(one => isSvg || one <= width) ?? imageWidths[0] ?? width
    return { sha256, width: largest, extension: isSvg ? 'svg' : encodingFormat === 'image/jpeg' ? 'jpg' : 'png' }
  }

  const filesWith = async (
    account_id: string,
    sha256: string,
    status: 'active' | 'any',
  ): Promise<readonly StoredDocument[]> => {
    const { documents } = await store.list({
      collection: await collection(),
      account_id,
      status,
      visibility: { all: true },
      conditions: [textCondition('sha256', 'eq', sha256)],
      words: [],
      sort: newestFirst,
      limit: maxSame,
    })
    return documents
  }

  return {
    typeSlug,
    imageWidths: limits.imageWidths,
    collection,
    async pictures(account_id, ids) {
      const wanted = ids.filter(id => isUrnOf(typeSlug, id))
      const found = await resourceReader.getMany(resourceReader.accountScope(account_id), wanted)
      const names = [...found].flatMap(([id, { document }]): [string, DescribedPicture][] => {
        const { state, description } = readData(document)
        if (state !== 'ready') return []
        const name = nameOf(readFile(document).facts)
        return name === undefined ? [] : [[id, { ...name, ...(typeof description === 'string' && { description }) }]]
      })
      return new Map(names)
    },
    async withBytes(account_id, sha256) {
      return (await filesWith(account_id, sha256, 'active')).map(({ id }) => id)
    },
    async read(account_id, sha256) {
      const isThere = (await filesWith(account_id, sha256, 'any')).length > 0
      return isThere ? storage.read(sha256) : undefined
    },
    check: () => checkBytes(parts),
    prepare: () => service.prepare(),
    receiveCopied: options => receiveCopied(service, options),
    async replyPicture(request: FastifyRequest, reply: FastifyReply, account_id, { sha256, width, extension }) {
      const [document] = await filesWith(account_id, sha256, 'active')
      const file = document === undefined ? undefined : readFile(document)
      const name = file === undefined ? undefined : nameOf(file.facts)
      if (file === undefined || name?.extension !== extension || !limits.imageWidths.includes(width))
        throw new NotFound('there is no such picture')
      const content = { name: `${sha256.slice(0, 12)}.${extension}`, isDownload: false, cacheControl: immutable }
      if (extension === 'svg')
        return replyContent(request, reply, storage, {
          ...content,
          key: sha256,
          mediaType: file.facts.encodingFormat,
          tag: sha256,
        })
      const format = formatFor(request.headers.accept, file.facts)
      const key = await derived.image(file, { width, ratio: undefined, fit: 'cover', format })
      reply.header('vary', 'Accept')
      return replyContent(request, reply, storage, {
        ...content,
        key,
        mediaType: `image/${format}`,
        tag: `${sha256}-${width}.${format}`,
      })
    },
  }
}
