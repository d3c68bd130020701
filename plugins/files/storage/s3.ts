import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { filesUnavailable, onStorage, pathOfKey } from './storage.ts'
import type { ByteRange, FileStorage, StoredBytes } from './storage.ts'

/** How long nothing can arrive from the storage, ms. */
const timeoutMs = 60_000

/** A bucket of S3, or of a service that understands the same, and an account that may read and write it. */
interface S3Bucket {
  region: string
  key: string
  secret: string
  /** `https://s3.example.org` */
  endpoint: string
  bucket: string
  /** Before all keys; empty or ends with `/`. */
  prefix: string
}

/** Objects of a bucket, by the same paths as in a folder. */
export class S3Storage implements FileStorage {
  readonly location: string
  readonly #bucket: S3Bucket

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket
    this.location = `s3://${bucket.bucket}/${bucket.prefix}`
  }

  async put(key: string, path: string): Promise<void> {
    // The signature covers the content where its hash is known.
    const headers = /^[0-9a-f]{64}$/.test(key) ? { 'x-amz-content-sha256': key } : {}
    ;(await this.#ask('PUT', key, { path, headers })).resume()
  }

  async size(key: string): Promise<number | undefined> {
    const answer = await this.#ask('HEAD', key)
    answer.resume()
    return answer.statusCode === 404 ? undefined : Number(answer.headers['content-length'])
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` }
    const answer = await this.#ask('GET', key, { headers })
    if (answer.statusCode !== 404) return answer
    answer.resume()
    return undefined
  }

  async move(from: string, to: string): Promise<boolean> {
    const source = ['', this.#bucket.bucket, ...this.#path(from).split('/')].map(encodeURIComponent).join('/')
    const answer = await this.#ask('PUT', to, { headers: { 'x-amz-copy-source': source } })
    const body = await onStorage(text(answer))
    if (answer.statusCode === 404) return false
    if (body.includes('<Error>')) throw filesUnavailable(new Error(`S3 did not copy: ${body.slice(0, 500)}`)) // with status 200
    await this.remove(from)
    return true
  }

  async remove(key: string): Promise<void> {
    ;(await this.#ask('DELETE', key)).resume()
  }

  async *list(prefix: string): AsyncIterable<StoredBytes> {
    const isContent = prefix === ''
    const start = `${this.#bucket.prefix}${isContent ? 'content/' : prefix}`
    for (let token: string | undefined = ''; token !== undefined;) {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: start,
        ...(token !== '' && { 'continuation-token': token }),
      }
      const page: string = await onStorage(text(await this.#ask('GET', undefined, { query })))
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const path = (valueIn(entry, 'Key') ?? '').slice(this.#bucket.prefix.length)
        yield {
          key: isContent ? path.slice(path.lastIndexOf('/') + 1) : path,
          bytes: Number(valueIn(entry, 'Size')),
          modifiedAt: Date.parse(valueIn(entry, 'LastModified') ?? ''),
        }
      }
      token = valueIn(page, 'IsTruncated') === 'true' ? valueIn(page, 'NextContinuationToken') : undefined
    }
  }

  #path = (key: string): string => this.#bucket.prefix + pathOfKey(key).join('/')

  /**
   * Send a request, with the content of a file if there is one.
   * @returns an answer with a status below 300, or 404 where something at a key is asked for: to what is sent, it says that there is no such bucket
   * @throws `files-unavailable`
   */
  async #ask(
    method: string,
    key: string | undefined,
    { headers = {}, query = {}, path }: Asked = {},
  ): Promise<IncomingMessage> {
    const { endpoint, bucket, region, key: accessKeyId, secret: secretAccessKey } = this.#bucket
    const parts = [bucket, ...(key === undefined ? [] : this.#path(key).split('/'))]
    const url = new URL(`${endpoint}/${parts.map(encodeURIComponent).join('/')}`)
    // Not as in a form, where `+` is a space: the signature has `%20`.
    url.search = new URLSearchParams(query).toString().replaceAll('+', '%20')
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    })
    const signed = Object.fromEntries((await signer.sign()).headers)
    const answer = await onStorage(send(url, method, signed, path))
    const { statusCode = 0 } = answer
    if (statusCode < 300 || (statusCode === 404 && key !== undefined && path === undefined)) return answer
    const body = await text(answer).catch(() => '') // the status is enough
    const reason = valueIn(body, 'Code') ?? body.slice(0, 500)
    throw filesUnavailable(new Error(`${this.location} answered ${statusCode} to ${method}: ${reason}`))
  }
}

interface Asked {
  headers?: Record<string, string>
  query?: Record<string, string>
  /** Of the file that is the body. */
  path?: string
}

async function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  path: string | undefined,
): Promise<IncomingMessage> {
  const bytes = path === undefined ? 0 : (await stat(path)).size
  const length = method === 'PUT' ? { 'content-length': String(bytes) } : {}
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = ask(url, { method, headers: { ...headers, ...length }, timeout: timeoutMs })
  request.on('timeout', () => request.destroy(new Error('the storage does not answer')))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  if (path === undefined) request.end()
  else pipeline(createReadStream(path), request).catch((error: unknown) => request.destroy(asError(error)))
  return answered
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** The text of an element, of which there are no others inside. */
const valueIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
