import { computed, shallowReactive, shallowRef } from 'vue'
import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import { content, requests, t, useMe, usePluginParts, useTypes } from '../../../admin/src/index.ts'
import type { Resource } from '../../../admin/src/index.ts'

/** The limits of files, and the sizes of pictures (`GET /api/file/_settings`). */
export interface FileSettings {
  type_slug: string
  has_images: boolean
  max_file_bytes: number
  max_bytes_by_type: Record<string, number>
  max_account_bytes: number
  account_bytes: number
  image_widths: number[]
}

/** A point of a picture, in parts of its width and height. */
export interface Point {
  x: number
  y: number
}

/** A stored file with what its own screens show. */
export interface KnownFile extends content.ShownFile {
  bytes: number
  sha256: string
  focalPoint: Point | undefined
  /** Why it has no smaller pictures. */
  problem: string
}

const names = ['file', 'media-file'] as const

/** Whether a type was made by the plugin: it alone writes these properties. */
function isOfPlugin(schema: JsonObject | undefined): boolean {
  const properties = schema?.['properties']
  if (!isObject(properties)) return false
  return ['contentUrl', 'sha256'].every(name => {
    const property = properties[name]
    return isObject(property) && property['readOnly'] === true
  })
}

const slug = computed(() => {
  if (usePluginParts('FrameTray').value.every(({ plugin }) => plugin !== 'files')) return undefined
  const types = useTypes()
  return names.find(name => isOfPlugin(types.get(name)?.schema))
})

/** The slug of the type of files; undefined while the plugin is off. */
export const fileSlug = (): string | undefined => slug.value

export const mayUpload = (): boolean => slug.value !== undefined && useMe().can('odrl:modify', slug.value)

/** The address of a file, or of what belongs to it, in the API. */
export const fileAddress = (id: string, ...rest: readonly string[]): string =>
  ['/api', slug.value ?? names[0], encodeURIComponent(content.shortId(id)), ...rest].join('/')

/** The URN in a text that is the URN of a file or the address of its bytes; undefined for other texts. */
export function urnIn(text: string): string | undefined {
  const own = slug.value
  if (own === undefined) return undefined
  if (text.startsWith(`urn:${own}:`)) return text
  const id = text.startsWith(`/api/${own}/`) ? /^\/api\/[^/]+\/([^/]+)\/content(?:\?|$)/.exec(text)?.[1] : undefined
  return id === undefined ? undefined : `urn:${own}:${decodeURIComponent(id)}`
}

const settings = shallowRef<FileSettings>()

/** Read the settings; those that were read before, unless they have to be `fresh`. @throws ApiError */
export async function readSettings(isFresh = false): Promise<FileSettings> {
  if (settings.value !== undefined && !isFresh) return settings.value
  return (settings.value = await requests.sendForJson<FileSettings>('GET', `/api/${slug.value ?? names[0]}/_settings`))
}

/** Files by URN; null for those that the user cannot read. */
const known = shallowReactive(new Map<string, KnownFile | null>())
const askedAt = new Map<string, number>()
let wanted = new Set<string>()
const maxIdsPerRequest = 50
/** After this time (ms) a file is read again, because somebody may have changed it. */
const staleAfter = 60_000

/** See `find` of the source `files`. */
export function findFile(text: string): KnownFile | undefined {
  const urn = urnIn(text)
  if (urn === undefined) return undefined
  if (Date.now() - (askedAt.get(urn) ?? 0) > staleAfter) ask(urn)
  return known.get(urn) ?? undefined
}

/** Whether the user is not allowed to read a file, or it is gone. */
export const isHiddenFile = (urn: string): boolean => known.get(urn) === null

function ask(urn: string): void {
  askedAt.set(urn, Date.now())
  if (wanted.size === 0) setTimeout(() => void readWanted())
  wanted.add(urn)
}

async function readWanted(): Promise<void> {
  const urns = [...wanted]
  wanted = new Set()
  for (let at = 0; at < urns.length; at += maxIdsPerRequest) {
    const some = urns.slice(at, at + maxIdsPerRequest)
    try {
      const query = { '_filter[id][in]': some, limit: maxIdsPerRequest }
      const [{ data }] = await Promise.all([content.listResources(slug.value ?? names[0], query), readSettings()])
      for (const resource of data) await learnFile(resource)
      for (const urn of some) if (!data.some(({ id }) => id === urn)) known.set(urn, null)
    } catch {
      for (const urn of some) askedAt.delete(urn) // asked for again by whoever shows it next
    }
  }
}

/** Why there is no preview of a picture, in the language of the reader. @param problem `contentProblem`, which the service stores in English */
export function sayProblem(problem: string): string {
  const type = /^Pictures of the type (\S+) are not read/.exec(problem)?.[1]
  if (type !== undefined) return t('files.notReadType', { type })
  if (problem.startsWith('The picture has more pixels')) return t('files.tooManyPixels')
  if (problem.startsWith('The picture is damaged')) return t('files.damaged')
  return t('files.problem', { problem })
}

/** Keep what a resource says about a file, so that everything that shows the file shows that. */
export async function learnFile(resource: Resource): Promise<KnownFile> {
  const data = resource.data['@graph'][0]
  const { image_widths: widths, has_images: hasImages } = await readSettings()
  const text = (name: string): string => (typeof data[name] === 'string' ? data[name] : '')
  const number = (name: string): number | undefined => (typeof data[name] === 'number' ? data[name] : undefined)
  const { id } = resource
  const file: KnownFile = {
    id,
    name: text('name'),
    alternative: text('description'),
    mediaType: text('encodingFormat'),
    bytes: number('contentSize') ?? 0,
    sha256: text('sha256'),
    focalPoint: pointIn(data['focalPoint']),
    problem: text('contentProblem'),
    picture: undefined,
  }
  const isDrawn = file.mediaType === 'image/svg+xml'
  const isRead = isDrawn || !hasImages || number('width') !== undefined
  if (file.mediaType.startsWith('image/') && file.problem === '' && file.sha256 !== '' && isRead) {
    const { x, y } = file.focalPoint ?? { x: 0.5, y: 0.5 }
    const size = { width: number('width'), height: number('height') }
    const hash = text('thumbhash')
    file.picture = {
      ...size,
      ...(hasImages && !isDrawn
        ? sizesOf(file, widths, size.width)
        : { src: `${fileAddress(id, 'content')}?v=${file.sha256}` }),
      alternative: file.alternative,
      position: `${x * 100}% ${y * 100}%`,
      placeholder: hash === '' ? undefined : await placeholderOf(hash),
    }
  }
  askedAt.set(id, Date.now())
  known.set(id, file)
  return file
}

/** The addresses of a picture in the configured widths, up to the first one that shows all of it. */
function sizesOf(
  file: KnownFile,
  widths: readonly number[],
  own: number | undefined,
): Pick<NonNullable<KnownFile['picture']>, 'src' | 'srcset'> {
  const ascending = widths.toSorted((a, b) => a - b)
  const whole = ascending.findIndex(width => width >= (own ?? Infinity))
  const useful = whole < 0 ? ascending : ascending.slice(0, whole + 1)
  const address = (width: number): string => `${fileAddress(file.id, 'image')}?width=${width}&v=${file.sha256}`
  const usual = useful.find(width => width >= 640) ?? useful.at(-1) ?? 640
  return {
    src: address(usual),
    srcset: useful.map(width => `${address(width)} ${Math.min(width, own ?? width)}w`).join(', '),
  }
}

async function placeholderOf(hash: string): Promise<string | undefined> {
  const { thumbHashToDataURL } = await import('thumbhash')
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), character => character.charCodeAt(0)))
  } catch {
    return undefined // a picture without a placeholder is sufficient
  }
}

export function pointIn(value: unknown): Point | undefined {
  const { x, y } = isObject(value) ? value : {}
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
}

/** Whether a media type is one of the accepted ones, `image/*`; any is where none are named. */
export const isAccepted = (mediaType: string, accepted: readonly string[] = []): boolean =>
  accepted.length === 0 ||
  accepted.some(one => one === mediaType || (one.endsWith('/*') && mediaType.startsWith(one.slice(0, -1))))

/** The media types that a property accepts (`x-media-types`); empty for any. */
export function acceptedBy(schema: JsonObject | undefined): string[] {
  const types = schema?.['x-media-types']
  return Array.isArray(types) ? types.filter(type => typeof type === 'string') : []
}
