import { hash } from 'node:crypto'

const block = 64

/**
 * HMAC-SHA-256 with a key (RFC 2104). Made of two plain hashes, because making an `Hmac` object takes several times as long as hashing a text as
 * short as those of cursors.
 */
export function hmacSha256(key: Uint8Array): (...message: Uint8Array[]) => Buffer {
  const padded = Buffer.alloc(block)
  padded.set(key.length > block ? hash('sha256', key, 'buffer') : key)
  const inner = padded.map(byte => byte ^ 0x36)
  const outer = padded.map(byte => byte ^ 0x5c)
  return (...message) =>
    hash('sha256', Buffer.concat([outer, hash('sha256', Buffer.concat([inner, ...message]), 'buffer')]), 'buffer')
}
