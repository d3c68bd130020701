import { ApiError, requests } from '../../../admin/src/index.ts'
import type { Resource } from '../../../admin/src/index.ts'

/** How many bytes are sent at a time. */
const partBytes = 8 * 1024 * 1024
/** How often one part is tried before the upload fails. */
const maxAttempts = 12
const maxPauseMs = 10_000

/** Statuses after which the service is asked how much it has, and the upload goes on from there. */
const passing: ReadonlySet<number> = new Set([0, 409, 423, 502, 504])

/**
 * Upload a file in parts (tus 1.0). After a broken connection it goes on with what the service does not have.
 * @param address where uploads are created
 * @param options.sent told how many bytes the service has, or gets
 * @param options.broken told whether the connection is broken
 * @returns the resource
 * @throws ApiError
 */
export async function sendInParts(
  address: string,
  file: File,
  options: { signal: AbortSignal; sent: (bytes: number) => void; broken: (isBroken: boolean) => void },
): Promise<Resource> {
  const { signal, sent, broken } = options
  const send = (method: string, to: string, body: Blob | null, headers: Record<string, string>, from = 0) =>
    requests.sendBytes(method, to, body, {
      headers: { 'tus-resumable': '1.0.0', ...headers },
      signal,
      sent: bytes => sent(Math.min(from + bytes, file.size)),
    })
  const created = await send('POST', address, null, {
    'upload-length': String(file.size),
    'upload-metadata': `filename ${base64(file.name)}`,
  })
  const upload = new URL(created.headers.get('location') ?? '', new URL(address, location.href)).pathname
  let offset = 0
  let failures = 0
  try {
    for (;;) {
      try {
        if (failures > 0) {
          const there = await send('HEAD', upload, null, {})
          broken(false)
          const whole = await storedOf(there)
          if (whole !== undefined) return whole
          offset = Number(there.headers.get('upload-offset'))
        }
        const part = file.slice(offset, offset + partBytes)
        const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
        const answer = await send('PATCH', upload, part, headers, offset)
        offset = Number(answer.headers.get('upload-offset') ?? offset + part.size)
        failures = 0
        const stored = await storedOf(answer)
        if (stored !== undefined) return stored
        if (offset >= file.size && part.size === 0) throw new ApiError(502, '')
      } catch (error) {
        const mayPass = error instanceof ApiError && passing.has(error.status)
        if (!mayPass || ++failures >= maxAttempts) throw error
        broken(true)
        await pause(Math.min(maxPauseMs, 250 * 2 ** failures), signal)
      }
    }
  } catch (error) {
    // What was sent is of no use any more; if it cannot be removed now, it expires.
    if (signal.aborted) {
      const { signal: open } = new AbortController()
      const headers = { 'tus-resumable': '1.0.0' }
      await requests
        .sendBytes('DELETE', upload, null, { headers, signal: open, sent: () => undefined })
        .catch(() => undefined)
    }
    throw error
  }
}

/** The resource, in the answer of an upload that is complete. */
async function storedOf({ headers }: Response): Promise<Resource | undefined> {
  const address = headers.get('content-location')
  if (address === null) return undefined
  const { pathname, search } = new URL(address, location.href)
  return requests.sendForJson('GET', pathname + search)
}

/** Wait, but no longer than until the browser is connected again. @throws when the upload is cancelled */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const end = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  await new Promise<void>(resolve => {
    end.addEventListener('abort', () => resolve())
    addEventListener('online', () => resolve(), { signal: end })
  })
  signal.throwIfAborted()
}

/** A text of a header of tus. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
