import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A storage with as much of the S3 API as the service uses, which checks its signatures. Objects are in memory. */
export interface S3Server {
  endpoint: string
  bucket: string
  key: string
  secret: string
  /** By the path in the bucket. */
  objects: Map<string, Buffer>
  /** While set, every request is answered with this status. */
  failing: number | undefined
  close(): Promise<void>
}

/** How many keys a page of a list has: few, so that there are several. */
const pageSize = 2

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const state: S3Server = {
    endpoint: '',
    bucket: 'pictures',
    key: 'the-key',
    secret: 'the/secret+of=tests',
    objects,
    failing: undefined,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    void answer(state, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  state.endpoint = `http://127.0.0.1:${port}`
  return state
}

async function answer(state: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { objects, bucket } = state
  const url = new URL(request.url ?? '', state.endpoint)
  const body = await buffer(request)
  const fail = (status: number, code: string): void =>
    void response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
  if (state.failing !== undefined) return fail(state.failing, 'ServiceUnavailable')
  const wrong = wrongSignature(state, request, url, body)
  if (wrong !== undefined) return fail(403, wrong)
  if (url.pathname === `/${bucket}`) return void response.end(listOf(objects, url.searchParams))
  const path = decodeURIComponent(url.pathname.slice(bucket.length + 2))
  const { 'x-amz-copy-source': source, range } = request.headers
  const object = objects.get(path)
  switch (request.method) {
    case 'PUT': {
      if (source === undefined) objects.set(path, body)
      else {
        const copied = objects.get(decodeURIComponent(String(source)).slice(bucket.length + 2))
        if (copied === undefined) return fail(404, 'NoSuchKey')
        objects.set(path, copied)
      }
      return void response.end(source === undefined ? '' : '<CopyObjectResult/>')
    }
    case 'DELETE':
      objects.delete(path)
      return void response.writeHead(204).end()
    default: {
      if (object === undefined) return fail(404, 'NoSuchKey')
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      const part = first === undefined ? object : object.subarray(Number(first), Number(last) + 1)
      response.writeHead(first === undefined ? 200 : 206, { 'content-length': part.length })
      return void response.end(request.method === 'HEAD' ? undefined : part)
    }
  }
}

function listOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const all = [...objects.keys()].filter(key => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  const page = all.slice(0, pageSize)
  const entries = page.map(
    key =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
  )
  const isTruncated = all.length > page.length
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
}

/** What is wrong with the signature of a request (AWS Signature Version 4), if anything. */
function wrongSignature(
  { key, secret }: S3Server,
  { method = '', headers }: IncomingMessage,
  url: URL,
  body: Buffer,
): string | undefined {
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [given, day = '', region = '', service = ''] = credential.split('/')
  const payload = String(headers['x-amz-content-sha256'])
  const time = String(headers['x-amz-date'])
  if (given !== key || !time.startsWith(day)) return 'InvalidAccessKeyId'
  if (!names.split(';').includes('host') || (headers['x-amz-copy-source'] && !names.includes('x-amz-copy-source')))
    return 'AccessDenied'
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1).split('&').toSorted().join('&'),
    ...names.split(';').map(name => `${name}:${String(headers[name])}`),
    '',
    names,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const signing = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request')
  const expected = hmac(signing, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}
