import type { Readable } from 'node:stream'
import { NotReady, PlinthError } from '../../../kernel/index.ts'

/** The bytes of one thing in the storage. */
export interface StoredBytes {
  /** See {@link FileStorage}. */
  key: string
  bytes: number
  /** When they were written, ms since 1970. */
  modifiedAt: number
}

/** A part of some bytes: the first and the last one. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Where the bytes of files are. A key is a path of names joined by `/`: `<sha256>` for the bytes of files, `derived/<sha256>/<name>`
 * for pictures made of them, `trash/<sha256>` for bytes that are being removed.
 *
 * Every method throws `files-unavailable` (503) when the storage cannot be reached, or is full.
 */
export interface FileStorage {
  /** For messages; never credentials. */
  readonly location: string
  /** Keep the content of a local file, whole or not at all, in place of what has this key. When the promise resolves it is durable. */
  put(key: string, path: string): Promise<void>
  /** Their number; undefined where there are none. */
  size(key: string): Promise<number | undefined>
  /** @param range within the bytes. Default: all. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Give bytes another key, in place of what has that one. @returns whether there were any */
  move(from: string, to: string): Promise<boolean>
  /** Nothing happens where there are none. */
  remove(key: string): Promise<void>
  /** Everything whose key begins with this. */
  list(prefix: string): AsyncIterable<StoredBytes>
}

/** The path of a key: bytes with a hash as their key are in folders of its first two digits. */
export const pathOfKey = (key: string): string[] =>
  /^[0-9a-f]{64}$/.test(key) ? ['content', key.slice(0, 2), key] : key.split('/')

/** An operation of the storage has failed. Nothing is lost: what had to be written is not there. */
export function filesUnavailable(cause: unknown): Error {
  if (cause instanceof PlinthError) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new NotReady(
    isFull
      ? 'there is no room for files; nothing was stored'
      : 'files cannot be read or written at the moment; try again',
    { code: 'files-unavailable', cause, headers: { 'retry-after': '10' } },
  )
}

/** Wait for work on a storage. */
export async function onStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw filesUnavailable(error)
  }
}

/** The same, where a file or folder can be missing. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw filesUnavailable(error)
  }
}
