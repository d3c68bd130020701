import { NotFound } from '../../kernel/index.ts'
import { isUrnOf, readData } from '../../lib/store-kit/index.ts'
import { sizeText } from '../../lib/terminal/text.ts'
import { checkBytes } from './check-bytes.ts'
import { replyContent, servedAs } from './content.ts'
import { receiveCopied } from './copy.ts'
import type { Files, PublicFile, PublicName } from './contract.ts'
import { formatFor } from './pictures/image-request.ts'
import { readFile } from './service.ts'
import type { FileService, ReadableFile } from './service.ts'

/** Only what a name with the hash in it shows never changes. */
const immutable = 'public, max-age=31536000, immutable'

/** What other plugins get of files. */
export function openFiles(service: FileService): Files {
  const { parts } = service
  const { resourceReader, typeRegistry, storage, typeSlug, limits, pictures } = parts

  const publicNameOf = ({ name, facts }: ReadableFile): PublicName | undefined => {
    const { sha256, encodingFormat, width = 0, contentProblem } = facts
    const isSvg = encodingFormat === 'image/svg+xml'
    if (!isSvg && (contentProblem !== undefined || !pictures.reads(encodingFormat))) {
      // the bytes of other pictures can contain where they were taken
      if (encodingFormat.startsWith('image/')) return undefined
      return { sha256, extension: /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin' }
    }
    const { imageWidths } = limits
    const largest = imageWidths.findLast(one => isSvg || one <= width) ?? imageWidths[0] ?? width
    return { sha256, width: largest, extension: isSvg ? 'svg' : encodingFormat === 'image/jpeg' ? 'jpg' : 'png' }
  }

  return {
    typeSlug,
    imageWidths: limits.imageWidths,
    collection: async () => (await typeRegistry.active(typeSlug)).collection,
    async publicFiles(account_id, ids) {
      const wanted = ids.filter(id => isUrnOf(typeSlug, id))
      const found = await resourceReader.getMany(resourceReader.accountScope(account_id), wanted)
      const shown = [...found].flatMap(([id, { document }]): [string, PublicFile][] => {
        const { state, description: alternative } = readData(document)
        if (state !== 'ready') return []
        const file = readFile(document)
        const name = publicNameOf(file)
        if (name === undefined) return []
        const ofDocument = `${file.name}, ${sizeText(file.facts.contentSize)}`
        const description = name.width === undefined ? ofDocument : alternative
        return [[id, { ...name, ...(typeof description === 'string' && { description }) }]]
      })
      return new Map(shown)
    },
    async withBytes(account_id, sha256) {
      return (await service.filesWith(sha256, account_id, 'active')).map(({ id }) => id)
    },
    async read(account_id, sha256) {
      const isThere = (await service.filesWith(sha256, account_id)).length > 0
      return isThere ? storage.read(sha256) : undefined
    },
    check: () => checkBytes(parts),
    prepare: () => service.prepare(),
    receiveCopied: options => receiveCopied(service, options),
    async replyPublic(request, reply, account_id, { sha256, width, extension }, cacheControl = immutable) {
      const file = (await service.filesWith(sha256, account_id, 'active')).map(readFile).find(one => {
        const name = publicNameOf(one)
        return name?.extension === extension && (name.width === undefined) === (width === undefined)
      })
      if (file === undefined || (width !== undefined && !limits.imageWidths.includes(width)))
        throw new NotFound('there is no such file')
      const content = { name: `${sha256.slice(0, 12)}.${extension}`, isDownload: false, cacheControl }
      if (width === undefined || extension === 'svg') {
        const { mediaType, isShown } = servedAs(file.facts.encodingFormat)
        const name = width === undefined ? file.name : content.name
        const original = { ...content, name, isDownload: !isShown, key: sha256, mediaType, tag: sha256 }
        return replyContent(request, reply, storage, original)
      }
      const format = formatFor(request.headers.accept, file.facts)
      const key = await service.derived.image(file, { width, ratio: undefined, fit: 'cover', format })
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
