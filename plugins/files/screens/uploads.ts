import { computed, reactive } from 'vue'
import { announce, ApiError, confirm, content, refusalOf, requests, t, texts } from '../../../admin/src/index.ts'
import type { Resource } from '../../../admin/src/index.ts'
import { WorkQueue } from '../../../lib/event-loop/work-queue.ts'
import { fileAddress, fileSlug, isAccepted, learnFile, readSettings } from './files.ts'
import type { FileSettings, KnownFile } from './files.ts'
import { sendInParts } from './sendInParts.ts'
import { choice, storedCount, uploads } from './uploadState.ts'
import type { Upload } from './uploadState.ts'

export const isActive = ({ state }: Upload): boolean => state !== 'failed'
/** Whether leaving the page would end an upload. */
const isUploading = computed(() => uploads.some(isActive))

addEventListener('beforeunload', event => {
  if (isUploading.value) event.preventDefault()
})

export function dismiss(upload: Upload): void {
  const at = uploads.indexOf(upload)
  if (at >= 0) uploads.splice(at, 1)
}

let last = 0
/** Larger files are sent in parts, so that a broken connection loses little. */
const maxWholeBytes = 8 * 1024 * 1024
/** So many are sent at the same time. */
const queue = new WorkQueue(2)

/** Some files that are uploaded together. */
export interface Batch {
  uploads: readonly Upload[]
  /** The stored files in the given order, also those that were there before; settled when all uploads have ended. */
  stored: Promise<KnownFile[]>
}

/** Upload files. For those whose bytes are in the library already, that file is offered instead. @param accepted media types of the property */
export async function beginUploads(files: readonly File[], accepted: readonly string[] = []): Promise<Batch> {
  const settings = await readSettings(true)
  const same = await findSame(files.filter(file => problemOf(file, accepted, settings) === undefined))
  const [first] = same.values()
  const usesSame =
    first !== undefined &&
    (await confirm({
      title: t('files.sameTitle', { count: same.size }),
      text: t('files.sameText', { names: texts.formatList([...same.values()].map(({ name }) => `“${name}”`)) }),
      action: t('files.useSame'),
      otherwise: t('files.uploadAgain'),
    }))
  const begun = files.map(file => {
    const there = usesSame ? same.get(file) : undefined
    return there === undefined
      ? beginUpload(file, accepted, settings)
      : { upload: undefined, stored: Promise.resolve(there) }
  })
  return {
    uploads: begun.flatMap(({ upload }) => (upload === undefined ? [] : [upload])),
    stored: Promise.all(begun.map(({ stored }) => stored)).then(all => all.filter(file => file !== undefined)),
  }
}

/** As {@link beginUploads}, for those who only want the files. Without files the browser asks for them. */
export async function uploadAndWait(given?: readonly File[], accepted: readonly string[] = []): Promise<KnownFile[]> {
  const files = given ?? (await pickFiles(accepted, true))
  return files.length === 0 ? [] : (await beginUploads(files, accepted)).stored
}

/** Let the user pick files of this computer. */
export function pickFiles(accepted: readonly string[], several: boolean): Promise<File[]> {
  return new Promise(resolve => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = several
    input.accept = accepted.join(',')
    input.hidden = true
    const done = (): void => {
      input.remove()
      resolve([...(input.files ?? [])])
    }
    input.addEventListener('change', done)
    input.addEventListener('cancel', done)
    document.body.append(input) // so that it is found by tools, and lives as long as the dialog of the browser
    input.click()
  })
}

/** Sends the bytes. @param sent told how many */
type Sending = (sent: (bytes: number) => void, signal: AbortSignal) => Promise<Resource>

/** A new file: small ones in one request. */
function create(file: File, upload: Upload): Sending {
  const address = `/api/${fileSlug() ?? 'file'}`
  if (file.size > maxWholeBytes)
    return (sent, signal) =>
      sendInParts(`${address}/_uploads`, file, {
        signal,
        sent,
        broken: isBroken => (upload.state = isBroken ? 'broken' : 'sending'),
      })
  const body = new FormData()
  body.append('file', file, file.name)
  return async (sent, signal) => (await requests.sendBytes('POST', address, body, { signal, sent })).json()
}

function beginUpload(
  file: File,
  accepted: readonly string[],
  settings: FileSettings,
  how: (file: File, upload: Upload) => Sending = create,
): { upload: Upload; stored: Promise<KnownFile | undefined> } {
  const stop = new AbortController()
  const upload = reactive<Upload>({
    id: ++last,
    name: file.name,
    bytes: file.size,
    sent: 0,
    state: 'waiting',
    problem: '',
    cancel: () => stop.abort(),
  })
  uploads.push(upload)
  const { signal } = stop
  const send = how(file, upload)
  const stored = queue.run(async () => {
    try {
      signal.throwIfAborted()
      const problem = problemOf(file, accepted, settings)
      if (problem !== undefined) return fail(upload, problem)
      upload.state = 'sending'
      const known = await learnFile(await send(bytes => (upload.sent = Math.min(bytes, file.size)), signal))
      if (!isAccepted(known.mediaType, accepted)) return fail(upload, wrongType(known.mediaType, accepted))
      dismiss(upload)
      storedCount.value++
      announce(t('files.uploaded', { name: known.name }))
      return known
    } catch (error) {
      if (signal.aborted) dismiss(upload)
      else if (error instanceof ApiError) fail(upload, reasonOf(error, file))
      else throw error
      return undefined
    }
  })
  return { upload, stored }
}

/** Replace the bytes of a file, which keeps its id. @returns undefined when that failed, which the tray shows */
export async function replaceContent(id: string, file: File): Promise<KnownFile | undefined> {
  const headers = { 'content-type': file.type || 'application/octet-stream' }
  const put: Sending = async (sent, signal) =>
    (await requests.sendBytes('PUT', fileAddress(id, 'content'), file, { headers, signal, sent })).json()
  return beginUpload(file, [], await readSettings(true), () => put).stored
}

function fail(upload: Upload, problem: string): undefined {
  upload.state = 'failed'
  upload.problem = problem
  announce(t('files.notUploaded', { name: upload.name, problem }), { now: true })
  return undefined
}

/** The media types of a property for people: “pictures, PDF”. */
export const acceptedText = (accepted: readonly string[]): string =>
  texts.formatList(
    accepted.map(type => {
      const [family = '', kind = ''] = type.split('/')
      const groups: Readonly<Record<string, string>> = {
        image: t('files.pictures'),
        video: t('files.films'),
        audio: t('files.sounds'),
        text: t('files.texts'),
      }
      return (kind === '*' ? groups[family] : undefined) ?? (kind === '*' ? family : kind.toUpperCase())
    }),
  )

const wrongType = (mediaType: string, accepted: readonly string[]): string =>
  t('files.wrongType', { type: mediaType, accepted: acceptedText(accepted) })

/** How many bytes a file of this type can have; 0 where the type is not allowed. */
function maxBytesOf(mediaType: string, { max_bytes_by_type: byType, max_file_bytes: general }: FileSettings): number {
  return byType[mediaType] ?? byType[mediaType.replace(/\/.*$/, '/*')] ?? general
}

/** What the service would refuse, so that nothing is sent for that. The media type is what the browser says; empty when it does not know. */
function problemOf(file: File, accepted: readonly string[], settings: FileSettings): string | undefined {
  if (file.type !== '' && !isAccepted(file.type, accepted)) return wrongType(file.type, accepted)
  const most = maxBytesOf(file.type, settings)
  if (most === 0) return t('files.typeRefused', { type: file.type })
  if (file.size > most)
    return t('files.tooLarge', { size: texts.formatBytes(file.size), most: texts.formatBytes(most) })
  if (settings.account_bytes + file.size > settings.max_account_bytes)
    return t('files.noRoom', { most: texts.formatBytes(settings.max_account_bytes) })
  return undefined
}

function reasonOf(error: ApiError, file: File): string {
  const { status } = error
  if (status === 0) return t('files.connectionBroke')
  if (status === 413) return t('files.tooMuch')
  if (status === 415) return t('files.typeRefused', { type: file.type || t('files.unknownType') })
  return status === 503 ? t('files.unavailable') : refusalOf(error)
}

/** Larger files are not compared: their bytes would have to be in memory at once. */
const maxComparedBytes = 32 * 1024 * 1024

/** Files of the library with the same bytes. Where the browser has no hashes (no HTTPS), or the library cannot be asked, there are none. */
async function findSame(files: readonly File[]): Promise<Map<File, KnownFile>> {
  const same = new Map<File, KnownFile>()
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  const slug = fileSlug()
  if (subtle === undefined || slug === undefined) return same
  const hashes = new Map<string, File>()
  for (const file of files) {
    if (file.size > maxComparedBytes) continue
    const hash = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
    hashes.set([...hash].map(byte => byte.toString(16).padStart(2, '0')).join(''), file)
  }
  if (hashes.size === 0) return same
  const query = { '_filter[sha256][in]': [...hashes.keys()].slice(0, 100), limit: 100 }
  try {
    for (const resource of (await content.listResources(slug, query)).data) {
      const known = await learnFile(resource)
      const file = hashes.get(known.sha256)
      if (file !== undefined) same.set(file, known)
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return same
}

/** See `choose` of the source `files`. */
export function choose(options: { accepted?: readonly string[] | undefined; several?: boolean }): Promise<KnownFile[]> {
  choice.value?.answer([])
  return new Promise(resolve => {
    choice.value = {
      accepted: options.accepted ?? [],
      several: options.several === true,
      answer: files => {
        choice.value = undefined
        resolve(files)
      },
    }
  })
}
