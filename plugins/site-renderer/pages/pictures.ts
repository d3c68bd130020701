import { LRUCache } from 'lru-cache'
import { defaultAccount } from '../../../kernel/index.ts'
import { filesInText } from '../../../lib/json-schema/index.ts'
import { isObject, memoizeByObject, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { Files, PublicName } from '../../files/contract.ts'
import type { ResourceType } from '../../types/contract.ts'
import { fileReferences } from '../binding/index.ts'
import type { SiteReader, SiteResource } from '../contract.ts'
import { escapeHtml } from '../../../lib/html/index.ts'
import { filesPath, publicFileName } from './public-name.ts'
import type { Mark, Revisions } from './revisions.ts'

const mentioned = new WeakMap<SiteResource, readonly string[]>()

/** The URNs of files to which what the site shows of a resource refers, by a property or in Markdown: its author may read these. */
export function filesIn(resource: SiteResource): readonly string[] {
  let ids = mentioned.get(resource)
  if (ids === undefined) mentioned.set(resource, (ids = fileReferences(resource.type, resource.data)))
  return ids
}

/** The alternative texts of the pictures in the resources that were read last, by their paths. */
const alternatives = new LRUCache<string, string>({ max: 10_000 })

/** The alternative text of a picture of {@link withPictures}. */
export const alternativeTextOf = (path: string): string | undefined => alternatives.get(path)

/** The path of a picture on the site. @param id URN of the file */
export type PathOfPicture = (id: string, name: PublicName) => string

/** The same resources with the paths of pictures in place of the URNs of their files, in properties and in texts. */
export async function withPictures(
  files: Files,
  resources: readonly SiteResource[],
  pathOf: PathOfPicture = (_id, name) => filesPath + publicFileName(name),
): Promise<readonly SiteResource[]> {
  const ids = new Set(resources.flatMap(filesIn))
  if (ids.size === 0) return resources
  const names = await files.publicFiles(defaultAccount, [...ids])
  const paths = new Map([...names].map(([id, name]) => [id, pathOf(id, name)]))
  for (const [id, path] of paths) alternatives.set(path, names.get(id)?.description ?? '')
  return resources.map(resource => {
    const own = filesIn(resource)
    if (own.length === 0) return resource
    const shown = { ...resource, data: replaceIn(resource.data, paths) }
    mentioned.set(shown, own)
    return shown
  })
}

/** The path of a picture for a signed-in user, also of a file that the site does not show yet. */
export const previewPath =
  ({ typeSlug }: Files): PathOfPicture =>
  (id, { width }) =>
    `/api/${typeSlug}/${id.slice(id.lastIndexOf(':') + 1)}/${width === undefined ? 'content' : `image?width=${width}`}`

function replaceIn(data: JsonObject, paths: ReadonlyMap<string, string>): JsonObject {
  const replace = (value: Json): Json => {
    if (typeof value === 'string') return replaceInText(value, paths)
    if (Array.isArray(value)) return value.map(replace)
    return isObject(value) ? replaceIn(value, paths) : value
  }
  return mapValues(data, replace)
}

function replaceInText(text: string, paths: ReadonlyMap<string, string>): string {
  let shown = ''
  let rest = text
  for (const id of filesInText(text)) {
    const at = rest.indexOf(id)
    shown += rest.slice(0, at) + (paths.get(id) ?? id)
    rest = rest.slice(at + id.length)
  }
  return shown + rest
}

/** A reader of resources {@link withPictures}. Files themselves are not content of the site: templates cannot list them. */
export function pictureReader(reader: SiteReader, files: Files, pathOf?: PathOfPicture): SiteReader {
  const typesOf = memoizeByObject((all: readonly ResourceType[]) => all.filter(({ slug }) => slug !== files.typeSlug))
  return {
    types: async () => typesOf(await reader.types()),
    async find(query, deadline) {
      const page = await reader.find(query, deadline)
      return { ...page, resources: await withPictures(files, page.resources, pathOf) }
    },
    async getMany(ids) {
      const found = await reader.getMany(ids.filter(id => !id.startsWith(`urn:${files.typeSlug}:`)))
      const resources = await withPictures(files, [...found.values()], pathOf)
      return new Map(resources.map(resource => [resource.id, resource]))
    },
    count: type => reader.count(type),
    async *walk(type, after) {
      for await (const portion of reader.walk(type, after)) yield await withPictures(files, portion, pathOf)
    },
    shows: (type, id, condition) => reader.shows(type, id, condition),
  }
}

const documentLink = /(<a\b[^>]*?\shref="[^"]*(\/_files\/[0-9a-f]{64}\.[a-z0-9]+)"[^>]*>)([^<]*)(?=<\/a>)/g
const image = /<img\b[^>]*?>/g
const pictureSource = /\ssrc="([^"]*\/_files\/[0-9a-f]{64}-)(\d+)\.(jpg|png)"/

/** HTML whose pictures of files have `srcset` and `sizes`, unless they have their own, and whose links to other files without a text have their names. @param html as this service writes it */
export function addSources(html: string, files: Pick<Files, 'imageWidths'> | undefined): string {
  if (files === undefined || !html.includes(filesPath)) return html
  const named = html.replaceAll(documentLink, (link, start: string, path: string, text: string) =>
    text === '' || text.endsWith(path) ? start + escapeHtml(alternatives.get(path) ?? text) : link,
  )
  return named.replaceAll(image, tag => {
    const [whole, start, width, extension] = pictureSource.exec(tag) ?? []
    if (whole === undefined || /\ssrcset=/.test(tag)) return tag
    const widths = files.imageWidths.filter(one => one <= Number(width))
    if (widths.length < 2) return tag
    const sources = widths.map(one => `${start}${one}.${extension} ${one}w`).join(', ')
    const sizes = /\ssizes=/.test(tag) ? '' : ' sizes="(min-width: 60rem) 60rem, 100vw"'
    return tag.replace(whole, `${whole} srcset="${sources}"${sizes}`)
  })
}

interface PublicPicturesParts {
  files: Files
  revisions: Revisions
  /** Of what the site shows, and of its pages and templates. */
  readers: readonly SiteReader[]
}

/** How many answers are kept while nothing changes. */
const maxKept = 10_000

/** Which pictures are public: those to which something that the site shows refers, by a property that is not private, or in a text. */
export class PublicPictures {
  readonly #parts: PublicPicturesParts
  readonly #kept = new LRUCache<string, { isPublic: boolean; mark: Mark }>({ max: maxKept })

  constructor(parts: PublicPicturesParts) {
    this.#parts = parts
  }

  get files(): Files {
    return this.#parts.files
  }

  /** @throws QueryTooSlow */
  async includes(sha256: string): Promise<boolean> {
    const { revisions } = this.#parts
    await revisions.follow()
    const kept = this.#kept.get(sha256)
    if (kept !== undefined && revisions.isCurrent() && revisions.isUnchanged(kept.mark, revisions.watched))
      return kept.isPublic
    const mark = revisions.mark()
    const isPublic = await this.#isPublic(sha256)
    this.#kept.set(sha256, { isPublic, mark })
    return isPublic
  }

  async #isPublic(sha256: string): Promise<boolean> {
    const { files, readers } = this.#parts
    for (const id of await files.withBytes(defaultAccount, sha256))
      for (const reader of readers)
        for (const type of await reader.types()) {
          const { referenceSchema } = type.compiled
          if (referenceSchema === undefined || type.slug === files.typeSlug) continue
          const condition = {
            target: { references: referenceSchema },
            kind: 'text',
            operator: 'eq',
            operands: [id],
            field: 'references',
          } as const
          if (await reader.shows(type, id, condition)) return true
        }
    return false
  }
}
