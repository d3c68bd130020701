import { createHash, createHmac } from 'node:crypto'

/** Where the objects are, and whose they are. */
export interface S3Account {
  region: string
  key: string
  secret: string
}

/** What is signed of a request. */
export interface SignedRequest {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, or `UNSIGNED-PAYLOAD`. */
  payloadHash: string
}

/** The hash of a body that is not read before it is sent. */
export const unsignedPayload = 'UNSIGNED-PAYLOAD'
/** The hash of no body. */
export const emptyHash = createHash('sha256').digest('hex')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Percent-encoded as signatures are made of it: everything but unreserved characters. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The headers of a request with a signature of AWS, version 4, for the service S3.
 * @param now default: the present
 */
export function signedHeaders(
  { method, url, headers, payloadHash }: SignedRequest,
  { region, key, secret }: S3Account,
  now = new Date(),
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  }
  const names = Object.keys(signed).toSorted()
  const query = [...url.searchParams].map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`).toSorted()
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...names.map(name => `${name}:${(signed[name] ?? '').trim()}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const ofDay = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(ofDay, ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n')).toString('hex')
  const { host: _, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
